/** On which days each of several values is disputed, and which disputes a soft retcon permits. */
import { compareTexts } from '../../text/sorted';
import type { Entry } from '../../entry/entry';
import { pageOf } from '../../entry/versions';
import type { Known } from '../model/canonValue';
import { endDay, startDay } from '../model/segments';
import { isSoft } from '../retcons/standing';
import { type Held, rivalsAmong } from './truth';

/** The days `[from, until)` of a line; line null: of every line. */
export interface DayRange {
  readonly line: string | null;
  readonly from: number;
  readonly until: number;
}

/**
 * Line by line, in order. A value that is disputed on all lines gets one range, without a line.
 * @param values all values of one attribute, in the order of beginning; equal texts refer to the same entry
 */
export function disputedDaysAmong(values: readonly Held[]): (one: Held) => readonly DayRange[] {
  const rivalsOf = rivalsAmong(values);
  return (one) => {
    const [from, until] = [startDay(one.segment), endDay(one.segment)];
    const onLines = new Map<string, DayRange[]>();
    for (const { segment, line: other } of rivalsOf(one)) {
      const line = one.line ?? other;
      if (line === null) return [{ line, from, until }];
      const next = { line, from: Math.max(from, startDay(segment)), until: Math.min(until, endDay(segment)) };
      const all = onLines.get(line) ?? [];
      onLines.set(line, all);
      const last = all.at(-1);
      if (!last || last.until < next.from) all.push(next);
      else if (last.until < next.until) all[all.length - 1] = { ...last, until: next.until };
      // Rivals come in the order of beginning, so the others add nothing.
      if (one.line !== null && all.at(-1)?.until === until) break;
    }
    return [...onLines].sort(([a], [b]) => compareTexts(a, b)).flatMap(([, all]) => all);
  };
}

/** The disputed values that a soft retcon permits. @param disputed values of one attribute in the order of beginning, each of which another contradicts */
export function softAmong(known: Known, disputed: readonly Held[]): ReadonlySet<Held> {
  // Fast path: most entries declare no soft retcons, and one of the two entries would declare it.
  if (!disputed.some(({ clipped }) => declaresSoft(clipped.entry))) return NONE;
  const rivalsOf = rivalsAmong(disputed);
  const isPermitted = (one: Held): boolean => {
    for (const { clipped } of rivalsOf(one)) if (isSoft(known, one.clipped.entry, clipped.entry)) return true;
    return false;
  };
  return new Set(disputed.filter(isPermitted));
}

const NONE: ReadonlySet<never> = new Set();

/** The change that led to a version of a page counts as declared by that version, as does what the page declares. */
const declaresSoft = (entry: Entry): boolean =>
  entry.versionOf?.change?.soft === true || pageOf(entry).declarations.some(({ soft }) => soft);
