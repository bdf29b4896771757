/** What a page sums up and was told otherwise since the page was written, and not reviewed after that. */
import { type CanonPosition, laterPosition } from '../../codex/canonTime';
import type { WorldDate } from '../../chronology/types';
import type { Entry, Ref } from '../../entry/entry';
import { positionOf } from '../model/canonPosition';
import { isShown } from '../model/eyes';
import { allOf, entityOf, entityOfFact, entryNamed, isStill, keptBeside, type Known, upTo } from '../model/known';
import type { Retcon } from '../model/edges';
import { takenBy } from '../retcons/standing';
import { attributesOf } from '../truth/truth';
import { pairOf } from '../model/statedFacts';
import { type AnswerSpan, answerNear } from '../incremental/answersOverCanonTime';
import { type Difference, differencesOf } from './answerDifferences';

export interface StaleSummary {
  readonly ref: Ref;
  /** What is summed up. */
  readonly summarised: Entry;
  /** The answers that are no longer what they were when the page was written, and whose cause its author has not reviewed. */
  readonly changes: readonly Difference[];
  /** What has superseded or retracted it since; null: nothing has. */
  readonly taken: Retcon | null;
  /** The entries that did all this, each once: those to be reviewed. */
  readonly by: readonly Entry[];
}

/**
 * In the order written. What is summed up is what is answered of its entity, and whatever else it states; since when, is the
 * place of the page in the canon, or of what it sums up where that is later.
 */
export function staleSummariesOf(known: Known, entry: Entry, present: WorldDate | null): StaleSummary[] {
  if (entry.summarises.length === 0) return [];
  const seen = new Set([entry, ...entry.reviewed.flatMap(({ text }) => entryNamed(known, text) ?? [])]);
  const isNew = (one: Entry): boolean => !seen.has(one) && isShown(known, one);
  return entry.summarises.flatMap((ref): StaleSummary[] => {
    const summarised = entryNamed(known, ref.text);
    if (!summarised || summarised === entry) return [];
    const since = laterPosition(positionOf(known.canon, entry), positionOf(known.canon, summarised));
    const changes = answersOf(known, since, summarised)
      .flatMap((answered) => changesTo(known, since, answered))
      .filter(({ by }) => by().some(isNew));
    const now = takenBy(known, summarised, present)?.retcon;
    const taken = now && isNew(now.by) && !takenBy(upTo(known.canon, since), summarised, present) ? now : null;
    const by = new Set<Entry>();
    for (const change of changes) for (const one of change.by()) if (isNew(one)) by.add(one);
    if (taken) by.add(taken.by);
    return by.size > 0 ? [{ ref, summarised, changes, taken, by: [...by] }] : [];
  });
}

/** What differs in an answer since a point. Many summaries may be of one answer, with nothing that bears on it between them. */
function changesTo(known: Known, since: CanonPosition, { entity, attribute }: Answered): readonly Difference[] {
  const last = isStill(known) ? lastChanges(known) : new Map<string, AnswerSpan<readonly Difference[]>>();
  return answerNear(last, pairOf(entity, attribute), since, known.canon, (then) =>
    differencesOf(then, known, entity, attribute).map((one) => {
      // A retcon may have ended what a later page says otherwise: both did it.
      const stating = one.after.map(({ clipped }) => clipped.entry).filter((stater) => !then.has(stater));
      return { ...one, by: () => [...new Set([...one.by(), ...stating])] };
    }),
  );
}

const lastChanges = keptBeside(() => new Map<string, AnswerSpan<readonly Difference[]>>());

type Answered = Pick<Difference, 'entity' | 'attribute'>;

/** The entities and attributes of which an entry speaks, now or at a point. */
function answersOf(known: Known, since: CanonPosition, entry: Entry): readonly Answered[] {
  const { canon } = known;
  const entity = entityOf(known, entry);
  const called = entityOf(upTo(canon, since), entry);
  const own = [
    ...attributesOf(known, entity),
    ...answerNear(lastAttributes(allOf(canon)), called, since, canon, (then) => attributesOf(then, called)),
  ];
  const pairs = [
    ...own.map((attribute) => ({ entity, attribute })),
    ...entry.facts.map((fact) => ({ entity: entityOfFact(known, entry, fact), attribute: fact.attribute.text })),
  ];
  return [...new Map(pairs.map((one) => [pairOf(one.entity, one.attribute), one])).values()];
}

const lastAttributes = keptBeside(() => new Map<string, AnswerSpan<readonly string[]>>());
