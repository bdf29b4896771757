/** The reader's theme, as the page finds it: and who is told when it changes. */
import { type Palette, PALETTES, type PictureTheme } from '../../server/src/core/picture/paint/palette';
import { measureType } from './surface';
import { paletteOn, themeOf } from './theme';

const dark = matchMedia('(prefers-color-scheme: dark)');
const contrast = matchMedia('(prefers-contrast: more)');
const forced = matchMedia('(forced-colors: active)');

export const currentTheme = (): PictureTheme =>
  themeOf({
    classes: [...document.body.classList],
    isDark: dark.matches,
    isContrast: contrast.matches || forced.matches,
  });

export interface Look {
  readonly palette: Palette;
  readonly font: string;
}

/** What everything is drawn with now. The style sheet has the same colours, by their names in the palette. @param isPaper which is always light */
export function currentLook(isPaper = false): Look {
  measureType();
  const { backgroundColor, fontFamily } = getComputedStyle(document.body);
  const palette = isPaper ? PALETTES.light : paletteOn(currentTheme(), backgroundColor);
  const { style } = document.documentElement;
  const colors = {
    ground: palette.ground,
    ink: palette.ink,
    quiet: palette.quietInk,
    line: palette.line,
    band: palette.band,
    accent: palette.accent,
  };
  for (const [name, color] of Object.entries(colors)) style.setProperty(`--${name}`, color);
  return { palette, font: fontFamily };
}

export function onLook(listener: () => void): void {
  for (const query of [dark, contrast, forced]) query.addEventListener('change', listener);
  new MutationObserver(listener).observe(document.body, { attributes: true, attributeFilter: ['class'] });
}
