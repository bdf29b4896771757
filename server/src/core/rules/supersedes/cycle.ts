/** Entries that supersede or retract each other in a circle, so that none of them is the newest. */
import { idOf, type Known, edgesBy, type Retcon, isInCycle, putsAside } from '../../canon';
import type { Entry } from '../../entry/entry';
import { madeRetcons } from '../retconsMade';
import { relatedTo } from '../relatedPlaces';
import type { Rule } from '../rule';

/** The message about a longer circle names its first entries and its last. */
const MOST_SHOWN = 8;
/** Among how many entries a way back is looked for: whoever has made more of a tangle needs no way out of it told by its length. */
const MOST_LOOKED_AT = 1000;

export const cycle: Rule = {
  code: 'supersedes/cycle',
  severity: 'error',
  of: ['declarations'],
  *check({ known, entry }) {
    for (const { declaration, retcon } of madeRetcons(known, entry)) {
      if (!isInCycle(known, retcon)) continue;
      const way = wayBack(known, retcon);
      const circle = [retcon, ...(way ?? [])];
      const ids = [
        ...circle.map(({ by }) => idOf(known, by)),
        ...(way ? [] : [idOf(known, retcon.old), '…']),
        idOf(known, retcon.by),
      ];
      const shown = ids.length > MOST_SHOWN ? [...ids.slice(0, MOST_SHOWN - 2), '…', ids.at(-1)] : ids;
      yield {
        span: declaration.target.span,
        message: `These ${verbOf(circle)} each other in a circle: ${shown.join(' → ')}. Take out the one that is not so.`,
        related: circle.flatMap(({ by, old, kind, declared }) =>
          declared.map((one) =>
            relatedTo(one.entry, `${idOf(known, by)} ${kind} ${idOf(known, old)}`, one.declaration.target.span),
          ),
        ),
      };
    }
  },
};

function verbOf(circle: readonly Retcon[]): string {
  const kinds = new Set(circle.map(({ kind }) => kind));
  return kinds.size > 1 ? 'supersede and retract' : kinds.has('retracts') ? 'retract' : 'supersede';
}

/** The shortest way of supersessions and retractions from the old entry of a retcon to the one that puts it aside; null where it is not near. */
function wayBack(known: Known, { by, old }: Retcon): Retcon[] | null {
  const reachedBy = new Map<Entry, Retcon | null>([[old, null]]);
  for (const entry of reachedBy.keys()) {
    if (entry === by) break;
    if (reachedBy.size > MOST_LOOKED_AT) return null;
    for (const edge of edgesBy(known, entry))
      if (putsAside(edge) && !reachedBy.has(edge.old)) reachedBy.set(edge.old, edge);
  }
  const way: Retcon[] = [];
  for (let edge = reachedBy.get(by); edge; edge = reachedBy.get(edge.by)) way.unshift(edge);
  return way;
}
