/** Whether a change of values would change no other answer: the answers for an entity and an attribute, stretch by stretch. */
import { type Held, endDay, startDay } from '../../canon';
import type { Instant } from '../../chronology';

/** A line that no date lies on. */
const ELSEWHERE = 'elsewhere';

/**
 * @param meansBefore what a value means in the old answers; `isNew` where the change has taken effect
 * @param from from when in the world; null: always
 */
export function changesNothingElse(
  before: readonly Held[],
  after: readonly Held[],
  from: Instant | null,
  meansBefore: (held: Held, isNew: boolean) => string,
  meansAfter: (held: Held) => string,
): boolean {
  const lines = from ? [from.line] : [ELSEWHERE, ...new Set([...before, ...after].flatMap(({ line }) => line ?? []))];
  return lines.every((line) => {
    const turn = from?.day ?? -Infinity;
    const old = before
      .filter((one) => isOn(one, line))
      .flatMap((held): readonly OnDays[] => {
        const [start, end] = [startDay(held.segment), endDay(held.segment)];
        return [
          [meansBefore(held, false), start, Math.min(end, turn)],
          [meansBefore(held, true), Math.max(start, turn), end],
        ];
      });
    const now = after
      .filter((one) => isOn(one, line))
      .map((held): OnDays => [meansAfter(held), startDay(held.segment), endDay(held.segment)]);
    return daysOf(old) === daysOf(now);
  });
}

/** What is told, and on which days: the last one is not among them. */
type OnDays = readonly [meaning: string, start: number, end: number];

const isOn = ({ line: own, except }: Held, line: string): boolean =>
  own === null ? !except.includes(line) : own === line;

/** What is told on which days of a line, as one text: the same for the same days, however they are parted. */
function daysOf(all: readonly OnDays[]): string {
  const stretches = new Map<string, (readonly [number, number])[]>();
  for (const [meaning, start, end] of all) {
    if (start >= end) continue;
    const own = stretches.get(meaning);
    if (own) own.push([start, end]);
    else stretches.set(meaning, [[start, end]]);
  }
  const days = [...stretches].map(([meaning, own]) => [meaning, joined(own).join()] as const);
  return JSON.stringify(days.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Stretches in order, those that meet or overlap as one. */
function joined(stretches: readonly (readonly [number, number])[]): [number, number][] {
  const all: [number, number][] = [];
  for (const [start, end] of stretches.toSorted(([a], [b]) => (a === b ? 0 : a - b))) {
    const last = all.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else all.push([start, end]);
  }
  return all;
}
