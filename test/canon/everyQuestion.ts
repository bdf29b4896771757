/** Every question about a known canon, each by itself, for comparing two implementations. */
import { allEntries } from '../../server/src/core/canon/model/canon';
import type { Canon, Known } from '../../server/src/core/canon/model/canonValue';
import { aboveOf } from '../../server/src/core/canon/model/canonPoint';
import { boundaryOf } from '../../server/src/core/canon/compare/boundary';
import {
  restingOn,
  sourcesOf,
  staleSourcesOf,
  versionsOf,
  wholeVersionsOf,
} from '../../server/src/core/canon/retcons/versionChain';
import { clippedFactsOf } from '../../server/src/core/canon/retcons/clips';
import { operationsOn } from '../../server/src/core/canon/retcons/operations';
import { differencesBetween, inFull } from './differencesBetween';
import { edgesBy, edgesOf } from '../../server/src/core/canon/model/edges';
import { forkOf } from '../../server/src/core/canon/retcons/forks';
import { describerOf, isAcknowledged, kindOf, standingOf, takenBy } from '../../server/src/core/canon/retcons/standing';
import { counterpart, nameAt, unknownAt, valueInOther } from '../../server/src/core/canon/compare/identity';
import {
  describersOf,
  factsAbout,
  factsOn,
  isAnythingStated,
  pairOf,
} from '../../server/src/core/canon/model/statedFacts';
import { allOf, entityNamed, entityOf, entryToCome, idOf, resolve } from '../../server/src/core/canon/model/known';
import { nearEntries } from '../../server/src/core/canon/model/nearEntries';
import { restorationsBelow, restorationsOf, undoingAnyOf } from '../../server/src/core/canon/retcons/restorations';
import { inCanonOrder } from '../../server/src/core/canon/retcons/canonOrder';
import { isInCycle, retconsBy, retconsOf } from '../../server/src/core/canon/retcons/inForce';
import { touchingRetcons } from '../../server/src/core/canon/retcons/touchedFacts';
import { attributesOf, clippedOf, heldOf, wasTrueAt } from '../../server/src/core/canon/truth/truth';
import { factPairsOf } from '../../server/src/core/reading/entryCard';
import { checkEntry } from '../../server/src/core/rules/check';
import { madeRetcons } from '../../server/src/core/rules/rule';
import { findEntityByName, readWorldDateParam } from '../../server/src/core/tools/asked/question';
import { answerJson, retconJson } from '../../server/src/core/tools/words/answerJson';

const VALUE = { text: 'maric', span: { start: 0, end: 0 }, linked: false };

/** One question, asked of any known canon. */
export interface Question {
  readonly name: string;
  readonly ask: (known: Known) => unknown;
}

/** The subjects of the questions about the entries of a canon. */
export interface Subjects {
  readonly entities: readonly string[];
  readonly attributes: readonly string[];
  readonly names: readonly string[];
  /** World times as a question gives them. */
  readonly dates: readonly string[];
}

