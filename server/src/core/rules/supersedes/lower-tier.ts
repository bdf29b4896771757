/** An entry that supersedes one of a higher tier. */
import { idOf, tierRank } from '../../canon';
import { atHomeIn } from '../retconsMade';
import { changeTo, relatedTo } from '../relatedPlaces';
import type { Rule } from '../rule';

export const lowerTier: Rule = {
  code: 'supersedes/lower-tier',
  severity: 'warning',
  of: ['declarations'],
  *check({ known, entry }) {
    for (const { declaration, retcon } of atHomeIn(known, entry, 'supersedes')) {
      const { by, old } = retcon;
      const [rank, other] = [tierRank(known, by), tierRank(known, old)];
      if (retcon.soft || rank === undefined || other === undefined || rank <= other) continue;
      const [id, oldId] = [idOf(known, by), idOf(known, old)];
      yield {
        span: declaration.target.span,
        message: `${id} is ${by.tier?.text}, which ranks below ${old.tier?.text}, the tier of ${oldId}: raise its tier, or mark the retcon \`soft: true\`.`,
        related: [relatedTo(old, `${oldId} is ${old.tier?.text}`, old.tier?.span)],
        ...(by.tier && old.tier && { fixes: [changeTo(by, by.tier.span, old.tier.text)] }),
      };
    }
  },
};
