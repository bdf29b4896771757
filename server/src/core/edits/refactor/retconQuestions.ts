/** What an author has to be asked before a retcon is written down, each question with its likeliest answer. */
import { type Codex, type Revision, insteadOfPresent } from '../../codex/codex';
import { type CanonPosition, comparePositions, END, positionAt, readIso } from '../../codex/canonTime';
import {
  describersOf,
  entityOf,
  entityOfFact,
  type Known,
  factsAbout,
  allEntries,
  clippedFactsOf,
  edgesBy,
  type Retcon,
  touches,
  inRetconOrder,
  operationsOn,
  versionsOf,
  entryNamed,
  idOf,
  canonWords,
  hasPlace,
  positionOf,
  inCanonOrder,
  retconsOf,
  isUndone,
  standingOf,
  comparable,
  endDay,
} from '../../canon';
import type { Entry, DeclarationKind } from '../../entry/entry';
import { ownDates } from '../../entry/stretches';
import { notBroughtBack } from '../../rules/retracts';
import { unclearAudience } from './knownByText';
import { freeTitle } from './page';
import { scopeOf, carriedFacts, type Manner } from './carriedFacts';
import { readDate, type WorldDate } from '../../chronology';
import { withVersions, allFactsOf } from '../../entry/versions';

/** When a new entry enters the canon: the revisions that an author can choose from, and the likeliest. */
export interface Decided {
  /** The oldest first; empty where a day of ours has to do. */
  readonly revisions: readonly Revision[];
  /** A revision, or an ISO date. */
  readonly proposed: string;
}

/** Where on the canon axis a retcon can be made. */
export interface Limits {
  /** What it must not come before. */
  readonly notBefore: readonly CanonPosition[];
  /** What it must come after. */
  readonly after: readonly CanonPosition[];
}

export const isWithinLimits = ({ notBefore, after }: Limits, position: CanonPosition): boolean =>
  notBefore.every((one) => comparePositions(one, position) <= 0) &&
  after.every((one) => comparePositions(one, position) < 0);

/**
 * What can stand as the `canon` of an entry; null where none is needed, and `none` where nothing listed is late enough.
 *
 * @param today the ISO date of now
 */
export function decidedWithin(codex: Codex, limits: Limits, today: string): Decided | null | 'none' {
  const revisions = codex.revisions.filter(({ position }) => isWithinLimits(limits, position));
  const proposed = revisions.findLast(({ open }) => open) ?? revisions.at(-1);
  if (proposed) return { revisions, proposed: proposed.id };
  // Where git is to tell, an entry that says nothing of it enters with its first commit. Elsewhere it would be there from the
  // beginning, and what was true before the change could not be asked for.
  if (codex.datedByGit) return isWithinLimits(limits, END) ? null : 'none';
  const now = positionAt(codex.revisions, readIso(today)?.time ?? -Infinity);
  return isWithinLimits(limits, now) ? { revisions: [], proposed: today } : 'none';
}

/**
 * When a value of an entry is decided otherwise: a change of a page always says so, if need be by today's date.
 *
 * @param today the ISO date of now; empty where nobody knows it
 */
export function decidedForValue(known: Known, entry: Entry, today: string): Decided | null {
  const decided = decidedWithin(known.canon.codex, limitsOf(known, entry, 'declare'), today);
  return decided === 'none' ? null : (decided ?? { revisions: [], proposed: today });
}

/** A date as written, and where it is from: the title of an entry, or null: it is the present of the codex. */
export interface NearDate {
  readonly text: string;
  readonly from: Entry | null;
}

/** More than anybody looks through. */
const MOST_DATES = 30;

