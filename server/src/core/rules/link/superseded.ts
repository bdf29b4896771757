/** A link in the prose to an entry that has been superseded or retracted. */
import { idOf, standingOf, takenBy } from '../../canon';
import { leadsTo } from '../linkTargets';
import { changeTo, nameLike, relatedTo } from '../relatedPlaces';
import type { Rule } from '../rule';

export const supersededLink: Rule = {
  code: 'link/superseded',
  severity: 'hint',
  of: 'links',
  *check({ known, entry, present }) {
    for (const link of entry.links) {
      const found = leadsTo(known, entry, link);
      if (found?.kind !== 'one' || found.entry === entry) continue;
      const standing = standingOf(known, found.entry, present);
      if (standing !== 'superseded' && standing !== 'retracted') continue;
      const by = takenBy(known, found.entry, present)?.retcon.by;
      if (!by) continue;
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
