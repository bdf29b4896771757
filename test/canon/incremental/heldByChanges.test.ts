/** The result computed from the changes of each stop equals the one computed from scratch at each stop. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { HeldSpan } from '../../../server/src/core/canon/incremental/heldSpans';
import { codex } from '../model/answers';
import { bothWays, shown } from './bothWays';

const RUNS = Number(process.env.FUZZ_RUNS ?? 300);
const STOPS = 8;
const CODEX = `revisions: [${Array.from({ length: STOPS }, (_, i) => `s${i}`).join(', ')}]
attributes: {founder: constant}
tiers: [book, play, rumour]
`;

/** `p…` are pages, some of which come later; `Lord 1` is another name of one. */
const fact = fc.record({
  value: fc.constantFrom('v', 'w', 'p1', '"[[Lord 1]]"', 'p6'),
  from: fc.option(fc.integer({ min: 1, max: 6 }), { freq: 4 }),
  days: fc.option(fc.integer({ min: 1, max: 4 })),
  era: fc.constantFrom('TA', 'TA', 'TA', 'SA'),
  isApproximate: fc.boolean(),
  isElsewhere: fc.integer({ min: 0, max: 14 }).map((one) => one === 0),
});

const drawnPage = fc.record({
  canon: fc.nat(STOPS - 1),
  tier: fc.option(fc.constantFrom('book', 'play', 'rumour')),
  facts: fc.array(fact, { minLength: 1, maxLength: 3 }),
  retcon: fc.option(fc.constantFrom('supersedes', 'retracts'), { nil: undefined }),
  effective: fc.option(fc.integer({ min: 1, max: 7 })),
});
type DrawnPage = typeof drawnPage extends fc.Arbitrary<infer T> ? T : never;

function frontmatter({ canon, tier, facts, retcon, effective }: DrawnPage, i: number, attribute: string): string {
  const told = facts.map(({ value, from, days, era, isApproximate, isElsewhere }) => {
    const begin = from === null ? '' : `, from: ${isApproximate ? 'c. ' : ''}${from} ${era}`;
    const end = days === null ? '' : `, until: ${(from ?? 0) + days} ${isElsewhere ? 'XX' : era}`;
    return `  - {entity: house, attribute: ${attribute}, value: ${value}${begin}${end}}`;
  });
  const lines = [`title: Lord ${i}`, `canon: s${canon}`, ...(tier === null ? [] : [`tier: ${tier}`])];
  if (retcon && i > 0)
    lines.push(`${retcon}: {id: p${i - 1}, effective: ${effective === null ? 'always' : `${effective} TA`}}`);
  return [...lines, 'facts:', ...told].join('\n');
}

it('equals the result computed from scratch at each stop', () => {
  let compared = 0;
  fc.assert(
    fc.property(
      fc.array(drawnPage, { minLength: 2, maxLength: 9 }),
      fc.constantFrom('founder', 'ruler'),
      fc.constantFrom('any', 'dated', 'undated'),
      (pages, attribute, dates) => {
        const isLeft = ({ from }: { readonly from: number | null }): boolean =>
          dates === 'any' || (from !== null) === (dates === 'dated');
        const files = pages.map((page) => ({ ...page, facts: page.facts.filter(isLeft) }));
        const canon = codex({
          'codex.yaml': CODEX,
          ...Object.fromEntries(files.map((page, i) => [`p${i}`, frontmatter(page, i, attribute)])),
        });
        for (const { isEnough, count, anew, byChanges } of bothWays(canon)) {
          if (!isEnough) continue;
          expect(shown(byChanges())).toEqual(shown(anew()));
          if (count > 1) compared++;
        }
      },
    ),
    { numRuns: RUNS },
  );
  expect(compared).toBeGreaterThan(RUNS / 2);
});

it('lists for each fact a hundred stretches of disputed days, and its last changes as one', () => {
  const many = 120;
  // Half of them state the same for ever, and each of the others contradicts them for a day.
  const fact = (i: number): string =>
    i % 2 === 0 ? 'value: v, from: 1 TA' : `value: w${i}, from: ${2 * i} TA, until: ${2 * i + 1} TA`;
  const pages = Array.from({ length: many }, (_, i) => {
    const lines = [`canon: s${i}`, 'facts:', `  - {entity: house, attribute: founder, ${fact(i)}}`];
    return [`p${i}`, lines.join('\n')] as const;
  });
  const revisions = `revisions: [${pages.map((_, i) => `s${i}`).join(', ')}]\n`;
  const canon = codex({ 'codex.yaml': `${revisions}attributes: {founder: constant}\n`, ...Object.fromEntries(pages) });
  const [pair] = bothWays(canon);
  expect(pair?.isEnough).toBe(true);
  const [spans, each] = [pair?.told() ?? [], pair?.anew() ?? []];
  const count = (all: readonly HeldSpan[]): number => all.reduce((sum, { disputed }) => sum + disputed.length, 0);
  expect(count(each)).toBeGreaterThan(200 * many);
  expect(count(spans)).toBeLessThan(200 * many);
  expect(count(spans)).toBeGreaterThan(100 * many);
  for (const span of spans) {
    const { entry } = span.held.clipped;
    // As at the last of its stops, of which each listed span has one.
    const own = each.filter(
      (one) => one.held.clipped.entry === entry && span.from <= one.from && one.until <= span.until,
    );
    expect(own.map(({ until }) => until)).toContain(span.until);
    expect(own.find(({ until }) => until === span.until)?.disputed).toEqual(span.disputed);
    expect(own).toHaveLength(span.joined ?? 1);
  }
  expect(spans.filter(({ joined }) => joined !== undefined)).toHaveLength(many / 2 - 1);
});
