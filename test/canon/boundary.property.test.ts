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
import { chain, plainWorld } from './chains';
import { canonOf } from './world';

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

/** One day may be written in several ways, and a page that remembers states its facts as several versions. */
function onDays({ before, after, differsFrom }: Pick<Boundary, 'before' | 'after' | 'differsFrom'>) {
  const day = (at: Moment | null) => at && [at.line, at.day];
  const keyOf = ({ entity, attribute }: Pair): string => pairOf(entity, attribute);
  const side = (values: readonly SideValue[]) =>
    values.map((one) => ({ ...one, at: day(one.at) })).sort((a, b) => compareTexts(keyOf(a), keyOf(b)));
  return { before: side(before), after: side(after), differsFrom: day(differsFrom) };
}

function compareSides(canon: Canon): void {
  const known = knownAt(canon, LATEST);
  const retcons = allEntries(canon).flatMap((old) => retconsOf(known, old));
  expect(retcons.map((retcon) => onDays(boundaryOf(known, retcon)))).toEqual(
    retcons.map((retcon) => onDays(plainBoundaryOf(known, retcon))),
  );
}

describe('the sides of a retcon', () => {
  it('are those of two canons, one without it and one with it', () => {
    fc.assert(
      fc.property(fc.oneof({ weight: 3, arbitrary: chain }, { weight: 1, arbitrary: plainWorld }), (files) =>
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
type Sides = Pick<Boundary, 'before' | 'after' | 'differsFrom'>;

function plainBoundaryOf(known: Known, retcon: Retcon): Sides {
  const base = upTo(known.canon, retcon.position);
  const above = aboveOf(base, retcon.by);
  const isBelow = (entry: Entry): boolean => known.has(entry) && base.has(entry) && !above.has(entry);
  const without = knowing(known.canon, isBelow);
  const withIt = knowing(known.canon, (entry) => entry === retcon.by || isBelow(entry));
  const touched = clippedFactsOf(withIt, retcon.old)
    .map(({ entity, fact }) => ({ entity, attribute: fact.attribute.text }))
    .filter(({ entity, attribute }) => touches(withIt, retcon, entity, attribute));
  const pairs = [...new Map(touched.map((pair) => [pairOf(pair.entity, pair.attribute), pair])).values()];
  const takesEffect = retcon.effective === 'always' ? null : retcon.effective;
  const points: Moment[] = [];
  const [before, after]: [SideValue[], SideValue[]] = [[], []];
  for (const pair of pairs) {
    const point = retcon.soft ? takesEffect : pointOf(retcon, [without, withIt], pair, takesEffect, points);
    const [was, is] = [without, withIt].map((side) => valuesAt(side, pair, point));
    const sideValues = (values: readonly Held[] = []): SideValue[] =>
      values
        .toSorted(
          (a, b) =>
            beginning(a) - beginning(b) ||
            compareTexts(idOf(withIt, a.clipped.entry), idOf(withIt, b.clipped.entry)) ||
            a.clipped.fact.index - b.clipped.fact.index,
        )
        .map(({ clipped }) => ({ ...pair, value: clipped.fact.value.text, at: finite(point) }));
    before.push(...sideValues(was));
    after.push(...sideValues(is));
  }
  const [earliest = takesEffect] = inOrder(points);
  return { before, after, differsFrom: finite(earliest) };
}

const valuesAt = (side: Known, { entity, attribute }: Pair, point: Moment | null): Held[] =>
  wasTrueAt(side, entity, { at: point && dayOf(point), attribute }).facts.flatMap(({ values }) => values);

const finite = (moment: Moment | null): Moment | null => (moment && Number.isFinite(moment.day) ? moment : null);

const inOrder = (points: Moment[]): Moment[] =>
  points.sort((a, b) => (a.line === b.line ? (a.day < b.day ? -1 : 1) : a.line < b.line ? -1 : 1));

/** The first point at which a value that the old entry states is on one side only, else the first at which any is. */
function pointOf(
  { old, by }: Retcon,
  [without, withIt]: readonly [Known, Known],
  pair: Pair,
  takesEffect: Moment | null,
  found: Moment[],
): Moment | null {
  const held = [without, withIt].flatMap((side) => heldOf(side, pairOf(pair.entity, pair.attribute)));
  const own = held.filter(({ clipped: { entry } }) => entry.path === old.path && entry !== by);
  const lackingAt = (point: Moment): Held[] => {
    const [was, is] = [without, withIt].map((side) => valuesAt(side, pair, point)) as [Held[], Held[]];
    const isIn = (all: readonly Held[]) => (one: Held) => all.some((other) => isSameValue(one, other));
    return [...was.filter((one) => !isIn(is)(one)), ...is.filter((one) => !isIn(was)(one))];
  };
  const points = pointsOf(without, withIt, [pair]);
  const first =
    points.find((point) => lackingAt(point).some((one) => own.some((other) => isSameValue(one, other)))) ??
    points.find((point) => lackingAt(point).length > 0);
  if (!first) return points.length === 0 && hasChanged(without, withIt, pair) ? null : takesEffect;
  found.push(first);
  return first;
}

/** Where nothing is dated. */
function hasChanged(without: Known, withIt: Known, pair: Pair): boolean {
  const [was, is] = [without, withIt].map((side) => valuesAt(side, pair, null)) as [Held[], Held[]];
  return !areAllAmong(was, is) || !areAllAmong(is, was);
}

/** An undated value comes first, wherever the gap that it fills begins. */
const beginning = ({ clipped: { begins } }: Held): number => begins?.day ?? -Infinity;

const areAllAmong = (values: readonly Held[], others: readonly Held[]): boolean =>
  values.every((value) => others.some((other) => isSameValue(value, other)));

/** Where any stretch begins or ends, on lines with a stretch that one side does not have, and the beginnings of these lines. */
function pointsOf(without: Known, withIt: Known, pairs: readonly Pair[]): readonly Moment[] {
  const keyOf = ({ clipped, segment, line, except }: Held): string =>
    JSON.stringify([
      clipped.entry.path,
      clipped.fact.index,
      line,
      except,
      String(startDay(segment)),
      String(endDay(segment)),
    ]);
  const points = pairs.flatMap(({ entity, attribute }) => {
    const pair = pairOf(entity, attribute);
    const [was, is] = [heldOf(without, pair), heldOf(withIt, pair)];
    const lacking = [
      ...was.filter((one) => !is.some((other) => keyOf(other) === keyOf(one))),
      ...is.filter((one) => !was.some((other) => keyOf(other) === keyOf(one))),
    ];
    const isUndated = lacking.some(({ line }) => line === null);
    const lines = new Set((isUndated ? [...was, ...is] : lacking).flatMap(({ line }) => line ?? []));
    return [
      ...[...lines].map((line) => ({ line, day: -Infinity, text: '', approximate: false })),
      // What holds beside a change may end within it.
      ...[...was, ...is].flatMap(({ segment }) =>
        [segment.from, segment.until].flatMap((end) => (end && lines.has(end.line) ? end : [])),
      ),
    ];
  });
  return inOrder(points);
}
