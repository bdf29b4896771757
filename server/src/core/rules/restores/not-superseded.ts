/** A restoration of what nothing had superseded or retracted. */
import { idOf, operationsOn, retconsOf } from '../../canon';
import { atHomeIn } from '../retconsMade';
import { relatedTo } from '../relatedPlaces';
import type { Rule } from '../rule';

export const notSuperseded: Rule = {
  code: 'restores/not-superseded',
  severity: 'warning',
  of: ['declarations'],
  *check({ known, entry }) {
    for (const { declaration, retcon } of atHomeIn(known, entry, 'restores')) {
      const all = retconsOf(known, retcon.old);
      const operations = operationsOn(known, retcon.old);
      const earlier = operations.slice(
        0,
        operations.findIndex((one) => one.retcon === retcon),
      );
      if (earlier.some(({ does }) => does !== 'restore' && does !== 'spare')) continue;
      const id = idOf(known, retcon.old);
      const later = all.find(({ kind, soft }) => kind !== 'restores' && !soft);
      const message = later
        ? `${id} was not superseded yet: ${idOf(known, later.by)} does that later. Give this entry a later \`canon\`.`
        : `Nothing supersedes or retracts ${id}, so there is nothing to restore: take this out, or name another entry.`;
      yield {
        span: declaration.target.span,
        message,
        related: [relatedTo(retcon.old, `${id} stands as it was written`)],
      };
    }
  },
};
