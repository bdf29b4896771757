/** The style sheet and the patterns of a picture as SVG: every color by class, plain rules that any viewer reads. */
import type { DrawnRole, Tone } from './drawing';
import { colorOf, PALETTES, type Palette, PATTERNS, type PictureTheme, TILE } from './palette';
import { DASHES, HATCH, PATTERN_LINE, STRONG_LINE, STRONG_LINES } from './strokes';
import { TYPE_SIZES } from './textWidth';

const TEXT_ROLES: readonly DrawnRole[] = ['laneName', 'spanName', 'eventName', 'tickName', 'eraName', 'marginName'];
const BOX_ROLES: readonly DrawnRole[] = ['ground', 'lane', 'era', 'feast', 'margin', 'density', 'open', 'event'];
const PATH_ROLES: readonly DrawnRole[] = ['tick', 'event', 'retcon', 'present', 'handle', 'cross', 'focus', 'open'];
const TONED: readonly Tone[] = [0, 1, 2, 3, 4, 5, 6, 7];

export const FONT = `system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif`;

/** A reader's own theme decides where none is named; paper is always light. */
export function svgStyle(theme: PictureTheme | 'auto'): string {
  if (theme !== 'auto') return LAYOUT + colors(PALETTES[theme]);
  return `${LAYOUT}${colors(PALETTES.light)}@media screen and (prefers-color-scheme:dark){${colors(PALETTES.dark)}}`;
}

const scoped = (rule: string): string => `.retcon-picture ${rule}`;

const LAYOUT = [
  `text{font-family:${FONT};font-size:${TYPE_SIZES.normal}px}`,
  `text.small{font-size:${TYPE_SIZES.small}px}`,
  `text.large{font-size:${TYPE_SIZES.large}px;font-weight:600}`,
  'text.laneName{font-weight:500}',
  '.line{fill:none;stroke-width:1}',
  `.dashed{stroke-dasharray:${DASHES.join(' ')}}`,
  `${STRONG_LINES.map((role) => `.${role}.line`).join(',')}{stroke-width:${STRONG_LINE}}`,
  'rect.inner{fill:none}',
]
  .map((rule) => rule.split(',.').join(',.retcon-picture .'))
  .map(scoped)
  .join('');

function colors(palette: Palette): string {
  const of = (role: DrawnRole, tone?: Tone): string => colorOf(palette, role, tone);
  return [
    ...TEXT_ROLES.map((role) => `text.${role}{fill:${of(role)}}`),
    ...BOX_ROLES.map((role) => `rect.${role}{fill:${of(role)}}`),
    ...PATH_ROLES.flatMap((role) => [`path.${role}.filled{fill:${of(role)}}`, `path.${role}.line{stroke:${of(role)}}`]),
    ...TONED.flatMap((tone) => {
      const { strong, tint } = palette.tones[tone] ?? { strong: palette.ink, tint: palette.band };
      return [
        `rect.span.t${tone}{fill:${tint};stroke:${strong}}`,
        `rect.weave.t${tone},.retcon-picture rect.density.t${tone},.retcon-picture path.t${tone}.filled{fill:${strong}}`,
        `path.t${tone}.line{stroke:${strong}}`,
      ];
    }),
    `.over{fill:none;stroke:${palette.weaveLine};stroke-width:${PATTERN_LINE}}`,
    `.dot{fill:${palette.weaveLine}}`,
    `.hatch{fill:none;stroke:${palette.alarm};stroke-width:${HATCH.width};opacity:${HATCH.opacity}}`,
    'rect.inner{fill:none}',
  ]
    .map(scoped)
    .join('');
}

/** What lies over the weave of each tone, and over what is disputed. */
export function svgPatterns(): string {
  const tile = (id: string, size: number, body: string): string =>
    `<pattern id="${id}" width="${size}" height="${size}" patternUnits="userSpaceOnUse">${body}</pattern>`;
  const woven = PATTERNS.map((lines, tone) => {
    const body = lines
      .map(([x1 = 0, y1 = 0, x2, y2]) =>
        x2 === undefined
          ? `<circle class="dot" cx="${x1}" cy="${y1}" r="${PATTERN_LINE}"/>`
          : `<path class="over" d="M${x1} ${y1}L${x2} ${y2}"/>`,
      )
      .join('');
    return tile(`retcon-w${tone}`, TILE, body);
  });
  const hatch = HATCH.lines.map(([x1, y1, x2, y2]) => `M${x1} ${y1}L${x2} ${y2}`).join('');
  return `${woven.join('')}${tile('retcon-hatch', HATCH.tile, `<path class="hatch" d="${hatch}"/>`)}`;
}
