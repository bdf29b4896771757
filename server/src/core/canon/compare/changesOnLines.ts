/** The stretches of a line of world time over which two canon points answer differently, and the retcons that say so. */
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

/** A held value with its stretch on the lines of the second point, and what makes it the same as another. */
export interface ComparedStretch {
  readonly held: Held;
  readonly key: string;
  /** What its value means. */
  readonly meaning: string;
  /** Which entry states it. */
  readonly stater: string;
  readonly line: string | null;
  readonly from: Moment | null;
  readonly until: Moment | null;
}

type WithBeginning = Pick<ChangeOnLine, 'from'>;

export interface ChangeOnLine {
  readonly from: Moment | null;
  readonly until: Moment | null;
  readonly before: readonly ComparedStretch[];
  readonly after: readonly ComparedStretch[];
}

/**
 * Where what held before and what holds after differ, line by line, in the order of time.
 * @param isInParts of a set: what has neither a value nor an entry in common with others is compared by itself
 */
export function changesByDay(
  before: readonly ComparedStretch[],
  after: readonly ComparedStretch[],
  isInParts: boolean,
): ChangeOnLine[] {
  const lines = [...new Set([...before, ...after].flatMap(({ line }) => line ?? []))].sort(compareTexts);
  const parts = isInParts ? partsOf(before, after) : [{ before, after }];
  // Where anything is dated, a stretch on the lines of those dates tells it; an open one would claim all others too.
  return (lines.length > 0 ? lines : [null]).flatMap((line) => {
    const changes = parts.flatMap((part) => changesOn(line, part.before, part.after));
    return isInParts ? changes.sort(fromEarliest) : changes;
  });
}

export function fromEarliest({ from: a }: WithBeginning, { from: b }: WithBeginning): number {
  const [one, other] = [dayOrOpen(a, -Infinity), dayOrOpen(b, -Infinity)];
  return one < other ? -1 : one > other ? 1 : 0;
}

export interface Sides {
  readonly before: ComparedStretch[];
  readonly after: ComparedStretch[];
}

/** The values of a set that have to do with each other: one says what another says, or the same entry states both. */
function partsOf(before: readonly ComparedStretch[], after: readonly ComparedStretch[]): Sides[] {
  const roots = new Map<string, string>();
  const rootOf = (name: string): string => {
    let root = name;
    for (let next = roots.get(root); next !== undefined; next = roots.get(root)) root = next;
    // The way is shorter the next time.
    for (let one = name; one !== root; ) {
      const next = roots.get(one) ?? root;
      roots.set(one, root);
      one = next;
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

/** The stretches of one line (null: of every line, where nothing is dated) where the two sides differ. */
export function changesOn(
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

/** What holds from each of some points to the next one. @param points earliest first; null: before and behind all */
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

/** The same for the same values, in whatever order they stand; mostly there is one. */
export function keysOf(stretches: readonly ComparedStretch[]): string {
  const [first] = stretches;
  return first && stretches.length === 1 ? first.key : JSON.stringify(stretches.map(({ key }) => key).sort());
}

const isSame = (a: ChangeOnLine, b: ChangeOnLine): boolean =>
  keysOf(a.before) === keysOf(b.before) && keysOf(a.after) === keysOf(b.after);

/** Neighbouring stretches with the same change are one change. */
export function joinTo(changes: ChangeOnLine[], change: ChangeOnLine): void {
  const last = changes.at(-1);
  const goesOn = last && last.until !== null && last.until.day === change.from?.day && isSame(last, change);
  if (goesOn) changes[changes.length - 1] = { ...last, until: change.until };
  else changes.push(change);
}

export const dayOrOpen = (moment: Moment | null, open: number): number => moment?.day ?? open;

/** The entries that state what came, else what went. */
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

/** The retcons of a large set that concern what the entries of a change state: those of other entries change nothing there. */
export function retconsOfParts(
  a: Known,
  b: Known,
  touching: readonly Retcon[],
): (change: ChangeOnLine) => readonly Retcon[] {
  const places = new Map(touching.map((retcon, i) => [retcon, i]));
  const about = new Map<Entry | 'all', Retcon[]>();
  for (const retcon of touching) {
    const { kind, by, old } = retcon;
    // What was brought back can end any other value.
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

/** Whether a retcon can have changed anything in a stretch. A stretch that is over before the retcon takes effect stays as it was. */
export function reaches({ effective }: Retcon, { from, until }: ChangeOnLine): boolean {
  if (effective === 'always') return true;
  const line = from?.line ?? until?.line;
  return line === undefined || (line === effective.line && effective.day < dayOrOpen(until, Infinity));
}

/** One date name: the stretches that it denotes in both chronologies, and its place in the second. */
export interface NamedDay {
  readonly a: WorldDate;
  readonly b: WorldDate;
}

/** A place on a line of the second chronology from which on names may mean other days, or answers be others. */
export interface Turn extends Instant {
  readonly text: string;
  /** What is asked for from here to the next turn; of several calendars a name in each. */
  readonly names: readonly NamedDay[];
}

/** The lines of the second chronology on which the eras of the first lie. */
export const linesOfEras = (a: Chronology, b: Chronology): string[] =>
  eraBounds(a).flatMap((text) => dateNamed(b, text)?.start.line ?? []);

/** Where the answers on one line of the second chronology can change, in order; the first stands for all time before the second. */
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
  // Where only years are known now, days of then are asked for as well: the last and the first that were answered differently.
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

/** What a text denotes; null where it is no date. */
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
