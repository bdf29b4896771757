/** The difference between two canon points: applied to the answers of the first, it gives those of the second. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { affectedFiles } from '../../server/src/core/canon/compare/affectedFiles';
import { type Difference, differenceSteps } from '../../server/src/core/canon/compare/answerDifferences';
import { differencesBetween, inFull } from './differencesBetween';
import type { Canon, Known } from '../../server/src/core/canon/model/canonValue';
import { withEntries } from '../../server/src/core/canon/model/canon';
import { knownAt, readCanonPoint } from '../../server/src/core/canon/model/canonPoint';
import type { Held } from '../../server/src/core/canon/truth/truth';
import type { Moment } from '../../server/src/core/chronology';
import { readEntry } from '../../server/src/core/entry/readEntry';
import { atOnce } from '../../server/src/core/text/groups';
import { comparePatched } from './patched';
import { canonOf, CODEX, entrySpec, textOf, world } from './world';
import { askDiff } from '../support/ask';

const RUNS = Number(process.env.FUZZ_RUNS ?? 20);
const POINTS = ['r1', 'r2', '2026-03-01', 'r4', 'latest', 'before:b'];

function known(canon: Canon, text: string): Known {
  const reading = readCanonPoint(canon, text);
  return knownAt(canon, reading.ok ? reading.point : { kind: 'latest', text: 'latest' });
}

describe('as of A, changed by the difference of A and B, equals as of B', () => {
  it('at any two points of a codex', () => {
    let compared = 0;
    fc.assert(
      fc.property(world, fc.constantFrom(...POINTS), fc.constantFrom(...POINTS), (files, one, other) => {
        const canon = canonOf(files);
        compared += comparePatched(known(canon, one), known(canon, other));
      }),
      { numRuns: RUNS },
    );
    expect(compared).toBeGreaterThan(10 * RUNS);
  });

  it('of any two codices', () => {
    fc.assert(
      fc.property(world, fc.array(entrySpec, { minLength: 1, maxLength: 3 }), fc.nat(8), (files, specs, gone) => {
        const later = new Map([...files, ...specs.map((spec, i) => [`f${i}.md`, textOf(spec)] as const)]);
        later.delete(`f${gone}.md`);
        comparePatched(known(canonOf(files), 'latest'), known(canonOf(later), 'latest'));
      }),
      { numRuns: RUNS },
    );
  });
});

it('of a codex with other pages in it, is fully covered by the affected files', () => {
  let found = 0;
  fc.assert(
    fc.property(world, fc.array(entrySpec, { minLength: 1, maxLength: 2 }), (files, specs) => {
      const canon = canonOf(files);
      const pages = new Map(
        specs.map((spec, i) => [`f${i}.md`, readEntry(`f${i}.md`, textOf(spec), canon.codex)] as const),
      );
      const [now, then] = [canon, withEntries(canon, pages)].map((one) => known(one, 'latest'));
      if (!now || !then) return;
      const affected = affectedFiles(now.canon, then.canon, pages.keys());
      const all = differencesBetween(now, then);
      expect(inFull(atOnce(differenceSteps(now, then, { files: affected })))).toEqual(inFull(all));
      found += all.length;
    }),
    { numRuns: RUNS },
  );
  expect(found).toBeGreaterThan(RUNS);
});

it('of a large set, value by value, has the additions and removals of all values together', () => {
  let found = 0;
  const crowd = (of: string, count: number) =>
    Array.from({ length: count }, (_, i) => ({
      entity: 'x',
      attribute: 'ruler',
      value: i < 3 ? 'maric' : i % 3 === 0 ? `m${i}` : `${of}${i}`,
      from: i % 4 === 0 ? `${10 + (i % 50)} TA` : undefined,
    }));
  const edges = [{ kind: 'supersedes', id: 'crowd', effective: '30 TA', soft: undefined, only: undefined }] as const;
  fc.assert(
    fc.property(world, fc.constantFrom(...POINTS), fc.constantFrom(...POINTS), (files, one, other) => {
      const canon = canonOf(
        new Map([
          // Where eras can't be compared, a part of a set may list a value on fewer lines than the whole set does.
          ...[...files].map(([file, text]) => [file, text.replaceAll('15 XX', '15 TA')] as const),
          ['codex.yaml', CODEX.replace('ruler: state', 'ruler: set')],
          ['crowd.md', textOf({ id: 'crowd', canon: 'r1', date: '20 TA', facts: crowd('c', 120), edges: [] })],
          ['later.md', textOf({ id: 'later', canon: 'r4', date: '30 TA', facts: crowd('l', 40), edges })],
        ]),
      );
      const [a, b] = [known(canon, one), known(canon, other)];
      const whole = differencesBetween(a, b).filter(({ attribute }) => attribute === 'ruler');
      const parts = atOnce(differenceSteps(a, b, { isInParts: true })).filter(({ attribute }) => attribute === 'ruler');
      // A change that affects one entity at all times need not name a line that only another entity uses.
      for (const entity of new Set([...whole, ...parts].map((each) => each.entity))) {
        const [some, all] = [parts, whole].map((differences) => differences.filter((each) => each.entity === entity));
        for (const day of daysIn([...(all ?? []), ...(some ?? [])])) {
          expect(changedOn(some ?? [], day)).toEqual(changedOn(all ?? [], day));
          found += changedOn(some ?? [], day).length;
        }
      }
    }),
    { numRuns: RUNS },
  );
  expect(found).toBeGreaterThan(RUNS);
});

const momentKey = ({ line, day }: Moment): string => `${line} ${day}`;

/** A day on each side of each end. */
const daysIn = (differences: readonly Difference[]): Moment[] => [
  ...new Map(
    differences
      .flatMap(({ from, until }) => [from ?? [], until ?? []].flat())
      .flatMap((end) => [end, { ...end, day: end.day - 1 }])
      .map((moment) => [momentKey(moment), moment]),
  ).values(),
];

