/** An entry that changes others and does not say when it was decided, so that every `as_of` sees it. */
import { edgesBy } from '../../canon';
import { type Codex, spellingOf } from '../../codex/codex';
import { nameSpan } from '../relatedPlaces';
import type { Rule } from '../rule';

export const canonMissing: Rule = {
  code: 'canon/missing',
  severity: 'info',
  *check({ known, entry }) {
    const { revisions, datedByGit } = known.canon.codex;
    // A revision that is not listed is told of where it stands.
    if (revisions.length === 0 || entry.position || entry.unknownCanon || datedByGit) return;
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
