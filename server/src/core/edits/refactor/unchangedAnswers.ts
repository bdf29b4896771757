/** Whether a change of values would change no other answer: the answers for an entity and an attribute, stretch by stretch. */
import { type Held, endDay, startDay } from '../../canon';
import type { Instant } from '../../chronology/types';

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
    const old = new Days();
    for (const held of before.filter((one) => isOn(one, line))) {
      const [start, end] = [startDay(held.segment), endDay(held.segment)];
      const turn = from?.day ?? -Infinity;
      old.put(meansBefore(held, false), start, Math.min(end, turn));
      old.put(meansBefore(held, true), Math.max(start, turn), end);
    }
    const now = new Days();
    for (const held of after.filter((one) => isOn(one, line)))
      now.put(meansAfter(held), startDay(held.segment), endDay(held.segment));
    return old.text() === now.text();
  });
}

const isOn = ({ line: own, except }: Held, line: string): boolean =>
  own === null ? !except.includes(line) : own === line;

/** On which days of a line something is told, for each of its meanings. */
class Days {
  readonly #stretches = new Map<string, [number, number][]>();

  /** @param end exclusive; before `start` nothing is put */
  put(meaning: string, start: number, end: number): void {
    if (start >= end) return;
    const own = this.#stretches.get(meaning) ?? [];
    own.push([start, end]);
    this.#stretches.set(meaning, own);
  }

  /** The same for the same days, however they were put. */
  text(): string {
    const all = [...this.#stretches].map(([meaning, stretches]) => [meaning, joined(stretches).join()] as const);
    return JSON.stringify(all.sort(([a], [b]) => (a < b ? -1 : 1)));
  }
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
