/** A succession at one point of canon time, row by row: who held, one after the other, how old they were, gaps and overlaps. */
import { elapsed } from '../../chronology/describe';
import { readDate } from '../../chronology/readDate';
import type { WorldDate } from '../../chronology/types';
import { chronologyOf } from '../rulers/rulers';
import type { Succession } from '../shapes/successionShape';
import type { CanonStretch, Days, TimelineSpan } from '../shapes/timelineShape';

/** One holder for one stretch. */
export interface Reign {
  readonly kind: 'reign';
  readonly span: TimelineSpan;
  /** From 1 on, in the order of beginning; null: it is undated. */
  readonly number: number | null;
  /** The age in years at the beginning: `31`, `about 31`; null: nobody says, or not so exactly. */
  readonly age: string | null;
  /** Others who hold at some time of it: their titles. */
  readonly beside: readonly string[];
}

/** A time for which nobody is named. */
export interface SuccessionGap {
  readonly kind: 'gap';
  readonly from: string | null;
  readonly until: string | null;
  readonly days: Days;
}

export type SuccessionRow = Reign | SuccessionGap;

/** @param stop the place of a canon stop in `points`. Those that have no place in time come last */
export function successionTable(succession: Succession, stop: number): SuccessionRow[] {
  const stops = new Map(succession.points.map(({ at }, i) => [at, i]));
  const isTold = ({ canon_from, canon_until }: CanonStretch): boolean =>
    (stops.get(canon_from) ?? 0) <= stop && (canon_until === null || stop < (stops.get(canon_until) ?? Infinity));
  const ageOf = agesIn(succession, isTold);
  const told = succession.spans.filter(isTold);
  const isPlaced = ({ days }: TimelineSpan): boolean => days !== null && (days[0] !== null || days[1] !== null);
  const placed = told.filter(isPlaced);
  const rows: SuccessionRow[] = [];
  let latest: TimelineSpan | null = null;
  placed.forEach((span, i) => {
    const gap = latest && gapBetween(latest, span);
    if (gap) rows.push(gap);
    const beside = placed.filter((other) => other !== span && areAtOnce(other, span)).map(({ title }) => title);
    rows.push({ kind: 'reign', span, number: i + 1, age: ageOf(span), beside: [...new Set(beside)] });
    if (!latest || endOf(latest) <= endOf(span)) latest = span;
  });
  const others = told.filter((span) => !isPlaced(span));
  return [...rows, ...others.map((span): Reign => ({ kind: 'reign', span, number: null, age: null, beside: [] }))];
}

const startOf = ({ days }: TimelineSpan): number => days?.[0] ?? -Infinity;
const endOf = ({ days }: TimelineSpan): number => days?.[1] ?? Infinity;

const areAtOnce = (a: TimelineSpan, b: TimelineSpan): boolean =>
  startOf(a) < endOf(b) && startOf(b) < endOf(a) && (a.ref ?? a.value) !== (b.ref ?? b.value);

const gapBetween = (before: TimelineSpan, after: TimelineSpan): SuccessionGap | null =>
  endOf(before) < startOf(after)
    ? { kind: 'gap', from: before.until, until: after.from, days: [endOf(before), startOf(after)] }
    : null;

/** Ages are counted from the life that is told at the same canon point. */
function agesIn({ calendars, holders }: Succession, isTold: (one: CanonStretch) => boolean) {
  const chronology = chronologyOf(calendars);
  const lives = new Map(holders.map((holder) => [holder.id, holder.lives]));
  const dateOf = (text: string | null): WorldDate | null => {
    const reading = text === null ? null : readDate(chronology, text);
    return reading?.ok ? reading.date : null;
  };
  return ({ ref, from }: TimelineSpan): string | null => {
    const begun = dateOf(from);
    const births = (ref === null ? [] : (lives.get(ref) ?? [])).filter(isTold).map((life) => dateOf(life.from));
    const [birth] = births.filter((one) => one !== null).sort((a, b) => a.start.day - b.start.day);
    if (!begun || !birth || birth.isCoarse || begun.isCoarse || begun.start.day < birth.start.day) return null;
    const words = elapsed(chronology, birth.start, begun.start);
    const years = words === undefined ? 0 : Number(/^(\d+) year/.exec(words)?.[1] ?? Number.NaN);
    if (Number.isNaN(years)) return words ?? null;
    return birth.approximate || begun.approximate ? `about ${years}` : `${years}`;
  };
}
