/** The colors of pictures: text is readable, and shapes are distinguishable, in every theme. */
import { describe, expect, it } from 'vitest';
import { LEAST_INK } from '../../server/src/core/picture/family/drawFamily';
import { PALETTES, PATTERNS, type PictureTheme } from '../../server/src/core/picture/paint/palette';

type Rgb = readonly [number, number, number];

const rgbOf = (color: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255) as unknown as Rgb;

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

const luminance = (color: string): number => {
  const [r, g, b] = rgbOf(color).map(linear) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** As WCAG has it, from 1 to 21. */
const contrast = (a: string, b: string): number => {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};

/** The visible color where one color of some opacity lies over another. */
const blended = (color: string, opacity: number, below: string): string => {
  const [over, under] = [rgbOf(color), rgbOf(below)];
  const parts = over.map((part, i) => Math.round(255 * (part * opacity + (under[i] ?? 0) * (1 - opacity))));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
};

/** A color as seen by eyes without one kind of cones, after Viénot, Brettel and Mollon. */
const SEEN: Readonly<Record<string, readonly Rgb[]>> = {
  'all cones': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.11238, 0.88762, 0],
    [0.11238, 0.88762, 0],
    [0.00401, -0.00401, 1],
  ],
  deuteranopia: [
    [0.29275, 0.70725, 0],
    [0.29275, 0.70725, 0],
    [-0.02234, 0.02234, 1],
  ],
};

const labOf = (color: string, seen: readonly Rgb[]): Rgb => {
  const rgb = rgbOf(color).map(linear) as unknown as Rgb;
  const [r, g, b] = seen.map((row) => row.reduce((sum, part, i) => sum + part * (rgb[i] ?? 0), 0)) as unknown as Rgb;
  const f = (part: number): number => (part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
};

const distance = (a: Rgb, b: Rgb): number => Math.hypot(...a.map((part, i) => part - (b[i] ?? 0)));

describe.each(Object.entries(PALETTES) as [PictureTheme, (typeof PALETTES)[PictureTheme]][])('%s', (_, palette) => {
  it('has text of at least 4.5:1 on every color behind it', () => {
    const pairs = [
      [palette.ink, palette.ground],
      [palette.ink, palette.band],
      [palette.quietInk, palette.ground],
      [palette.quietInk, palette.band],
      ...palette.tones.map(({ tint }) => [palette.ink, tint]),
    ] as const;
    expect(pairs.filter(([text, on]) => contrast(text, on) < 4.5)).toEqual([]);
  });

  it('has readable words where they are faint', () => {
    const grounds = [palette.ground, ...palette.tones.map(({ tint }) => tint)];
    expect(grounds.filter((on) => contrast(blended(palette.ink, LEAST_INK, on), on) < 4.5)).toEqual([]);
  });

  it('fills shapes visibly', () => {
    expect(palette.tones.filter(({ tint }) => tint === palette.ground)).toEqual([]);
  });

  it('has shapes of at least 3:1 on the ground', () => {
    const shapes = [palette.accent, palette.alarm, ...palette.tones.map(({ strong }) => strong)];
    expect(shapes.filter((one) => contrast(one, palette.ground) < 3)).toEqual([]);
    expect(palette.tones.filter(({ strong, tint }) => contrast(strong, tint) < 3)).toEqual([]);
    expect(palette.tones.filter(({ strong }) => contrast(strong, palette.weaveLine) < 3)).toEqual([]);
  });

  it.each(Object.entries(SEEN))('has eight tones that differ with %s', (_, seen) => {
    const labs = palette.tones.map(({ strong }) => labOf(strong, seen));
    const near = labs.flatMap((a, i) =>
      labs
        .slice(i + 1)
        .flatMap((b, j) => (distance(a, b) < 11 ? [`${i} and ${i + 1 + j}: ${distance(a, b).toFixed(1)}`] : [])),
    );
    expect(palette.tones).toHaveLength(8);
    expect(near).toEqual([]);
  });
});

it('each tone has a pattern of its own', () => {
  expect(new Set(PATTERNS.map((pattern) => JSON.stringify(pattern))).size).toBe(8);
});
