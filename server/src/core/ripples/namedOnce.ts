/** A passage that says what several retcons of one entry changed stands in the list once (model §14). */
import type { Retcon } from '../canon';
import { pageOf } from '../entry/versions';
import { addTo } from '../text/groups';
import type { PairRipples, Ripple } from './ripples';

interface Placed {
  readonly ripple: Ripple;
  readonly retcon: Retcon;
}

/** Leaves each ripple in the group of the first retcon that leaves it open, with the others that do. */
export function namedOnce(groups: readonly PairRipples[]): readonly PairRipples[] {
  const several = pagesWithSeveral(groups);
  if (several.size === 0) return groups;
  const isShared = ({ retcon }: PairRipples): boolean => !retcon.replaces && several.has(pageOf(retcon.old).path);
  const placed = new Map<string, Placed[]>();
  const stated = new Set<string>();
  for (const group of groups.filter(isShared))
    for (const ripple of group.ripples) {
      addTo(placed, JSON.stringify([placeOf(group, ripple), ripple.kind === 'states' && group.pair]), {
        ripple,
        retcon: group.retcon,
      });
      if (ripple.kind === 'states' && ripple.state === 'open') stated.add(placeOf(group, ripple));
    }
  const kept = new Map<Ripple, Ripple>();
  for (const all of placed.values()) {
    const open = all.filter(({ ripple }) => ripple.state === 'open');
    const [first, ...others] = open.length > 0 ? open : all;
    if (first) kept.set(first.ripple, open.length > 1 ? { ...first.ripple, also: retconsOf(others) } : first.ripple);
  }
  return groups.map((group) => {
    if (!isShared(group)) return group;
    const ripples = group.ripples.flatMap((one) =>
      // What a passage says counts before what it points at, as for one retcon.
      one.kind === 'cites' && stated.has(placeOf(group, one)) ? [] : (kept.get(one) ?? []),
    );
    return { ...group, ripples };
  });
}

const placeOf = ({ retcon }: PairRipples, { entry, passage }: Ripple): string =>
  JSON.stringify([pageOf(retcon.old).path, entry.path, passage?.span.start]);

const retconsOf = (all: readonly Placed[]): Retcon[] => all.map(({ retcon }) => retcon);

/** The paths of pages of which several retcons have been declared by others. */
function pagesWithSeveral(groups: readonly PairRipples[]): ReadonlySet<string> {
  const first = new Map<string, Retcon>();
  const several = new Set<string>();
  for (const { retcon } of groups) {
    if (retcon.replaces) continue;
    const { path } = pageOf(retcon.old);
    const other = first.get(path);
    if (!other) first.set(path, retcon);
    else if (other !== retcon) several.add(path);
  }
  return several;
}
