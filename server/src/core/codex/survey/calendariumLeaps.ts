/** Calendarium's leap days ("every 4 years, but not every 100, but also every 400") as leap rules of ours. */
import type { LeapDeclaration, MonthDeclaration } from '../../chronology';
import { isTrueAt, type Json, listAt, numberAt, textAt, wholeAt } from './json';

/** A month of ours, with Calendarium's rule for the years that have it. */
export interface LeapMonth {
  readonly month: MonthDeclaration;
  readonly every: number;
  readonly offset: number;
}

interface Condition {
  readonly every: number;
  /** `!100`: not in those years. */
  readonly isException: boolean;
  /** `+400`: counted from year 0, whatever the offset. */
  readonly ignoresOffset: boolean;
}

export function leapRulesOf(fixed: Json, months: readonly LeapMonth[], remarks: string[]): readonly LeapDeclaration[] {
  const feasts = months.flatMap(({ month, every, offset }): LeapDeclaration[] =>
    every > 1 ? [{ month: month.name, every, ...(offset !== 0 && { offset: offset % every }) }] : [],
  );
  const days = listAt(fixed, 'leapDays').flatMap((raw): readonly LeapDeclaration[] => {
    const name = textAt(raw, 'name') ?? 'A leap day';
    const month = months[wholeAt(raw, 'timespan') ?? 0]?.month.name;
    const rules = month === undefined ? null : rulesOf(month, conditionsOf(raw), wholeAt(raw, 'offset') ?? 0);
    if (!rules) remarks.push(`${name} follows a rule that can't be said here, and is left out: add it under leap.`);
    return rules ?? [];
  });
  return [...feasts, ...days];
}

function conditionsOf(raw: Json): readonly Condition[] {
  const conditions = listAt(raw, 'interval').flatMap((condition): Condition[] => {
    const every = numberAt(condition, 'interval');
    if (every === null || every < 1 || !Number.isInteger(every)) return [];
    return [{ every, isException: isTrueAt(condition, 'exclusive'), ignoresOffset: isTrueAt(condition, 'ignore') }];
  });
  return [...conditions].sort((a, b) => a.every - b.every);
}

/** Null where one rule of ours, with its one exception to the exception, can't say it. */
function rulesOf(month: string, conditions: readonly Condition[], offset: number): readonly LeapDeclaration[] | null {
  const [first, second, third, ...more] = conditions;
  if (!first || more.length > 0) return null;
  // An offset that some of the conditions ignore makes no difference where it is a multiple of their length.
  const ignoring = conditions.filter(({ ignoresOffset }) => ignoresOffset);
  const isPlain = ignoring.length === conditions.length;
  if (!isPlain && ignoring.some(({ every }) => offset % every !== 0)) return null;
  const shift = isPlain || offset % (conditions.at(-1)?.every ?? 1) === 0 ? {} : { offset };
  if (first.isException) return second ? null : [{ month, every: 1, except: first.every, ...shift }];
  if (!second) return [{ month, every: first.every, ...shift }];
  if (second.isException && !third) return [{ month, every: first.every, except: second.every, ...shift }];
  if (!second.isException || !third || third.isException || third.every % first.every !== 0) return null;
  return [{ month, every: first.every, except: second.every, unless: third.every, ...shift }];
}
