/** Paints a drawing on a canvas: the same items, in the same order, as `core/picture/paint/svg.ts` writes. */
import {
  type BoxItem,
  type Drawing,
  type PathItem,
  type TextItem,
  DASHES,
  INNER,
  STRONG_LINE,
  STRONG_LINES,
  TYPE_SIZES,
  type DrawnItem,
} from '../../server/src/core/picture/paint/drawing';
import { colorOf, type Palette } from '../../server/src/core/picture/paint/palette';

/** The used part of a canvas's context. */
export interface Pen {
  fillStyle: unknown;
  strokeStyle: unknown;
  globalAlpha: number;
  lineWidth: number;
  font: string;
  textAlign: string;
  setLineDash(segments: number[]): void;
  beginPath(): void;
  closePath(): void;
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  rect(x: number, y: number, width: number, height: number): void;
  roundRect(x: number, y: number, width: number, height: number, radius: number): void;
  clip(): void;
  save(): void;
  restore(): void;
  fill(): void;
  stroke(): void;
  fillText(text: string, x: number, y: number): void;
  measureText(text: string): { readonly width: number };
}

/** The colours, fonts and patterns for painting. */
export interface Paints {
  readonly palette: Palette;
  /** The names of fonts, as in CSS. */
  readonly font: string;
  /** The fill over the band of a tone, or over a disputed thing. */
  readonly patternOf: (tone: number | 'hatched') => unknown;
}

export function paint(pen: Pen, { items }: Drawing, paints: Paints): void {
  for (const item of items) {
    pen.globalAlpha = item.opacity ?? 1;
    if (pen.globalAlpha <= 0) continue;
    if (item.kind === 'box') paintFading(pen, item, paints);
    else if (item.kind === 'path') paintPath(pen, item, paints);
    else paintText(pen, item, paints);
  }
  pen.globalAlpha = 1;
}

/** The width in pixels of a strip of one strength; of a wide fade, a fraction of it. */
const FADE_STEP = 2;
const MOST_STEPS = 24;

/** A fading box is painted in strips, each fainter than the next: whatever lies over it fades with it. */
function paintFading(pen: Pen, item: BoxItem, paints: Paints): void {
  const { x, y, width, height, fadeLeft = 0, fadeRight = 0, opacity = 1 } = item;
  if (!(width > 0) || !(height > 0)) return;
  if (fadeLeft <= 0 && fadeRight <= 0) return paintBox(pen, item, paints);
  const strip = (left: number, right: number, strength: number): void => {
    pen.save();
    pen.beginPath();
    pen.rect(left, y, right - left, height);
    pen.clip();
    pen.globalAlpha = opacity * strength;
    paintBox(pen, item, paints);
    pen.restore();
  };
  const fade = (from: number, length: number, isOut: boolean): void => {
    const steps = Math.min(Math.max(Math.round(length / FADE_STEP), 1), MOST_STEPS);
    for (let i = 0; i < steps; i++)
      strip(
        from + (i * length) / steps,
        from + ((i + 1) * length) / steps,
        ((isOut ? steps - i : i) + (isOut ? -0.5 : 0.5)) / steps,
      );
  };
  const [first, last] = [x + fadeLeft, x + width - fadeRight];
  if (fadeLeft > 0) fade(x, fadeLeft, false);
  if (last > first) strip(first, last, 1);
  if (fadeRight > 0) fade(Math.max(last, first), x + width - Math.max(last, first), true);
}

function paintBox(pen: Pen, item: BoxItem, { palette, patternOf }: Paints): void {
  const { x, y, width, height, radius = 0, pattern, role, tone } = item;
  const place = (inset: number, round: number): void => {
    pen.beginPath();
    const [w, h] = [Math.max(width - 2 * inset, 0.1), Math.max(height - 2 * inset, 0.1)];
    if (round > 0) pen.roundRect(x + inset, y + inset, w, h, round);
    else pen.rect(x + inset, y + inset, w, h);
  };
  const fill = (style: unknown): void => {
    pen.fillStyle = style;
    pen.fill();
  };
  // An outline is drawn on whole pixels, inside the box.
  place(role === 'span' ? 0.5 : 0, radius);
  fill(role === 'density' && tone !== undefined ? strongOf(palette, tone) : colorOf(palette, role, tone));
  if (role === 'span') outline(pen, strongOf(palette, tone), 1, false);
  if (role === 'weave' && tone !== undefined) fill(patternOf(tone));
  if (pattern === 'hatched') {
    place(0.5, radius);
    fill(patternOf('hatched'));
  }
  if (pattern === 'doubled') {
    place(INNER, 0);
    outline(pen, strongOf(palette, tone), 1, false);
  }
}

const strongOf = ({ tones, ink }: Palette, tone: number | undefined): string => tones[tone ?? 7]?.strong ?? ink;

