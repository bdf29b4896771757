/** Two entries that supersede the same facts of one entry, with nothing to say which of the two holds. */
import { idOf, isProng, rivalsOfRetcon } from '../../canon';
import { atHomeIn, homeOf } from '../retconsMade';
import { listFirst, listWords } from '../../text/wordLists';
import { MOST_LOOKED_FOR, relatedTo } from '../relatedPlaces';
import type { Rule } from '../rule';

const MOST_LISTED = 3;

export const fork: Rule = {
  code: 'supersedes/fork',
  severity: 'error',
  of: ['declarations'],
  *check({ known, entry }) {
    for (const { declaration, retcon } of atHomeIn(known, entry, 'supersedes')) {
      if (!isProng(known, retcon)) continue;
      const others = rivalsOfRetcon(known, retcon, MOST_LOOKED_FOR + 1);
      if (others.length === 0) continue;
      const [by, old] = [idOf(known, retcon.by), idOf(known, retcon.old)];
      const rivals = [...new Set(others.map((other) => idOf(known, other.by)))];
      yield {
        span: declaration.target.span,
        message: `${old} is superseded by ${by} and by ${named(rivals, others.length)}: let one of them supersede the other, part them with \`only\`, or mark one \`soft: true\`.`,
        related: others.map((other) => {
          const home = homeOf(other);
          return relatedTo(home.entry, `${idOf(known, other.by)} supersedes ${old} too`, home.declaration.target.span);
        }),
      };
    }
  },
};

const named = (rivals: readonly string[], count: number): string =>
  count > MOST_LOOKED_FOR
    ? listWords([...rivals.slice(0, MOST_LISTED), 'many more'], 'and')
    : listFirst(MOST_LISTED, rivals, 'and');
