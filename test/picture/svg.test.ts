/** Pictures as SVG: whole, escaped, and the same each time. */
import { describe, expect, it } from 'vitest';
import { escaped, svgOf } from '../../server/src/core/picture/paint/svg';
import type { Drawing } from '../../server/src/core/picture/paint/drawing';

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

  it('says what it is to those who do not see it', () => {
    expect(svg).toContain('role="img" aria-labelledby="retcon-title retcon-desc"');
    expect(svg).toContain('<title id="retcon-title">House &quot;Vyr&quot;</title>');
  });

  it('has the names of things as tips, escaped', () => {
    expect(svg).toContain('<title>Maric &amp; &lt;sons&gt;</title>');
    expect(svg.replace(/<[^>]*>/g, '')).not.toMatch(/[<>]/);
  });

  it('is light or dark as its reader has it, unless it is told', () => {
    expect(svg).toContain('prefers-color-scheme:dark');
    expect(svgOf(drawing, { theme: 'dark', title: '', description: '' })).not.toContain('prefers-color-scheme');
  });
});

it('what XML has no place for is left out', () => {
  expect(escaped('a\u0000b\u000bc\ud800d\n')).toBe('abc\ufffdd\n');
});
