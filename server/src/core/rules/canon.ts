/** The rules `canon/…` and `tier/unknown`: when an entry enters the canon, and how much it counts. */
import { edgesBy, type Known, tierRank } from '../canon';
import type { Entry, Written } from '../entry/entry';
import { type Codex, spellingOf } from '../codex/codex';
import { nameSpan, type Finding, type Rule, changeTo } from './rule';
import { cutShort, listWords } from '../text/words';
import { nearRevision } from '../codex/revisions';
import { nearest } from '../text/nearNames';

/** An entry that changes others and has no `canon`, so that every `as_of` sees it. */
export const canonMissing: Rule = {
  code: 'canon/missing',
  severity: 'info',
  *check({ known, entry }) {
    const { revisions, datedByGit } = known.canon.codex;
    if (revisions.length === 0 || datedByGit) return;
    for (const { change, unknownCanon, hasOwnCanon } of entry.formerly)
      if (change && !unknownCanon && !hasOwnCanon) {
        const line = `${spellingOf(known.canon.codex, 'canon')}: ${revisionNow(known.canon.codex)}`;
        const message = `Nothing says when this was changed, so it counts as decided together with what comes before it: add \`${line}\`, or another revision.`;
        yield { span: change.span, message };
      }
    // An unlisted revision is reported by `canon/unknown-revision`.
    if (entry.position || entry.unknownCanon) return;
    const own = entry.declarations.find(({ fromOldEnd }) => !fromOldEnd);
    if (!own && edgesBy(known, entry).length === 0) return;
    const line = `${spellingOf(known.canon.codex, 'canon')}: ${revisionNow(known.canon.codex)}`;
    yield {
      span: own?.key.span ?? nameSpan(entry),
      message: `Nothing says when this was decided, so it counts as known from the beginning: add \`${line}\`, or another revision.`,
    };
  },
};

/** The revision that is being written: the last one marked as open, else the last. */
export const revisionNow = ({ revisions }: Codex): string | undefined =>
  (revisions.findLast(({ open }) => open) ?? revisions.at(-1))?.id;

const MOST_QUOTED = 60;

/** Whether a text has the shape of a date like 2026-05-12. */
export const isLikeADay = (text: string): boolean => /^\s*\d{4}-\d\d?-\d\d?\s*$/.test(text);

/** A `canon` that is neither a listed revision nor a date like 2026-05-12. */
export const unknownRevision: Rule = {
  code: 'canon/unknown-revision',
  severity: 'error',
  of: ['unknownCanon', 'formerly'],
  *check({ known, entry }) {
    for (const { unknownCanon } of [entry, ...entry.formerly])
      if (unknownCanon && unknownCanon.text !== '') yield* unknownAt(known, entry, unknownCanon);
  },
};

function* unknownAt(known: Known, entry: Entry, canon: Written): Iterable<Finding> {
  const quoted = cutShort(MOST_QUOTED, canon.text);
  if (isLikeADay(canon.text)) {
    const message = `"${quoted}" is not a day: write one like 2026-05-12.`;
    yield { span: canon.span, message, ...(known.canon.codex.revisions.length === 0 && { severity: 'info' }) };
    return;
  }
  if (known.canon.codex.revisions.length === 0) {
    const message = `No revisions are listed, so "${quoted}" can't be placed: list it under \`revisions\` in codex.yaml, or write a date like 2026-05-12.`;
    yield { span: canon.span, message, severity: 'info' };
    return;
  }
  const near = nearRevision(known.canon.codex, canon.text);
  const advice = near ? `Did you mean ${near}?` : 'List it there, or write a date like 2026-05-12.';
  const message = `"${quoted}" is not one of the revisions in codex.yaml. ${advice}`;
  yield { span: canon.span, message, ...(near !== null && { fixes: [changeTo(entry, canon.span, near)] }) };
}

/** A `tier` that codex.yaml does not list. */
export const unknownTier: Rule = {
  code: 'tier/unknown',
  severity: 'warning',
  of: ['tier'],
  *check({ known, entry }) {
    const { tier } = entry;
    const { tiers } = known.canon.codex;
    if (!tier || tier.text === '' || tiers.length === 0 || tierRank(known, entry) !== undefined) return;
    const near = nearest(tier.text, tiers);
    const advice = near ? `Did you mean ${near}?` : `Write ${listWords(tiers)}, or list it in codex.yaml.`;
    const message = `"${tier.text}" is not one of the tiers in codex.yaml. ${advice}`;
    yield { span: tier.span, message, ...(near !== null && { fixes: [changeTo(entry, tier.span, near)] }) };
  },
};
