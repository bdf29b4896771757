/** The colours of pictures, one set for each theme: both painters fill and stroke with them. */
import type { DrawnRole, Tone } from './drawing';

export type PictureTheme = 'light' | 'dark' | 'contrastLight' | 'contrastDark';

/** The pattern that each tone has beside its colour, in a tile of `TILE` by `TILE` pixels. */
export const TILE = 6;
/** Lines and dots of a tile: `[x1, y1, x2, y2]` is a line of one pixel and a half, `[x, y]` a dot of that radius. */
export const PATTERNS: readonly (readonly (readonly number[])[])[] = [
  [],
  [[-1, 7, 7, -1]],
  [[3, -1, 3, 7]],
  [[3, 3]],
  [[-1, 3, 7, 3]],
  [[-1, -1, 7, 7]],
  [
    [-1, 3, 7, 3],
    [3, -1, 3, 7],
  ],
  [
    [-1, 4.5, 3, 1.5],
    [3, 1.5, 7, 4.5],
  ],
];

interface ToneColors {
  /** Of outlines and of the weave: at least 3:1 against the ground. */
  readonly strong: string;
  /** Of the background of a name: the name has at least 4.5:1 on it. */
  readonly tint: string;
}

export interface Palette {
  readonly ground: string;
  /** Of names and other text. */
  readonly ink: string;
  /** Of secondary text: ticks, counts. */
  readonly quietInk: string;
  /** Of hairlines that only guide the eye. */
  readonly line: string;
  /** Every second lane, and the headers. */
  readonly band: string;
  /** Of the present, of handles and of the selection. */
  readonly accent: string;
  /** Of retcons and of disputed things. */
  readonly alarm: string;
  /** Of the days of a feast. */
  readonly feast: string;
  /** Of the lines of a pattern over its tone. */
  readonly weaveLine: string;
  readonly tones: readonly ToneColors[];
}

const light: Palette = {
  ground: '#ffffff',
  ink: '#1f2430',
  quietInk: '#5a6272',
  line: '#d9dde5',
  band: '#f6f7f9',
  accent: '#0b62c4',
  alarm: '#b3261e',
  feast: '#fbf6e3',
  weaveLine: '#ffffff',
  tones: [
    { strong: '#346fb1', tint: '#dfeaf6' },
    { strong: '#b24f00', tint: '#fae7d6' },
    { strong: '#1d805d', tint: '#d9f0e7' },
    { strong: '#8f3c76', tint: '#f6e1ee' },
    { strong: '#968630', tint: '#f4eecb' },
    { strong: '#5851b9', tint: '#e7e3f7' },
    { strong: '#0d819b', tint: '#d8eef1' },
    { strong: '#797f85', tint: '#e8eaed' },
  ],
};

const dark: Palette = {
  ground: '#1b1e25',
  ink: '#e8ebf1',
  quietInk: '#a4adbb',
  line: '#353b47',
  band: '#21252d',
  accent: '#6cb2ff',
  alarm: '#ff8a80',
  feast: '#2a2820',
  weaveLine: '#1b1e25',
  tones: [
    { strong: '#70a7dd', tint: '#23384f' },
    { strong: '#dc9059', tint: '#4a3220' },
    { strong: '#60bd98', tint: '#1f4437' },
    { strong: '#d183ad', tint: '#4a2c3f' },
    { strong: '#d9c15b', tint: '#413a1a' },
    { strong: '#9ea0ff', tint: '#352f55' },
    { strong: '#62bdce', tint: '#1d4148' },
    { strong: '#c6cbca', tint: '#363b45' },
  ],
};

const contrastLight: Palette = {
  ...light,
  ink: '#000000',
  quietInk: '#2b2f38',
  line: '#9aa1ad',
  band: '#ffffff',
  accent: '#0b3fa8',
  alarm: '#8f0d06',
  tones: light.tones.map(({ strong, tint }) => ({ strong: deepened(strong), tint })),
};

const contrastDark: Palette = {
  ...dark,
  ground: '#000000',
  ink: '#ffffff',
  quietInk: '#e0e4ec',
  line: '#4d5563',
  band: '#000000',
  accent: '#ffd24a',
  alarm: '#ff9d94',
  feast: '#26220f',
  weaveLine: '#000000',
};

export const PALETTES: Readonly<Record<PictureTheme, Palette>> = { light, dark, contrastLight, contrastDark };

/**
 * The colour of a role, and whether its boxes and filled paths are filled with it; those of spans and weaves come from their tones.
 */
export function colorOf(palette: Palette, role: DrawnRole, tone: Tone | undefined): string {
  const { strong, tint } = palette.tones[tone ?? 7] ?? { strong: palette.ink, tint: palette.band };
  switch (role) {
    case 'ground':
      return palette.ground;
    case 'lane':
    case 'era':
    case 'margin':
      return palette.band;
    case 'laneName':
    case 'spanName':
    case 'eventName':
      return palette.ink;
    case 'tickName':
    case 'eraName':
    case 'marginName':
      return palette.quietInk;
    case 'tick':
      return palette.line;
    case 'span':
      return tint;
    case 'weave':
    case 'density':
    case 'open':
      return strong;
    case 'event':
      return tone === undefined ? palette.ink : strong;
    case 'feast':
      return palette.feast;
    case 'retcon':
      return palette.alarm;
    case 'present':
    case 'handle':
    case 'cross':
    case 'focus':
      return palette.accent;
  }
}

/** The same hue, darker by a quarter. */
function deepened(color: string): string {
  const parts = [1, 3, 5].map((at) => Math.round(Number.parseInt(color.slice(at, at + 2), 16) * 0.75));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
