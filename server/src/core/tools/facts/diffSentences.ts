/**
 * Puts differences in words: sets value by value over whole stretches, and answers that only other pages state now on their own.
 */
import {
  type Difference,
  type Retcon,
  counterpart,
  type Known,
  type Held,
  kindOfAttribute,
  pairOf,
  type CanonPoint,
  commitNamed,
  isShown,
  canonWords,
  type withoutSlips,
} from '../../canon';
import type { Moment } from '../../chronology';
import type { Entry } from '../../entry/entry';
import { joinWith } from '../../text/words';
import {
  nameOf,
  strong,
  type TextPart,
  citedEntry,
  headingLine,
  itemLine,
  type RichLine,
  type RichText,
  sectionLine,
  textLine,
} from '../words/richText';
import { entityName, stretchText, valueName, attributeName } from '../words/names';
import { addTo, groupBy } from '../../text/groups';
import { compareTexts } from '../../text/sorted';
import { erratumLine } from './log';

/** A difference for display; of a set, only the values that came or went. */
export interface ReportedChange extends Difference {
  /** Whether the set has other values in this stretch that did not change. */
  readonly isBeside: boolean;
}

interface ReportedChanges {
  /** In the order of entities, attributes, lines and time. */
  readonly changes: readonly ReportedChange[];
  /** Where the values are unchanged, and only other entries state them. */
  readonly retold: readonly Difference[];
}

export function reportedChanges(a: Known, b: Known, differences: readonly Difference[]): ReportedChanges {
  const isRetold = ({ before, after }: Difference): boolean => {
    const [was, is] = [byMeaning(a, b, before), byMeaning(b, b, after)];
    return was.size === is.size && without(is, was).length === 0;
  };
  const retold = new Set(differences.filter(isRetold));
  const pairs = groupBy(
    differences.filter((each) => !retold.has(each)),
    (one) => pairOf(one.entity, one.attribute),
  );
  const changes = [...pairs.values()].flatMap((all): ReportedChange[] =>
    all.some(({ attribute }) => kindOfAttribute(b, attribute) === 'set')
      ? together(joined(all.flatMap((one) => piecesOf(a, b, one))))
      : all.map((one) => ({ ...one, isBeside: false })),
  );
  return { changes, retold: [...retold] };
}

/** One value of a set that came or went, over one stretch. */
interface Piece extends ReportedChange {
  readonly meaning: string;
}

/**
 * ` until 40 TA` of a value that begins on another line: it is undecided whether the value holds there, which makes it another
 * answer.
 */
const endElsewhere = ({ segment: { endsElsewhere } }: Held): string =>
  endsElsewhere ? ` until ${endsElsewhere.text}` : '';

/** Values by their meaning, under their names at the second point: two may have one title. */
function byMeaning(known: Known, b: Known, all: readonly Held[]): ReadonlyMap<string, readonly Held[]> {
  const meanings = new Map<string, Held[]>();
  for (const held of all) {
    const { ref, clipped } = held;
    const page = ref && (counterpart(known, b, ref) ?? ref);
    const meaning = `${page ? `[[${page.path}]]` : clipped.fact.value.text}${endElsewhere(held)}`;
    addTo(meanings, meaning, held);
  }
  return meanings;
}

const without = <T>(all: ReadonlyMap<string, T>, others: ReadonlyMap<string, T>): [string, T][] =>
  [...all].filter(([meaning]) => !others.has(meaning));

function piecesOf(a: Known, b: Known, one: Difference): Piece[] {
  const [was, is] = [byMeaning(a, b, one.before), byMeaning(b, b, one.after)];
  const isBeside = one.isAmongOthers || [...is.keys()].some((meaning) => was.has(meaning));
  const all = one.retcons();
  const piece = (meaning: string, before: readonly Held[], after: readonly Held[]): Piece => {
    const entries = [...before, ...after].map(({ clipped }) => clipped.entry);
    const stillThere = ({ clipped: { entry } }: Held): Entry => counterpart(a, b, entry) ?? entry;
    const counterparts = before.map(stillThere);
    const retcons = all.filter((retcon) => isOf(retcon, [...entries, ...counterparts]));
    const stating = [...counterparts, ...after.map(({ clipped }) => clipped.entry)];
    const by = [...new Set(retcons.length > 0 ? retcons.map((retcon) => retcon.by) : stating)];
    const isDeclared = retcons.length > 0;
    return { ...one, before, after, meaning, isBeside, by: () => by, retcons: () => retcons, isDeclared };
  };
  return [
    ...without(was, is).map(([meaning, gone]) => piece(meaning, gone, [])),
    ...without(is, was).map(([meaning, come]) => piece(meaning, [], come)),
  ];
}

