/** A succession at one point of canon time, row by row: the holders in order, their ages, gaps and overlaps. */
import { elapsed, readDate, wholeYears, type WorldDate } from '../../chronology';
import { firstPast } from '../../text/sorted';
import { chronologyOf } from '../rulers/rulers';
import type { Succession } from '../shapes/kinShapes';
import type { CanonStretch, Days, TimelineSpan, Timeline, TimelineLane } from '../shapes/timelineShape';
import { addTo, groupBy } from '../../text/groups';

/** One holder for one stretch. */
export interface Reign {
  readonly kind: 'reign';
  readonly span: TimelineSpan;
  /** From 1 on, in the order of beginning; null: it is undated. */
  readonly number: number | null;
  /** The age in years at the beginning: `31`, `about 31`; null if it is not stated well enough. */
  readonly age: string | null;
  /** Others who hold at some time of it: the titles of the first of them. */
  readonly beside: readonly string[];
  /** How many there are. */
  readonly besideCount: number;
}

/** A time without a holder. */
interface SuccessionGap {
  readonly kind: 'gap';
  readonly from: string | null;
  readonly until: string | null;
  readonly days: Days;
}

export type SuccessionRow = Reign | SuccessionGap;

/**
 * Undated holders come last.
 * @param stop the index of a canon stop in `points`
 * @param most how many are named beside each: in a council of thousands everyone overlaps with everyone
 */
export function successionTable(succession: Succession, stop: number, most: number): SuccessionRow[] {
  const stops = new Map(succession.points.map(({ at }, i) => [at, i]));
  const isTold = ({ canon_from, canon_until }: CanonStretch): boolean =>
    (stops.get(canon_from) ?? 0) <= stop && (canon_until === null || stop < (stops.get(canon_until) ?? Infinity));
  const ageOf = agesIn(succession, isTold);
  const stated = succession.spans.filter(isTold);
  const isPlaced = ({ days }: TimelineSpan): boolean => days !== null && (days[0] !== null || days[1] !== null);
  const placed = joined(stated.filter(isPlaced));
  const besideOf = besideAmong(placed, most);
  const rows: SuccessionRow[] = [];
  let latest: TimelineSpan | null = null;
  placed.forEach((span, i) => {
    const gap = latest && gapBetween(latest, span);
    if (gap) rows.push(gap);
    rows.push({ kind: 'reign', span, number: i + 1, age: ageOf(span), ...besideOf(span) });
    if (!latest || endOf(latest) <= endOf(span)) latest = span;
  });
  for (const span of stated)
    if (!isPlaced(span)) rows.push({ kind: 'reign', span, number: null, age: null, beside: [], besideCount: 0 });
  return rows;
}

/** Stretches of one value that touch are one, whichever pages state them. @param spans in the order of beginning */
function joined(spans: readonly TimelineSpan[]): TimelineSpan[] {
  const all: TimelineSpan[] = [];
  const lastOf = new Map<string, number>();
  for (const span of spans) {
    const key = `${span.ref === null ? 'text' : 'ref'} ${span.ref ?? span.value}`;
    const place = lastOf.get(key) ?? -1;
    const last = all[place];
    if (last && startOf(span) <= endOf(last)) all[place] = endOf(last) < endOf(span) ? withEndOf(last, span) : last;
    else lastOf.set(key, all.push(span) - 1);
  }
  return all;
}

function withEndOf(span: TimelineSpan, later: TimelineSpan): TimelineSpan {
  const { until_approximate: _, until_days: __, ...rest } = span;
  const { until, until_approximate, until_days, is_disputed, is_soft } = later;
  return {
    ...rest,
    until,
    days: [span.days?.[0] ?? null, later.days?.[1] ?? null],
    is_disputed: span.is_disputed || is_disputed,
    ...(is_soft && { is_soft }),
    ...(until_approximate && { until_approximate }),
    ...(until_days && { until_days }),
  };
}

const startOf = ({ days }: TimelineSpan): number => days?.[0] ?? -Infinity;
const endOf = ({ days }: TimelineSpan): number => days?.[1] ?? Infinity;

/**
 * The holders at some time of each span. For every title, the first span that has not ended yet is remembered, so that none is
 * visited twice.
 * @param spans in the order of beginning, in which they must be queried too
 */
