/** What a page sums up and was told otherwise since the page was written, and not reviewed after that. */
import { comparePositions } from '../../codex/canonTime';
import type { WorldDate } from '../../chronology/types';
import type { Entry, Ref } from '../../entry/entry';
import { positionOf } from '../model/canonPosition';
import { isShown } from '../model/eyes';
import { entityOf, entityOfFact, entryNamed, type Known, upTo } from '../model/known';
import type { Retcon } from '../model/edges';
import { takenBy } from '../retcons/standing';
import { attributesOf } from '../truth/truth';
import { pairOf } from '../model/statedFacts';
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
  const changesSince = changesTo(known);
  return entry.summarises.flatMap((ref): StaleSummary[] => {
    const summarised = entryNamed(known, ref.text);
    if (!summarised || summarised === entry) return [];
    const then = sinceBoth(known, entry, summarised);
    const changes = answersOf(known, then, summarised)
      .flatMap(({ entity, attribute }) => changesSince(then, entity, attribute))
      .filter(({ by }) => by().some(isNew));
    const now = takenBy(known, summarised, present)?.retcon;
    const taken = now && isNew(now.by) && !takenBy(then, summarised, present) ? now : null;
    const by = new Set<Entry>();
    for (const change of changes) for (const one of change.by()) if (isNew(one)) by.add(one);
    if (taken) by.add(taken.by);
    return by.size > 0 ? [{ ref, summarised, changes, taken, by: [...by] }] : [];
  });
}

/** What differs in an answer since a point. Many pages may speak of one answer: it is compared once for each point. */
function changesTo(known: Known) {
  const found = new Map<Known, Map<string, readonly Difference[]>>();
  return (then: Known, entity: string, attribute: string): readonly Difference[] => {
    const since = found.get(then) ?? new Map<string, readonly Difference[]>();
    found.set(then, since);
    const pair = pairOf(entity, attribute);
    const changes =
      since.get(pair) ??
      differencesOf(then, known, entity, attribute)
        // A retcon may have ended what a later page says otherwise: both did it.
        .map((one) => ({ ...one, by: () => [...new Set([...one.by(), ...newlyStating(then, one)])] }));
    since.set(pair, changes);
    return changes;
  };
}

const newlyStating = (then: Known, { after }: Difference): Entry[] =>
  after.map(({ clipped }) => clipped.entry).filter((one) => !then.has(one));

/** What was known when the later of two entries entered the canon. */
function sinceBoth({ canon }: Known, entry: Entry, other: Entry): Known {
  const [own, theirs] = [positionOf(canon, entry), positionOf(canon, other)];
  return upTo(canon, comparePositions(own, theirs) < 0 ? theirs : own);
}

/** The entities and attributes of which an entry speaks, now or then. */
function answersOf(known: Known, then: Known, entry: Entry) {
  const entity = entityOf(known, entry);
  const own = [...attributesOf(known, entity), ...attributesOf(then, entityOf(then, entry))];
  const pairs = [
    ...own.map((attribute) => ({ entity, attribute })),
    ...entry.facts.map((fact) => ({ entity: entityOfFact(known, entry, fact), attribute: fact.attribute.text })),
  ];
  return [...new Map(pairs.map((one) => [pairOf(one.entity, one.attribute), one])).values()];
}
