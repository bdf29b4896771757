/** The standing of an entry at a point on both axes, and the kind of a retcon (model §5). */
import type { Moment, WorldDate } from '../../chronology';
import type { Entry } from '../../entry/entry';
import { pageOf, withVersions } from '../../entry/versions';
import { type Clipped, clippedFactsOf } from './clips';
import { operationsOn } from './operations';
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

/** Whether another entry stands in its place, or nothing does. */
export const isUndone = (standing: Standing): boolean => standing === 'superseded' || standing === 'retracted';

export type RetconKind = 'correction' | 'change' | 'retraction' | 'soft' | 'restoration';

/** The kind of a retcon follows from its dates, judged on the facts it touches, or on the entry's own stretch. */
export function kindOf(known: Known, retcon: Retcon): RetconKind {
  if (retcon.kind === 'restores') return 'restoration';
  if (retcon.kind === 'retracts') return 'retraction';
  if (retcon.soft) return 'soft';
  return displacesAll(known, retcon) ? 'correction' : 'change';
}

/** The segments that decide the kind of a retcon: the stated ones of the facts it touches, or the entry's own if it touches none. */
export function judgedOn(known: Known, retcon: Retcon): readonly Segment[] {
  const touched = factsTouched(known, retcon);
  return touched.length > 0 ? touched.flatMap((one) => one.stated) : ownSegments(datesBefore(known, retcon));
}

/** Whether a retcon by itself leaves nothing of the old version. */
const displacesAll = perKnown((known: Known, retcon: Retcon): boolean => {
  const { effective } = retcon;
  if (effective === 'always') return true;
  return judgedOn(known, retcon).every((segment) => before(segment, effective).length === 0);
});

/** The standing of an entry at a canon point and a world time. @param at null: the end of time */
export function standingOf(known: Known, entry: Entry, at: WorldDate | null): Standing {
  if (!known.has(entry)) return 'unwritten';
  const taken = takenBy(known, entry, at);
  if (taken) return taken.retcon.kind === 'retracts' ? 'retracted' : 'superseded';
  return untouchedStanding(datesKnown(known, entry), at);
}

/** The version of a page whose dates are known to be its own; the page itself, if it never said otherwise. */
export function datesKnown(known: Known, page: Entry): Entry {
  const dated = page.formerly.length === 0 ? [] : withVersions(page).filter(({ versionOf }) => versionOf?.isDated);
  return dated.findLast(known.has) ?? dated[0] ?? page;
}

/** The same before a retcon. */
function datesBefore(known: Known, { old, replaces }: Retcon): Entry {
  if (!replaces) return datesKnown(known, old);
  const place = Math.max(...replaces, 0);
  return withVersions(old).findLast(({ versionOf }) => versionOf?.isDated && versionOf.place <= place) ?? old;
}

/** The standing of a known entry that no retcon has displaced or ended. */
export function untouchedStanding(entry: Entry, at: WorldDate | null): 'current' | 'ended' | 'not_yet' {
  if (isBefore(entry, at)) return 'not_yet';
  const own = lastBegun(entry, at && at.end);
  // A life may begin in one era and end in another.
  const end = own?.until ?? own?.endsElsewhere;
  if (end && (at === null || (end.line === at.end.line && end.day < at.end.day))) return 'ended';
  return 'current';
}

/** Whether a stretch of world time is over before an entry's date. */
function isBefore(entry: Entry, at: WorldDate | null): boolean {
  const start = entry.date?.date?.start;
  return at !== null && start !== undefined && at.end.line === start.line && at.end.day <= start.day;
}

interface Taken {
  readonly retcon: Retcon;
  /** It leaves nothing of the entry, at any time. */
  readonly everywhere: boolean;
}

/** The retcon that has displaced an entry, or has ended it by a world time, and that no restoration has undone. */
export function takenBy(known: Known, entry: Entry, at: WorldDate | null): Taken | null {
  if (isApart(known, entry)) return null;
  return at === known.canon.codex.present ? takenNow(known, entry) : takenAt(known, entry, at);
}

/** Memoized, since rules ask it for each link and each source. */
const takenNow = perKnown((known: Known, entry: Entry) => takenAt(known, entry, known.canon.codex.present));

function takenAt(known: Known, entry: Entry, at: WorldDate | null): Taken | null {
  const operations = operationsOn(known, entry);
  if (operations.length === 0) return null;
  // A restoration with `only` changes no standing.
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
      const endsAny =
        facts.length === 0 || facts.some(({ entity, fact }) => ends(entity, fact.attribute.text, fact.value));
      if (endsAny && leavesNothing(facts, retcon.effective)) taken.push({ retcon, everywhere: false });
    }
  }
  return taken.find(({ retcon }) => retcon.kind === 'retracts') ?? taken[0] ?? null;
}

/** Whether a retcon's date can be compared with any segment of an entry; otherwise it clips nothing. */
function clipsAnything(known: Known, entry: Entry, retcon: Retcon): boolean {
  const { effective } = retcon;
  if (effective === 'always') return true;
  const facts = clippedFactsOf(known, entry);
  const segments = facts.length > 0 ? facts.flatMap((fact) => fact.stated) : ownSegments(datesKnown(known, entry));
  return segments.length === 0 || segments.some((segment) => comparable(segment, effective));
}

/** Whether a moment has come by the end of a stretch of world time. */
function reached(moment: Moment | 'always', at: WorldDate | null): boolean {
  return moment === 'always' || at === null || (moment.line === at.end.line && moment.day < at.end.day);
}

/** Whether no fact holds from a moment on. */
function leavesNothing(facts: readonly Clipped[], from: Moment | 'always'): boolean {
  return facts.every(({ segments }) =>
    segments.every((segment) => {
      if (from === 'always') return false;
      return comparable(segment, from) && endDay(segment) <= from.day;
    }),
  );
}

/** The entry that describes an entity; of several the last current one in canon order, else the last. */
export const describerOf = (known: Known, entity: string, at: WorldDate | null): Entry | undefined =>
  describerAmong(known, describersOf(known, entity), at);

/** The same among entries that all describe one entity. */
export function describerAmong(known: Known, found: readonly Entry[], at: WorldDate | null): Entry | undefined {
  if (found.length < 2) return found[0];
  const describers = inCanonOrder(known, found);
  return describers.findLast((entry) => standingOf(known, entry, at) === 'current') ?? describers.at(-1);
}

/** Whether a soft retcon in force lets both entries stand. */
export const isSoft = (known: Known, a: Entry, b: Entry): boolean =>
  [a, b].some((old) => retconsOf(known, old).some((retcon) => retcon.soft && (retcon.by === a || retcon.by === b)));

/** Whether one of two entries acknowledges a contradiction between them. */
export function isAcknowledged(known: Known, a: Entry, b: Entry): boolean {
  if (a === b) return false;
  const disputes = (one: Entry, other: Entry): boolean =>
    one.disputes.some(({ text }) => entryNamed(known, text) === pageOf(other));
  return disputes(a, b) || disputes(b, a) || isSoft(known, a, b);
}
