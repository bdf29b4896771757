/** What an author has to be asked before a retcon is written down, each question with its likeliest answer. */
import {
  clippedFactsOf,
  operationsOn,
  allEntries,
  versionsOf,
  entryNamed,
  idOf,
  type Known,
  canonWords,
  hasPlace,
  positionOf,
  inCanonOrder,
  retconsOf,
  standingOf,
} from '../../canon';
import type { CanonPosition } from '../../codex/canonTime';
import type { DeclarationKind, Entry } from '../../entry/entry';
import { notBroughtBack } from '../../rules/retracts/brings-nothing-back';
import { unclearAudience } from './keptAudience';
import { type Decided, decidedWithin, isWithinLimits, type Limits } from './revisionChoices';
import { freeTitle } from './newEntryNames';
import { datesNear, type NearDate } from './nearDates';
import { scopeOf } from './scope';
import { type PastReason, pastReasons } from './similar';

/** What can be done with an entry by a retcon of it. */
export type Act = 'declare' | 'retract' | 'restore';

export interface Questions {
  /** The title proposed for a new entry. */
  readonly title: string;
  /** The world date of the entry, as written; empty where it has none. */
  readonly date: string;
  /** What may be meant when a date is asked for, the likeliest first. */
  readonly dates: readonly NearDate[];
  readonly decided: Decided | null;
  /** Reasons of the past, those of the most similar retcons first. */
  readonly reasons: readonly PastReason[];
  /** The entries that can say it instead of a new one, those that entered the canon last first. */
  readonly places: readonly Entry[];
  /** What the entry had superseded, which would not come back by itself. */
  readonly gone: readonly Entry[];
}

/** Why an entry can't be asked about, and what can be done instead. */
export interface NotAvailable {
  readonly refusal: string;
  readonly instead: readonly { readonly act: Act; readonly entry: Entry }[];
}

export const KIND_OF = {
  declare: 'supersedes',
  retract: 'retracts',
  restore: 'restores',
} as const satisfies Record<Act, DeclarationKind>;

const TITLED = { declare: 'revised', retract: 'retracted', restore: 'restored' } as const;

/** Why an act makes no sense for an entry with this standing; null where it does. */
export const refusedTo = (known: Known, old: Entry, act: Act): NotAvailable | null =>
  unclear(known, old) ??
  notNamed(known, old) ??
  (act === 'restore' ? nothingToRestore(known, old) : nothingLeft(known, old, act));

/** @param today the ISO date of now */
export function questionsAbout(known: Known, old: Entry, act: Act, today: string): Questions | NotAvailable {
  const refused = refusedTo(known, old, act);
  if (refused) return refused;
  const limits = limitsOf(known, old, act);
  const decided = decidedWithin(known.canon.codex, limits, today);
  if (decided === 'none') return decidedTooEarly(known, old);
  return {
    title: titleFor(known, old, act),
    date: old.date?.text ?? '',
    dates: datesNear(known, old),
    decided,
    reasons: pastReasons(known, old, KIND_OF[act]),
    places: act === 'declare' ? [] : placesWithin(known, old, limits),
    gone: act === 'retract' ? notBroughtBack(known, old) : [],
  };
}

/** A title to propose for what says it: `The Fall (revised)`. */
export const titleFor = (known: Known, old: Entry, act: Act): string =>
  freeTitle(known, (n) => `${old.title} (${TITLED[act]}${n === 1 ? '' : ` ${n}`})`);

function unclear(known: Known, old: Entry): NotAvailable | null {
  const refusal = unclearAudience(known, old);
  return refusal === null ? null : { refusal, instead: [] };
}

/** A declaration names an entry by its id, which no other entry may have. */
export function notNamed(known: Known, entry: Entry): NotAvailable | null {
  const id = idOf(known, entry);
  if (entryNamed(known, id) === entry) return null;
  return { refusal: `Several entries are called "${id}": give each an id of its own first.`, instead: [] };
}

function nothingLeft(known: Known, old: Entry, act: 'declare' | 'retract'): NotAvailable | null {
  const scope = scopeOf(known, old);
  if (!('takenBy' in scope)) return null;
  const last = scope.takenBy.at(-1);
  if (last?.kind === 'retracts')
    return {
      refusal: `${last.by.title} has retracted ${old.title} already.`,
      instead: [{ act: 'restore', entry: old }],
    };
  const advice = act === 'declare' ? 'declare the retcon of that one' : 'retract that one';
  return {
    refusal: `${last?.by.title ?? 'Another entry'} has superseded ${old.title} already: ${advice}.`,
    instead: last ? [{ act, entry: last.by }] : [],
  };
}

function nothingToRestore(known: Known, old: Entry): NotAvailable | null {
  const isCut = clippedFactsOf(known, old).some(({ clippedBy }) => clippedBy.length > 0);
  if (isCut || /^(?:superseded|retracted)$/.test(standingOf(known, old, null))) return null;
  return { refusal: `Nothing has superseded or retracted ${old.title}: there is nothing to restore.`, instead: [] };
}

/**
 * At one position a restoration comes after the other retcons of an entry, and undoes them; of two restorations up and down
 * a chain either may come first.
 */
export function limitsOf(known: Known, old: Entry, act: Act): Limits {
  const positions = (entry: Entry, isWanted: (kind: DeclarationKind) => boolean): CanonPosition[] =>
    retconsOf(known, entry).flatMap(({ kind, position }) => (isWanted(kind) ? position : []));
  const own = positionOf(known.canon, old);
  if (act !== 'restore') return { notBefore: [own], after: positions(old, (kind) => kind === 'restores') };
  const others = versionsOf(known, old).filter((version) => version !== old);
  return {
    notBefore: [own, ...positions(old, (kind) => kind !== 'restores')],
    after: others.flatMap((version) => positions(version, (kind) => kind === 'restores')),
  };
}

/** What has been decided of an entry comes after all that is listed. */
export function decidedTooEarly(known: Known, old: Entry): NotAvailable {
  const last = operationsOn(known, old).at(-1)?.retcon.by ?? old;
  const canon = canonWords(known.canon, last);
  const advice = hasPlace(known.canon, last) ? 'list a later revision in codex.yaml first' : 'commit it first';
  return {
    refusal: `${last.title} entered the canon ${canon === null ? 'before' : `with ${canon}`}, and what is decided of ${old.title} now has to come after that: ${advice}.`,
    instead: [],
  };
}

function placesWithin(known: Known, old: Entry, limits: Limits): Entry[] {
  const fitting = allEntries(known.canon).filter(
    (entry) =>
      entry !== old &&
      known.has(entry) &&
      isWithinLimits(limits, positionOf(known.canon, entry)) &&
      !/^(?:superseded|retracted)$/.test(standingOf(known, entry, null)),
  );
  return [...inCanonOrder(known, fitting)].reverse();
}
