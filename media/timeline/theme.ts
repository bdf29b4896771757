/** The colours of the page: those of the picture's palette, on the background of the reader's theme. */
import { type Palette, PALETTES, type PictureTheme } from '../../server/src/core/picture/paint/palette';

/** The properties of the reader's theme. `classes`: of the body, as VS Code sets them. */
export interface Surroundings {
  readonly classes: readonly string[];
  readonly isDark: boolean;
  readonly isContrast: boolean;
}

export function themeOf({ classes, isDark, isContrast }: Surroundings): PictureTheme {
  if (classes.includes('vscode-high-contrast-light')) return 'contrastLight';
  if (classes.includes('vscode-high-contrast')) return 'contrastDark';
  const isDarkHere = classes.includes('vscode-dark') || (isDark && !classes.includes('vscode-light'));
  if (isContrast) return isDarkHere ? 'contrastDark' : 'contrastLight';
  return isDarkHere ? 'dark' : 'light';
}

type Rgb = readonly [number, number, number];

/** `rgb(1, 2, 3)`, `rgba(1, 2, 3, 0.5)` and `#010203`; null: another notation, or a transparent colour. */
export function rgbOf(color: string): Rgb | null {
  const hex = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(color.trim());
  if (hex) return [1, 2, 3].map((at) => Number.parseInt(hex[at] ?? '', 16)) as unknown as Rgb;
  const found = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(color.trim());
  if (!found || (found[4] !== undefined && Number(found[4]) < 1)) return null;
  return [Number(found[1]), Number(found[2]), Number(found[3])];
}

const hexOf = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
const mixed = (one: Rgb, other: Rgb, part: number): string =>
  hexOf([0, 1, 2].map((i) => (one[i] ?? 0) * (1 - part) + (other[i] ?? 0) * part) as unknown as Rgb);

/** The palette of a theme on the editor's own background, so that the picture blends into the page. */
export function paletteOn(theme: PictureTheme, ground: string): Palette {
  const palette = PALETTES[theme];
  const [base, ink] = [rgbOf(ground), rgbOf(palette.ink)];
  if (!base || !ink) return palette;
  const isContrast = theme === 'contrastDark' || theme === 'contrastLight';
  return {
    ...palette,
    ground: hexOf(base),
    band: isContrast ? hexOf(base) : mixed(base, ink, 0.035),
    line: isContrast ? palette.line : mixed(base, ink, 0.16),
    weaveLine: hexOf(base),
  };
}
