/** What an author is asked before a value is changed everywhere, each question with its likeliest answer. */
import type { Known } from '../../canon';
import { offeredRevisions, positionNamed } from '../../codex/revisions';
import { type Decided, decidedWithin, isWithinLimits, type Limits } from './revisionChoices';
import type { RefusedChange } from './outcome';
import { freeTitle } from './newEntryNames';
import { isOpenTo } from './keptAudience';
import { datesNear, type NearDate } from './nearDates';
import { limitsOf, decidedTooEarly } from './retconQuestions';
import type { Reach, RestatedEntry, WantedValue } from './restated';
import { type PastReason, pastReasons } from './similar';
import type { ValueQuery } from './valueQuery';

export interface RewriteQuestions {
  /** The title proposed for the new entry. */
  readonly title: string;
  /** What may be meant when a date is asked for, the likeliest first. */
  readonly dates: readonly NearDate[];
  readonly decided: Decided | null;
  /** Reasons of the past, those of the most similar retcons first. */
  readonly reasons: readonly PastReason[];
}

/** @param today the ISO date of now */
export function rewriteQuestions(
  known: Known,
  wanted: WantedValue,
  reach: Reach,
  today: string,
): RewriteQuestions | RefusedChange {
  const decided = decidedWithin(known.canon.codex, limitsOfAll(known, reach), today);
  if (decided === 'none') {
    const { codex } = known.canon;
    const isLate = ({ old }: RestatedEntry): boolean =>
      decidedWithin(codex, limitsOf(known, old, 'declare'), today) === 'none';
    // What comes too early for all does so for one of them.
    return decidedTooEarly(known, (reach.restated.find(isLate) as RestatedEntry).old);
  }
  const [first] = reach.restated;
  const changed = reach.restated.flatMap((one) => one.changed);
  const named = ({ entry, text }: ValueQuery): string =>
    entry && changed.every((one) => isOpenTo(known, entry, one.entry, one.fact)) ? entry.title : text;
  const title = `${named(wanted.value)} in place of ${named(wanted.old)}`;
  return {
    title: freeTitle(known, (n) => (n === 1 ? title : `${title} ${n}`)),
    dates: first ? datesNear(known, first.old) : [],
    decided,
    reasons: first ? pastReasons(known, first.old, 'supersedes') : [],
  };
}

/** A retcon is decided no earlier than anything that it retcons. */
function limitsOfAll(known: Known, { restated }: Reach): Limits {
  const all = restated.map(({ old }) => limitsOf(known, old, 'declare'));
  return { notBefore: all.flatMap(({ notBefore }) => notBefore), after: all.flatMap(({ after }) => after) };
}

/** What is wrong with the revision or the ISO date at which a value is to be changed; null where nothing is. */
export function canonProblem(known: Known, reach: Reach, canon: string): string | null {
  const { codex } = known.canon;
  const position = positionNamed(codex, canon);
  const accepted = [...offeredRevisions(codex), 'a date such as 2026-05-12'].join(', ');
  if (!position) return `"${canon}" is neither a revision of codex.yaml nor a date of ours. Accepted: ${accepted}.`;
  const late = reach.restated.find(({ old }) => !isWithinLimits(limitsOf(known, old, 'declare'), position));
  if (!late) return null;
  const { title, canon: own } = late.old;
  return `${canon} is too early: ${title} ${own ? `entered the canon with ${own.text}` : 'was restored later'}, and what is changed of it has to come after that.`;
}
