/** Fits a brief into its budget: chooses what goes first where not all of it fits (contract.md), and never cuts a thing in half. */
import { type Known, pairOf } from '../../canon';
import { ownLine, retconLine, snippetLines, stateLines } from './briefText';
import {
  tokenCountOfLines,
  type BriefLine,
  type BriefCandidate,
  type LeftOutEntry,
  type MetRetcon,
  type StateGroup,
} from './briefTypes';
import { pageOf } from '../../entry/versions';

interface Parts {
  readonly state: readonly StateGroup[];
  readonly retcons: readonly MetRetcon[];
  /** The best first. */
  readonly snippets: readonly BriefCandidate[];
}

interface Fitted extends Parts {
  readonly lines: readonly BriefLine[];
  readonly left: readonly LeftOutEntry[];
  /** The least that could be given at all; null if something fits. */
  readonly least: Least | null;
}

export interface Least {
  /** How many tokens it would take. */
  readonly tokens: number;
  readonly what: 'fact' | 'retcon' | 'passage';
}

/** What can be left out, as a whole. */
interface Piece {
  readonly kind: 'head' | 'state' | 'history' | 'retcon' | 'snippet';
  readonly lines: readonly BriefLine[];
  readonly of: StateGroup | MetRetcon | BriefCandidate | null;
}

/** @param head the lines that come first @param source what Retcon's own lines cite */
export function fitted(known: Known, head: readonly BriefLine[], parts: Parts, budget: number, source: string): Fitted {
  const pieces = piecesOf(known, head, parts);
  const gone = new Set<Piece>();
  const going = inOrderOfGoing(pieces, parts, (piece) => aloneOf(pieces, piece, source) <= budget);
  const scale = weighed(pieces, source);
  for (const piece of going) {
    if (tokenCountOfLines(scale.raw()) <= budget) break;
    gone.add(piece);
    scale.without(piece);
  }
  // A retcon that was left out may have made room for a named answer that was left out before it.
  const named = pieces.filter((one) => gone.has(one) && one.kind === 'state' && (one.of as StateGroup).isNamed);
  for (const piece of named) {
    scale.with(piece);
    if (tokenCountOfLines(scale.raw()) <= budget) gone.delete(piece);
    else scale.without(piece);
  }
  // If not even the least of the answers fits, the best passage that fits is given instead.
  const passages = pieces.filter(({ kind }) => kind === 'snippet');
  const short = passages.find((piece) => aloneOf(pieces, piece, source) <= budget);
  if (short && pieces.every((piece) => piece.kind === 'head' || gone.has(piece))) gone.delete(short);
  const last = going.at(-1);
  const kept = pieces.filter((piece) => !gone.has(piece));
  const of = <T>(kind: Piece['kind']): T[] => kept.flatMap((piece) => (piece.kind === kind ? [piece.of as T] : []));
  const histories = new Set(of<StateGroup>('history'));
  const state = of<StateGroup>('state').map((group) => (histories.has(group) ? group : { ...group, history: [] }));
  const remaining: Parts = { state, retcons: of('retcon'), snippets: of('snippet') };
  const hasSomething = kept.some(({ kind }) => kind !== 'head');
  return {
    ...remaining,
    lines: hasSomething ? linesOf(known, head, remaining, source) : [],
    left: [...gone].flatMap(leftBy),
    least: hasSomething || !last ? null : leastOf(pieces, [last, ...named, ...passages], source),
  };
}

function piecesOf(known: Known, head: readonly BriefLine[], { state, retcons, snippets }: Parts): Piece[] {
  return [
    { kind: 'head', lines: head, of: null },
    ...state.flatMap((group): Piece[] => {
      const own = stateLines(known, group, false);
      const more = stateLines(known, group, true).slice(own.length);
      const pieces: Piece[] = [{ kind: 'state', lines: own, of: group }];
      return more.length > 0 ? [...pieces, { kind: 'history', lines: more, of: group }] : pieces;
    }),
    ...retcons.map((met): Piece => ({ kind: 'retcon', lines: [retconLine(known, met)], of: met })),
    ...snippets.map((one): Piece => ({ kind: 'snippet', lines: snippetLines(known, one), of: one })),
  ];
}

/**
 * The order in which pieces are left out: a passage that does not fit even alone, then the lowest-scoring passages; then history beyond
 * one sentence each; then everything that is not named; last, the named answers, from the end, with their retcons before them. Model §8
 * requires no history where no answer is given.
 */
