/** The rules on prose: links, banned words, text that speaks to a language model, stale summaries. */
import {
  elsewhere,
  idOf,
  isSettledFor,
  takenBy,
  type Difference,
  type Held,
  type Known,
  staleSummariesOf,
  type StaleSummary,
  reviewNames,
  wasRightThen,
} from '../canon';
import type { Link } from '../entry/body';
import { type Finding, followedLinks, changeTo, nameLike, relatedTo, type Rule, foundInReading } from './rule';
import { listFirst } from '../text/words';

/** A link in the prose to an entry that has been superseded or retracted. */
export const supersededLink: Rule = {
  code: 'link/superseded',
  severity: 'hint',
  of: ['links'],
  *check({ known, entry, present }) {
    for (const { link, found } of followedLinks(known, entry)) {
      if (found.kind !== 'one' || found.entry === entry) continue;
      // A link by path can lead to a page that is not known.
      const retcon = known.has(found.entry) ? takenBy(known, found.entry, present)?.retcon : undefined;
      if (!retcon || isSettledFor(known, entry, retcon) || wasRightThen(known, entry, found.entry)) continue;
      const { by, kind } = retcon;
      const standing = kind === 'retracts' ? 'retracted' : 'superseded';
      const canPoint = standing === 'superseded' && link.kind === 'wiki' && by !== entry;
      yield {
        span: link.targetSpan,
        message: `${idOf(known, found.entry)} is ${standing} by ${idOf(known, by)}.`,
        related: [relatedTo(by, `${idOf(known, by)}, by which it is ${standing}`)],
        ...(canPoint && { fixes: [changeTo(entry, link.targetSpan, nameLike(known, { linked: true }, by))] }),
      };
    }
  },
};

/** A link in the prose that leads nowhere. */
export const unknownLink: Rule = {
  code: 'link/unknown',
  severity: 'hint',
  of: ['links'],
  *check({ known, entry }) {
    for (const { link, found } of followedLinks(known, entry))
      if (found.kind === 'none') yield* unknownLinked(known, link);
  },
};

function* unknownLinked(known: Known, { target, targetSpan: span }: Link): Iterable<Finding> {
  const meant = elsewhere(known, target);
  if (!meant) yield { span, message: `No note is called "${target}" yet.` };
  // Of a setting that is not read nothing can be said.
  else if (meant.known && meant.found.kind === 'none')
    yield { span, message: `No note of ${meant.setting} is called "${meant.name}" yet.` };
}

/** Prose that speaks to a language model: found while the file is read. */
export const proseInstruction = foundInReading('prose/instruction', 'hint');

/** A word that codex.yaml bans: found while the file is read. */
export const bannedTerm = foundInReading('term/banned', 'warning');

/** How many changed answers the message names, and how many are listed as related places. */
const MOST_NAMED = 3;
const MOST_CHANGES = 20;

/** How many values of one answer are named. */
const MOST_VALUES = 20;

/** How many pages `reviewed` names in the message. The fix writes all of them. */
const MOST_REVIEWED = 12;

/** A page that sums up something which has changed since. */
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
      const all = reviewNames(known, stale.by);
      const reviewed = [...all.slice(0, MOST_REVIEWED), ...(all.length > MOST_REVIEWED ? ['…'] : [])].join(', ');
      yield {
        span: stale.ref.span,
        message: `${summaryWords(known, stale)}: update it here, or write \`reviewed: [${reviewed}]\` if nothing changes.`,
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
function summaryWords(known: Known, { summarised, changes, taken }: StaleSummary): string {
  const answers = [...new Set(changes.map(({ entity, attribute }) => `${attribute} of ${entity}`))];
  const gone = taken
    ? [`it is ${taken.kind === 'retracts' ? 'retracted' : 'superseded'} by ${idOf(known, taken.by)}`]
    : [];
  const reasons = listFirst(MOST_NAMED, answers.length > 0 ? answers : gone, 'and');
  return `${idOf(known, summarised)} has changed since this was written (${reasons})`;
}

/** The message where comparing would take too long. */
const unknownWords = (known: Known, { summarised }: StaleSummary): string =>
  `Retcon has not worked out whether ${idOf(known, summarised)} has changed since this was written: too many pages sum up one subject that has too many facts. Let this page sum up the pages it was written from instead.`;

/** `founder of house-vyr was maric, is aldric from 412 TA`. */
export function changeWords({ entity, attribute, before, after, from }: Difference): string {
  const values = (all: readonly Held[]): string =>
    listFirst(MOST_VALUES, [...new Set(all.map((one) => one.clipped.fact.value.text))]);
  const was = before.length > 0 ? `was ${values(before)}` : '';
  const is = after.length > 0 ? `is ${values(after)}` : 'is no longer stated';
  const when = from && Number.isFinite(from.day) ? ` from ${from.text}` : '';
  return `${attribute} of ${entity} ${[was, is].filter((part) => part !== '').join(', ')}${when}`;
}
