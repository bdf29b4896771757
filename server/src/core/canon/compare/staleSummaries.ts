/** What a page sums up and was told otherwise since the page was written, and not reviewed after that. */
import { type CanonPosition, laterPosition } from '../../codex/canonTime';
import type { WorldDate } from '../../chronology';
import type { Entry, Ref } from '../../entry/entry';
import { countOf, entryAt, filedPaths, positionOf } from '../model/canon';
import { isShown, type Known } from '../model/canonValue';
import { describersOf, factsAbout, pairOf } from '../model/statedFacts';
import { allOf, entityOf, entityOfFact, entryNamed, isStill, keptBeside, perKnown, upTo } from '../model/known';
import type { Retcon } from '../model/edges';
import { takenBy } from '../retcons/standing';
import { attributesOf, clippedOf } from '../truth/truth';
import { type AnswerSpan, answerNear } from '../incremental/canonStops';
import { type Difference, differencesOf } from './answerDifferences';

export interface StaleSummary {
  readonly ref: Ref;
  /** What is summed up. */
  readonly summarised: Entry;
  /** The answers that are no longer what they were when the page was written, and whose cause its author has not reviewed. */
  readonly changes: readonly Difference[];
  /** So many pages sum it up, and so much is told of it, that not all of the answers are worked out. */
  readonly isTooMuch: boolean;
  /** What has superseded or retracted it since; null: nothing has. */
  readonly taken: Retcon | null;
  /** The entries that did all this, each once: those to be reviewed. */
  readonly by: readonly Entry[];
}

/**
 * In the order written. What is summed up is what is answered of its entity, and whatever else it states; since when, is the
 * place of the page in the canon, or of what it sums up where that is later. One of which that is not worked out is among them.
 */
export function staleSummariesOf(known: Known, entry: Entry, present: WorldDate | null): StaleSummary[] {
  if (entry.summarises.length === 0) return [];
  const seen = new Set([entry, ...entry.reviewed.flatMap(({ text }) => entryNamed(known, text) ?? [])]);
  const isNew = (one: Entry): boolean => !seen.has(one) && isShown(known, one);
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

/** So many facts are held against what they were, for all pages that sum up what tells of one entity, or of one attribute of it. */
const MOST_HELD = 500_000;

/** All that is told of an entity is too much for the pages that sum up those which describe it. */
const isTooMuchOf = perKnown((known: Known, entity: string): boolean =>
  isTooMuch(known, factsAbout(known, entity).length, () => describersOf(known, entity)),
);

/** All that is told of an attribute is too much for those, and for the pages that sum up those which state it. */
const isTooMuchOn = perKnown((known: Known, pair: string, entity: string): boolean => {
  const all = clippedOf(known, pair);
  return isTooMuch(known, all.length, () => [...describersOf(known, entity), ...all.map(({ entry }) => entry)]);
});

/** Each page that sums one of them up may have been written at a point of its own, and each fact is held against what it was there. */
function isTooMuch(known: Known, facts: number, tellers: () => readonly Entry[]): boolean {
  const { canon } = known;
  const most = MOST_HELD / facts;
  if (countOf(canon, 'summary') <= most) return false;
  const summedUp = new Set(tellers());
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

/** What differs in an answer since a point. Many summaries may be of one answer, with nothing that bears on it between them. */
function changesTo(known: Known, since: CanonPosition, { entity, attribute }: Answered): readonly Difference[] {
  const last = isStill(known) ? lastChanges(known) : new Map<string, AnswerSpan<readonly Difference[]>>();
  return answerNear(last, pairOf(entity, attribute), since, known.canon, (then) =>
    differencesOf(then, known, entity, attribute).map((one) => {
      // A retcon may have ended what a later page says otherwise: both did it.
      const stating = one.after.map(({ clipped }) => clipped.entry).filter((stater) => !then.has(stater));
      // Each page that sums it up asks for each that it names.
      let all: readonly Entry[] | null = null;
      return { ...one, by: () => (all ??= [...new Set([...one.by(), ...stating])]) };
    }),
  );
}

const lastChanges = keptBeside(() => new Map<string, AnswerSpan<readonly Difference[]>>());

type Answered = Pick<Difference, 'entity' | 'attribute'>;

/** The entities and attributes of which an entry speaks, now or at a point, and whether some are left out that are too much to work out. */
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
    ...entry.facts.map((fact) => ({ entity: entityOfFact(known, entry, fact), attribute: fact.attribute.text })),
  ];
  const all = [...new Map(pairs.map((one) => [pairOf(one.entity, one.attribute), one]))];
  const answers = all.flatMap(([pair, one]) => (isTooMuchOn(known, pair, one.entity) ? [] : [one]));
  return { answers, isTooMuch: isOwnTooMuch || answers.length < all.length };
}

const lastAttributes = keptBeside(() => new Map<string, AnswerSpan<readonly string[]>>());
