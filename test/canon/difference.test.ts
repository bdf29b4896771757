/** How two canon points differ: the answers of the first, changed as it says, are those of the second. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allEntries, type Canon } from '../../server/src/core/canon/canon';
import { knownAt, readCanonPoint } from '../../server/src/core/canon/canonPoint';
import { differencesBetween } from '../../server/src/core/canon/difference';
import { counterpart } from '../../server/src/core/canon/identity';
import { entityNamed, entityOfFact, idOf, type Known } from '../../server/src/core/canon/known';
import { type Held, heldOf, pairOf, wasTrueAt } from '../../server/src/core/canon/truth';
import type { WorldDate } from '../../server/src/core/chronology/types';
import { askDiff } from '../../server/src/core/tools/diff';
import { worldDateAsked } from '../../server/src/core/tools/question';
import { canonOf, entrySpec, textOf, world } from './world';

const POINTS = ['r1', 'r2', '2026-03-01', 'r4', 'latest', 'before:b'];

function known(canon: Canon, text: string): Known {
  const reading = readCanonPoint(canon, text);
  return knownAt(canon, reading.ok ? reading.point : { kind: 'latest', text: 'latest' });
}

function dateIn({ canon }: Known, text: string): WorldDate {
  const asked = worldDateAsked(canon, text);
  if (!asked.ok || !asked.value) throw new Error(text);
  return asked.value;
}

/** Every entity and attribute that either side tells of, as the second calls them, and what the first calls the entity. */
function pairsOf(a: Known, b: Known) {
  const pairs = new Map<string, { entity: string; attribute: string; names: Set<string> }>();
  for (const side of [a, b])
    for (const entry of allEntries(side.canon).filter(side.has))
      for (const fact of entry.facts) {
        const name = entityOfFact(side, entry, fact);
        const entity = side === b ? name : entityNamed(b, name);
        const attribute = fact.attribute.text;
        const key = pairOf(entity, attribute);
        const pair = pairs.get(key) ?? { entity, attribute, names: new Set<string>() };
        if (side === a) pair.names.add(name);
        pairs.set(key, pair);
      }
  return [...pairs.values()];
}

/** Applies what is said to differ, and compares; answers how many points were compared. */
function compareAll(a: Known, b: Known): number {
  const differences = differencesBetween(a, b);
  const said =
    (side: Known) =>
    ({ clipped, ref }: Held): string => {
      const nameOf = (entry: typeof clipped.entry): string => {
        const there = counterpart(side, b, entry);
        return there ? idOf(b, there) : idOf(side, entry);
      };
      return `${ref ? `[[${nameOf(ref)}]]` : clipped.fact.value.text} by ${nameOf(clipped.entry)}`;
    };
  let compared = 0;
  for (const { entity, attribute, names } of pairsOf(a, b)) {
    const held = [
      ...heldOf(b, pairOf(entity, attribute)),
      ...[...names].flatMap((name) => heldOf(a, pairOf(name, attribute))),
    ];
    const lines = new Set(held.flatMap(({ line }) => line ?? []));
    // A change over the whole of one of several lines has no end to tell which.
    const isWhole = differences.some(
      (one) => one.entity === entity && one.attribute === attribute && !one.from && !one.until,
    );
    if (isWhole && lines.size > 1) continue;
    for (const text of ['4 TA', '10 TA', '14 TA', '21 TA', '27 TA', '45 TA', '14 XX', '16 XX']) {
      const at = dateIn(b, text);
      if (lines.size > 0 && !lines.has(at.start.line)) continue;
      const answers = (side: Known, name: string): string[] =>
        wasTrueAt(side, name, { at, attribute }).facts.flatMap(({ values }) => values.map(said(side)));
      const covering = differences.filter(
        (one) =>
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

describe('as of A, changed as the difference of A and B says, is as of B', () => {
  it('at any two points of a codex', () => {
    let compared = 0;
    fc.assert(
      fc.property(world, fc.constantFrom(...POINTS), fc.constantFrom(...POINTS), (files, one, other) => {
        const canon = canonOf(files);
        compared += compareAll(known(canon, one), known(canon, other));
      }),
      { numRuns: 40 },
    );
    expect(compared).toBeGreaterThan(500);
  });

  it('of any two codices', () => {
    fc.assert(
      fc.property(world, fc.array(entrySpec, { minLength: 1, maxLength: 3 }), fc.nat(8), (files, specs, gone) => {
        const later = new Map([...files, ...specs.map((spec, i) => [`f${i}.md`, textOf(spec)] as const)]);
        later.delete(`f${gone}.md`);
        compareAll(known(canonOf(files), 'latest'), known(canonOf(later), 'latest'));
      }),
      { numRuns: 40 },
    );
  });
});

describe('a difference', () => {
  const changes = (texts: Readonly<Record<string, string>>, from: string, to?: string): unknown => {
    const files = new Map(Object.entries(texts).map(([id, text]) => [`${id}.md`, `---\n${text}\n---\n`]));
    const answered = askDiff(canonOf(files), { from, to });
    return answered.ok ? answered.json.changes : answered.failure;
  };
  const a = 'date: 10 TA\ncanon: r1\nfacts: {x: {ruler: maric, seat: hold}}';

  it('tells a retcon by its stretch, both sides, and who says so', () => {
    const b = 'date: 20 TA\ncanon: r2\nsupersedes: {id: a, only: [x.ruler]}\nfacts: {x: {ruler: aldric}}';
    expect(changes({ a, b }, 'r1', 'r2')).toEqual([
      {
        entity: 'x',
        attribute: 'ruler',
        at: { from: '20 TA', until: null },
        before: [expect.objectContaining({ value: 'maric', entry: 'a' })],
        after: [expect.objectContaining({ value: 'aldric', entry: 'b' })],
        by: ['b'],
        declared: true,
      },
    ]);
  });

  it('that nothing declares is marked: a later value, a new one', () => {
    const b = 'date: 20 TA\ncanon: r2\nfacts: {x: {ruler: aldric, motto: none}}';
    expect(changes({ a, b }, 'r1')).toMatchObject([
      { attribute: 'motto', at: { from: '20 TA', until: null }, before: [], declared: false, by: ['b'] },
      {
        attribute: 'ruler',
        at: { from: '20 TA', until: null },
        after: [{ value: 'aldric' }],
        declared: false,
        by: ['b'],
      },
    ]);
  });

  it('is none between a point and itself, and refuses what is no point', () => {
    expect(changes({ a }, 'r1')).toEqual([]);
    expect(changes({ a }, 'soon')).toMatchObject({ code: 'bad-as-of', given: 'soon' });
  });
});
