/** Pictures as SVG: whole, escaped, and the same each time. */
import { describe, expect, it } from 'vitest';
import { escaped, svgOf } from '../../server/src/core/picture/paint/svg';
import { type Drawing, TYPE_SIZES } from '../../server/src/core/picture/paint/drawing';
import { timelineSvg } from '../../server/src/core/picture/timeline/timelineDrawing';
import { lane, SAMPLE, span } from '../media/sampleTimeline';

const drawing: Drawing = {
  width: 100,
  height: 40,
  items: [
    { kind: 'box', role: 'ground', x: 0, y: 0, width: 100, height: 40 },
    { kind: 'box', role: 'span', tone: 2, thing: 0, x: 10, y: 5, width: 50, height: 20, fadeRight: 10 },
    { kind: 'text', role: 'spanName', thing: 0, x: 14, y: 15, text: 'Maric & <sons>' },
  ],
  things: [{ kind: 'span', title: 'Maric & <sons>', entry: 'maric', days: [1, null], lane: 0, index: 0 }],
};

describe('a picture as SVG', () => {
  const svg = svgOf(drawing, { title: 'House "Vyr"', description: 'Who founded it.' });

  it('describes itself to those who do not see it', () => {
    expect(svg).toContain('role="img" aria-labelledby="retcon-title retcon-desc"');
    expect(svg).toContain('<title id="retcon-title">House &quot;Vyr&quot;</title>');
  });

  it('has the names of things as tooltips, escaped', () => {
    expect(svg).toContain('<title>Maric &amp; &lt;sons&gt;</title>');
    expect(svg.replace(/<[^>]*>/g, '')).not.toMatch(/[<>]/);
  });

  it("follows the reader's light or dark theme, unless one is given", () => {
    expect(svg).toContain('prefers-color-scheme:dark');
    expect(svgOf(drawing, { theme: 'dark', title: '', description: '' })).not.toContain('prefers-color-scheme');
  });
});

it('a name that is wider than its room is shortened by its estimated width', () => {
  const text = { kind: 'text', role: 'spanName', x: 4, y: 10, text: 'Corwin the Elder' } as const;
  const written = (maxWidth: number): string | undefined =>
    />([^<]*)<\/text>/.exec(svgOf({ ...drawing, items: [{ ...text, maxWidth }] }, { title: '', description: '' }))?.[1];
  expect(written(200)).toBe('Corwin the Elder');
  expect(written(60)).toBe('Corwin t…');
});

it('the inner line of a soft bar is above the tall letters of its name', () => {
  /** The height of the tallest letters of common fonts, as a fraction of the font size. */
  const TALL = 0.76;
  const spans = [span('held by both', [200, null], { is_disputed: true, is_soft: true })];
  const view = { domain: [200 * 365, 420 * 365], width: 1400, height: 700 } as const;
  const svg = timelineSvg({ ...SAMPLE, lanes: [lane('Maric', 'grave', spans)], retcons: [] }, '', view, 'light');
  const bars = [...svg.matchAll(/<rect class="span t\d inner" [^>]*? y="([^"]*)"/g)].map(([, y]) => Number(y));
  const names = [...svg.matchAll(/<text class="spanName" [^>]*? y="([^"]*)"/g)].map(([, y]) => Number(y));
  expect(bars.length).toBeGreaterThan(0);
  for (const bar of bars) {
    const name = names.find((y) => y > bar) ?? expect.fail('no name');
    expect(name + (0.35 - TALL) * TYPE_SIZES.normal).toBeGreaterThan(bar + 0.5);
  }
});

it('characters that XML forbids are left out', () => {
  expect(escaped('a\u0000b\u000bc\ud800d\n')).toBe('abc\ufffdd\n');
});
