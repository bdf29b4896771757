/**
 * The two sides of a retcon, computed step by step, compared with the plain way: a separate view for each side, with
 * every question.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Boundary, boundaryOf, dayOf, type SideValue } from '../../server/src/core/canon/compare/boundary';
import { allEntries } from '../../server/src/core/canon/model/canon';
import type { Canon, Known } from '../../server/src/core/canon/model/canonValue';
import { aboveOf, knownAt, LATEST } from '../../server/src/core/canon/model/canonPoint';
import { clippedFactsOf } from '../../server/src/core/canon/retcons/clips';
import { type Retcon, touches } from '../../server/src/core/canon/model/edges';
import { compareTexts } from '../../server/src/core/text/sorted';
import { idOf, knowing, upTo } from '../../server/src/core/canon/model/known';
import { retconsOf } from '../../server/src/core/canon/retcons/inForce';
import { endDay, startDay } from '../../server/src/core/canon/model/segments';
import { isSameValue, type Held, heldOf, wasTrueAt } from '../../server/src/core/canon/truth/truth';
import { pairOf } from '../../server/src/core/canon/model/statedFacts';
import type { Moment } from '../../server/src/core/chronology';
import type { Entry } from '../../server/src/core/entry/entry';
import { codexOf } from '../support/codex';
import { canonOf, textOf, world } from './world';

/** Many retcons about one entity: chains, forks and restorations, in any order of world time and canon time. */
const chain = fc
  .array(
    fc.record({
      date: anyOf('10 TA', '20 TA', '30 TA', '40 TA', '15 XX', 'before 25 TA'),
      until: anyOf('45 TA', undefined, undefined),
      canon: anyOf('r1', 'r2', 'r3', 'r4', '2026-03-01'),
      tier: anyOf('core', 'rumour', undefined),
      title: anyOf('X', undefined),
      entity: anyOf('x', undefined),
      about: fc.constantFrom('x', 'x', 'X', 'e00'),
      attribute: fc.constantFrom('ruler', 'ruler', 'founder', 'member'),
      value: fc.constantFrom('v', 'w', 'e01'),
      from: anyOf('10 TA', '50 TA', undefined, undefined, undefined),
      edges: fc.array(
        fc.record({
          kind: fc.constantFrom('supersedes', 'supersedes', 'supersedes', 'retracts', 'restores', 'superseded_by'),
          back: fc.nat(3),
          effective: anyOf('10 TA', '20 TA', '30 TA', '15 XX', 'always'),
          soft: anyOf(true, undefined, undefined, undefined),
          only: anyOf('x.ruler', undefined, undefined, undefined),
        }),
        { maxLength: 2 },
      ),
    }),
    { minLength: 4, maxLength: 14 },
  )
  .map(
    (specs) =>
      new Map(
        specs.map(({ about, attribute, value, from, edges, ...spec }, i): [string, string] => {
          const facts = [
            { entity: about, attribute, value, from },
            { entity: 'x', attribute: 'ruler', value: `r${i}` },
          ];
          const named = edges.map(({ back, ...edge }) => ({ ...edge, id: nthId(Math.max(0, i - 1 - back)) }));
          return [`${nthId(i)}.md`, textOf({ ...spec, id: nthId(i), facts, edges: named })];
        }),
      ),
  );

const nthId = (i: number): string => `e${String(i).padStart(2, '0')}`;

function anyOf<T>(...values: readonly T[]): fc.Arbitrary<T | undefined> {
  return fc.constantFrom(...values, undefined);
}

/**
 * An alias that another page takes over as its id: what the name means changes, and a fact of another page takes its
 * place.
 */
const RENAMED = {
  'codex.yaml': 'revisions: [s1, s2, s3]\n',
  'e.md': '---\nid: e\ncanon: s1\nfacts: {Foo: {ruler: anna}, Bar: {ruler: bert}}\n---\n',
  'e0.md': '---\nid: e0\ncanon: s1\ndate: 100 CE\nfacts: {house: {ruler: zora}}\n---\n',
  'f.md': '---\nid: f\nentity: house\naliases: [Foo]\ncanon: s1\n---\n',
  'g.md': '---\nid: Foo\ncanon: s2\n---\n',
  'h.md': '---\nid: h\nentity: house\naliases: [Bar]\ncanon: s2\n---\n',
  'house.md': '---\nid: house\ncanon: s1\n---\n',
  'r1.md':
    '---\nid: r1\ncanon: s1\ndate: 200 CE\nsupersedes: [{id: e0, effective: 200 CE, soft: true}]\nfacts: {house: {seat: zed, ruler: zora}}\n---\n',
  'r3.md': '---\nid: r3\ncanon: s3\ndate: 50 CE\nretracts: [{id: e0, reason: y}]\n---\n',
};

/** An entity that no page is named after, in two spellings; one page about it has another name. */
const SPELT_IN_TWO_WAYS = {
  'codex.yaml': 'revisions: [s1, s2]\n',
  'a.md': '---\nid: a\nentity: house\ncanon: s1\nfacts: {House: {ruler: anna}}\n---\n',
  'b.md': '---\nid: b\ncanon: s1\ndate: 10 CE\nfacts: {a: {ruler: bert}}\n---\n',
  'c.md':
    '---\nid: c\ncanon: s2\nsupersedes: [{id: a, effective: 10 CE, soft: true}]\nfacts: {house: {ruler: cora}}\n---\n',
};