/** Whether a retcon is about what these entries state of a set. */
const isOf = ({ by, old, kind }: Retcon, entries: readonly Entry[]): boolean =>
  kind === 'restores' || entries.some((entry) => entry === by || entry === old);

const union = <T>(a: readonly T[], b: readonly T[]): T[] => [...new Set([...a, ...b])];

/** Joins the pieces of a value that goes on while others come and go. */
function joined(pieces: readonly Piece[]): Piece[] {
  const found: Piece[] = [];
  /** The index of the piece that is unfinished at each moment. */
  const ending = new Map<string, number>();
  const keyOf = ({ meaning, before, isDeclared }: Piece, { line, day }: Moment): string =>
    JSON.stringify([meaning, before.length > 0, isDeclared, line, day]);
  for (const piece of pieces) {
    const before = piece.from && ending.get(keyOf(piece, piece.from));
    const [i, last] = [before ?? found.length, found[before ?? -1]];
    found[i] = last ? { ...bothOf(last, piece), until: piece.until } : piece;
    if (piece.until) ending.set(keyOf(piece, piece.until), i);
  }
  return found;
}

function bothOf<T extends ReportedChange>(one: T, other: T): T {
  const [by, retcons] = [union(one.by(), other.by()), union(one.retcons(), other.retcons())];
  return {
    ...one,
    before: union(one.before, other.before),
    after: union(one.after, other.after),
    by: () => by,
    retcons: () => retcons,
    isBeside: one.isBeside || other.isBeside,
  };
}

/** Values that came or went for the same stretch, by the same entries, share a line. */
function together(pieces: readonly Piece[]): ReportedChange[] {
  const found = new Map<string, Piece>();
  for (const piece of pieces) {
    const { from, until, by, isDeclared } = piece;
    const ends = [from, until].map((end) => end && [end.line, String(end.day)]);
    const key = JSON.stringify([ends, isDeclared, by().map(({ path }) => path)]);
    const same = found.get(key);
    found.set(key, same ? bothOf(same, piece) : piece);
  }
  return [...found.values()];
}

/** The name of the changed entity at the later point, or at the earlier one if the later one has no page for it. */
export function changedEntity(a: Known, b: Known, { entity }: Difference): TextPart {
  const later = entityName(b, entity);
  return typeof later === 'string' ? entityName(a, entity) : later;
}

/** `, from 412 TA: was Maric, is Aldric`; an added member of a set is `: also Brann from 300 TA`. */
export function renderChangedStretch(b: Known, change: ReportedChange): TextPart[] {
  const when = stretchText({ segment: change });
  const values = renderChange(b, change);
  if (isOneSided(change)) return [': ', ...values, when === '' ? '' : ` ${when}`];
  return [when === '' ? ': ' : `, ${when}: `, ...values];
}

const isOneSided = ({ isBeside, before, after }: ReportedChange): boolean =>
  isBeside && (before.length === 0 || after.length === 0);

/** The most values that are listed of a side: a dispute may have thousands in each of thousands of stretches. */
const MOST_VALUES = 100;

/** The values of a difference that are listed, and how many are left out; of many, those that the other side lacks come first. */
export function valuesListed({ before, after }: Difference) {
  const side = (own: readonly Held[], others: readonly Held[]) => {
    if (own.length <= MOST_VALUES) return { values: own, left: 0 };
    const keyOf = ({ clipped: { entry, fact } }: Held): string => `${fact.index} ${entry.path}`;
    const there = new Set(others.map(keyOf));
    const isThere = (held: Held): boolean => there.has(keyOf(held));
    const inOrder = [...own.filter((held) => !isThere(held)), ...own.filter(isThere)];
    return { values: inOrder.slice(0, MOST_VALUES), left: own.length - MOST_VALUES };
  };
  return { before: side(before, after), after: side(after, before) };
}

/** `was Maric, is Aldric`: what holds now is strong, and each value appears once, however many pages state it. */
export function renderChange(b: Known, change: ReportedChange): TextPart[] {
  const { before, after } = valuesListed(change);
  const [was, is] = [before, after].map(({ values, left }) => valueNames(values, left)) as [Names, Names];
  if (isOneSided(change))
    return was.size === 0 ? ['also ', ...listNames(is, ' and ')] : ['no longer ', ...listNames(was, ' or ', false)];
  if (was.size === 0) return listNames(is, ' and ');
  if (is.size === 0) return ['was ', ...listNames(was, ' and ', false), ', and is no longer stated'];
  if (kindOfAttribute(b, change.attribute) === 'set')
    return ['was ', ...listNames(was, ' and ', false), ', is ', ...listNames(is, ' and ')];
  return ['was ', ...oneOf(was, false), ', is ', ...oneOf(is, true)];
}

/** One value; several values of an attribute that has one at a time are a dispute. */
const oneOf = (values: Names, isStrong: boolean): TextPart[] =>
  values.size > 1 ? ['disputed: ', ...listNames(values, ' or ', isStrong)] : listNames(values, '', isStrong);

