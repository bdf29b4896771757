/** Finds the summaries that are stale: what they sum up has changed since they were written, and was not reviewed (model §9). */
import { type CanonPosition, laterPosition } from '../../codex/canonTime';
import type { WorldDate } from '../../chronology';
import type { Entry, Ref } from '../../entry/entry';
import { countOf, entryAt, filedPaths, positionOf } from '../model/canon';
import { isShown, type Known } from '../model/canonValue';
import { describersOf, factsAbout, pairOf } from '../model/statedFacts';
import { allOf, entityOf, entityOfFact, entryNamed, isStill, keptBeside, perKnown, upTo } from '../model/known';
import type { Retcon } from '../model/edges';
import { isReviewed } from '../retcons/settled';
import { takenBy } from '../retcons/standing';
import { attributesOf, clippedOf } from '../truth/truth';
import { type AnswerSpan, answerNear } from '../incremental/canonStops';
import { type Difference, differencesOf } from './answerDifferences';
import { allFactsOf, pageOf } from '../../entry/versions';

export interface StaleSummary {
  readonly ref: Ref;
  /** The entry that is summed up. */
  readonly summarised: Entry;
  /** The answers that have changed since the page was written, and whose cause was not reviewed. */
  readonly changes: readonly Difference[];
  /** Some answers are not computed: too many pages sum up the entry, and too many facts are about it. */
  readonly isTooMuch: boolean;
  /** The retcon that has superseded or retracted the entry since; null: none. */
  readonly taken: Retcon | null;
  /** The entries that caused all this, each once: those to be reviewed. */
  readonly by: readonly Entry[];
}

/**
 * The stale summaries of a page, in the order written. A summary covers all answers about the entity of the entry that it sums up,
 * and all pairs that this entry states. It is compared with the canon position of the page, or of the entry if that is later. An
 * entry with `isTooMuch` is always in the result.
 */
export function staleSummariesOf(known: Known, entry: Entry, present: WorldDate | null): StaleSummary[] {
  if (entry.summarises.length === 0) return [];
  const isNew = (by: Entry): boolean =>
    pageOf(by) !== entry &&
    isShown(known, by) &&
    !isReviewed(known, entry, { by, position: positionOf(known.canon, by) });
  return entry.summarises.flatMap((ref): StaleSummary[] => {
    const summarised = entryNamed(known, ref.text);
    if (!summarised || summarised === entry) return [];
    const since = laterPosition(positionOf(known.canon, entry), positionOf(known.canon, summarised));
    const { answers, isTooMuch } = answersOf(known, since, summarised);
    const changes = answers
      .flatMap((answered) => changesTo(known, since, answered))
      .filter(({ by }) => by().some(isNew));
    const now = takenBy(known, summarised, present)?.retcon;
    const taken = now && isNew(now.by) && !takenBy(upTo(known.canon, since), summarised, present) ? now : null;
    const by = new Set<Entry>();
    for (const change of changes) for (const one of change.by()) if (isNew(one)) by.add(one);
    if (taken) by.add(taken.by);
    return by.size > 0 || isTooMuch ? [{ ref, summarised, changes, isTooMuch, taken, by: [...by] }] : [];
  });
}

/** The most comparisons of facts for all pages that sum up one entity, or one attribute of it. */
const MOST_COMPARED = 500_000;

/** Whether there are too many facts about an entity for the pages that sum up an entry that describes it. */
const isTooMuchOf = perKnown((known: Known, entity: string): boolean =>
  isTooMuch(known, factsAbout(known, entity).length, () => describersOf(known, entity)),
);

/** Whether there are too many facts of an attribute for these pages, and for those that sum up an entry that states it. */
const isTooMuchOn = perKnown((known: Known, pair: string, entity: string): boolean => {
  const all = clippedOf(known, pair);
  return isTooMuch(known, all.length, () => [...describersOf(known, entity), ...all.map(({ entry }) => entry)]);
});

/** Each page that sums one of these entries up may have a canon position of its own, at which each fact is compared. */
function isTooMuch(known: Known, facts: number, staters: () => readonly Entry[]): boolean {
  const { canon } = known;
  const most = MOST_COMPARED / facts;
  if (countOf(canon, 'summary') <= most) return false;
  const summedUp = new Set(staters());
  const names = new Set([...summedUp].flatMap((entry) => entry.names));
  const naming = new Set([...names].flatMap((name) => filedPaths(canon, 'alsoNaming', name)));
  if (naming.size <= most) return false;
  // Most pages that name it do not sum it up.
  const isOneOfThem = (one: Entry | undefined): boolean => one !== undefined && summedUp.has(one);
  const isSumming = (path: string): boolean => {
    const entry = entryAt(canon, path);
    if (!entry || !known.has(entry)) return false;
    return entry.summarises.some(({ text }) => isOneOfThem(entryNamed(known, text)));
  };
  return [...naming].filter(isSumming).length > most;
}

/** What has changed in an answer since a position. Reuses the last result, since many summaries may lie in one span of an answer. */
function changesTo(known: Known, since: CanonPosition, { entity, attribute }: Answered): readonly Difference[] {
  const last = isStill(known) ? lastChanges(known) : new Map<string, AnswerSpan<readonly Difference[]>>();
  return answerNear(last, pairOf(entity, attribute), since, known.canon, (then) =>
    differencesOf(then, known, entity, attribute).map((one) => {
      // A retcon may have ended a value that a later page states differently: both are causes.
      const stating = one.after.map(({ clipped }) => clipped.entry).filter((stater) => !then.has(stater));
      // Computed once, since each page that sums it up asks for it.
      let all: readonly Entry[] | null = null;
      return { ...one, by: () => (all ??= [...new Set([...one.by(), ...stating])]) };
    }),
  );
}

const lastChanges = keptBeside(() => new Map<string, AnswerSpan<readonly Difference[]>>());

type Answered = Pick<Difference, 'entity' | 'attribute'>;

/** The pairs that a summary of an entry covers, now or at a position, and whether some are left out since there are too many facts. */
function answersOf(known: Known, since: CanonPosition, entry: Entry) {
  const { canon } = known;
  const entity = entityOf(known, entry);
  const called = entityOf(upTo(canon, since), entry);
  const isOwnTooMuch = isTooMuchOf(known, entity);
  const own = isOwnTooMuch
    ? []
    : [
        ...attributesOf(known, entity),
        ...answerNear(lastAttributes(allOf(canon)), called, since, canon, (then) => attributesOf(then, called)),
      ];
  const pairs: readonly Answered[] = [
    ...own.map((attribute) => ({ entity, attribute })),
    ...allFactsOf(entry).map((fact) => ({ entity: entityOfFact(known, entry, fact), attribute: fact.attribute.text })),
  ];
  const all = [...new Map(pairs.map((one) => [pairOf(one.entity, one.attribute), one]))];
  const answers = all.flatMap(([pair, one]) => (isTooMuchOn(known, pair, one.entity) ? [] : [one]));
  return { answers, isTooMuch: isOwnTooMuch || answers.length < all.length };
}

const lastAttributes = keptBeside(() => new Map<string, AnswerSpan<readonly string[]>>());
