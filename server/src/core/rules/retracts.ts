/** The rules `retracts/…` and `restores/…`: an entry is taken back, or brought back. */
import { idOf, type Known, retconsBy, retconsOf, operationsOn } from '../canon';
import type { Entry } from '../entry/entry';
import { atHomeIn, relatedTo, type Rule, missingReasons, unknownTarget } from './rule';
import { listWords } from '../text/words';

/** A retraction of an entry that superseded others: retracting it does not restore them. */
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

/** The entries that an entry superseded and that nothing restored. */
export const notBroughtBack = (known: Known, entry: Entry): Entry[] =>
  retconsBy(known, entry)
    .filter(({ kind, soft }) => kind === 'supersedes' && !soft)
    .map(({ old }) => old)
    .filter((old) => !retconsOf(known, old).some(({ kind }) => kind === 'restores'));

/** A retraction that does not say why. */
export const noReasonToRetract: Rule = {
  code: 'retracts/missing-reason',
  severity: 'info',
  of: ['declarations'],
  check: (judged) => missingReasons(judged, 'retracts'),
};

/** A `retracts` that names no entry. */
export const unknownRetracted = unknownTarget('retracts');

/** A restoration of an entry that nothing superseded or retracted before. */
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
      if (earlier.some(({ does }) => does !== 'restore')) continue;
      const id = idOf(known, retcon.old);
      const later = all.find(({ kind, soft }) => kind !== 'restores' && !soft);
      const message = later
        ? `${id} was not superseded yet: ${idOf(known, later.by)} does that later. Give this note a later \`canon\`.`
        : `Nothing supersedes or retracts ${id}, so there is nothing to restore: take this out, or name another entry.`;
      yield {
        span: declaration.target.span,
        message,
        related: [relatedTo(retcon.old, `${id} stands as it was written`)],
      };
    }
  },
};

/** A `restores` that names no entry. */
export const unknownRestored = unknownTarget('restores');
