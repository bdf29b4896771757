/** Attributes of which so much holds side by side that differences of it are told value by value, each once. */
import { MOST_STRETCHES, withFurther } from '../truth/dovetail';
import type { Fact } from '../../entry/entry';
import type { Held } from '../truth/truth';
import { endDay, startDay } from '../model/segments';
import { firstPast } from '../../text/sorted';
import { compareTexts } from '../../text/compareTexts';
import { fromEarliest, changesOn, type ChangeOnLine, type ComparedStretch, type Sides } from './changesOnLines';

/**
 * Whether so many values hold between the moments at which any begins or ends that to tell those of each stretch would be too much.
 * @param all of one attribute, in short
 */
export function isTooManyAtOnce(all: readonly Held[]): boolean {
  // Each holds between the ends of all at most.
  if (2 * all.length ** 2 < MOST_STRETCHES && !all.some(({ further }) => further)) return false;
  const lines = new Map<string, Set<number>>();
  for (const { line, segment, further } of all) {
    if (line === null) continue;
    const ends = lines.get(line) ?? new Set();
    lines.set(line, ends.add(startDay(segment)).add(endDay(segment)));
    for (const gap of further?.among ?? []) ends.add(startDay(gap)).add(endDay(gap));
  }
  const sorted = new Map([...lines].map(([line, ends]) => [line, [...ends].sort((a, b) => a - b)]));
  const onAll = [...lines.values()].reduce((sum, { size }) => sum + size, 0);
  let count = 0;
  for (const { line, segment, further } of all) {
    const ends = line === null ? null : (sorted.get(line) ?? []);
    count += ends === null ? onAll : placeOf(ends, endDay(segment)) - placeOf(ends, startDay(segment));
    count += further?.count ?? 0;
    if (count > MOST_STRETCHES) return true;
  }
  return false;
}

const placeOf = (ends: readonly number[], day: number): number => firstPast(ends, (end) => end >= day);

/**
 * What each fact holds of a line is one stretch, from its first beginning to its last end.
 * @param all in the order of beginning
 */
export function inWhole(all: readonly Held[]): Held[] {
  const wholes = new Map<string, Held>();
  for (const each of all) {
    const { clipped, line, segment } = withFurther(each);
    const key = `${clipped.fact.index} ${line} ${clipped.entry.path}`;
    const whole = wholes.get(key) ?? each;
    const last = endDay(whole.segment) > endDay(segment) ? whole.segment : segment;
    wholes.set(key, { ...whole, further: undefined, segment: { ...last, from: whole.segment.from } });
  }
  const isEver = ({ segment: { from, until, endsElsewhere } }: Held): boolean => !(from ?? until ?? endsElsewhere);
  const ever = new Set<Fact>();
  return [...wholes.values()].filter((one) => {
    // What fills the gaps of one line from its beginning to its end holds on all others as well.
    const isTold = isEver(one) && ever.has(one.clipped.fact);
    if (isEver(one)) ever.add(one.clipped.fact);
    return !isTold;
  });
}

/** Where each of these has come, gone, or ends otherwise, by itself: in the order of lines and time. */
export function changesOneByOne(before: readonly ComparedStretch[], after: readonly ComparedStretch[]): ChangeOnLine[] {
  const parts = new Map<string, Sides>();
  const put = (one: ComparedStretch, side: keyof Sides): void => {
    const key = JSON.stringify([one.key, one.line, one.from?.day]);
    const part = parts.get(key) ?? { before: [], after: [] };
    // Of what an entry says over and over from one day on, the longest is told.
    const [told] = part[side];
    if (!told || endDay(told.held.segment) < endDay(one.held.segment)) part[side] = [one];
    parts.set(key, part);
  };
  for (const one of before) put(one, 'before');
  for (const one of after) put(one, 'after');
  const changes = [...parts.values()].flatMap(({ before, after }) => {
    const line = [...before, ...after][0]?.line ?? null;
    return changesOn(line, before, after).map((change) => ({ line: line ?? '', change }));
  });
  return changes
    .sort((a, b) => compareTexts(a.line, b.line) || fromEarliest(a.change, b.change))
    .map(({ change }) => change);
}
