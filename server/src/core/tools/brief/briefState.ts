/** The answers about the entities of a brief and those nearest to them, with the retcons behind these answers. */
import { QUERY_BLOCK } from '../../entry/queries';
import {
  type Answer,
  attributesOf,
  boundaryOf,
  inRetconOrder,
  inverseAt,
  type Known,
  pairOf,
  touchingRetcons,
  valueEntity,
  wasTrueAt,
  type Canon,
} from '../../canon';
import type { WorldDate } from '../../chronology';
import { retconLines } from '../words/answerSentences';
import type { MetRetcon, StateGroup, StateRow, BriefCandidate, LeftOutEntry } from './briefTypes';
import { citationOf, isInMode, ownSource, sourceAt } from '../../codex/sources';
import type { Entry } from '../../entry/entry';
import { machineTalkIn } from '../../entry/unwantedWords';
import { nameOf } from '../words/richText';
import type { Passage } from '../../entry/passages';

/** Near entities are described while they are few; among many, none stands out. */
const MOST_NEAR = 24;

/** The answers at a time: of the named entities in their order, then of those that their values refer to. */
export function stateOf(known: Known, entities: readonly string[], at: WorldDate | null): StateGroup[] {
  const named = entities.flatMap((entity) => groupsOf(known, entity, at, true));
  const near = new Set<string>();
  for (const { rows } of named)
    for (const { held } of rows) {
      const value = valueEntity(known, held.clipped.fact.value);
      if (value !== undefined && attributesOf(known, value).length > 0) near.add(value);
    }
  const inverse = entities.flatMap((entity) => inverseAt(known, entity, { at }).answers);
  for (const { entity } of inverse) near.add(entity);
  for (const entity of entities) near.delete(entity);
  return [...named, ...[...near].slice(0, MOST_NEAR).flatMap((entity) => groupsOf(known, entity, at, false))];
}

/** The most members of a set on a line; the rest of a large set can be left out without them. */
const ON_A_LINE = 8;

const inParts = (answer: Answer): Answer[] =>
  answer.kind !== 'set'
    ? [answer]
    : Array.from({ length: Math.ceil(answer.values.length / ON_A_LINE) }, (_, i) => ({
        ...answer,
        values: answer.values.slice(i * ON_A_LINE, (i + 1) * ON_A_LINE),
      }));

function groupsOf(known: Known, entity: string, at: WorldDate | null, isNamed: boolean): StateGroup[] {
  const { facts, undecided } = wasTrueAt(known, entity, { at });
  const group = (answer: Answer, isUndecided: boolean): StateGroup => {
    const rows = answer.values.map(
      (held): StateRow => ({
        entity,
        attribute: answer.attribute,
        held,
        isDisputed: answer.isDisputed,
        isUndecided,
      }),
    );
    // In a wide stretch of time the latest value leads (model §4); the others are history.
    const isHistory = answer.kind !== 'set' && !answer.isDisputed && !isUndecided && rows.length > 1;
    const [last, ...before] = isHistory ? rows.toReversed() : [];
    return last
      ? { entity, attribute: answer.attribute, isNamed, rows: [last], history: before }
      : { entity, attribute: answer.attribute, isNamed, rows, history: [] };
  };
  return [...facts.flatMap(inParts).map((one) => group(one, false)), ...undecided.map((one) => group(one, true))];
}

/** The most retcons that are listed: an entity can have thousands, and the newest matter most. */
const MOST_RETCONS = 40;

/** The retcons behind these answers, in canon order, each once; of too many, the newest. */
export function retconsMet(known: Known, entities: readonly string[], state: readonly StateGroup[]): MetRetcon[] {
  const named = new Set(entities.flatMap((entity) => touchingRetcons(known, entity)));
  const near = state.flatMap(({ entity, attribute, isNamed }) =>
    isNamed ? [] : touchingRetcons(known, entity, attribute),
  );
  const all = inRetconOrder(known, [...new Set([...named, ...near])]);
  return all.slice(-MOST_RETCONS).map((retcon) => {
    const { before, after } = boundaryOf(known, retcon);
    return {
      retcon,
      isNamed: named.has(retcon),
      lines: retconLines(known, retcon),
      pairs: [...new Set([...before, ...after].map(({ entity, attribute }) => pairOf(entity, attribute)))],
    };
  });
}

/** A source as a line cites it, and its trust. */
interface Origin {
  /** `SOURCE@VERSION`. */
  readonly cited: string;
  /** From 0 to 1. */
  readonly trust: number;
}

/** The citation of Retcon's own lines: the codex itself. */
export const ownCitation = ({ codex }: Canon): string => citationOf(ownSource(codex));

/** The source of a page that is not shown stays secret. */
export function originOf(canon: Canon, entry: Entry): Origin {
  const { trust } = sourceAt(canon.codex, pathOf(canon, entry));
  const cited = canon.eyes?.isVeiled(entry) ? ownCitation(canon) : citationOf(sourceAt(canon.codex, entry.path));
  return { cited, trust };
}

/** Whether the mode of the codex gives an entry to a reader. */
export const isGiven = (canon: Canon, entry: Entry): boolean => isInMode(canon.codex, pathOf(canon, entry));

const pathOf = ({ eyes }: Canon, entry: Entry): string => eyes?.pathOf(entry) ?? entry.path;

/** The parts of a brief that may address a machine: such a part is left out whole. */
interface Parts {
  readonly state: readonly StateGroup[];
  readonly retcons: readonly MetRetcon[];
  readonly pool: readonly BriefCandidate[];
}

/** The parts that do not address a machine, and the entries of those that do. */
export function withoutMachineTalk(parts: Parts): Parts & { readonly left: readonly LeftOutEntry[] } {
  const left: LeftOutEntry[] = [];
  const isFine = (text: string, { entry }: Pick<LeftOutEntry, 'entry'>): boolean => {
    const speaks = machineTalkIn(text).length > 0;
    if (speaks) left.push({ entry, why: 'instruction' });
    return !speaks;
  };
  const ofPeople = (row: StateRow): boolean =>
    isFine(`${row.entity} ${row.attribute} ${row.held.clipped.fact.value.text}`, row.held.clipped);
  const state = parts.state.map((group) => ({
    ...group,
    rows: group.rows.filter(ofPeople),
    history: group.history.filter(ofPeople),
  }));
  return {
    state: state.filter(({ rows }) => rows.length > 0),
    retcons: parts.retcons.filter(({ lines, retcon }) =>
      isFine(lines.flatMap(({ parts: words }) => words.map(nameOf)).join(''), { entry: retcon.by }),
    ),
    pool: parts.pool.filter(({ entry, passage }) =>
      isFine([entry.title, passage.heading ?? '', passage.text].join('\n'), { entry }),
    ),
    left,
  };
}

/** A line of nothing but embeds and pictures. */
const EMBEDS = /^[ \t>]*(?:!\[\[[^\]\n]*\]\][ \t]*|!\[[^\]\n]*\]\([^()\n]*\)[ \t]*)+\r?$/gm;

const RULE = /^[ \t]{0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})\r?$/gm;

const HAS_WORDS = /[\p{L}\p{N}]/u;

/** The passage without query blocks and embeds; null if nothing is left. */
export function withoutQueries(passage: Passage): Passage | null {
  const text = passage.text.replace(QUERY_BLOCK, '').replace(EMBEDS, '').replace(RULE, '');
  if (text === passage.text) return passage;
  return HAS_WORDS.test(text) ? { ...passage, text: text.replace(/\n{3,}/g, '\n\n').trim() } : null;
}
