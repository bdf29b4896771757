/** A link in the prose to an entry that has been superseded or retracted. */
import { idOf, takenBy } from '../../canon';
import { followedLinks } from '../linkTargets';
import { changeTo, nameLike, relatedTo } from '../relatedPlaces';
import type { Rule } from '../rule';

export const supersededLink: Rule = {
  code: 'link/superseded',
  severity: 'hint',
  of: ['links'],
  *check({ known, entry, present }) {
    for (const { link, found } of followedLinks(known, entry)) {
      if (found.kind !== 'one' || found.entry === entry) continue;
      // By its path a link may lead to a page that is not known.
      const retcon = known.has(found.entry) ? takenBy(known, found.entry, present)?.retcon : undefined;
      if (!retcon) continue;
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
