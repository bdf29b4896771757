/** Writes a drawing as stand-alone SVG, for export, for print and for the tests. */
import {
  type DrawnRole,
  type Tone,
  DASHES,
  HATCH,
  PATTERN_LINE,
  STRONG_LINE,
  STRONG_LINES,
  TYPE_SIZES,
  type BoxItem,
  type DrawnItem,
  type Drawing,
  type PathItem,
  type TextItem,
  INNER,
  shortened,
} from './drawing';
import { colorOf, PALETTES, type Palette, PATTERNS, type PictureTheme, TILE } from './palette';

/** The style sheet and the patterns of a picture as SVG: every color by class, plain rules that any viewer reads. */
const TEXT_ROLES: readonly DrawnRole[] = ['laneName', 'spanName', 'eventName', 'tickName', 'eraName', 'marginName'];
const BOX_ROLES: readonly DrawnRole[] = ['ground', 'lane', 'era', 'feast', 'margin', 'density', 'open', 'event'];
const PATH_ROLES: readonly DrawnRole[] = ['tick', 'event', 'retcon', 'present', 'handle', 'cross', 'focus', 'open'];
const TONED: readonly Tone[] = [0, 1, 2, 3, 4, 5, 6, 7];

const FONT = `system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif`;

/** A reader's own theme decides if none is named; paper is always light. */
function svgStyle(theme: PictureTheme | 'auto'): string {
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

/** The patterns over the weave of each tone, and over disputed things. */
function svgPatterns(): string {
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

interface SvgOptions {
  /** `auto`: light or dark, like the reader's system. */
  readonly theme?: PictureTheme | 'auto';
  /** The title of the picture, and a sentence about its content, for screen readers. */
  readonly title: string;
  readonly description: string;
}

export function svgOf(drawing: Drawing, { theme = 'auto', title, description }: SvgOptions): string {
  const { width, height, items, things } = drawing;
  const named = new Set<number>();
  const fades = new Map<string, string>();
  const body: string[] = [];
  for (const item of items) {
    const { thing } = item;
    // The first shape of a thing has its name as a tooltip.
    const isNew = thing !== undefined && item.kind !== 'text' && !named.has(thing);
    if (isNew) named.add(thing);
    const name = isNew ? things[thing]?.title : undefined;
    body.push(itemSvg(item, name === undefined ? '' : `<title>${escaped(name)}</title>`, fades));
  }
  const size = `width="${rounded(width)}" height="${rounded(height)}" viewBox="0 0 ${rounded(width)} ${rounded(height)}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} class="retcon-picture" style="max-width:100%;height:auto" role="img" aria-labelledby="retcon-title retcon-desc">
<title id="retcon-title">${escaped(title)}</title>
<desc id="retcon-desc">${escaped(description)}</desc>
<style>${svgStyle(theme)}</style>
<defs>${svgPatterns()}${[...fades.values()].join('')}</defs>
${body.join('\n')}
</svg>
`;
}

function itemSvg(item: DrawnItem, tip: string, fades: Map<string, string>): string {
  switch (item.kind) {
    case 'box':
      return boxSvg(item, tip, fades);
    case 'path':
      return pathSvg(item, tip);
    case 'text':
      return textSvg(item);
  }
}

const classes = (item: DrawnItem, more = ''): string => {
  const tone = item.tone === undefined ? '' : ` t${item.tone}`;
  return `class="${item.role}${tone}${more}"`;
};

const opacity = (item: DrawnItem): string => (item.opacity === undefined ? '' : ` opacity="${rounded(item.opacity)}"`);

function boxSvg(item: BoxItem, tip: string, fades: Map<string, string>): string {
  const { x, y, width, height, pattern, radius = 0 } = item;
  if (!(width > 0) || !(height > 0)) return '';
  // An outline is drawn on whole pixels, inside the box.
  const inset = item.role === 'span' ? 0.5 : 0;
  const place = (by: number): string =>
    `x="${rounded(x + by)}" y="${rounded(y + by)}" width="${rounded(Math.max(0.1, width - 2 * by))}" height="${rounded(Math.max(0.1, height - 2 * by))}"`;
  const round = radius > 0 ? ` rx="${radius}"` : '';
  const mask = fadeOf(item, fades);
  const parts = [`<rect ${classes(item)} ${place(inset)}${round}`];
  const over: string[] = [];
  if (item.role === 'weave' && item.tone !== undefined)
    over.push(`<rect fill="url(#retcon-w${item.tone})" ${place(0)}/>`);
  if (pattern === 'hatched') over.push(`<rect fill="url(#retcon-hatch)" ${place(0.5)}${round}/>`);
  if (pattern === 'doubled') over.push(`<rect ${classes(item, ' inner')} ${place(INNER)}/>`);
  const isGroup = mask !== '' || over.length > 0;
  if (!isGroup) return `${parts[0]}${opacity(item)}${tip === '' ? '/>' : `>${tip}</rect>`}`;
  return `<g${opacity(item)}${mask}>${tip}${parts[0]}/>${over.join('')}</g>`;
}

/** Fades are masks in the units of the box; equal fades share one. */
function fadeOf({ width, fadeLeft = 0, fadeRight = 0 }: BoxItem, fades: Map<string, string>): string {
  if (fadeLeft <= 0 && fadeRight <= 0) return '';
  const [from, until] = [Math.round((fadeLeft / width) * 100), Math.round((1 - fadeRight / width) * 100)];
  const id = `retcon-f${from}-${until}`;
  const white = (at: number, alpha: number): string =>
    `<stop offset="${at}%" stop-color="#fff" stop-opacity="${alpha}"/>`;
  const stops = `${white(0, from > 0 ? 0 : 1)}${white(from, 1)}${white(until, 1)}${white(100, until < 100 ? 0 : 1)}`;
  fades.set(
    id,
    `<linearGradient id="${id}g">${stops}</linearGradient><mask id="${id}" maskContentUnits="objectBoundingBox"><rect width="1" height="1" fill="url(#${id}g)"/></mask>`,
  );
  return ` mask="url(#${id})"`;
}

function pathSvg(item: PathItem, tip: string): string {
  const { points, isFilled, isDashed } = item;
  if (points.length === 0) return '';
  const isHairline = points.length === 2 && !isFilled;
  const d = points
    .map(
      ([x, y], i) => `${i === 0 ? 'M' : 'L'}${isHairline ? `${crisp(x)} ${crisp(y)}` : `${rounded(x)} ${rounded(y)}`}`,
    )
    .join('');
  const more = `${isFilled ? ' filled' : ' line'}${isDashed ? ' dashed' : ''}`;
  const path = `<path ${classes(item, more)} d="${d}${isFilled ? 'Z' : ''}"${opacity(item)}`;
  return tip === '' ? `${path}/>` : `${path}>${tip}</path>`;
}

function textSvg(item: TextItem): string {
  const { x, y, align = 'start', size = 'normal', maxWidth } = item;
  const text = maxWidth === undefined ? item.text : shortened(item.text, maxWidth, size);
  const anchor = align === 'start' ? '' : ` text-anchor="${align}"`;
  return `<text ${classes(item, size === 'normal' ? '' : ` ${size}`)} x="${rounded(x)}" y="${rounded(y)}" dy=".35em"${anchor}${opacity(item)}>${escaped(text)}</text>`;
}

const rounded = (n: number): string => (Number.isFinite(n) ? String(Math.round(n * 100) / 100) : '0');

/** A line of one pixel lies on one row of pixels, rather than between two. */
const crisp = (n: number): string => rounded(Math.round(n - 0.5) + 0.5);

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML allows neither most control characters nor half of a surrogate pair. */
export const escaped = (text: string): string =>
  text
    .replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '')
    // oxlint-disable-next-line no-control-regex -- they are what no XML may hold
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
