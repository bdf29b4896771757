/** Compares the values of two canon points line by line: on which stretches they differ, and which retcons declare it (model §10). */
import {
  type Moment,
  boundsAround,
  calendarsOn,
  type Chronology,
  eraBounds,
  type Instant,
  namesOfDay,
  printInstant,
  readDate,
  type WorldDate,
} from '../../chronology';
import type { Entry } from '../../entry/entry';
import { compareTexts } from '../../text/sorted';
import type { Held } from '../truth/truth';
import type { Retcon } from '../model/edges';
import type { Known } from '../model/canonValue';
import { counterpart } from './identity';
import { addTo } from '../../text/groups';

/** A held value, and its stretch on a line of the second point. */
export interface ComparedStretch {
  readonly held: Held;
  /** Equal for equal values. */
  readonly key: string;
  /** The meaning of the value, as `valueInOther` gives it. */
  readonly meaning: string;
  /** The name of the entry that states it. */
  readonly stater: string;
  readonly line: string | null;
  readonly from: Moment | null;
  readonly until: Moment | null;
}

/** A stretch on which the values of two points differ. */
export interface ChangeOnLine {
  readonly from: Moment | null;
  readonly until: Moment | null;
  readonly before: readonly ComparedStretch[];
  readonly after: readonly ComparedStretch[];
}

/**
 * The stretches on which two lists of values differ, line by line, in the order of time.
 * @param isInParts of a set: values that share neither a meaning nor an entry with others are compared by themselves
 */
export function changesByDay(
  before: readonly ComparedStretch[],
  after: readonly ComparedStretch[],
  isInParts: boolean,
): ChangeOnLine[] {
  const lines = [...new Set([...before, ...after].flatMap(({ line }) => line ?? []))].sort(compareTexts);
  const parts = isInParts ? partsOf(before, after) : [{ before, after }];
  // If any value is dated, changes are reported only on the lines of dated values: a change without a line would cover all lines.
  return (lines.length > 0 ? lines : [null]).flatMap((line) => {
    const changes = parts.flatMap((part) => changesOn(line, part.before, part.after));
    return isInParts ? changes.sort(fromEarliest) : changes;
  });
}

function fromEarliest({ from: a }: ChangeOnLine, { from: b }: ChangeOnLine): number {
  const [first, second] = [dayOrOpen(a, -Infinity), dayOrOpen(b, -Infinity)];
  return first < second ? -1 : first > second ? 1 : 0;
}

interface Sides {
  readonly before: ComparedStretch[];
  readonly after: ComparedStretch[];
}

/** Divides the values of a set into connected parts (with a union-find): two values are connected if they share a meaning or an entry. */
function partsOf(before: readonly ComparedStretch[], after: readonly ComparedStretch[]): Sides[] {
  const roots = new Map<string, string>();
  const rootOf = (name: string): string => {
    let root = name;
    for (let next = roots.get(root); next !== undefined; next = roots.get(root)) root = next;
    // Path compression.
    for (let current = name; current !== root; ) {
      const next = roots.get(current) ?? root;
      roots.set(current, root);
      current = next;
    }
    return root;
  };
  for (const { meaning, stater } of [...before, ...after]) {
    const [value, entry] = [rootOf(`value ${meaning}`), rootOf(`entry ${stater}`)];
    if (value !== entry) roots.set(entry, value);
  }
  const parts = new Map<string, Sides>();
  const put = (one: ComparedStretch, side: keyof Sides): void => {
    const root = rootOf(`value ${one.meaning}`);
    const part = parts.get(root) ?? { before: [], after: [] };
    part[side].push(one);
    parts.set(root, part);
  };
  for (const one of before) put(one, 'before');
  for (const one of after) put(one, 'after');
  return [...parts.values()];
}