type Names = ReadonlyMap<string, TextPart>;

/** @param left how many more there are; the text says so */
export function valueNames(all: readonly Held[], left = 0): Names {
  const names = new Map<string, TextPart>();
  for (const held of all) {
    const text = `${nameOf(valueName(held))}${endElsewhere(held)}`;
    names.set(text, strong(text, held.ref));
  }
  if (left > 0) names.set('', `${left} more`);
  return names;
}

export const listNames = (values: Names, last: string, isStrong = true): TextPart[] =>
  joinWith(
    [...values.values()].map((part): TextPart => (isStrong || typeof part === 'string' ? part : { ...part, isStrong })),
    last,
  );

/** Differences, apart from those that were only spelled otherwise. */
export type DifferencesAndErrata = ReturnType<typeof withoutSlips>;

/** A section for each entity; under each change stands its reason, or a note that it has none. */
export function diffNote(
  a: Known,
  b: Known,
  from: CanonPoint,
  to: CanonPoint,
  { differences, errata }: DifferencesAndErrata,
): RichText {
  const end = to.kind === 'latest' ? 'since' : 'from';
  const until = to.kind === 'latest' ? '' : ` to ${pointName(b, to)}`;
  const entities = new Map<string, { readonly name: string; readonly changes: ReportedChange[] }>();
  const { changes: all, retold } = reportedChanges(a, b, differences);
  for (const one of all) {
    const known = entities.get(one.entity);
    if (known) known.changes.push(one);
    else entities.set(one.entity, { name: nameOf(changedEntity(a, b, one)), changes: [one] });
  }
  return [
    headingLine(`What changed ${end} ${pointName(a, from)}${until}`),
    ...(all.length + errata.length === 0 ? [textLine('Nothing: every answer is the same.')] : []),
    ...[...entities.values()]
      .sort((one, other) => compareTexts(one.name, other.name))
      .flatMap(({ name, changes }) => sectionLine(name, entityLines(b, changes))),
    ...sectionLine('Slips of the pen', errata.map(erratumLine)),
    ...(retold.length > 0 ? [textLine(countRestated(retold.length))] : []),
  ];
}

/** Readers do not care which page states it, but they should know that something was left out. */
const countRestated = (count: number): string =>
  count === 1
    ? 'One answer is unchanged, but another page states it now.'
    : `${count} answers are unchanged, but other pages state them now.`;

/** Changes that follow each other for the same reason share it, below the last. */
function entityLines(b: Known, changes: readonly ReportedChange[]): RichLine[] {
  return changes.flatMap((change, i) => {
    const lines = sourceLines(b, change);
    const next = changes[i + 1];
    const goesOn = next !== undefined && JSON.stringify(sourceLines(b, next)) === JSON.stringify(lines);
    return [changeItem(b, change), ...(goesOn ? [] : lines)];
  });
}

function changeItem(b: Known, change: ReportedChange): RichLine {
  const attribute = attributeName(change.attribute).replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  return itemLine(strong(attribute), ...renderChangedStretch(b, change));
}

/** How many reasons are given for one change: in a chain of thousands, each would repeat all before it. The newest come last. */
const MOST_REASONS = 8;

/** Which pages state it, and why; in words only, so that they can be compared. */
function sourceLines(b: Known, { before, by, retcons }: ReportedChange): RichLine[] {
  const saying = retcons();
  if (saying.length > 0) {
    const left = saying.length - MOST_REASONS;
    const lines = saying.slice(-MOST_REASONS).map(({ reason, by: entry }) => {
      const where = renderWhere(b, [entry]);
      return citedEntry(reason ?? 'A retcon without a reason', where === '' ? '' : ` — ${where}`);
    });
    return left > 0 ? [...lines, citedEntry(`and ${left} more`)] : lines;
  }
  const where = renderWhere(b, by());
  const undeclared = b.canon.eyes ? 'Known otherwise' : strong('No retcon declares this');
  return [citedEntry(before.length === 0 ? 'New' : undeclared, where === '' ? '' : `: ${where}`)];
}

/** `The Refounding of House Vyr (The Refounding)`: the pages that are shown, and the revisions that they came with. */
const renderWhere = (b: Known, by: readonly Entry[]): string =>
  by
    .filter((entry) => isShown(b, entry))
    .map((entry) => {
      const canon = canonWords(b.canon, entry);
      return canon === null ? entry.title : `${entry.title} (${revisionName(b, canon)})`;
    })
    .join('; ');

export const pointName = (known: Known, { text: given }: CanonPoint): string =>
  commitNamed(given) ?? revisionName(known, given);

const revisionName = ({ canon }: Known, name: string): string =>
  canon.codex.revisions.find(({ id }) => id === name)?.title ?? name;
