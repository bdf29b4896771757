/** What holds of the entities that a brief is about, and of those nearest to them, with the retcons that these answers meet. */
import {
  type Answer,
  attributesOf,
  boundaryOf,
  inRetconOrder,
  inverseAt,
  type Known,
  pairOf,
  touchingRetcons,
  valueEntity,
  wasTrueAt,
} from '../../canon';
import type { WorldDate } from '../../chronology';
import { retconLines } from '../words/answerSentences';
import type { MetRetcon, StateGroup, StateRow } from './briefTypes';

/** Whoever is near is told of as long as they are few; of many nobody could say what matters. */
const MOST_NEAR = 24;

/** What holds at a time, the entities that are named first, in their order, then those that their answers lead to. */
export function stateOf(known: Known, entities: readonly string[], at: WorldDate | null): StateGroup[] {
  const named = entities.flatMap((entity) => groupsOf(known, entity, at, true));
  const near = new Set<string>();
  for (const { rows } of named)
    for (const { held } of rows) {
      const value = valueEntity(known, held.clipped.fact.value);
      if (value !== undefined && attributesOf(known, value).length > 0) near.add(value);
    }
  const inverse = entities.flatMap((entity) => inverseAt(known, entity, { at }).answers);
  for (const { entity } of inverse) near.add(entity);
  for (const entity of entities) near.delete(entity);
  return [...named, ...[...near].slice(0, MOST_NEAR).flatMap((entity) => groupsOf(known, entity, at, false))];
}

/** So many members of a set stand on a line; the rest of a large one can go without them. */
const ON_A_LINE = 8;

const inParts = (answer: Answer): Answer[] =>
  answer.kind !== 'set'
    ? [answer]
    : Array.from({ length: Math.ceil(answer.values.length / ON_A_LINE) }, (_, i) => ({
        ...answer,
        values: answer.values.slice(i * ON_A_LINE, (i + 1) * ON_A_LINE),
      }));

function groupsOf(known: Known, entity: string, at: WorldDate | null, isNamed: boolean): StateGroup[] {
  const { facts, undecided } = wasTrueAt(known, entity, { at });
  const group = (answer: Answer, isUndecided: boolean): StateGroup => {
    const rows = answer.values.map(
      (held): StateRow => ({
        entity,
        attribute: answer.attribute,
        held,
        isDisputed: answer.isDisputed,
        isUndecided,
      }),
    );
    // Of a wide stretch of time the latest leads (model §4); the others are history.
    const isHistory = answer.kind !== 'set' && !answer.isDisputed && !isUndecided && rows.length > 1;
    const [last, ...before] = isHistory ? rows.toReversed() : [];
    return last
      ? { entity, attribute: answer.attribute, isNamed, rows: [last], history: before }
      : { entity, attribute: answer.attribute, isNamed, rows, history: [] };
  };
  return [...facts.flatMap(inParts).map((one) => group(one, false)), ...undecided.map((one) => group(one, true))];
}

/** An entity can have thousands; nobody is told of more than the newest. */
const MOST_RETCONS = 40;

/** The retcons that these answers meet, in canon order, each once; of too many the newest. */
export function retconsMet(known: Known, entities: readonly string[], state: readonly StateGroup[]): MetRetcon[] {
  const named = new Set(entities.flatMap((entity) => touchingRetcons(known, entity)));
  const near = state.flatMap(({ entity, attribute, isNamed }) =>
    isNamed ? [] : touchingRetcons(known, entity, attribute),
  );
  const all = inRetconOrder(known, [...new Set([...named, ...near])]);
  return all.slice(-MOST_RETCONS).map((retcon) => {
    const { before, after } = boundaryOf(known, retcon);
    return {
      retcon,
      isNamed: named.has(retcon),
      lines: retconLines(known, retcon),
      pairs: [...new Set([...before, ...after].map(({ entity, attribute }) => pairOf(entity, attribute)))],
    };
  });
}
