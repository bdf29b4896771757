/** A supersession that takes effect when the old version has already ended. */
import { idOf, endDay, judgedOn } from '../../canon';
import { atHomeIn } from '../retconsMade';
import { relatedTo } from '../relatedPlaces';
import type { Rule } from '../rule';

export const noEffect: Rule = {
  code: 'supersedes/no-effect',
  severity: 'warning',
  of: ['declarations'],
  *check({ known, entry }) {
    for (const { declaration, retcon } of atHomeIn(known, entry, 'supersedes')) {
      const { effective, old } = retcon;
      if (retcon.soft || effective === 'always') continue;
      const stretches = judgedOn(known, retcon);
      const isOver = stretches.every(({ until }) => until?.line === effective.line && until.day <= effective.day);
      if (stretches.length === 0 || !isOver) continue;
      const last = stretches.reduce((a, b) => (endDay(b) > endDay(a) ? b : a)).until?.text;
      const id = idOf(known, old);
      yield {
        span: declaration.effective?.span ?? declaration.target.span,
        message: `${id} ended by itself at ${last}, so a retcon from ${effective.text} on changes nothing: give an earlier \`effective\`, or leave the retcon out.`,
        related: [relatedTo(old, `${id} ends at ${last}`, old.until?.span)],
      };
    }
  },
};
