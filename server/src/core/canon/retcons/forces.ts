/** Which restorations are in force at a time: they undo each other, and each counts from its own date on (model §5). */
import type { Entry } from '../../entry/entry';
import { comparePositions } from '../../codex/canonTime';
import { lowInRow, type LowInRow } from '../../text/lowInRow';
import { memoized } from '../../text/memoized';
import { type Retcon, touches } from '../model/edges';
import { isStill, keptBeside } from '../model/known';
import type { Known } from '../model/canonValue';
import { isBefore, restorationsOf, restoredAbove } from './restorations';

/** What is asked about. */
export interface AttributeOf {
  readonly known: Known;
  readonly entity: string;
  readonly attribute: string;
}

/** From which day on a retcon counts at the times of a line; null: at no time that has a date. */
export const dayOn = ({ effective }: Retcon, line: string | null): number =>
  effective === 'always' ? -Infinity : effective.line === line ? effective.day : Infinity;

/** The retcons of a row by when they take effect on a line. */
export const byEffect = (retcons: readonly (Retcon | null)[], line: string | null): LowInRow =>
  lowInRow(retcons.map((retcon) => (retcon ? dayOn(retcon, line) : Infinity)));

/** What is in force at a time of a line. */
export interface Forces {
  readonly isInForce: (restoration: Retcon) => boolean;
  /** What was brought back by a later restoration that undoes one. */
  readonly undoneBy: (restoration: Retcon) => Entry | null;
}

/**
 * Which restorations are in force at a time of a line, by entity and attribute, line and day: the same for all facts of it, and
 * hundreds of versions of a page may state one each.
 */
const forcesKept = keptBeside(() => new Map<string, (day: number) => Forces>());

/** Tells which restorations are in force at a time of a line: those that have come, and that no later one undoes that is in force. */
export function forcesOn(subject: AttributeOf, line: string | null): (day: number) => Forces {
  const { known, entity, attribute } = subject;
  if (!isStill(known)) return forcesFound(subject, line);
  const kept = forcesKept(known);
  const key = JSON.stringify([entity, attribute, line]);
  let forces = kept.get(key);
  if (!forces) kept.set(key, (forces = memoized(forcesFound(subject, line))));
  return forces;
}

function forcesFound({ known, entity, attribute }: AttributeOf, line: string | null) {
  const restoringOf = memoized((entry: Entry) => {
    const all = restorationsOf(known, entry).filter((one) => touches(known, one, entity, attribute));
    return { all, row: byEffect(all, line) };
  });
  return (day: number): Forces => {
    const isCome = (effect: number): boolean => effect < Infinity && effect <= day;
    const undone = new Map<Retcon, Entry | null>();
    const isUndoneBy = (restoration: Retcon, entry: Entry): boolean => {
      const { all, row } = restoringOf(entry);
      for (let i = row.last(all.length, isCome); i >= 0; i = row.last(i, isCome)) {
        const later = all[i] as Retcon;
        if (comparePositions(later.position, restoration.position) < 0) return false;
        if (isBefore(known, restoration, later) && isInForce(later)) return true;
      }
      return false;
    };
    const undoneBy = (restoration: Retcon): Entry | null => {
      let by = undone.get(restoration);
      if (by === undefined) {
        by = restoredAbove(known, restoration).find((entry) => isUndoneBy(restoration, entry)) ?? null;
        undone.set(restoration, by);
      }
      return by;
    };
    const isInForce = (restoration: Retcon): boolean =>
      isCome(dayOn(restoration, line)) && touches(known, restoration, entity, attribute) && !undoneBy(restoration);
    return { isInForce, undoneBy };
  };
}
