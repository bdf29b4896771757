/** What is told from the changes of each stop is what is told where each stop is worked out anew. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stopsOf } from '../../../server/src/core/canon/incremental/canonStops';
import { clipsOverCanonTime } from '../../../server/src/core/canon/incremental/clipsOverCanonTime';
import { heldAtEachStop } from '../../../server/src/core/canon/incremental/heldAtEachStop';
import { areChangesEnough, heldByChanges } from '../../../server/src/core/canon/incremental/heldByChanges';
import type { HeldSpan } from '../../../server/src/core/canon/incremental/heldSpans';
import { nameSteps } from '../../../server/src/core/canon/incremental/namesOverCanonTime';
import { allEntries } from '../../../server/src/core/canon/model/canon';
import { knownAt, LATEST } from '../../../server/src/core/canon/model/canonPoint';
import { kindOfAttribute } from '../../../server/src/core/canon/truth/truth';
import { atOnce } from '../../../server/src/core/text/steps';
import { told } from '../everyQuestion';
import { codex } from '../model/answers';

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

/** In the order in which a lane has them, but for where they begin: what is of one fact stays as it is. */
const shown = (spans: readonly HeldSpan[]): string[] =>
  spans
    .map(({ held: { clipped, ref, segment, line, except }, from, until, disputed, isSoft }) => ({
      key: `${clipped.entry.path} ${clipped.fact.index} ${from}`,
      text: told([clipped.entry, clipped.fact.index, ref, segment, line, except, from, until, disputed, isSoft]),
      by: clipped.clippedBy[0]?.by.path,
    }))
    .sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -1 : 1))
    .map(({ text, by }) => `${text} ${by}`);

it('says what is said where each stop is worked out anew', () => {
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
        const [within, entries] = [knownAt(canon, LATEST), allEntries(canon)];
        const stops = atOnce(stopsOf(within, entries, []));
        const view = { within, stops, names: nameSteps(within, stops) };
        for (const { attribute, spans } of atOnce(clipsOverCanonTime(within, entries, stops, view.names)).pairs) {
          const kind = kindOfAttribute(within, attribute);
          if (!areChangesEnough(view, spans)) continue;
          const anew = shown(heldAtEachStop(view, spans, kind));
          expect(shown(heldByChanges(view, spans, kind))).toEqual(anew);
          if (spans.length > 1) compared++;
        }
      },
    ),
    { numRuns: RUNS },
  );
  expect(compared).toBeGreaterThan(RUNS / 2);
});

it('tells of each fact a hundred stretches of disputed days, and the last changes of them as one', () => {
  const many = 120;
  // Half of them say the same for ever, and each of the others contradicts them for a day.
  const fact = (i: number): string =>
    i % 2 === 0 ? 'value: v, from: 1 TA' : `value: w${i}, from: ${2 * i} TA, until: ${2 * i + 1} TA`;
  const pages = Array.from({ length: many }, (_, i) => {
    const lines = [`canon: s${i}`, 'facts:', `  - {entity: house, attribute: founder, ${fact(i)}}`];
    return [`p${i}`, lines.join('\n')] as const;
  });
  const revisions = `revisions: [${pages.map((_, i) => `s${i}`).join(', ')}]\n`;
  const canon = codex({ 'codex.yaml': `${revisions}attributes: {founder: constant}\n`, ...Object.fromEntries(pages) });
  const [within, entries] = [knownAt(canon, LATEST), allEntries(canon)];
  const stops = atOnce(stopsOf(within, entries, []));
  const view = { within, stops, names: nameSteps(within, stops) };
  const [pair] = atOnce(clipsOverCanonTime(within, entries, stops, view.names)).pairs;
  const facts = pair?.spans ?? [];
  expect(areChangesEnough(view, facts)).toBe(true);
  const [spans, each] = [heldByChanges(view, facts, 'constant'), heldAtEachStop(view, facts, 'constant')];
  const count = (all: readonly HeldSpan[]): number => all.reduce((sum, { disputed }) => sum + disputed.length, 0);
  expect(count(each)).toBeGreaterThan(200 * many);
  expect(count(spans)).toBeLessThan(200 * many);
  for (const span of spans) {
    const { entry } = span.held.clipped;
    // As it is at the last of its stops, which are those of as many spans as it says.
    const own = each.filter(
      (one) => one.held.clipped.entry === entry && span.from <= one.from && one.until <= span.until,
    );
    expect(own.map(({ until }) => until)).toContain(span.until);
    expect(own.find(({ until }) => until === span.until)?.disputed).toEqual(span.disputed);
    expect(own).toHaveLength(span.joined ?? 1);
  }
  expect(spans.filter(({ joined }) => joined !== undefined)).toHaveLength(many / 2 - 1);
});
