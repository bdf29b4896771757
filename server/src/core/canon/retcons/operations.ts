/** The operations that the known retcons perform on the facts of an entry (model §5). */
import type { Entry, Fact } from '../../entry/entry';
import { isApart, partOn, type Retcon, touches } from '../model/edges';
import { pageOf } from '../../entry/versions';
import { perKnown } from '../model/known';
import type { Known } from '../model/canonValue';
import { before, type Segment } from '../model/segments';
import { inChainOrder, isEndedBy, isTouchedBy, restorationsBelow, restorationsOf, undoingAnyOf } from './restorations';
import { retconsOf } from './inForce';

/** What a retcon does to the facts of an entry. */
export interface Operation {
  /**
   * - `clip`, `restore`: the retcon ends facts of the entry, or brings them back.
   * - `end`: it restores an entry that this one superseded, and so ends the facts of this one.
   * - `undo`: it restores an entry that a restoration of this one ended, and so undoes that restoration.
   */
  readonly does: 'clip' | 'restore' | 'end' | 'undo';
  readonly retcon: Retcon;
  readonly touches: (entity: string, attribute: string, value: Fact['value']) => boolean;
}

/** What a retcon leaves of some segments. */
export const cutBy = ({ effective }: Retcon, segments: readonly Segment[]): readonly Segment[] =>
  effective === 'always' ? [] : segments.flatMap((segment) => before(segment, effective));

const NONE: readonly Operation[] = [];

/** All retcons that end or restore facts of an entry, in canon order. */
export const operationsOn = (known: Known, entry: Entry): readonly Operation[] =>
  isApart(known, entry) ? NONE : operationsFound(known, entry);

const operationsFound = perKnown((known: Known, entry: Entry): readonly Operation[] => {
  const retcons = retconsOf(known, entry).filter(({ soft }) => !soft);
  // An entry's own restorations do not end its facts.
  const endings = restorationsBelow(known, entry).filter(({ by }) => by !== pageOf(entry));
  if (retcons.length + endings.length === 0) return NONE;
  const operations = new Map<Retcon, Operation>();
  const add = (does: Operation['does'], retcon: Retcon, isTouched: Operation['touches']): void =>
    void operations.set(retcon, { does, retcon, touches: isTouched });
  for (const retcon of retcons)
    if (retcon.kind === 'restores')
      add(
        'restore',
        retcon,
        (entity, attribute, value) =>
          isTouchedBy(known, retcon, entity, attribute) && touches(known, retcon, entity, attribute, value),
      );
    else {
      const part = partOn(retcon, entry);
      add('clip', retcon, (...one) => touches(known, part, ...one));
    }
  const restorations = restorationsOf(known, entry);
  // The retcons of an entry are in canon order already.
  if (restorations.length + endings.length === 0) return [...operations.values()];
  for (const ending of endings)
    add('end', ending, (entity, attribute) => isEndedBy(known, ending, entry, entity, attribute));
  for (const { later, restoration } of undoingAnyOf(known, restorations))
    if (!operations.has(later))
      add(
        'undo',
        later,
        (entity, attribute) =>
          isTouchedBy(known, restoration, entity, attribute) && touches(known, later, entity, attribute),
      );
  return inChainOrder(known, [...operations.keys()]).flatMap((retcon) => operations.get(retcon) ?? []);
});