/** Each once: the present, the dates of the entry, then the dates of all facts about its subjects, by path. */
export function datesNear(known: Known, old: Entry): readonly NearDate[] {
  const found = new Map<string, NearDate>();
  const add = (text: string | undefined, from: Entry | null): void => {
    if (text !== undefined && !found.has(text) && found.size < MOST_DATES) found.set(text, { text, from });
  };
  const looked = new Set<Entry>();
  const addOf = (entry: Entry): void => {
    if (looked.has(entry)) return;
    looked.add(entry);
    for (const date of [...ownDates(entry), ...allFactsOf(entry).flatMap((fact) => [fact.from, fact.until])])
      add(date?.date?.text, entry);
  };
  add(known.canon.codex.present?.text, null);
  addOf(old);
  const entities = new Set([entityOf(known, old), ...allFactsOf(old).map((fact) => entityOfFact(known, old, fact))]);
  for (const entity of entities) {
    for (const entry of describersOf(known, entity)) addOf(entry);
    for (const { entry } of factsAbout(known, entity)) addOf(entry);
  }
  return [...found.values()];
}

/** A reason once given, and the latest of the retcons that give it. */
export interface PastReason {
  readonly reason: string;
  readonly retcon: Retcon;
}

const MOST_REASONS = 12;

/** The most alike first: of the same facts, of the same entity, of the same attributes, of the same type; then the latest. */
export function pastReasons(known: Known, entry: Entry, kind: DeclarationKind): PastReason[] {
  const makers = allEntries(known.canon).filter((one) => known.has(one) && one.declarations.length > 0);
  const retcons = inRetconOrder(known, [...new Set(makers.flatMap((maker) => edgesBy(known, maker)))]);
  const own = aboutOf(known, entry);
  const weighed = retcons
    .map((retcon, i) => ({ retcon, i, weight: likeness(known, retcon, entry, own) + (retcon.kind === kind ? 1 : 0) }))
    .sort((a, b) => b.weight - a.weight || b.i - a.i);
  const reasons = new Map<string, Retcon>();
  for (const { retcon } of weighed)
    if (retcon.reason && !reasons.has(retcon.reason)) reasons.set(retcon.reason, retcon);
  return [...reasons].slice(0, MOST_REASONS).map(([reason, retcon]) => ({ reason, retcon }));
}

interface About {
  readonly facts: ReadonlySet<string>;
  readonly entities: ReadonlySet<string>;
  readonly attributes: ReadonlySet<string>;
}

/** What an entry is about; for a retcon of it, only what that touches. */
function aboutOf(known: Known, entry: Entry, retcon?: Retcon): About {
  const facts = clippedFactsOf(known, entry).filter(
    ({ entity, fact }) => !retcon || touches(known, retcon, entity, fact.attribute.text, fact.value),
  );
  return {
    facts: new Set(facts.map(({ entity, fact }) => `${entity}.${fact.attribute.text}`)),
    entities: new Set([entityOf(known, entry), ...facts.map(({ entity }) => entity)]),
    attributes: new Set(facts.map(({ fact }) => fact.attribute.text)),
  };
}

function likeness(known: Known, retcon: Retcon, entry: Entry, own: About): number {
  const theirs = aboutOf(known, retcon.old, retcon);
  const meet = (key: keyof About): boolean => [...theirs[key]].some((one) => own[key].has(one));
  const [type, other] = [entry, retcon.old].map((one) => one.type?.text.toLowerCase());
  return (
    (meet('facts') ? 16 : 0) +
    (meet('entities') ? 8 : 0) +
    (meet('attributes') ? 4 : 0) +
    (type !== undefined && type === other ? 2 : 0)
  );
}

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

const TITLED = { declare: 'retold', retract: 'retracted', restore: 'restored' } as const;

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

/** A title to propose for what says it: `The Fall (retold)`. */
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
  return { refusal: `Several notes are called "${id}": give each an id of its own first.`, instead: [] };
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
  if (isCut || isUndone(standingOf(known, old, null))) return null;
  return { refusal: `Nothing has superseded or retracted ${old.title}: there is nothing to restore.`, instead: [] };
}

/**
 * At one position a restoration comes after the other retcons of an entry, and undoes them; of two restorations up and down
 * a chain either may come first.
 */
