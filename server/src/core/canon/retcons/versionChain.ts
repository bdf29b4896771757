/** Chains of versions, and the entries that rest on others as their sources (model §5, §9). */
import type { WorldDate } from '../../chronology';
import type { Entry, Ref } from '../../entry/entry';
import { filed } from '../model/canon';
import { isShown, type Known } from '../model/canonValue';
import { entryNamed, idOf, keptTogether } from '../model/known';
import { edgesBy, edgesOf, isApart, type Retcon } from '../model/edges';
import { type Limit, LIMITS, refuse } from '../model/limits';
import { compareTexts } from '../../text/sorted';
import { inCanonOrder } from './canonOrder';
import { retconsOf } from './inForce';
import { isSettledFor, wasRightThen } from './settled';
import { standingOf, takenBy } from './standing';

/**
 * All versions that supersession connects with an entry, in either direction, oldest first in canon order.
 * @throws {PastLimit} if there are too many
 */
export function versionsOf(known: Known, entry: Entry): readonly Entry[] {
  refuseChainPast(known, entry);
  return linked(known, entry, isVersion);
}

/** The same without supersessions in part (`only`), after which both entries remain. */
export function wholeVersionsOf(known: Known, entry: Entry): readonly Entry[] {
  refuseChainPast(known, entry);
  return linked(known, entry, (retcon) => isVersion(retcon) && !retcon.only);
}

const isVersion = ({ kind }: Retcon): boolean => kind === 'supersedes';

/** The limit that the chain of an entry is past; null if none. */
export function limitOfChain(known: Known, entry: Entry): Limit | null {
  if (isApart(known, entry)) return null;
  return (chains.keptWith(known, entry) ?? chains.workOut(known, entry)).get(entry) ?? null;
}

/** @throws {PastLimit} where the chain of an entry has too many versions */
export const refuseChainPast = (known: Known, entry: Entry): void => refuse(limitOfChain(known, entry));

/** The limit for all versions of a chain at once, reported at the first version past it. */
const chains = keptTogether((known: Known, start: Entry): ReadonlyMap<Entry, Limit | null> => {
  const versions = linkedTo(known, start, isVersion);
  const limit = versions.length > LIMITS.versions.most ? limitAmong(known, inCanonOrder(known, versions)) : null;
  return new Map([start, ...versions].map((version) => [version, limit]));
});

/** @param versions more than there may be, in canon order */
function limitAmong(known: Known, versions: readonly Entry[]): Limit | null {
  const [first, past] = [versions[0], versions[LIMITS.versions.most]];
  return first && past
    ? {
        what: 'versions',
        of: idOf(known, first),
        count: versions.length,
        place: { entry: past, span: past.declarations[0]?.target.span ?? past.writtenId?.span ?? { start: 0, end: 0 } },
      }
    : null;
}

/** In canon order. */
const linked = (known: Known, entry: Entry, isLink: (retcon: Retcon) => boolean): readonly Entry[] =>
  inCanonOrder(known, linkedTo(known, entry, isLink));

/** In any order. */
function linkedTo(known: Known, entry: Entry, isLink: (retcon: Retcon) => boolean): readonly Entry[] {
  const found = new Set([entry]);
  for (const one of found) {
    for (const retcon of edgesOf(known, one)) if (isLink(retcon)) found.add(retcon.by);
    for (const retcon of edgesBy(known, one)) if (isLink(retcon)) found.add(retcon.old);
  }
  return [...found].filter((one) => known.has(one) && isShown(known, one));
}

/** The versions that are current at a world time, oldest first. */
export const currentVersionsOf = (known: Known, entry: Entry, at: WorldDate | null): Entry[] =>
  versionsOf(known, entry).filter((version) => standingOf(known, version, at) === 'current');

/** An entry that was reached, and the entry before it on the path. */
export interface Reached {
  readonly entry: Entry;
  /** Null: reached directly. */
  readonly via: Entry | null;
}

/** All entries that can be reached from an entry, each once, nearest first, then by id. Safe on cycles. */
export function reach(known: Known, start: Entry, next: (entry: Entry) => readonly Entry[]): Reached[] {
  const seen = new Set([start]);
  const result: Reached[] = [];
  let ring: Reached[] = [{ entry: start, via: null }];
  while (ring.length > 0) {
    const outer = new Map<Entry, Reached>();
    for (const { entry } of ring)
      for (const other of next(entry))
        if (!seen.has(other) && !outer.has(other))
          outer.set(other, { entry: other, via: entry === start ? null : entry });
    ring = [...outer.values()].sort((a, b) => compareTexts(idOf(known, a.entry), idOf(known, b.entry)));
    for (const one of ring) {
      seen.add(one.entry);
      result.push(one);
    }
  }
  return result;
}

/** The entries among an entry's sources. */
export const sourcesOf = (known: Known, entry: Entry): Entry[] =>
  entry.sources.flatMap((source) => entryNamed(known, source.text) ?? []).filter((source) => source !== entry);

/** The entries that rest on an entry, in the order of their paths. */
export function restingOn(known: Known, entry: Entry): Entry[] {
  const candidates = new Set(entry.names.flatMap((name) => filed(known.canon, 'restingOn', name)));
  return [...candidates]
    .filter((other) => other !== entry && known.has(other) && sourcesOf(known, other).includes(entry))
    .sort((a, b) => compareTexts(a.path, b.path));
}

/** A source that was superseded or retracted, where the entry shows no sign that its author knows it. */
interface StaleSource {
  readonly ref: Ref;
  readonly source: Entry;
  /** The entry that superseded or retracted it. */
  readonly by: Entry;
}

/** The stale sources of an entry, without those of which its author has seen what became of them, or that still stood then (model §14). */
export function staleSourcesOf(known: Known, entry: Entry, at: WorldDate | null): StaleSource[] {
  const stale: StaleSource[] = [];
  for (const ref of entry.sources) {
    const source = entryNamed(known, ref.text);
    const taken = source && source !== entry ? takenBy(known, source, at) : null;
    if (!source || !taken || taken.retcon.by === entry || wasRightThen(known, entry, source)) continue;
    if (!retconsOf(known, source).some((retcon) => !retcon.soft && isSeen(known, entry, retcon)))
      stale.push({ ref, source, by: taken.retcon.by });
  }
  return stale;
}

const isSeen = (known: Known, entry: Entry, retcon: Retcon): boolean =>
  retcon.by === entry || isSettledFor(known, entry, retcon);
