/** An `as_of` that is not the date of the version it names: mostly it is the wrong version that is named. */
import { agrees, type WorldDate } from '../../chronology';
import { idOf } from '../../canon';
import type { Entry } from '../../entry/entry';
import { beginnings } from '../../entry/stretches';
import { madeRetcons } from '../retconsMade';
import { changeTo, relatedTo } from '../relatedPlaces';
import type { Rule } from '../rule';

export const asOfMismatch: Rule = {
  code: 'supersedes/as-of-mismatch',
  severity: 'error',
  of: ['declarations'],
  *check({ known, entry }) {
    const { chronology, revisions } = known.canon.codex;
    const isNoneOf = (asOf: WorldDate, old: Entry): boolean =>
      beginnings(old).every((one) => one.date && agrees(chronology, asOf, one.date) === false);
    for (const { declaration, retcon } of madeRetcons(known, entry)) {
      const { asOf, kind } = declaration;
      if (!asOf || kind !== 'supersedes') continue;
      const { date } = retcon.old;
      const old = idOf(known, retcon.old);
      const more = date?.date && {
        fixes: [changeTo(entry, asOf.span, date.text)],
        related: [relatedTo(retcon.old, `${old} is dated ${date.text}`, date.span)],
      };
      if (!asOf.date && revisions.some(({ id }) => id === asOf.text)) {
        const advice = date?.date ? `write ${date.text}` : `${old} has no date, so leave it out`;
        const message = `as_of is the old version's in-world date, and ${asOf.text} is a revision: ${advice}. (It is questions that take a revision as their as_of.)`;
        yield { span: asOf.span, message, ...more };
      } else if (asOf.date && date && isNoneOf(asOf.date, retcon.old)) {
        const message = `${old} is dated ${date.text}, not ${asOf.text}: correct as_of, or name the version that you mean.`;
        yield { span: asOf.span, message, ...more };
      }
    }
  },
};