const census = (id: string, at: string, more = ''): string =>
  `---\nid: ${id}\ncanon: ${at}\n${more}facts:\n${Array.from({ length: 20 }, (_, i) => `  person-${i}: {home: ${id}-${i}}\n`).join('')}---\n`;

/** More entities at once than are followed from retcon to retcon. */
const CENSUS = {
  'codex.yaml': 'revisions: [s1, s2, s3]\n',
  'old.md': census('old', 's1', 'date: 100 CE\n'),
  'new.md': census('new', 's2', 'date: 200 CE\nsupersedes: [{id: old, effective: 200 CE}]\n'),
  'newer.md': census('newer', 's3', 'date: 150 CE\nsupersedes: [{id: new, effective: 250 CE}, {id: old}]\n'),
};

function compareSides(canon: Canon): void {
  const known = knownAt(canon, LATEST);
  const retcons = allEntries(canon).flatMap((old) => retconsOf(known, old));
  expect(retcons.map((retcon) => boundaryOf(known, retcon))).toEqual(
    retcons.map((retcon) => plainBoundaryOf(known, retcon)),
  );
}

describe('the sides of a retcon', () => {
  it('are those of two canons, one without it and one with it', () => {
    fc.assert(
      fc.property(fc.oneof({ weight: 3, arbitrary: chain }, { weight: 1, arbitrary: world }), (files) =>
        compareSides(canonOf(files)),
      ),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 10) },
    );
  });

  it.each([
    ['where a name comes to mean something else', RENAMED],
    ['where it touches many', CENSUS],
    ['where an entity is spelt in two ways', SPELT_IN_TWO_WAYS],
  ])('%s', (_, files) => compareSides(codexOf(files).canon));
});

type Pair = Pick<SideValue, 'entity' | 'attribute'>;

function plainBoundaryOf(known: Known, retcon: Retcon): Boundary {
  const base = upTo(known.canon, retcon.position);
  const above = aboveOf(base, retcon.by);
  const isBelow = (entry: Entry): boolean => known.has(entry) && base.has(entry) && !above.has(entry);
  const without = knowing(known.canon, isBelow);
  const withIt = knowing(known.canon, (entry) => entry === retcon.by || isBelow(entry));
  const touched = clippedFactsOf(withIt, retcon.old)
    .map(({ entity, fact }) => ({ entity, attribute: fact.attribute.text }))
    .filter(({ entity, attribute }) => touches(withIt, retcon, entity, attribute));
  const pairs = [...new Map(touched.map((pair) => [pairOf(pair.entity, pair.attribute), pair])).values()];
  const valuesAt = (side: Known, moment: Moment | 'always') => {
    const at = moment === 'always' ? null : dayOf(moment);
    return pairs.map((pair) => ({
      pair,
      values: wasTrueAt(side, pair.entity, { at, attribute: pair.attribute }).facts.flatMap(({ values }) => values),
    }));
  };
  const point = retcon.soft
    ? retcon.effective
    : (pointsOf(without, withIt, pairs).find((moment) => {
        const is = valuesAt(withIt, moment);
        return valuesAt(without, moment).some(
          ({ values }, i) => !areAllAmong(values, is[i]?.values ?? []) || !areAllAmong(is[i]?.values ?? [], values),
        );
      }) ?? retcon.effective);
  const [before, after] = [without, withIt].map((side) => valuesAt(side, point));
  const sideValues = (side: ReturnType<typeof valuesAt> = []) =>
    side.flatMap(({ pair, values }) =>
      values
        .toSorted(
          (a, b) =>
            beginning(a) - beginning(b) ||
            compareTexts(idOf(withIt, a.clipped.entry), idOf(withIt, b.clipped.entry)) ||
            a.clipped.fact.index - b.clipped.fact.index,
        )
        .map(({ clipped }) => ({ ...pair, value: clipped.fact.value.text })),
    );
  return { before: sideValues(before), after: sideValues(after) };
}

/** An undated value comes first, wherever the gap that it fills begins. */
const beginning = ({ clipped: { begins } }: Held): number => begins?.day ?? -Infinity;

const areAllAmong = (values: readonly Held[], others: readonly Held[]): boolean =>
  values.every((value) => others.some((other) => isSameValue(value, other)));

/** Where a stretch begins or ends that one side does not have, and the beginnings of their lines. */
function pointsOf(without: Known, withIt: Known, pairs: readonly Pair[]): readonly Moment[] {
  const keyOf = ({ clipped, segment, line }: Held): string =>
    JSON.stringify([clipped.entry.path, clipped.fact.index, line, String(startDay(segment)), String(endDay(segment))]);
  const points = pairs.flatMap(({ entity, attribute }) => {
    const pair = pairOf(entity, attribute);
    const [was, is] = [heldOf(without, pair), heldOf(withIt, pair)];
    const lacking = [
      ...was.filter((one) => !is.some((other) => keyOf(other) === keyOf(one))),
      ...is.filter((one) => !was.some((other) => keyOf(other) === keyOf(one))),
    ];
    return lacking.flatMap(({ line, segment }): Moment[] => [
      ...(line === null ? [] : [{ line, day: -Infinity, text: '', approximate: false }]),
      ...[segment.from, segment.until].flatMap((end) => end ?? []),
    ]);
  });
  return points.sort((a, b) => (a.line === b.line ? (a.day < b.day ? -1 : 1) : a.line < b.line ? -1 : 1));
}
