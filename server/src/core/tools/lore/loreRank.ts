/** Ranks the passages that were found: by the words they hold and where, and by the tier of their entry. */
import { type Known, tierRank, type Canon, sizeOf, type Retcon, canonWords, preposition } from '../../canon';
import { compareTexts } from '../../text/sorted';
import type { Entry, DeclarationKind } from '../../entry/entry';
import type { FoundPassage, PerColumn, ReadText, Chunk, LoreAnswer } from '../asked/answering';
import { type Passage, passagesOf } from '../../entry/passages';
import { foldedWords, foundIn, type Query } from '../../text/query';
import { joinWith, listWords } from '../../text/words';
import {
  headingLine,
  itemLine,
  type RichLine,
  link,
  type TextPart,
  quoteLine,
  strong,
  textLine,
  snippetOf,
} from '../words/richText';
import { asOfText, standingWords } from '../words/names';

/** The properties of an entry that influence the order. */
export type Tiered = Pick<Entry, 'path' | 'tier'>;

/** A passage that was found, and that is known. */
export interface Candidate<E extends Tiered = Entry> extends FoundPassage {
  readonly entry: E;
}

interface Ranked<E extends Tiered> {
  readonly entry: E;
  readonly nth: number;
  /** Above 0; the higher, the better. */
  readonly score: number;
}

/** The weight of a word in the names of an entry or in a heading, against one in the text. */
const WEIGHTS: PerColumn = [3, 2, 1];

/** BM25's parameters: how soon repeating a word adds nothing, how much a long text counts against a word, and a usual length. */
const ENOUGH_OF_A_WORD = 1.2;
const AGAINST_LENGTH = 0.75;
const USUAL_LENGTH = 100;

/** The highest tier counts half as much again as the lowest; entries without a tier lie between. */
const HIGHEST = 1.5;
const LOWEST = 1;
const UNRANKED = (HIGHEST + LOWEST) / 2;

/**
 * The best passages first. The rarity of a word is measured among the found and known passages: unknown ones must not influence the
 * order (model §5, monotonic history). Yields now and then.
 */
export function* rank<E extends Tiered>(
  known: Known,
  found: readonly Candidate<E>[],
): Generator<null, Ranked<E>[], unknown> {
  const rarity = rarityAmong(found);
  const score = ({ entry, hits, lengths }: Candidate<E>): number =>
    hits.reduce((sum, hit, term) => sum + (rarity[term] ?? 0) * weightOf(hit, lengths), 0) * tierWeight(known, entry);
  const ranked: Ranked<E>[] = [];
  for (const one of onceByName(found)) {
    ranked.push({ entry: one.entry, nth: one.nth, score: Math.round(score(one) * 1000) / 1000 });
    if (ranked.length % 256 === 0) yield null;
  }
  return ranked.sort(
    (a, b) => b.score - a.score || (a.entry.path < b.entry.path ? -1 : a.entry === b.entry ? a.nth - b.nth : 1),
  );
}

/**
 * The passages with the most and the rarest words first, whether or not they are known: a caller that examines only some takes them
 * in this order.
 */
export function* likeliest(all: Iterable<FoundPassage>): Generator<null, FoundPassage[], unknown> {
  const found: FoundPassage[] = [];
  for (const one of all) if (found.push(one) % BATCH === 0) yield null;
  const rarity = rarityAmong(found);
  const scored: { readonly one: FoundPassage; readonly score: number }[] = [];
  for (const one of found) {
    const score = one.hits.reduce((sum, hit, term) => sum + (rarity[term] ?? 0) * weightOf(hit, one.lengths), 0);
    if (scored.push({ one, score }) % BATCH === 0) yield null;
  }
  scored.sort((a, b) => b.score - a.score || compareTexts(a.one.path, b.one.path) || a.one.nth - b.one.nth);
  return scored.map(({ one }) => one);
}

const BATCH = 1024;

function rarityAmong(found: readonly FoundPassage[]): number[] {
  return Array.from({ length: found[0]?.hits.length ?? 0 }, (_, term) => {
    const holding = found.reduce((count, { hits }) => count + Number(isHit(hits[term])), 0);
    return Math.log(1 + (found.length + 0.5) / (holding + 0.5));
  });
}

