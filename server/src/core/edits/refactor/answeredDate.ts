/** World dates that an author answers with: how they are read, and whether anything can be changed by them. */
import { type Known, comparable, endDay } from '../../canon';
import { readDate, type WorldDate } from '../../chronology';
import { insteadOfPresent } from '../../codex/codex';
import type { Entry } from '../../entry/entry';
import { carriedFacts, type Manner } from './carriedFacts';
import type { Act } from './retconQuestions';
import { scopeOf } from './scope';

export type DateAnswer =
  | { readonly ok: true /** null: undated. */; readonly date: WorldDate | null }
  | { readonly ok: false; readonly message: string };

/** Judges the date of a retcon: that of the new version, or from when something is retracted or restored. */
export function answeredDate(known: Known, old: Entry, act: Act, manner: Manner, text: string): DateAnswer {
  const { codex } = known.canon;
  const { chronology } = codex;
  const reading = readDate(chronology, text);
  if (!reading.ok) return wrong(insteadOfPresent(codex, text) ?? reading.message);
  const { date, unknownEra } = reading;
  if (unknownEra !== undefined && chronology.declared)
    return wrong(`No calendar in codex.yaml declares the era ${unknownEra}: write the date in an era that one does.`);
  if (manner !== 'from') return { ok: true, date };
  if (date === null) return wrong('Say from when in the world: a date.');
  const problem = act === 'restore' ? null : tooLate(known, old, date);
  return problem === null ? { ok: true, date } : wrong(problem);
}

const wrong = (message: string): DateAnswer => ({ ok: false, message });

/** From a date on at which nothing of an entry holds any more, nothing can change. */
function tooLate(known: Known, old: Entry, date: WorldDate): string | null {
  const scope = scopeOf(known, old);
  if ('takenBy' in scope || carriedFacts(known, scope, old, 'from', date).length > 0) return null;
  const { start, text } = date;
  const own = { from: old.date?.date?.start ?? null, until: old.until?.moment ?? null };
  if (scope.facts.length === 0 && comparable(own, start) && start.day < endDay(own)) return null;
  const stretches = scope.facts.length > 0 ? scope.facts.flatMap(({ segments }) => segments) : [own];
  const elsewhere = stretches.find((one) => !comparable(one, start));
  const other = (elsewhere?.from ?? elsewhere?.until)?.text;
  return other === undefined
    ? `Nothing that ${old.title} says holds at ${text} any more: give an earlier date.`
    : `${text} can't be compared with ${other}, the date of ${old.title}: give a date in the same era.`;
}