/** The stretches of one line on which the two sides differ. @param line null: every line, if nothing is dated */
function changesOn(
  line: string | null,
  before: readonly ComparedStretch[],
  after: readonly ComparedStretch[],
): ChangeOnLine[] {
  const isOn = ({ line: own, held }: ComparedStretch): boolean =>
    line === null ? own === null : own === line || (own === null && !held.except.includes(line));
  const [was, is] = [before.filter(isOn), after.filter(isOn)];
  const ends = new Map<number, Moment>();
  for (const { from, until } of line === null ? [] : [...was, ...is])
    for (const end of [from, until]) if (end && Number.isFinite(end.day)) ends.set(end.day, end);
  const points = [null, ...[...ends.values()].sort((a, b) => a.day - b.day), null];
  const [holdsBefore, holdsAfter] = [was, is].map((all) => holdingBetween(points, all));
  const changes: ChangeOnLine[] = [];
  for (const [i, from] of points.slice(0, -1).entries()) {
    const change = { from, until: points[i + 1] ?? null, before: holdsBefore?.[i] ?? [], after: holdsAfter?.[i] ?? [] };
    if (keysOf(change.before) === keysOf(change.after)) continue;
    joinTo(changes, change);
  }
  return changes;
}

/** The values that hold from each point to the next. @param points earliest first; null at both ends: the beginning and end of time */
function holdingBetween(
  points: readonly (Moment | null)[],
  all: readonly ComparedStretch[],
): readonly (readonly ComparedStretch[])[] {
  const holding = points.slice(0, -1).map((): ComparedStretch[] => []);
  const places = new Map(points.slice(1, -1).map((point, i) => [dayOrOpen(point, Infinity), i + 1]));
  places.set(-Infinity, 0).set(Infinity, holding.length);
  for (const one of all) {
    const end = places.get(dayOrOpen(one.until, Infinity)) ?? 0;
    for (let i = places.get(dayOrOpen(one.from, -Infinity)) ?? end; i < end; i++) holding[i]?.push(one);
  }
  return holding;
}

/** A key for a list of values, equal for the same values in any order. */
export function keysOf(stretches: readonly ComparedStretch[]): string {
  const [first] = stretches;
  return first && stretches.length === 1 ? first.key : JSON.stringify(stretches.map(({ key }) => key).sort());
}

const isSame = (a: ChangeOnLine, b: ChangeOnLine): boolean =>
  keysOf(a.before) === keysOf(b.before) && keysOf(a.after) === keysOf(b.after);

/** Appends a change, and joins it to the last one if they meet and are the same change. */
export function joinTo(changes: ChangeOnLine[], change: ChangeOnLine): void {
  const last = changes.at(-1);
  const goesOn = last && last.until !== null && last.until.day === change.from?.day && isSame(last, change);
  if (goesOn) changes[changes.length - 1] = { ...last, until: change.until };
  else changes.push(change);
}

export const dayOrOpen = (moment: Moment | null, open: number): number => moment?.day ?? open;

/** The entries that state the new values, else those that state the old ones. */
export function statersOfChange({ before, after }: ChangeOnLine): Entry[] {
  const [gone, come] = [without(before, after), without(after, before)];
  return [...new Set((come.length > 0 ? come : gone).map(({ held }) => held.clipped.entry))];
}

function without(all: readonly ComparedStretch[], others: readonly ComparedStretch[]): ComparedStretch[] {
  const keys = new Set(others.map(({ key }) => key));
  return all.filter(({ key }) => !keys.has(key));
}

/** The entries that make retcons, each once. */
export const makersOf = (retcons: readonly Retcon[]): Entry[] => [...new Set(retcons.map(({ by }) => by))];

