/** Two entries that supersede the same facts of one entry, with nothing to say which of the two holds. */
import { meet, prongsOf, idOf } from '../../canon';
import { atHomeIn, homeOf } from '../retconsMade';
import { listFirst } from '../../text/wordLists';
import { relatedTo } from '../relatedPlaces';
import type { Rule } from '../rule';

const MOST_LISTED = 3;

export const fork: Rule = {
  code: 'supersedes/fork',
  severity: 'error',
  of: 'declarations',
  *check({ known, entry }) {
    for (const { declaration, retcon } of atHomeIn(known, entry, 'supersedes')) {
      const prongs = prongsOf(known, retcon);
      if (!prongs.includes(retcon)) continue;
      const others = prongs.filter((other) => other.by !== retcon.by && meet(known, retcon, other));
      if (others.length === 0) continue;
      const [by, old] = [idOf(known, retcon.by), idOf(known, retcon.old)];
      const rivals = [...new Set(others.map((other) => idOf(known, other.by)))];
      yield {
        span: declaration.target.span,
        message: `${old} is superseded by ${by} and by ${listFirst(MOST_LISTED, rivals, 'and')}: let one of them supersede the other, part them with \`only\`, or mark one \`soft: true\`.`,
        related: others.map((other) => {
          const home = homeOf(other);
          return relatedTo(home.entry, `${idOf(known, other.by)} supersedes ${old} too`, home.declaration.target.span);
        }),
      };
    }
  },
};