function besideAmong(spans: readonly TimelineSpan[], most: number) {
  const places = new Map<string, number[]>();
  for (const [place, { title }] of spans.entries()) addTo(places, title, place);
  for (const own of places.values()) own.reverse();
  const spanAt = (place: number): TimelineSpan => spans[place] as TimelineSpan;
  /** The first of each title, in order. */
  const firsts = [...places.values()].map((own) => own.at(-1) ?? 0).sort((a, b) => a - b);
  const move = (from: number, to: number | undefined): void => {
    firsts.splice(placeOf(firsts, from), 1);
    if (to !== undefined) firsts.splice(placeOf(firsts, to), 0, to);
  };
  const byEnd = [...spans.keys()].sort((a, b) => endOf(spanAt(a)) - endOf(spanAt(b)));
  let ended = 0;
  return (span: TimelineSpan): Pick<Reign, 'beside' | 'besideCount'> => {
    for (; ended < byEnd.length && endOf(spanAt(byEnd[ended] ?? 0)) <= startOf(span); ended++) {
      const own = places.get(spanAt(byEnd[ended] ?? 0).title) ?? [];
      const first = own.at(-1);
      while (own.length > 0 && endOf(spanAt(own.at(-1) ?? 0)) <= startOf(span)) own.pop();
      if (first !== undefined && first !== own.at(-1)) move(first, own.at(-1));
    }
    const count = firstPast(firsts, (place) => endOf(span) <= startOf(spanAt(place)));
    const titles = firsts.slice(0, Math.min(count, most + 1)).map((place) => spanAt(place).title);
    return { beside: titles.filter((title) => title !== span.title).slice(0, most), besideCount: count - 1 };
  };
}

/** The index of a number in its order, present or not. */
const placeOf = (all: readonly number[], one: number): number => firstPast(all, (other) => one <= other);

const gapBetween = (before: TimelineSpan, after: TimelineSpan): SuccessionGap | null =>
  endOf(before) < startOf(after)
    ? { kind: 'gap', from: before.until, until: after.from, days: [endOf(before), startOf(after)] }
    : null;

/** Ages are counted from the life that is stated at the same canon point. */
function agesIn({ calendars, holders }: Succession, isTold: (one: CanonStretch) => boolean) {
  const chronology = chronologyOf(calendars);
  const lives = new Map(holders.map((holder) => [holder.id, holder.lives]));
  const dateOf = (text: string | null): WorldDate | null => {
    const reading = text === null ? null : readDate(chronology, text);
    return reading?.ok ? reading.date : null;
  };
  const births = new Map<string, WorldDate | undefined>();
  const birthOf = (ref: string): WorldDate | undefined => {
    if (!births.has(ref)) {
      const dates = (lives.get(ref) ?? []).filter(isTold).flatMap((life) => dateOf(life.from) ?? []);
      births.set(ref, dates.sort((a, b) => a.start.day - b.start.day)[0]);
    }
    return births.get(ref);
  };
  return ({ ref, from }: TimelineSpan): string | null => {
    const begun = dateOf(from);
    const birth = ref === null ? undefined : birthOf(ref);
    if (!begun || !birth || birth.isCoarse || begun.isCoarse || begun.start.day < birth.start.day) return null;
    const years = wholeYears(chronology, birth.start, begun.start);
    if (years === undefined) return null;
    const months = years === 0 ? elapsed(chronology, birth.start, begun.start) : undefined;
    return months ?? (birth.approximate || begun.approximate ? `about ${years}` : `${years}`);
  };
}

/** A succession as a timeline: a lane for each holder, in order, to be drawn as one. */
export function successionTimeline(succession: Succession): Timeline {
  const { attribute, kind, spans, holders, line, calendars, present, points, as_of } = succession;
  const files = new Map(holders.map(({ id, file }) => [id, file]));
  const byHolder = groupBy(spans, (span) => span.ref ?? span.value);
  const lanes = [...byHolder].map(
    ([entity, own]): TimelineLane => ({
      entity,
      title: own[0].title,
      attribute,
      kind,
      type: null,
      file: files.get(entity) ?? null,
      spans: own,
    }),
  );
  return {
    from: null,
    until: null,
    as_of,
    for: null,
    lanes,
    events: [],
    retcons: [],
    unplaced: lanes.flatMap((lane, i) =>
      lane.spans.flatMap(({ days }, span) =>
        days === null || (days[0] === null && days[1] === null) ? { lane: i, span, why: 'undated' as const } : [],
      ),
    ),
    line,
    lines: [{ line, name: '', count: spans.length }],
    calendars,
    present,
    points,
  };
}