function inOrderOfGoing(pieces: readonly Piece[], { retcons }: Parts, hasRoom: (passage: Piece) => boolean): Piece[] {
  const last = (kind: Piece['kind']): Piece[] => pieces.filter((piece) => piece.kind === kind).reverse();
  const newest = newestOfEach(retcons);
  const beyondOne = (piece: Piece): boolean => !newest.has(piece.of as MetRetcon);
  const isNamed = (piece: Piece): boolean => (piece.of as StateGroup | MetRetcon).isNamed;
  const history = last('retcon');
  const older = history.filter(beyondOne).reverse();
  const others = last('state').filter((piece) => !isNamed(piece));
  const named = last('state').filter(isNamed);
  const passages = last('snippet');
  return [
    ...passages.filter((piece) => !hasRoom(piece)),
    ...passages.filter(hasRoom),
    ...last('history'),
    ...older,
    ...history.filter((piece) => !beyondOne(piece) && !isNamed(piece)),
    ...others,
    ...named.slice(0, -1),
    ...history.filter((piece) => !beyondOne(piece) && isNamed(piece)).reverse(),
    ...named.slice(-1),
  ];
}

/** The last retcon of each answer: one sentence of its history. */
function newestOfEach(retcons: readonly MetRetcon[]): ReadonlySet<MetRetcon> {
  const newest = new Map<string, MetRetcon>();
  for (const met of retcons)
    for (const pair of met.pairs.length > 0 ? met.pairs : [pairOf(met.retcon.old.path, '')]) newest.set(pair, met);
  return new Set(newest.values());
}

const HEADINGS = { state: '## What holds', retcons: '## What was changed', snippets: '## From the pages' } as const;

const SECTION_OF: Readonly<Record<Piece['kind'], string | null>> = {
  head: null,
  state: HEADINGS.state,
  history: HEADINGS.state,
  retcon: HEADINGS.retcons,
  snippet: HEADINGS.snippets,
};

const headingLines = (parts: Parts, source: string) =>
  Object.fromEntries(
    (['state', 'retcons', 'snippets'] as const).map((name) => [
      name,
      parts[name].length > 0 ? [ownLine(HEADINGS[name], source)] : [],
    ]),
  ) as Record<keyof typeof HEADINGS, BriefLine[]>;

/** The total size of some pieces; a heading counts while something is under it. */
function weighed(pieces: readonly Piece[], source: string) {
  let sum = 0;
  const under = new Map<string, number>();
  const add = ({ kind, lines }: Piece, sign: 1 | -1): void => {
    for (const { raw } of lines) sum += sign * raw;
    const section = SECTION_OF[kind];
    if (section === null) return;
    const before = under.get(section) ?? 0;
    under.set(section, before + sign);
    if (before === 0 || before + sign === 0) sum += sign * ownLine(section, source).raw;
  };
  for (const piece of pieces) add(piece, 1);
  return {
    raw: () => sum,
    with: (piece: Piece): void => add(piece, 1),
    without: (piece: Piece): void => add(piece, -1),
  };
}

function linesOf(known: Known, head: readonly BriefLine[], parts: Parts, source: string): BriefLine[] {
  const { state, retcons, snippets } = headingLines(parts, source);
  return [
    ...head,
    ...state,
    ...parts.state.flatMap((group) => stateLines(known, group, true)),
    ...retcons,
    ...parts.retcons.map((met) => retconLine(known, met)),
    ...snippets,
    ...parts.snippets.flatMap((one) => snippetLines(known, one)),
  ];
}

function leftBy({ kind, of }: Piece): LeftOutEntry[] {
  if (of === null) return [];
  if (kind === 'snippet') return [{ entry: (of as BriefCandidate).entry, why: 'budget' }];
  if (kind === 'retcon') return [{ entry: pageOf((of as MetRetcon).retcon.by), why: 'budget' }];
  const rows = kind === 'history' ? (of as StateGroup).history : (of as StateGroup).rows;
  return rows.map(({ held }) => ({ entry: pageOf(held.clipped.entry), why: 'budget' }));
}

/** The smallest piece that could have stood alone. */
function leastOf(pieces: readonly Piece[], alone: readonly Piece[], source: string): Least | null {
  const all = alone.map((piece): Least => ({ tokens: aloneOf(pieces, piece, source), what: WHAT[piece.kind] }));
  return all.reduce<Least | null>((least, one) => (least && least.tokens <= one.tokens ? least : one), null);
}

const WHAT = { head: 'fact', state: 'fact', history: 'fact', retcon: 'retcon', snippet: 'passage' } as const;

/** The tokens of a piece with the lines that it needs above it. */
const aloneOf = (pieces: readonly Piece[], piece: Piece, source: string): number =>
  tokenCountOfLines(weighed([...pieces.filter(({ kind }) => kind === 'head'), piece], source).raw());
