/**
 * The product, compared with a second implementation of model.md: random small codices, and every answer about them day
 * by day.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answeredAlike, drawn, standingAlike } from './secondReading/alike';
import { asAnswered, asRead, canonOf, type Question } from './secondReading/questions';
import type { Codex } from './secondReading/page';
import { renamed, renaming } from './secondReading/renamed';
import { type Bent, BENTS, codexOf, DAYS, POINTS, WORDS } from './secondReading/worlds';
import { askDiff } from '../support/ask';

const RUNS = Number(process.env.FUZZ_RUNS ?? 10);
/** Among a few codices hardly any has restorations that interact. */
const runsOf = (name: string): number => (name.includes('restorations') ? Math.max(RUNS, 60) : RUNS);
/** A long search is not a failure. */
const PATIENCE = 30_000 + RUNS * 3_000;

/** Declarations that change the standing of a whole entry. */
const WHOLE = [
  'plain facts',
  'supersessions from both ends',
  'retractions',
  'restorations',
  'restorations at once',
] as const;

const point = fc.constantFrom(...POINTS);

describe('a second implementation of the model agrees with the product', () => {
  it.each(Object.entries<Bent>(BENTS))(
    'on %s',
    (name, bent) => {
      fc.assert(answeredAlike(bent), { numRuns: runsOf(name) });
    },
    PATIENCE,
  );
});

describe('the standing of entries is the same', () => {
  it.each(WHOLE)(
    'on %s',
    (name) => {
      fc.assert(standingAlike(BENTS[name]), { numRuns: runsOf(name) });
    },
    PATIENCE,
  );
});

describe('renaming', () => {
  it.each(['names', 'supersessions from both ends', 'restorations', 'partial restorations'] as const)(
    'changes no answer on %s',
    (name) => {
      const bent: Bent = BENTS[name];
      const order = fc.shuffledSubarray([...WORDS], { minLength: WORDS.length });
      const question = fc.record({
        asOf: fc.constantFrom(...POINTS.filter((one) => !one.startsWith('before'))),
        name: fc.constantFrom(...bent.entities),
      });
      fc.assert(
        fc.property(codexOf(bent), question, order, (codex, asked, words) => {
          const rename = renaming(words);
          const other = renamed(codex, rename);
          // Among unordered ones the lowest id clips first (model §7), so that one may change.
          const answered = (one: Codex, ask: Question) =>
            asAnswered(one, canonOf(one), ask, DAYS).map((day) =>
              day === 'ambiguous' ? day : day.map((line) => line.replace(/, superseded by \w+/, '')),
            );
          const now = answered(codex, asked).map((day) => (day === 'ambiguous' ? day : day.map(rename).sort()));
          expect(answered(other, { ...asked, name: rename(asked.name) }), drawn(codex)).toEqual(now);
        }),
        { numRuns: RUNS },
      );
    },
    PATIENCE,
  );
});

interface Change {
  readonly entity: string;
  readonly attribute: string;
  readonly at: { readonly from: string | null; readonly until: string | null };
  readonly before: readonly { readonly value: string; readonly entry: string }[];
  readonly after: readonly { readonly value: string; readonly entry: string }[];
}

describe('the answers as of one point, changed as `diff` says', () => {
  it.each(['plain facts', 'supersessions from both ends', 'restorations', 'partial restorations'] as const)(
    'are those as of another on %s',
    (name) => {
      const bent: Bent = BENTS[name];
      fc.assert(
        fc.property(codexOf(bent), point, point, fc.constantFrom(...bent.entities), (codex, from, to, entity) => {
          const answer = askDiff(canonOf(codex), { from, to });
          if (!answer.ok) throw new Error(answer.failure.message);
          const changes = (answer.json.changes as readonly Change[]).filter((one) => one.entity === entity);
          const answersAsOf = (asOf: string) =>
            asRead(codex, { asOf, name: entity }, DAYS).map((day) =>
              [...new Set([...day].map((line) => line.replace(/,.*| !$/, '')))].sort(),
            );
          expect(
            answersAsOf(from).map((day, i) => changed(day, changes, DAYS[i] ?? 0)),
            drawn(codex),
          ).toEqual(answersAsOf(to));
        }),
        { numRuns: RUNS },
      );
    },
    PATIENCE,
  );
});

function changed(answers: readonly string[], changes: readonly Change[], day: number): readonly string[] {
  const number = (text: string | null, otherwise: number) =>
    text === null ? otherwise : Number(/\d+/.exec(text)?.[0]);
  return changes
    .filter(({ at }) => number(at.from, -Infinity) <= day && day < number(at.until, Infinity))
    .reduce<readonly string[]>((lines, { attribute, before, after }) => {
      const said = (values: Change['before']) => values.map(({ value, entry }) => `${attribute}: ${value} by ${entry}`);
      expect(new Set(lines.filter((line) => line.startsWith(`${attribute}:`)))).toEqual(new Set(said(before)));
      return [...new Set([...lines.filter((line) => !line.startsWith(`${attribute}:`)), ...said(after)])].sort();
    }, answers);
}
