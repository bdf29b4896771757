/**
 * A value changed everywhere, in random codices: earlier answers stay, and the new value replaces the old one in later
 * ones.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  allEntries,
  type Canon,
  knownAt,
  LATEST,
  readCanonPoint,
  type Clipped,
  clippedFactsOf,
  type Known,
  type Held,
  wasTrueAt,
} from '../../server/src/core/canon';
import { readDate, type WorldDate } from '../../server/src/core/chronology';
import { type FactRow, factRow } from '../../server/src/core/edits/refactor/factText';
import { rewriteReach, type WantedValue, readValueQuery } from '../../server/src/core/edits/refactor/restated';
import { rewrite, canonProblem, rewriteQuestions } from '../../server/src/core/edits/refactor/rewrite';
import type { Problem } from '../../server/src/core/text/problem';
import { answersAt, canonOf, standingsAt, world } from '../canon/world';

const RUNS = { numRuns: Number(process.env.FUZZ_RUNS ?? 25) };

const date = fc.constantFrom(null, '10 TA', '21 TA', '35 TA', '15 XX');

function dateOf(known: Known, text: string | null): WorldDate | null {
  const reading = text === null ? null : readDate(known.canon.codex.chronology, text);
  return reading?.ok === true ? reading.date : null;
}

it('keeps every earlier answer and every standing, and replaces the old value by the new one', () => {
  let count = 0;
  fc.assert(
    fc.property(world, fc.nat(), date, fc.boolean(), (files, pick, when, isNarrow) => {
      const canon = canonOf(files);
      // A value that nobody states would test nothing.
      const stated = allEntries(canon).flatMap(({ facts }) => facts);
      const fact = stated[pick % stated.length];
      const old = fact?.value.text ?? 'v';
      const known = knownAt(canon, LATEST);
      const from = dateOf(known, when);
      const wanted: WantedValue = {
        old: readValueQuery(known, old),
        value: readValueQuery(known, 'new'),
        from,
        isMeant: ({ attribute }) => !isNarrow || attribute === fact?.attribute.text,
      };
      const reach = rewriteReach(known, wanted);
      const context = rewriteQuestions(known, wanted, reach, '2026-06-01');
      if ('refusal' in context) return;
      const decided = context.decided?.proposed ?? null;
      expect(decided === null ? null : canonProblem(known, reach, decided)).toBeNull();
      const { creates, rewritten, leftAlone, problems } = rewrite(
        known,
        wanted,
        { title: context.title, canon: decided, reason: 'so', as: 'page' },
        { isTaken: () => false },
        (path) => files.get(path) ?? null,
      );
      const all = new Map([...files, ...creates.map(({ file, text }) => [file, text] as const)]);
      const after = canonOf(all);
      const now = knownAt(after, LATEST);
      // Nothing is skipped silently.
      const places = (rows: readonly FactRow[]): Set<string> =>
        new Set(rows.map(({ file, span }) => `${file} ${span.start}`));
      const told = places([...rewritten, ...leftAlone]);
      for (const entry of allEntries(canon))
        for (const clipped of clippedFactsOf(known, entry))
          if (clipped.fact.value.text === old && clipped.segments.length > 0 && wanted.isMeant(factRow(known, clipped)))
            expect([...told]).toContain(placeOf(clipped));
      expect(creates.length > 0).toBe(rewritten.length > 0);
      if (rewritten.length === 0) return;
      count++;
      const text = creates.map((one) => one.text).join('\n');
      const wrong = problems.filter(({ problem }) => /^(?:error|warning)$/.test(problem.severity));
      expect(
        wrong
          .map(({ problem }) => problem)
          .filter((one) => one.code !== 'fact/disputed' && !isOfSharedName(files, one)),
        text,
      ).toEqual([]);
      // A restored entry is gone once nothing of it is left.
      if (![...files.values()].some((one) => one.includes('restores:')))
        expect(
          standingsAt(after, LATEST).filter((one) => files.has(String((one as unknown[])[0]))),
          text,
        ).toEqual(standingsAt(canon, LATEST));
      for (const asOf of ['r1', 'r2', 'r3', 'r4']) {
        if (decided === asOf) break;
        const [before, then] = [pointOf(canon, asOf), pointOf(after, asOf)];
        expect(answersAt(after, then)).toEqual(answersAt(canon, before));
      }
      const changed = places(rewritten);
      for (const entity of ['x', 'y', 'a'])
        for (const at of [null, '5 TA', '12 TA', '22 TA', '31 TA', '50 TA']) {
          const point = dateOf(known, at);
          if (from && (!point || point.start.line !== from.start.line)) continue;
          const isNew = from === null || (point !== null && from.start.day <= point.start.day);
          const means = (held: Held, isChanged: boolean): string =>
            isChanged ? 'new' : (held.ref?.path ?? held.clipped.fact.value.text);
          const expected = valuesAt(known, entity, point, (held) =>
            means(held, isNew && changed.has(placeOf(held.clipped))),
          );
          const actual = valuesAt(now, entity, point, (held) => means(held, false));
          expect(actual, `${entity} at ${at}\n${text}`).toEqual(expected);
        }
    }),
    RUNS,
  );
  expect(count).toBeGreaterThan(0);
});

/**
 * A name that two pages share is an error wherever a fact names one of them by it (model §2), and each fact of these
 * worlds names its entity.
 */
const isOfSharedName = (files: ReadonlyMap<string, string>, { code, message }: Problem): boolean => {
  const name = /^"(.*?)"/.exec(message)?.[1] ?? '';
  const isNamedSo = (text: string): boolean => text.includes(`\nid: ${name}\n`) || text.includes(`\ntitle: ${name}\n`);
  return code === 'reference/ambiguous' && [...files.values()].filter(isNamedSo).length > 1;
};

const placeOf = ({ entry, fact }: Clipped): string => `${entry.path} ${fact.value.span.start}`;

/** The answers by attribute, each value once. */
const valuesAt = (known: Known, entity: string, at: WorldDate | null, means: (held: Held) => string): string[] =>
  wasTrueAt(known, entity, { at }).facts.map(
    ({ attribute, values }) => `${attribute}: ${[...new Set(values.map(means))].sort().join(', ')}`,
  );

function pointOf(canon: Canon, text: string) {
  const reading = readCanonPoint(canon, text);
  if (!reading.ok) throw new Error(reading.message);
  return reading.point;
}
