/** Where an entry stands at a point on both axes (model §5): current, ended, superseded, retracted, not yet, unwritten. */
import type { Moment, WorldDate } from '../../chronology';
import type { Entry } from '../../entry/entry';
import { type Clipped, clippedFactsOf, operationsOn } from './clips';
import { describersOf } from '../model/statedFacts';
import { entryNamed, perKnown } from '../model/known';
import type { Known } from '../model/canonValue';
import { isApart, type Retcon } from '../model/edges';
import { isBefore as isEarlier, undoneAmong } from './restorations';
import { inCanonOrder } from './canonOrder';
import { retconsOf } from './inForce';
import { factsTouched } from './touchedFacts';
import { lastBegun, ownSegments, before, comparable, endDay, type Segment } from '../model/segments';

export type Standing = 'current' | 'ended' | 'superseded' | 'retracted' | 'not_yet' | 'unwritten';

export type RetconKind = 'correction' | 'change' | 'retraction' | 'soft' | 'restoration';

/** The kind of a retcon follows from its dates, judged on the facts it touches, or on the entry's own stretch. */
export function kindOf(known: Known, retcon: Retcon): RetconKind {
  if (retcon.kind === 'restores') return 'restoration';
  if (retcon.kind === 'retracts') return 'retraction';
  if (retcon.soft) return 'soft';
  return displacesAll(known, retcon) ? 'correction' : 'change';
}

/** What a retcon is judged on: the stated stretches of the facts it touches, or the entry's own where there are none. */
export function judgedOn(known: Known, retcon: Retcon): readonly Segment[] {
  const touched = factsTouched(known, retcon);
  return touched.length > 0 ? touched.flatMap((one) => one.stated) : ownSegments(retcon.old);
}

/** Whether nothing of the old version is left by this retcon alone. */
const displacesAll = perKnown((known: Known, retcon: Retcon): boolean => {
  const { effective } = retcon;
  if (effective === 'always') return true;
  return judgedOn(known, retcon).every((segment) => before(segment, effective).length === 0);
});

/** The standing of an entry at a stretch of world time (null: the end of time), among what is known. */
export function standingOf(known: Known, entry: Entry, at: WorldDate | null): Standing {
  if (!known.has(entry)) return 'unwritten';
  const taken = takenBy(known, entry, at);
  if (taken) return taken.retcon.kind === 'retracts' ? 'retracted' : 'superseded';
  return untouchedStanding(entry, at);
}

/** The standing of an entry that is known, and that no retcon has displaced or ended. */
export function untouchedStanding(entry: Entry, at: WorldDate | null): 'current' | 'ended' | 'not_yet' {
  if (isBefore(entry, at)) return 'not_yet';
  const own = lastBegun(entry, at && at.end);
  // A life may begin in one era and end in another.
  const end = own?.until ?? own?.endsElsewhere;
  if (end && (at === null || (end.line === at.end.line && end.day < at.end.day))) return 'ended';
  return 'current';
}

/** Whether the asked stretch is over before the entry's date has come. */
function isBefore(entry: Entry, at: WorldDate | null): boolean {
  const start = entry.date?.date?.start;
  return at !== null && start !== undefined && at.end.line === start.line && at.end.day <= start.day;
}

interface Taken {
  readonly retcon: Retcon;
  /** It is displaced altogether, whatever the time. */
  readonly everywhere: boolean;
}

/** The retcon that has displaced an entry, or has ended it at or before `at`, and that no restoration has undone. */
export function takenBy(known: Known, entry: Entry, at: WorldDate | null): Taken | null {
  if (isApart(known, entry)) return null;
  return at === known.canon.codex.present ? takenNow(known, entry) : takenAt(known, entry, at);
}

/** It is asked of each link and each source. */
const takenNow = perKnown((known: Known, entry: Entry) => takenAt(known, entry, known.canon.codex.present));

function takenAt(known: Known, entry: Entry, at: WorldDate | null): Taken | null {
  const operations = operationsOn(known, entry);
  if (operations.length === 0) return null;
  // A restoration of a part changes no standing.
  const holds = (restoration: Retcon): boolean => !restoration.only && reached(restoration.effective, at);
  const isUndone = undoneAmong(known, holds);
  const restorations = operations.flatMap(({ does, retcon }) =>
    does === 'restore' && holds(retcon) && !isUndone(retcon) ? retcon : [],
  );
  const taken: Taken[] = [];
  for (const { does, retcon, touches: ends } of operations) {
    if (does === 'clip') {
      if (retcon.only || restorations.some((restoration) => isEarlier(known, retcon, restoration))) continue;
      const everywhere = displacesAll(known, retcon);
      if ((everywhere || reached(retcon.effective, at)) && clipsAnything(known, entry, retcon))
        taken.push({ retcon, everywhere });
    } else if (does === 'end' && holds(retcon) && !isUndone(retcon)) {
      const facts = clippedFactsOf(known, entry);
      const endsAny = facts.length === 0 || facts.some(({ entity, fact }) => ends(entity, fact.attribute.text));
      if (endsAny && leavesNothing(facts, retcon.effective)) taken.push({ retcon, everywhere: false });
    }
  }
  return taken.find(({ retcon }) => retcon.kind === 'retracts') ?? taken[0] ?? null;
}

/** Whether a retcon's date can be compared with the entry at all; where it can't, it clips nothing. */
function clipsAnything(known: Known, entry: Entry, retcon: Retcon): boolean {
  const { effective } = retcon;
  if (effective === 'always') return true;
  const facts = clippedFactsOf(known, entry);
  const segments = facts.length > 0 ? facts.flatMap((fact) => fact.stated) : ownSegments(entry);
  return segments.length === 0 || segments.some((segment) => comparable(segment, effective));
}

/** Whether a point has come at the latest time of the asked stretch. */
function reached(moment: Moment | 'always', at: WorldDate | null): boolean {
  return moment === 'always' || at === null || (moment.line === at.end.line && moment.day < at.end.day);
}

/** Whether none of some facts holds any more from a point on. */
function leavesNothing(facts: readonly Clipped[], from: Moment | 'always'): boolean {
  return facts.every(({ segments }) =>
    segments.every((segment) => {
      if (from === 'always') return false;
      return comparable(segment, from) && endDay(segment) <= from.day;
    }),
  );
}

/** The entry that describes an entity: of several the last current one in canon order, else the last. */
export const describerOf = (known: Known, entity: string, at: WorldDate | null): Entry | undefined =>
  describerAmong(known, describersOf(known, entity), at);

/** The same of all that describe an entity. */
export function describerAmong(known: Known, found: readonly Entry[], at: WorldDate | null): Entry | undefined {
  if (found.length < 2) return found[0];
  const describers = inCanonOrder(known, found);
  return describers.findLast((entry) => standingOf(known, entry, at) === 'current') ?? describers.at(-1);
}

/** Whether some retcon in force says that both stand. */
export const isSoft = (known: Known, a: Entry, b: Entry): boolean =>
  [a, b].some((old) => retconsOf(known, old).some((retcon) => retcon.soft && (retcon.by === a || retcon.by === b)));

/** Whether one of two entries says that it knows of a contradiction between them. */
export function isAcknowledged(known: Known, a: Entry, b: Entry): boolean {
  if (a === b) return false;
  const disputes = (one: Entry, other: Entry): boolean =>
    one.disputes.some(({ text }) => entryNamed(known, text) === other);
  return disputes(a, b) || disputes(b, a) || isSoft(known, a, b);
}