/** For each change in a large set, the retcons that can concern it: those of the entries that state its values. */
export function retconsOfParts(
  a: Known,
  b: Known,
  touching: readonly Retcon[],
): (change: ChangeOnLine) => readonly Retcon[] {
  const places = new Map(touching.map((retcon, i) => [retcon, i]));
  const about = new Map<Entry | 'all', Retcon[]>();
  for (const retcon of touching) {
    const { kind, by, old } = retcon;
    // A restored value can end any other value.
    if (kind === 'restores') addTo(about, 'all', retcon);
    else for (const entry of new Set([by, old])) addTo(about, entry, retcon);
  }
  return ({ before, after }) => {
    const entries = [...before, ...after].flatMap(({ held: { clipped } }) => [
      clipped.entry,
      counterpart(a, b, clipped.entry) ?? clipped.entry,
    ]);
    const found = new Set((['all', ...entries] as const).flatMap((key) => about.get(key) ?? []));
    return [...found].sort((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
  };
}

/** Whether a retcon can have changed anything in a stretch: not if the stretch is over before the retcon takes effect. */
export function reaches({ effective }: Retcon, { from, until }: ChangeOnLine): boolean {
  if (effective === 'always') return true;
  const line = from?.line ?? until?.line;
  return line === undefined || (line === effective.line && effective.day < dayOrOpen(until, Infinity));
}

/** What one written date denotes in both chronologies. */
interface NamedDay {
  readonly a: WorldDate;
  readonly b: WorldDate;
}

/** A day on a line of the second chronology from which on answers, or the meaning of written dates, may differ. */
interface Turn extends Instant {
  readonly text: string;
  /** The dates for which the answers up to the next turn are compared; with several calendars, one in each. */
  readonly names: readonly NamedDay[];
}

/** The lines of the second chronology on which the eras of the first lie. */
export const linesOfEras = (a: Chronology, b: Chronology): string[] =>
  eraBounds(a).flatMap((text) => dateNamed(b, text)?.start.line ?? []);

/** The days on one line of the second chronology on which answers can change, in order; the first stands for all time before the second. */
export function turnsOn(
  line: string,
  a: Chronology,
  b: Chronology,
  ends: { readonly before: readonly Moment[]; readonly after: readonly Moment[] },
): Turn[] {
  const days = new Set<number>();
  const add = ({ line: own, day }: Instant): void => {
    if (own === line && Number.isFinite(day)) days.add(day);
  };
  const addName = (text: string): void => {
    const date = dateNamed(b, text);
    if (date) for (const end of [date.start, date.end]) add(end);
  };
  for (const end of ends.after) add(end);
  for (const end of ends.before) for (const text of [end.text, ...namesOfDay(a, end)]) addName(text);
  for (const text of [...eraBounds(a), ...eraBounds(b)]) addName(text);
  for (const calendar of calendarsOn(b, line))
    for (const day of [...days]) for (const other of boundsAround(calendar, day)) add({ line, day: other });
  const sorted = [...days].sort((one, other) => one - other);
  const named = (text: string): NamedDay[] => {
    const [was, is] = [dateNamed(a, text), dateNamed(b, text)];
    return was && is ? [{ a: was, b: is }] : [];
  };
  // If the second chronology has only years, days of the first are compared too: those around each end.
  const narrow = ends.before
    .flatMap(({ line: own, day }) => [day - 1, day].flatMap((one) => namesOfDay(a, { line: own, day: one })))
    .flatMap(named)
    .filter((one) => isWide(b, one.b));
  const [first] = sorted;
  if (first === undefined) return [];
  return [first - 1, ...sorted].map((day) => ({
    line,
    day,
    text: printInstant(b, { line, day }),
    names: [
      ...namesOfDay(b, { line, day }).flatMap(named),
      ...narrow.filter((one) => one.b.start.line === line && one.b.start.day <= day && day < one.b.end.day),
    ],
  }));
}

const isWide = (chronology: Chronology, { start: { line } }: WorldDate): boolean =>
  calendarsOn(chronology, line).every(({ monthCount }) => monthCount === 0);

const dates = new WeakMap<Chronology, Map<string, WorldDate | null>>();

/** The date that a text denotes; null if it is not a date. */
function dateNamed(chronology: Chronology, text: string): WorldDate | null {
  let read = dates.get(chronology);
  if (!read) dates.set(chronology, (read = new Map()));
  let date = read.get(text);
  if (date === undefined) {
    const reading = readDate(chronology, text);
    read.set(text, (date = reading.ok ? reading.date : null));
  }
  return date;
}
