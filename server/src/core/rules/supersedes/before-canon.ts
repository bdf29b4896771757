/** An entry that supersedes one which was decided later. */
import { idOf } from '../../canon/known';
import { comparePositions } from '../../codex/canonTime';
import { atHomeIn } from '../made';
import { changeTo, relatedTo } from '../places';
import type { Rule } from '../rule';

export const beforeCanon: Rule = {
  code: 'supersedes/before-canon',
  severity: 'error',
  *check({ known, entry }) {
    for (const { declaration, retcon } of atHomeIn(known, entry, 'supersedes')) {
      const { by, old } = retcon;
      if (comparePositions(by.position, old.position) >= 0) continue;
      const when = by.canon
        ? `entered the canon at ${by.canon.text}`
        : 'has no canon, and so was there from the beginning';
      const later = old.canon ? `with ${old.canon.text}` : 'later';
      yield {
        span: declaration.target.span,
        message: `${idOf(known, by)} ${when}, but ${idOf(known, old)} came ${later}: what supersedes it must come after it.`,
        related: [relatedTo(old, `${idOf(known, old)} entered the canon ${later}`, old.canon?.span)],
        ...(by.canon?.key === 'canon' && old.canon && { fixes: [changeTo(by, by.canon.span, old.canon.text)] }),
      };
    }
  },
};
