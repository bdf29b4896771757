/** A retraction of what had itself superseded something, which does not come back by that. */
import { idOf, type Known, retconsBy, retconsOf } from '../../canon';
import type { Entry } from '../../entry/entry';
import { atHomeIn } from '../retconsMade';
import { listWords } from '../../text/wordLists';
import { relatedTo } from '../relatedPlaces';
import type { Rule } from '../rule';

export const bringsNothingBack: Rule = {
  code: 'retracts/brings-nothing-back',
  severity: 'info',
  of: ['declarations'],
  *check({ known, entry }) {
    for (const { declaration, retcon } of atHomeIn(known, entry, 'retracts')) {
      const gone = notBroughtBack(known, retcon.old);
      if (gone.length === 0) continue;
      const [id, olds] = [idOf(known, retcon.old), [...new Set(gone)].map((old) => idOf(known, old))];
      const message = `${id} had superseded ${listWords(olds, 'and')}, which this does not bring back: if it should, add \`restores: [${olds.join(', ')}]\`.`;
      yield {
        span: declaration.target.span,
        message,
        related: gone.map((old) => relatedTo(old, `superseded by ${id}`)),
      };
    }
  },
};

/** What an entry has superseded, and nothing has restored. */
export const notBroughtBack = (known: Known, entry: Entry): Entry[] =>
  retconsBy(known, entry)
    .filter(({ kind, soft }) => kind === 'supersedes' && !soft)
    .map(({ old }) => old)
    .filter((old) => !retconsOf(known, old).some(({ kind }) => kind === 'restores'));
