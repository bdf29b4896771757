/** The view of an entry's versions: all that was decided about what it tells, the latest first. */
import { versionsOf } from '../../canon/chain';
import type { Known } from '../../canon/known';
import { inCanonOrder, retconsBy, retconsOf } from '../../canon/retcons';
import { standingOf } from '../../canon/standing';
import type { Entry } from '../../entry/entry';
import { nameSpan } from '../../rules/places';
import { standingWords } from '../card';
import type { Telling } from '../words';
import { retconTold } from './retconTold';
import { details, type Row } from './row';

/** A row for each version; none where there is only the one. */
export function versionRows(telling: Telling, here: Entry): Row[] {
  const { known, present } = telling;
  const chain = chainOf(known, here);
  if (chain.length < 2) return [];
  const open = chain.indexOf(here);
  return chain.map((entry, i): Row => {
    const told = [...retconsBy(known, entry), ...retconsOf(known, entry)].map((retcon) => retconTold(telling, retcon));
    const other = i === open ? chain[i + 1] : here;
    return {
      key: entry.path,
      sort: standingOf(known, entry, present),
      label: entry.title,
      detail: details(entry.date?.date?.text, entry.canon?.text, standingWords(telling, entry)),
      tooltip: told.join('\n\n'),
      ...(i === open && { isHere: true }),
      opens: { entry, span: nameSpan(entry) },
      ...(other && { compares: i <= open ? { before: other, after: entry } : { before: entry, after: other } }),
    };
  });
}

/** Every version, and what retracts or restores one of them, or is retracted or restored by the entry; the latest first. */
function chainOf(known: Known, here: Entry): Entry[] {
  const versions = versionsOf(known, here);
  const others = versions.flatMap((version) =>
    retconsOf(known, version).flatMap(({ kind, by }) => (kind === 'supersedes' ? [] : [by])),
  );
  const undone = retconsBy(known, here).flatMap(({ kind, old }) => (kind === 'supersedes' ? [] : [old]));
  return inCanonOrder(known, [...new Set([...versions, ...others, ...undone])]).toReversed();
}
