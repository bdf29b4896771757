/** The stretches of a line of world time over which what held at one point differs from what holds at another. */
import type { Moment } from '../../chronology';
import type { Entry } from '../../entry/entry';
import { compareTexts } from '../../text/compareTexts';
import type { Held } from '../truth/truth';

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
