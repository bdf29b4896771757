/** A page sums up what has been told otherwise since, and its author has not reviewed that. */
import { type Difference, type Held, idOf, type Known, staleSummariesOf, type StaleSummary } from '../../canon';
import { listFirst } from '../../text/wordLists';
import { relatedTo } from '../relatedPlaces';
import type { Rule } from '../rule';

/** How many of the answers are named in the message. */
const MOST_NAMED = 3;

/** How many changes are told one by one. */
const MOST_CHANGES = 20;

/** How many values of an answer are. */
const MOST_VALUES = 20;

/** How many pages to be reviewed are. The fix writes all of them. */
const MOST_REVIEWED = 12;

export const staleSummary: Rule = {
  code: 'summary/stale',
  severity: 'info',
  of: ['summarises'],
  *check({ known, entry, present }) {
    for (const stale of staleSummariesOf(known, entry, present)) {
      if (stale.by.length === 0) {
        yield { span: stale.ref.span, message: unknownWords(known, stale) };
        continue;
      }
      const ids = stale.by.slice(0, MOST_REVIEWED).map((one) => idOf(known, one));
      const reviewed = [...ids, ...(stale.by.length > ids.length ? ['…'] : [])].join(', ');
      yield {
        span: stale.ref.span,
        message: `${summaryWords(known, stale)}: tell it anew here, or write \`reviewed: [${reviewed}]\` when nothing changes.`,
        related: [
          ...stale.changes.slice(0, MOST_CHANGES).flatMap((change) =>
            change
              .by()
              .slice(0, 1)
              .map((by) => relatedTo(by, changeWords(change))),
          ),
          ...(stale.taken ? [relatedTo(stale.taken.by, `${stale.taken.kind} ${idOf(known, stale.summarised)}`)] : []),
        ],
      };
    }
  },
};

/** `house-vyr has changed since this was written: founder of house-vyr`. */
export function summaryWords(known: Known, { summarised, changes, taken }: StaleSummary): string {
  const answers = [...new Set(changes.map(({ entity, attribute }) => `${attribute} of ${entity}`))];
  const gone = taken
    ? [`it is ${taken.kind === 'retracts' ? 'retracted' : 'superseded'} by ${idOf(known, taken.by)}`]
    : [];
  const told = listFirst(MOST_NAMED, answers.length > 0 ? answers : gone, 'and');
  return `${idOf(known, summarised)} has changed since this was written (${told})`;
}

/** What is said of one of which it is not worked out whether it has changed. */
const unknownWords = (known: Known, { summarised }: StaleSummary): string =>
  `Whether ${idOf(known, summarised)} has changed since this was written is not worked out: too many pages sum up what tells of the same, and too much is told of it. Let this page sum up those that it was written from instead.`;

/** `founder of house-vyr was maric, is aldric from 412 TA`. */
export function changeWords({ entity, attribute, before, after, from }: Difference): string {
  const values = (all: readonly Held[]): string =>
    listFirst(MOST_VALUES, [...new Set(all.map((one) => one.clipped.fact.value.text))]);
  const was = before.length > 0 ? `was ${values(before)}` : '';
  const is = after.length > 0 ? `is ${values(after)}` : 'is no longer told';
  const when = from && Number.isFinite(from.day) ? ` from ${from.text}` : '';
  return `${attribute} of ${entity} ${[was, is].filter((part) => part !== '').join(', ')}${when}`;
}
