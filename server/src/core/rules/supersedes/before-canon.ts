/** An entry that supersedes one which was decided later. */
import { idOf, canonText, canonWords, hasPlace, positionOf } from '../../canon';
import { comparePositions } from '../../codex/canonTime';
import { atHomeIn } from '../retconsMade';
import { changeTo, relatedTo } from '../relatedPlaces';
import type { Rule } from '../rule';

export const beforeCanon: Rule = {
  code: 'supersedes/before-canon',
  severity: 'error',
  of: ['declarations'],
  *check({ known, entry }) {
    const { canon } = known;
    for (const { declaration, retcon } of atHomeIn(known, entry, 'supersedes')) {
      const { by, old } = retcon;
      // Where it stands in doubt, that is told where its `canon` is written, as an error.
      if (by.unknownCanon && canon.codex.revisions.length > 0) continue;
      // What is not committed yet gets its place with the commit: it may be an old page under a new name.
      if (!hasPlace(canon, old) || comparePositions(positionOf(canon, by), positionOf(canon, old)) >= 0) continue;
      const entered = canonWords(canon, by);
      const when =
        entered === null ? 'has no canon, and so was there from the beginning' : `entered the canon at ${entered}`;
      const decided = canonWords(canon, old);
      const later = decided === null ? 'later' : `with ${decided}`;
      const text = canonText(canon, old);
      yield {
        span: declaration.target.span,
        message: `${idOf(known, by)} ${when}, but ${idOf(known, old)} came ${later}: what supersedes it must come after it.`,
        related: [relatedTo(old, `${idOf(known, old)} entered the canon ${later}`, old.canon?.span)],
        ...(by.canon?.key === 'canon' && text !== null && { fixes: [changeTo(by, by.canon.span, text)] }),
      };
    }
  },
};
