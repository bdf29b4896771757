/** What the retcons leave of one stated fact, and not which of them did it: it rests on the earliest that counts, not on all. */
import type { Declaration, Entry } from '../../entry/entry';
import { comparePositions } from '../../codex/canonTime';
import { keyOf } from '../../codex/codex';
import { type Canon, filed } from '../model/canon';
import { positionOf } from '../model/canonPosition';
import { attributesIn, effectOf, type Retcon, touches } from '../model/edges';
import { allOf, keptBeside, type Known } from '../model/known';
import { mayBeRestored } from '../model/mayBeRestored';
import { statedSegments } from '../model/ownSegments';
import { before, lineOf } from '../model/segments';
import type { StatedFact } from '../model/statedFacts';
import { beginningOf, clip, type Clipped } from './clips';
import { retconsBy } from './inForce';
import { addTo } from '../../text/groups';
import { limitedTo } from '../../text/limited';

/** A declaration that takes effect on a line, or always, if what it names is meant. */
interface Cut {
  readonly by: Entry;
  readonly declaration: Declaration;
  readonly day: number;
}

/** Those of an attribute, as `keyOf` gives it: the earliest first, and of these what came first. */
type CutsOn = (attributes: readonly string[]) => Iterable<Cut>;

/**
 * As `clip`, but nothing stands in `clippedBy`. Where a thousand pages take back one, a view from which one of them goes has its
 * answer from another, and the rest need not be looked at.
 */
export function leftOfFact(known: Known, { entry, fact }: StatedFact, entity: string): Clipped {
  // Restorations undo retcons, and what a page says of its own end is one with what others say of it.
  if (mayBeRestored(known, entry) || entry.declarations.some((one) => one.fromOldEnd))
    return clip(known, { entry, fact }, entity);
  const begins = beginningOf(known, { entry, fact }, entity);
  const stated = statedSegments(entry, fact, begins);
  const cuts = cutsOn(known, entry);
  // What lies on no line yet gets one by the first cut in canon order.
  if (cuts.size > 1 && stated.some((segment) => lineOf(segment) === null)) return clip(known, { entry, fact }, entity);
  let segments = stated;
  for (const onLine of cuts.values()) {
    const effective = firstInForce(known, onLine([keyOf(fact.attribute.text)]), entry, (retcon) =>
      touches(known, retcon, entity, fact.attribute.text),
    )?.effective;
    if (effective === 'always') segments = [];
    else if (effective) segments = segments.flatMap((segment) => before(segment, effective));
  }
  return { entry, fact, entity, stated, begins, segments, clippedBy: [], periods: null };
}

function firstInForce(
  known: Known,
  cuts: Iterable<Cut>,
  old: Entry,
  isTouched: (retcon: Retcon) => boolean,
): Retcon | undefined {
  for (const { by, declaration } of cuts) {
    if (!known.has(by)) continue;
    const found = declaring(retconsBy(known, by), declaration);
    if (found?.old === old && !found.soft && isTouched(found)) return found;
  }
  return undefined;
}

/** So few are looked through one by one. */
const FEW = 8;

/** The one of some retcons that a declaration makes. A page may make thousands. */
function declaring(retcons: readonly Retcon[], declaration: Declaration): Retcon | undefined {
  if (retcons.length <= FEW)
    return retcons.find(({ declared }) => declared.some((one) => one.declaration === declaration));
  let found = byDeclaration.get(retcons);
  if (!found) {
    found = new Map(retcons.flatMap((retcon) => retcon.declared.map((one) => [one.declaration, retcon] as const)));
    byDeclaration.set(retcons, found);
  }
  return found.get(declaration);
}

const byDeclaration = new WeakMap<readonly Retcon[], ReadonlyMap<Declaration, Retcon>>();

/** All that may cut off an entry's facts, whatever is known, by line. A page may state thousands, each of which has a retcon of its own. */
function cutsOn({ canon }: Known, entry: Entry): ReadonlyMap<string | null, CutsOn> {
  const kept = cutsKept(allOf(canon));
  let cuts = kept.get(entry);
  if (!cuts) kept.set(entry, (cuts = cutsFound(canon, entry)));
  return cuts;
}

function cutsFound(canon: Canon, entry: Entry): ReadonlyMap<string | null, CutsOn> {
  const cuts = new Map<string | null, Cut[]>();
  const declaring = new Set(entry.names.flatMap((name) => filed(canon, 'declaredOn', name)));
  const inOrder = [...declaring].sort((a, b) => comparePositions(positionOf(canon, a), positionOf(canon, b)));
  for (const by of inOrder) {
    if (by === entry) continue;
    for (const declaration of by.declarations) {
      if (declaration.fromOldEnd) continue;
      const effective = effectOf(by, declaration);
      const [line, day] = effective === 'always' ? [null, -Infinity] : [effective.line, effective.day];
      addTo(cuts, line, { by, declaration, day });
    }
  }
  return new Map(
    [...cuts].map(([line, onLine]) => {
      onLine.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
      return [line, limitedTo(onLine, ({ declaration: { only } }) => only && attributesIn(only))];
    }),
  );
}

const cutsKept = keptBeside(() => new Map<Entry, ReadonlyMap<string | null, CutsOn>>());
