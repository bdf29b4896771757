/** Whether a retcon enters the canon later than much that has to do with it: all of that would go and come in the view of those before and behind it. */
import { comparePositions } from '../../codex/canonTime';
import type { Entry } from '../../entry/entry';
import { filed } from '../model/canon';
import { positionOf } from '../model/canonPosition';
import { edgesOf, type Retcon } from '../model/edges';
import { type Known, upTo } from '../model/known';

/** So many retcons an old page may have to do with which supersedes new ones: a page of errata may grow. */
const MOST_OF_ONE = 300;

/**
 * Whether an old page supersedes a new one and has to do with hundreds of retcons, or more pages than that have been built upon
 * a page, some of them old ones. In a codex that grows page by page none is so.
 */
export function isCrowded({ canon }: Known, { by, position }: Retcon, most: number): boolean {
  const isEarlier = (entry: Entry): boolean => comparePositions(positionOf(canon, entry), position) < 0;
  if (
    isEarlier(by) &&
    MOST_OF_ONE < by.declarations.length + by.names.flatMap((name) => filed(canon, 'declaredOn', name)).length
  )
    return true;
  const base = upTo(canon, position);
  const above = new Set([by]);
  for (const one of above) {
    for (const retcon of edgesOf(base, one)) above.add(retcon.by);
    if (most < above.size) return [...above].some(isEarlier);
  }
  return false;
}
