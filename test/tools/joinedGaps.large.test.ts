/** Hundreds of undated values in hundreds of gaps: for each value some gaps are listed, and the number of the others. */
import { describe, expect, it } from 'vitest';
import { exportSteps, firstJoined } from '../../server/src/core/tools/exports/exportRows';
import { codexOf } from '../support/codex';
import { ended } from '../support/lore';
import { timelineIn } from './timelines';

const COUNT = 700;

/** Half of the pages state a fact for a year each, the other half undated facts: 351 gaps for each of 350 values. */
const gapsOf = (count: number, lines: (i: number) => string, codexYaml = '') =>
  codexOf({
    'codex.yaml': codexYaml,
    ...Object.fromEntries(
      Array.from({ length: count }, (_, i) => {
        const when = i % 2 === 1 ? `date: ${2 * i} CE\nuntil: ${2 * i + 1} CE\n` : '';
        return [`p${i}.md`, `---\n${lines(i)}${when}facts: {house: {ruler: bob ${i}}}\n---\n`];
      }),
    ),
  }).canon;

const ALL_AT_ONCE = gapsOf(COUNT, () => '');
const TOLD = Math.floor(100_000 / (COUNT / 2));

describe('values that fill more gaps than are listed', () => {
  const [lane] = timelineIn(ALL_AT_ONCE, { entities: ['house'] }).lanes;
  const spans = lane?.spans.filter(({ entry }) => entry === 'p4') ?? [];

  it('lists the last gap separately, and joins those before it', () => {
    expect(spans).toHaveLength(TOLD);
    const words = spans.map(({ from, until, stretches_joined }) => [from, until, stretches_joined]);
    expect(words.slice(0, 2)).toEqual([
      [null, '2 CE', undefined],
      ['3 CE', '6 CE', undefined],
    ]);
    expect(words.at(-3)).toEqual(['1127 CE', '1130 CE', undefined]);
    expect(words.at(-2)).toEqual(['1131 CE', '1398 CE', 67]);
    expect(words.at(-1)).toEqual(['1399 CE', null, undefined]);
  });

  it('says so in the title, and in the days', () => {
    expect([spans.at(-2)?.title, spans.at(-1)?.title]).toEqual(['bob 4, in 67 stretches', 'bob 4']);
    const [first, until] = spans.at(-2)?.days ?? [];
    expect(Math.round(((until ?? 0) - (first ?? 0)) / 365.2425)).toBe(267);
    expect([spans.at(-2)?.is_disputed, spans.at(-2)?.disputed_days]).toEqual([true, undefined]);
  });

  it('says so in the export, next to what holds on all other lines', () => {
    const { fact = [] } = ended(exportSteps(ALL_AT_ONCE));
    const own = fact.filter(({ entry, line }) => entry === 'p4' && line !== null);
    expect(own.map(({ from, until, joined }) => [from, until, joined ?? undefined])).toEqual(
      spans.map(({ from, until, stretches_joined }) => [from, until, stretches_joined]),
    );
  });
});

describe('more stretches over canon time than are listed', () => {
  const revisions = Array.from({ length: 560 }, (_, i) => `s${i}`);
  const canon = gapsOf(560, (i) => `canon: s${i}\n`, `revisions: [${revisions.join(', ')}]\n`);
  const tables = ended(exportSteps(canon));

  it('lists the first stops exactly, and later ones as of the last', () => {
    const joined = firstJoined(tables);
    expect(joined).toMatch(/^s5\d\d$/);
    expect(timelineIn(canon, { entities: ['house'] }).points.find(({ is_joined }) => is_joined)?.at).toBe(joined);
    const points = new Map(tables.canon_point?.map(({ as_of, point }) => [as_of, Number(point)]));
    const factsAt = (asOf: string) => {
      const at = points.get(asOf) ?? NaN;
      return (tables.fact ?? [])
        .filter(({ known_from, known_until }) => Number(known_from) <= at && at < Number(known_until ?? Infinity))
        .map((row) => JSON.stringify({ ...row, known_from: null, known_until: null }));
    };
    const latest = ended(exportSteps(gapsOf(560, () => ''))).fact?.map((row) =>
      JSON.stringify({ ...row, known_from: null, known_until: null }),
    );
    expect(factsAt('latest').toSorted()).toEqual(latest?.toSorted());
    // Of what has entered the canon by then, its state at the last stop.
    const entered = new Set(revisions.slice(0, 531).map((_, i) => `p${i}`));
    const asAtLast = latest?.filter((row) => entered.has((JSON.parse(row) as { entry: string }).entry));
    expect(factsAt('s530').toSorted()).toEqual(asAtLast?.toSorted());
    // Two undated values before and after the dated ones, and on all other lines.
    expect(factsAt('s2')).toHaveLength(7);
  });
});
