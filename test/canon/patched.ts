/** Applies the differences between two canon points, and compares the result with the answers of the second. */
import { expect } from 'vitest';
import { allEntries } from '../../server/src/core/canon/model/canon';
import { differencesBetween } from './differencesBetween';
import { entityInOther, nameAt, valueInOther } from '../../server/src/core/canon/compare/identity';
import { entityOfFact } from '../../server/src/core/canon/model/known';
import type { Known } from '../../server/src/core/canon/model/canonValue';
import { type Held, heldOf, wasTrueAt } from '../../server/src/core/canon/truth/truth';
import { pairOf } from '../../server/src/core/canon/model/statedFacts';
import type { WorldDate } from '../../server/src/core/chronology';
import { allFactsOf } from '../../server/src/core/entry/versions';
import { readWorldDateParam } from '../../server/src/core/tools/asked/question';

/** Days on both lines of the worlds of the properties. */
const DAYS = ['4 TA', '10 TA', '14 TA', '21 TA', '27 TA', '45 TA', '14 XX', '16 XX'];

function dateIn({ canon }: Known, text: string): WorldDate {
  const date = readWorldDateParam(canon, text);
  if (!date.ok || !date.value) throw new Error(text);
  return date.value;
}

/** Every entity and attribute on either side, as the second calls them, and the name of the entity in the first. */
function pairsOf(a: Known, b: Known) {
  const pairs = new Map<string, { entity: string; attribute: string; names: Set<string> }>();
  for (const side of [a, b])
    for (const entry of allEntries(side.canon).filter(side.has))
      for (const fact of allFactsOf(entry)) {
        const name = entityOfFact(side, entry, fact);
        const entity = side === b ? name : entityInOther(b, side, name);
        const attribute = fact.attribute.text;
        const key = pairOf(entity, attribute);
        const pair = pairs.get(key) ?? { entity, attribute, names: new Set<string>() };
        if (side === a) pair.names.add(name);
        pairs.set(key, pair);
      }
  return [...pairs.values()];
}

/** @returns how many points of world time were compared. @param days at which */
export function comparePatched(a: Known, b: Known, days: readonly string[] = DAYS): number {
  const differences = differencesBetween(a, b);
  const said =
    (side: Known) =>
    ({ clipped, segment }: Held): string =>
      `${valueInOther(side, side === b ? a : b, b, clipped.fact.value)} by ${nameAt(b, side, clipped.entry)}${segment.endsElsewhere ? ', perhaps' : ''}`;
  let compared = 0;
  for (const { entity, attribute, names } of pairsOf(a, b)) {
    const held = [
      ...heldOf(b, pairOf(entity, attribute)),
      ...[...names].flatMap((name) => heldOf(a, pairOf(name, attribute))),
    ];
    const lines = new Set(held.flatMap(({ line }) => line ?? []));
    // A change over the whole of one of several lines has no end that names the line.
    const isWhole = differences.some(
      (one) => one.entity === entity && one.attribute === attribute && !one.from && !one.until,
    );
    const fillsLine = held.some(({ line, segment }) => line !== null && !segment.from && !segment.until);
    if ((isWhole || fillsLine) && lines.size > 1) continue;
    for (const text of days) {
      const at = dateIn(b, text);
      if (lines.size > 0 && !lines.has(at.start.line)) continue;
      // Whether a value holds that ends on another line is undecided, and reported as that (model §3).
      const answers = (side: Known, name: string): string[] => {
        const { facts, undecided } = wasTrueAt(side, name, { at, attribute });
        const isHere = ({ line }: Held): boolean => line === at.start.line;
        return [
          ...facts.flatMap(({ values }) => values),
          ...undecided.flatMap(({ values }) => values.filter(isHere)),
        ].map(said(side));
      };
      const covering = differences.filter(
        (one) =>
          !one.isOfJoined &&
          one.entity === entity &&
          one.attribute === attribute &&
          (one.from?.line ?? one.until?.line ?? at.start.line) === at.start.line &&
          (one.from?.day ?? -Infinity) <= at.start.day &&
          at.start.day < (one.until?.day ?? Infinity),
      );
      expect(covering.length).toBeLessThan(2);
      const [change] = covering;
      const before = [...names].flatMap((name) => answers(a, name));
      if (change) expect(change.before.map(said(a)).sort()).toEqual(before.sort());
      const changed = change ? change.after.map(said(b)) : before;
      expect(changed.sort()).toEqual(answers(b, entity).sort());
      compared++;
    }
  }
  return compared;
}