/** Additions and removals on a day, entity by entity; what holds on all lines may also be reported for one of them. */
function changedOn(differences: readonly Difference[], { line, day }: Moment): string[] {
  const isThen = ({ from, until }: Difference): boolean =>
    [from, until].every((end) => !end || end.line === line) &&
    (from?.day ?? -Infinity) <= day &&
    day < (until?.day ?? Infinity);
  const changes = differences.filter(isThen).flatMap(({ entity, before, after }) => {
    const named = (all: readonly Held[]) =>
      // A value that another page states now is the same value.
      all.map(({ clipped: { fact } }) => `${entity} ${fact.value.text}`);
    const [was, is] = [named(before), named(after)];
    return [
      ...was.filter((value) => !is.includes(value)).map((value) => `- ${value}`),
      ...is.filter((value) => !was.includes(value)).map((value) => `+ ${value}`),
    ];
  });
  return [...new Set(changes)].sort();
}

describe('a difference', () => {
  const changes = (texts: Readonly<Record<string, string>>, from: string, to?: string): unknown => {
    const files = new Map(Object.entries(texts).map(([id, text]) => [`${id}.md`, `---\n${text}\n---\n`]));
    const answered = askDiff(canonOf(files), { from, to });
    return answered.ok ? answered.json.changes : answered.failure;
  };
  const a = 'date: 10 TA\ncanon: r1\nfacts: {x: {ruler: maric, seat: hold}}';

  it('names a retcon with its stretch, both sides, and its declaration', () => {
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

  it('is the same in whatever order files were read', () => {
    // Two pages have this name since r2; the entity was the one that existed before.
    const texts = {
      p: 'id: p\naliases: [nick]\ncanon: r1',
      q: 'id: q\naliases: [nick]\ncanon: r2',
      a: 'canon: r1\nfacts: {nick: {ruler: one}}',
      b: 'canon: r1\nfacts: {p: {ruler: two}}',
      y: 'canon: r2\nsupersedes: a\nfacts: {nick: {ruler: three}}',
      x: 'canon: r2\nsupersedes: b\nfacts: {p: {ruler: four}}',
    };
    const found = changes(texts, 'latest', 'r1');
    expect(found).toMatchObject([{ entity: 'p', by: ['y', 'x'] }]);
    expect(changes(Object.fromEntries(Object.entries(texts).reverse()), 'latest', 'r1')).toEqual(found);
  });

  it('between a point and itself is empty, and an invalid point is refused', () => {
    expect(changes({ a }, 'r1')).toEqual([]);
    expect(changes({ a }, 'soon')).toMatchObject({ code: 'bad-as-of', given: 'soon' });
  });
});