function outline(pen: Pen, style: unknown, width: number, isDashed: boolean): void {
  pen.strokeStyle = style;
  pen.lineWidth = width;
  pen.setLineDash(isDashed ? [...DASHES] : []);
  pen.stroke();
}

/** A line of one pixel lies on one row of pixels, rather than between two. */
const crisp = (length: number): number => Math.round(length - 0.5) + 0.5;

function paintPath(pen: Pen, { points, isFilled, isDashed, role, tone }: PathItem, { palette }: Paints): void {
  if (points.length === 0) return;
  const color = tone === undefined ? colorOf(palette, role, tone) : strongOf(palette, tone);
  const isHairline = points.length === 2 && !isFilled;
  pen.beginPath();
  for (const [i, [x, y]] of points.entries()) {
    const [left, top] = isHairline ? [crisp(x), crisp(y)] : [x, y];
    if (i === 0) pen.moveTo(left, top);
    else pen.lineTo(left, top);
  }
  if (!isFilled) return outline(pen, color, STRONG_LINES.includes(role) ? STRONG_LINE : 1, isDashed === true);
  pen.closePath();
  pen.fillStyle = color;
  pen.fill();
}

function paintText(pen: Pen, item: TextItem, { palette, font }: Paints): void {
  const { x, y, text, maxWidth, align = 'start', size = 'normal', role, tone } = item;
  const weight = size === 'large' ? '600 ' : role === 'laneName' ? '500 ' : '';
  pen.font = `${weight}${TYPE_SIZES[size]}px ${font}`;
  pen.textAlign = align === 'middle' ? 'center' : align;
  pen.fillStyle = colorOf(palette, role, tone);
  const shown = maxWidth === undefined ? text : cut(pen, text, maxWidth);
  if (shown !== '') pen.fillText(shown, x, y + 0.35 * TYPE_SIZES[size]);
}

/** As much of a text as fits, with an ellipsis: the core has estimated its width, and here it is measured. */
function cut(pen: Pen, text: string, room: number): string {
  const { width } = pen.measureText(text);
  if (width <= room) return text;
  const letters = [...text];
  let [fits, tooLong] = [0, letters.length];
  // The fitting share of letters is about that of the width: measuring is the slow part.
  let next = Math.round((letters.length * room) / width) - 1;
  while (fits + 1 < tooLong) {
    next = Math.min(Math.max(next, fits + 1), tooLong - 1);
    if (pen.measureText(`${letters.slice(0, next).join('')}…`).width <= room) fits = next++;
    else tooLong = next--;
  }
  return fits === 0 ? '' : `${letters.slice(0, fits).join('').trimEnd()}…`;
}

/** @param part the progress, from 0 to 1 */
export function blended(before: Drawing, after: Drawing, part: number): Drawing {
  if (part >= 1) return after;
  const old = new Map(named(before.items));
  const coming: DrawnItem[] = [];
  // Items without a thing (ground, ticks, names of lanes) are those of the new drawing: only things are interpolated.
  let fading = 0;
  for (const [name, item] of named(after.items)) {
    if (item.thing === undefined) {
      if (coming.length === fading) fading++;
      coming.push(item);
      continue;
    }
    const was = old.get(name);
    old.delete(name);
    coming.push(was?.kind === item.kind ? between(was, item, part) : faded(item, part));
  }
  const going = [...old.values()].filter(({ thing }) => thing !== undefined).map((item) => faded(item, 1 - part));
  return { ...after, items: [...coming.slice(0, fading), ...going, ...coming.slice(fading)] };
}

/** Each item under a name that it has in every drawing of one picture. */
function named(items: readonly DrawnItem[]): [string, DrawnItem][] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const name = `${item.thing ?? ''} ${item.role} ${item.kind}`;
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return [`${name} ${count}`, item];
  });
}

const faded = (item: DrawnItem, part: number): DrawnItem => ({ ...item, opacity: (item.opacity ?? 1) * part });

function between(before: DrawnItem, after: DrawnItem, part: number): DrawnItem {
  const at = (from: number, to: number): number => from + (to - from) * part;
  const opacity = at(before.opacity ?? 1, after.opacity ?? 1);
  switch (after.kind) {
    case 'box': {
      const { x, y, width, height } = before as BoxItem;
      return {
        ...after,
        opacity,
        x: at(x, after.x),
        y: at(y, after.y),
        width: at(width, after.width),
        height: at(height, after.height),
      };
    }
    case 'text': {
      const { x, y } = before as TextItem;
      return { ...after, opacity, x: at(x, after.x), y: at(y, after.y) };
    }
    case 'path': {
      const { points } = before as PathItem;
      if (points.length !== after.points.length) return { ...after, opacity };
      return {
        ...after,
        opacity,
        points: after.points.map(([x, y], i) => [at(points[i]?.[0] ?? x, x), at(points[i]?.[1] ?? y, y)]),
      };
    }
  }
}