const isHit = (hit: PerColumn | undefined): boolean => hit?.some((count) => count > 0) === true;

function weightOf(hit: PerColumn, [, , length]: PerColumn): number {
  const often = hit.reduce(
    (sum, count, column) => sum + Math.min(count, column === 2 ? count : 1) * (WEIGHTS[column] ?? 0),
    0,
  );
  const against = ENOUGH_OF_A_WORD * (1 - AGAINST_LENGTH + (AGAINST_LENGTH * length) / USUAL_LENGTH);
  return (often * (ENOUGH_OF_A_WORD + 1)) / (often + against);
}

export function tierWeight(known: Known, entry: Tiered): number {
  const place = tierRank(known, entry);
  const last = known.canon.codex.tiers.length - 1;
  return place === undefined || last < 1 ? UNRANKED : HIGHEST - ((HIGHEST - LOWEST) * place) / last;
}

/** An entry that only its name has matched gives one passage, its first. */
function onceByName<E extends Tiered>(found: readonly Candidate<E>[]): Candidate<E>[] {
  const firsts = new Map<E, number>();
  for (const { entry, nth } of found) firsts.set(entry, Math.min(nth, firsts.get(entry) ?? Infinity));
  return found.filter(
    ({ entry, nth, hits }) => hits.some(([, heading, text]) => heading + text > 0) || firsts.get(entry) === nth,
  );
}

/** Search results as a knower may read them: where a page has prose that is not shown, the words are counted again without it. */
type Eyes = NonNullable<Canon['eyes']>;

/** If more than one page in so many was found, examining all of them costs less. */
const MOST = 4;

/** Pages with nothing to hide are kept as found; each other page is counted again, once, by its shown prose. */
export function* seenAgain(
  eyes: Eyes,
  textOf: ReadText,
  query: Query,
  passages: Iterable<FoundPassage>,
): Generator<null, Iterable<FoundPassage>, unknown> {
  const found = [...passages];
  // The passages of a page mostly follow each other.
  const pages = found.reduce((count, { path }, i) => count + Number(path !== found[i - 1]?.path), 0);
  if (sizeOf(eyes.canon.entries) < pages * MOST) yield* eyes.glanceAtAll();
  return again(eyes, textOf, query, found);
}

function* again(
  eyes: Eyes,
  textOf: ReadText,
  query: Query,
  found: Iterable<FoundPassage>,
): Generator<FoundPassage, void, unknown> {
  const counted = new Set<string>();
  for (const one of found) {
    const page = eyes.glanceAt(one.path);
    if (!page) continue;
    if (!page.hidesProse) yield one;
    else if (!counted.has(page.path)) {
      counted.add(page.path);
      const passages = passagesOf(eyes.proseOf(page.path, textOf(page.path) ?? ''));
      for (const [nth, passage] of passages.entries()) {
        const recounted = countedIn(one, nth, passage, query);
        if (recounted) yield recounted;
      }
    }
  }
}

/** Null if no word of the query is in it. @param of a passage of the same page: its names are unchanged */
function countedIn(
  { path, hits: before, lengths }: FoundPassage,
  nth: number,
  passage: Passage,
  query: Query,
): FoundPassage | null {
  const [heading, text] = [foldedWords(passage.heading ?? ''), foldedWords(passage.text)];
  const [inHeading, inText] = [foundIn(query, heading), foundIn(query, text)];
  const hits = query.map((_, term): PerColumn => {
    const count = (all: readonly { readonly term: number }[]): number => all.filter((one) => one.term === term).length;
    return [before[term]?.[0] ?? 0, count(inHeading), count(inText)];
  });
  if (hits.every((columns) => columns.every((count) => count === 0))) return null;
  return { path, nth, hits, lengths: [lengths[0], heading.length, text.length] };
}