/** @param elsewhere a view of another canon, which some questions compare with */
export function questionsOf(
  canon: Canon,
  { entities, attributes, names, dates }: Subjects,
  elsewhere: Known,
): readonly Question[] {
  const entries = allEntries(canon);
  const times = [null, ...dates].map((text) => {
    const date = text === null ? null : readWorldDateParam(canon, text);
    if (date && !date.ok) throw new Error(date.failure.message);
    return { text: text ?? 'the end of time', at: date ? date.value : null };
  });
  return [
    ...entries.flatMap((entry): Question[] => {
      const of = (what: string, ask: Question['ask']): Question => ({ name: `${what} ${entry.path}`, ask });
      return [
        of('id of', (known) => idOf(known, entry)),
        of('entity of', (known) => entityOf(known, entry)),
        of('edges of', (known) => edgesOf(known, entry)),
        of('edges by', (known) => edgesBy(known, entry).map((one) => [one, isInCycle(known, one)])),
        of('retcons of', (known) => retconsOf(known, entry).map((one) => [one, isInCycle(known, one)])),
        of('retcons by', (known) => retconsBy(known, entry).map((one) => [one, kindOf(known, one)])),
        of('restorations of', (known) => [...undoingAnyOf(known, restorationsOf(known, entry))]),
        of('restorations below', (known) => restorationsBelow(known, entry)),
        of('operations on', (known) =>
          operationsOn(known, entry).map((one) => [
            one,
            entities.map((entity) => attributes.map((attribute) => one.touches(entity, attribute, VALUE))),
          ]),
        ),
        of('facts of', (known) => clippedFactsOf(known, entry)),
        of('sides of', (known) => retconsOf(known, entry).map((one) => boundaryOf(known, one))),
        of('retcons as JSON of', (known) => retconsOf(known, entry).map((one) => retconJson(known, one))),
        of('above', (known) => [...aboveOf(known, entry)]),
        of('versions of', (known) => [versionsOf(known, entry), wholeVersionsOf(known, entry)]),
        of('fork of', (known) => forkOf(known, entry)),
        of('sources of', (known) => [sourcesOf(known, entry), restingOn(known, entry)]),
        of('counterparts of', (known) =>
          [allOf(canon), elsewhere].map((other) => [
            counterpart(known, other, entry),
            nameAt(other, known, entry),
            unknownAt(other, known, retconsOf(known, entry)),
            entry.facts.map(({ value }) => valueInOther(known, other, other, value)),
          ]),
        ),
        of('who is here of', (known) =>
          allEntries(elsewhere.canon).map((other) => [
            counterpart(elsewhere, known, other),
            nameAt(known, elsewhere, other),
          ]),
        ),
        of('disputes of', (known) => entries.map((other) => isAcknowledged(known, entry, other))),
        of('pairs of', (known) => factPairsOf(known, entry)),
        of('declarations in', (known) => madeRetcons(known, entry)),
        of('problems of', (known) => (known.has(entry) ? checkEntry(known, entry) : null)),
        ...times.flatMap(({ text, at }) => [
          of(`standing at ${text} of`, (known) => [standingOf(known, entry, at), takenBy(known, entry, at)]),
          of(`stale sources at ${text} of`, (known) => staleSourcesOf(known, entry, at)),
        ]),
      ];
    }),
    ...names.flatMap((name): Question[] => [
      { name: `who is ${name}`, ask: (known) => [resolve(known, name), entryToCome(known, name)] },
      { name: `what is ${name}`, ask: (known) => [entityNamed(known, name), findEntityByName(known, name)] },
      { name: `near ${name}`, ask: (known) => nearEntries(known, `${name}s`) },
    ]),
    ...entities.flatMap((entity): Question[] => [
      { name: `describers of ${entity}`, ask: (known) => describersOf(known, entity) },
      { name: `facts about ${entity}`, ask: (known) => [factsAbout(known, entity), isAnythingStated(known, entity)] },
      { name: `attributes of ${entity}`, ask: (known) => attributesOf(known, entity) },
      { name: `retcons touching ${entity}`, ask: (known) => touchingRetcons(known, entity) },
      ...times.flatMap(({ text, at }): Question[] => [
        { name: `describer of ${entity} at ${text}`, ask: (known) => describerOf(known, entity, at) },
        {
          name: `what was true of ${entity} at ${text}`,
          ask: (known) => {
            const { facts, undecided } = wasTrueAt(known, entity, { at });
            return [facts, undecided, ...[...facts, ...undecided].map((answer) => answerJson(known, answer))];
          },
        },
        ...attributes.map((attribute) => ({
          name: `what was true of ${entity}.${attribute} at ${text}`,
          ask: (known: Known) => wasTrueAt(known, entity, { at, attribute }),
        })),
      ]),
      ...attributes.flatMap((attribute): Question[] => [
        { name: `stated on ${entity}.${attribute}`, ask: (known) => factsOn(known, entity, attribute) },
        { name: `left of ${entity}.${attribute}`, ask: (known) => clippedOf(known, pairOf(entity, attribute)) },
        { name: `stretches of ${entity}.${attribute}`, ask: (known) => heldOf(known, pairOf(entity, attribute)) },
        { name: `retcons touching ${entity}.${attribute}`, ask: (known) => touchingRetcons(known, entity, attribute) },
      ]),
    ]),
    { name: 'order', ask: (known) => inCanonOrder(known, entries.filter(known.has)) },
    ...[allOf(canon), elsewhere].flatMap((other): Question[] => [
      { name: 'what comes', ask: (known) => inFull(differencesBetween(known, other)) },
      { name: 'what has come', ask: (known) => inFull(differencesBetween(other, known)) },
    ]),
  ];
}

/** An answer as text: an entry by its path, and what differs from point to point in full. */
export const printed = (answer: unknown): string =>
  JSON.stringify(answer, (_, value: unknown) => {
    if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
    if (value instanceof Map || value instanceof Set) return [...value];
    if (value !== null && typeof value === 'object' && 'path' in value && 'frontmatter' in value) return value.path;
    return value;
  });
