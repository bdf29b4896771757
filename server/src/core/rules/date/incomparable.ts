/** Two dates that a retcon must compare, in eras that can't be compared: it then clips nothing. */
import { agrees } from '../../chronology';
import { idOf, comparable, judgedOn } from '../../canon';
import { atHomeIn, madeRetcons } from '../retconsMade';
import { changeTo, relatedTo } from '../relatedPlaces';
import type { Rule } from '../rule';

export const incomparable: Rule = {
  code: 'date/incomparable',
  severity: 'warning',
  of: ['declarations'],
  *check({ known, entry }) {
    const { chronology } = known.canon.codex;
    for (const { declaration, retcon } of madeRetcons(known, entry)) {
      const [asOf, old] = [declaration.asOf, retcon.old.date];
      if (!asOf?.date || !old?.date || agrees(chronology, asOf.date, old.date) !== undefined) continue;
      const id = idOf(known, retcon.old);
      yield {
        span: asOf.span,
        message: `${asOf.text} can't be compared with ${old.text}, the date of ${id}: write it in the same era.`,
        related: [relatedTo(retcon.old, `${id} is dated ${old.text}`, old.span)],
        fixes: [changeTo(entry, asOf.span, old.date.text)],
      };
    }
    for (const { declaration, retcon } of atHomeIn(known, entry, 'supersedes', 'retracts', 'restores')) {
      const { effective, soft } = retcon;
      if (soft || effective === 'always') continue;
      const apart = judgedOn(known, retcon).find((stretch) => !comparable(stretch, effective));
      if (!apart) continue;
      const id = idOf(known, retcon.old);
      const theirs = (apart.from ?? apart.until)?.text;
      yield {
        span: declaration.effective?.span ?? declaration.target.span,
        message: `${effective.text} can't be compared with ${theirs} in ${id}, so this ends nothing there: give an \`effective\` in the same era, or \`always\`.`,
        related: [relatedTo(retcon.old, `${id} is told in another era: ${theirs}`, retcon.old.date?.span)],
      };
    }
  },
};
