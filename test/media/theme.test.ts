/** The colours of the page, by what the editor or the system says. */
import { describe, expect, it } from 'vitest';
import { paletteOn, rgbOf, themeOf } from '../../media/timeline/theme';
import { PALETTES } from '../../server/src/core/picture/paint/palette';

const system = { classes: [], isDark: false, isContrast: false };

describe('the theme', () => {
  it.each([
    [{ ...system }, 'light'],
    [{ ...system, isDark: true }, 'dark'],
    [{ ...system, isDark: true, isContrast: true }, 'contrastDark'],
    [{ ...system, classes: ['vscode-light'], isDark: true }, 'light'],
    [{ ...system, classes: ['vscode-dark'] }, 'dark'],
    [{ ...system, classes: ['vscode-high-contrast'] }, 'contrastDark'],
    [{ ...system, classes: ['vscode-high-contrast', 'vscode-high-contrast-light'] }, 'contrastLight'],
  ])('%o is %s', (surroundings, theme) => expect(themeOf(surroundings)).toBe(theme));
});

/** As WCAG counts it. */
function contrast(one: string, other: string): number {
  const luminance = (color: string): number =>
    (rgbOf(color) ?? []).reduce((sum, part, i) => {
      const c = part / 255;
      return sum + (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4) * ([0.2126, 0.7152, 0.0722][i] ?? 0);
    }, 0);
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

describe('on the ground of the editor', () => {
  it.each([
    ['dark', '#1f1f1f'],
    ['dark', '#002b36'],
    ['light', '#ffffff'],
    ['light', '#fdf6e3'],
    ['contrastDark', '#000000'],
    ['contrastLight', '#ffffff'],
  ] as const)('%s on %s is readable', (theme, ground) => {
    const { ink, quietInk, tones, band, ground: base } = paletteOn(theme, ground);
    expect(base).toBe(ground);
    for (const under of [base, band]) expect(contrast(ink, under)).toBeGreaterThan(7);
    expect(contrast(quietInk, base)).toBeGreaterThan(4.5);
    for (const { strong, tint } of tones) {
      expect(contrast(strong, base)).toBeGreaterThan(2.7);
      expect(contrast(ink, tint)).toBeGreaterThan(4.5);
      // A filled shape is visible.
      expect(tint).not.toBe(base);
    }
  });

  it('a transparent ground does not count', () => {
    expect(paletteOn('dark', 'rgba(0, 0, 0, 0)')).toBe(PALETTES.dark);
    expect(rgbOf('rgb(1, 2, 3)')).toEqual([1, 2, 3]);
  });
});