export function limitsOf(known: Known, old: Entry, act: Act): Limits {
  const positions = (entry: Entry, isWanted: (kind: DeclarationKind) => boolean): CanonPosition[] =>
    retconsOf(known, entry).flatMap(({ kind, position }) => (isWanted(kind) ? position : []));
  const own = withVersions(old).map((version) => positionOf(known.canon, version));
  if (act !== 'restore') return { notBefore: own, after: positions(old, (kind) => kind === 'restores') };
  const others = versionsOf(known, old).filter((version) => version !== old);
  return {
    notBefore: [...own, ...positions(old, (kind) => kind !== 'restores')],
    after: others.flatMap((version) => positions(version, (kind) => kind === 'restores')),
  };
}

/** What has been decided of an entry comes after all that is listed. */
export function decidedTooEarly(known: Known, old: Entry): NotAvailable {
  const last = operationsOn(known, old).at(-1)?.retcon.by ?? old;
  const canon = canonWords(known.canon, last);
  const advice = hasPlace(known.canon, last) ? 'list a later revision in codex.yaml first' : 'commit it first';
  return {
    refusal: `${last.title} entered the canon ${canon === null ? 'before' : `with ${canon}`}, and what you decide about ${old.title} now has to come after that: ${advice}.`,
    instead: [],
  };
}

function placesWithin(known: Known, old: Entry, limits: Limits): Entry[] {
  const fitting = allEntries(known.canon).filter(
    (entry) =>
      entry !== old &&
      known.has(entry) &&
      isWithinLimits(limits, positionOf(known.canon, entry)) &&
      !isUndone(standingOf(known, entry, null)),
  );
  return [...inCanonOrder(known, fitting)].reverse();
}

/** World dates that an author answers with: how they are read, and whether anything can be changed by them. */
type DateAnswer =
  | { readonly ok: true /** null: undated. */; readonly date: WorldDate | null }
  | { readonly ok: false; readonly message: string };

/** Judges the date of a retcon: that of the new version, or from when something is retracted or restored. */
export function answeredDate(known: Known, old: Entry, act: Act, manner: Manner, text: string): DateAnswer {
  const answer = manner === 'from' ? dateFrom(known.canon.codex, text) : dateOf(known.canon.codex, text);
  if (!answer.ok || manner !== 'from' || answer.date === null) return answer;
  const { date } = answer;
  const problem = act === 'restore' ? null : tooLate(known, old, date);
  return problem === null ? { ok: true, date } : wrong(problem);
}

function dateOf(codex: Codex, text: string): DateAnswer {
  const { chronology } = codex;
  const reading = readDate(chronology, text);
  if (!reading.ok) return wrong(insteadOfPresent(codex, text) ?? reading.message);
  const { date, unknownEra } = reading;
  if (unknownEra !== undefined && chronology.declared)
    return wrong(`No calendar in codex.yaml declares the era ${unknownEra}: write the date in an era that one does.`);
  return { ok: true, date };
}

/** From when in the world something holds: a date has to be given. */
export function dateFrom(codex: Codex, text: string): DateAnswer {
  const answer = dateOf(codex, text);
  return answer.ok && answer.date === null ? wrong('Give the world date from which it holds.') : answer;
}

const wrong = (message: string): DateAnswer => ({ ok: false, message });

/** What to do where nothing would change from a date on. */
export const ALWAYS_INSTEAD = 'leave out the date to say that this was never true, or give an earlier date.';

/** From a date on at which nothing of an entry holds any more, nothing can change. */
function tooLate(known: Known, old: Entry, date: WorldDate): string | null {
  const scope = scopeOf(known, old);
  if ('takenBy' in scope || carriedFacts(known, scope, old, 'from', date).length > 0) return null;
  const { start, text } = date;
  const own = { from: old.date?.date?.start ?? null, until: old.until?.moment ?? null };
  if (scope.facts.length === 0 && comparable(own, start) && start.day < endDay(own)) return null;
  const stretches = scope.facts.length > 0 ? scope.facts.flatMap(({ segments }) => segments) : [own];
  const elsewhere = stretches.find((one) => !comparable(one, start));
  const other = (elsewhere?.from ?? elsewhere?.until)?.text;
  return other === undefined
    ? `Nothing that ${old.title} says holds at ${text} any more, so nothing would change from then on: ${ALWAYS_INSTEAD}`
    : `${text} can't be compared with ${other}, the date of ${old.title}: give a date in the same era.`;
}