/** The knowers who believe the untrue text of an entry; empty if it is true. A view does not show it. */
export const believersOf = ({ knowledge }: Entry): readonly string[] =>
  (knowledge?.believedBy ?? []).map(({ text }) => text);

/** Passages for readers: their pages and places, their matches, and their standing. */
export function renderLore({
  query,
  text: asked,
  needed,
  point,
  known,
  remark,
  chunks,
  hasMore,
  leftOut,
}: LoreAnswer): readonly RichLine[] {
  const count = chunks.length === 0 ? 'No text found' : chunks.length === 1 ? '1 passage' : `${chunks.length} passages`;
  // Line numbers in a view count the shown part of the page.
  const isView = known.canon.eyes !== null;
  const when = asOfText(point.text);
  return [
    headingLine(`${count} for “${asked}”${when}`),
    ...(needed === 'any' && chunks.length > 0
      ? [textLine('No passage holds all of these words; these hold some.')]
      : []),
    ...chunks.flatMap((chunk): RichLine[] => {
      const fate = renderFate(chunk);
      return [
        itemLine(...nameOf(chunk), ` · ${chunk.entry.path}${isView ? '' : `:${chunk.passage.lines[0] + 1}`}`),
        quoteLine(
          ...snippetOf(chunk.passage.text, query).map((part) => (part.isMarked ? strong(part.text) : part.text)),
        ),
        ...(fate.length > 0 ? [quoteLine('— ', ...fate)] : []),
      ];
    }),
    ...(remark === null ? [] : [textLine(remark)]),
    ...(hasMore ? [textLine('There are more: ask for a higher limit.')] : []),
    ...(leftOut > 0 ? [textLine(renderLeftOut(leftOut), ` --all shows ${leftOut === 1 ? 'it' : 'them'}.`)] : []),
  ];
}

/** `The Founding of House Vyr · The Oath`: the title, and the heading if it differs. */
function nameOf({ entry, passage }: Chunk): TextPart[] {
  const isTitle = passage.heading === null || passage.heading === entry.title;
  return [link(entry), isTitle ? '' : ` · ${passage.heading}`];
}

/** The standing of the entry and its retcons; empty if neither is worth a mention. */
export function renderFate({ entry, standing, flags }: Chunk): TextPart[] {
  const stands: TextPart[][] =
    standing === 'ended' || standing === 'not_yet' ? [[standingWords(flags.now.canon, entry, standing)]] : [];
  const later = (retcon: Retcon): string => (flags.later.has(retcon) ? 'later ' : '');
  const met = flags.meets.map((retcon): TextPart[] => [
    later(retcon),
    retcon.soft ? 'also stated by ' : `${MET[retcon.kind]}${retcon.only ? ' in part' : ''} by `,
    link(retcon.by),
    ...renderWhen(flags.now, retcon),
  ]);
  const made = flags.makes.map((retcon): TextPart[] => [
    later(retcon),
    retcon.soft ? 'stands beside ' : `${retcon.kind} ${retcon.only ? 'part of ' : ''}`,
    link(retcon.old),
    ...renderWhen(flags.now, retcon),
  ]);
  const believers = believersOf(entry);
  const believed: TextPart[][] = believers.length > 0 ? [[`believed by ${listWords(believers, 'and')}`]] : [];
  return joinWith<TextPart[]>([...stands, ...believed, ...met, ...made], '; ').flatMap((part) =>
    part === ', ' ? ['; '] : part,
  );
}

const MET: Readonly<Record<DeclarationKind, string>> = {
  supersedes: 'superseded',
  retracts: 'retracted',
  restores: 'restored',
};

/** ` from 412 TA, in session-47`; a day is the one on which it was decided. */
function renderWhen(now: Known, { effective, by }: Retcon): string[] {
  const canon = canonWords(now.canon, by);
  return [
    effective === 'always' ? '' : ` from ${effective.text}`,
    canon === null ? '' : `, ${preposition(canon)} ${canon}`,
  ];
}

export const renderLeftOut = (count: number): string =>
  count === 1
    ? 'One passage is left out: its entry was superseded or retracted.'
    : `${count} passages are left out: their entries were superseded or retracted.`;
