/**
 * A drawing as a list of items in pixels: the core makes it, and it is all that a painter needs. With the widths of texts and the
 * tones of values.
 */
import { hashOf } from '../../text/numbers';
import type { Days, Timeline, TimelineSpan } from '../shapes/timelineShape';

/**
 * The role of an item. A painter has colours for each role in each theme (see `palette.ts`). Of a span, `span` is the quiet
 * background of its name, and `weave` the band along it in the full strength of its tone, with that tone's own pattern.
 */
export type DrawnRole =
  | 'ground'
  | 'lane'
  | 'laneName'
  | 'span'
  | 'weave'
  | 'spanName'
  | 'event'
  | 'eventName'
  | 'tick'
  | 'tickName'
  | 'era'
  | 'eraName'
  | 'feast'
  | 'retcon'
  | 'present'
  | 'handle'
  | 'cross'
  | 'density'
  | 'margin'
  | 'marginName'
  | 'focus'
  | 'open';

/** Tones distinguish values. */
export type Tone = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

interface Drawn {
  readonly role: DrawnRole;
  /** The thing that it represents: an index into `Drawing.things`, the same in every frame of one picture. */
  readonly thing?: number;
  /** From 0 to 1; 1 if absent. */
  readonly opacity?: number;
  readonly tone?: Tone;
}

export interface BoxItem extends Drawn {
  readonly kind: 'box';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** `hatched`: disputed; `doubled`: both versions stay alive. */
  readonly pattern?: 'hatched' | 'doubled';
  /** Pixels over which it fades in from its left edge, or out to its right one, since the day is unknown. */
  readonly fadeLeft?: number;
  readonly fadeRight?: number;
  readonly radius?: number;
}

/** Brackets, arrows, diamonds, lines, ribbons. A filled path is closed. */
export interface PathItem extends Drawn {
  readonly kind: 'path';
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly isFilled?: true;
  readonly isDashed?: true;
}

export interface TextItem extends Drawn {
  readonly kind: 'text';
  /** The x of its beginning, middle or end, by `align`. */
  readonly x: number;
  /** The middle of its line. */
  readonly y: number;
  readonly text: string;
  /** The available width. A painter shortens wider text: by measured width, or by an estimate if it has no fonts. */
  readonly maxWidth?: number;
  readonly align?: 'start' | 'middle' | 'end';
  readonly size?: 'small' | 'normal' | 'large';
}

export type DrawnItem = BoxItem | PathItem | TextItem;

/** A thing that items represent, with the keys to find it in the data again, and to open its page. */
export interface Thing {
  readonly kind: 'span' | 'event' | 'retcon' | 'lane' | 'person' | 'union';
  readonly title: string;
  /** The id of the entry whose page opens; null if there is none. */
  readonly entry: string | null;
  readonly days: Days | null;
  /** Of a span and a lane: the lane's index in the data. */
  readonly lane?: number;
  /** The index of a span in its lane; of an event, a retcon in the data's list. */
  readonly index?: number;
}

/** Items are painted in their order: later ones lie on top. Pixels of CSS, the origin top left. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly items: readonly DrawnItem[];
  readonly things: readonly Thing[];
}

/** In pixels; lines of other roles are one wide. */
export const STRONG_LINE = 1.5;
export const STRONG_LINES: readonly DrawnRole[] = ['weave', 'event', 'focus', 'open', 'handle', 'cross'];

/** The distance of a doubled box's inner line from its edge: above the tall letters of a name. */
export const INNER = 2.5;

/** Of a dashed line: the lengths of dash and gap. */
export const DASHES: readonly number[] = [3, 3];

/** The width of the lines, and the radius of the dots, in the pattern of a tone. */
export const PATTERN_LINE = 1.3;

/**
 * The pattern of disputed things: faint, so that a name stays readable. `lines`: `[x1, y1, x2, y2]` in a tile of `tile` by `tile`
 * pixels.
 */
export const HATCH = {
  tile: 7,
  lines: [
    [-1, 8, 8, -1],
    [-1, 1, 1, -1],
    [6, 8, 8, 6],
  ],
  width: 1.2,
  opacity: 0.4,
} as const;

/** The estimated width of a text: the core has no fonts. Painters clip text that is wider. */
type TextSize = 'small' | 'normal' | 'large';

/** Pixels of the type in its three sizes. */
export const TYPE_SIZES: Readonly<Record<TextSize, number>> = { small: 10.5, normal: 12, large: 14 };

/** Advances of the printable ASCII in thousandths of the type's size, of a sans serif that is rather wide, from the blank on. */
const ADVANCES = [
  285, 300, 370, 620, 590, 800, 690, 210, 350, 350, 430, 620, 270, 380, 270, 340, 600, 500, 590, 600, 610, 590, 600,
  560, 600, 600, 270, 270, 620, 620, 620, 530, 930, 690, 640, 700, 720, 600, 570, 730, 730, 290, 550, 660, 560, 870,
  740, 750, 620, 750, 630, 620, 620, 720, 680, 960, 660, 650, 620, 350, 340, 350, 600, 470, 380, 560, 600, 560, 600,
  570, 350, 600, 590, 270, 280, 560, 270, 870, 590, 590, 600, 600, 380, 520, 360, 590, 560, 780, 550, 560, 540, 380,
  310, 380, 620,
];

/** The fonts of some systems are wider than that. */
const WIDEST = 1.05;

const pixelsPer = (size: TextSize): number => (TYPE_SIZES[size] / 1000) * WIDEST;

/** Characters that take a square: Han, kana, Hangul, full-width forms, pictures. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f000}-\u{3ffff}]/u;
const NO_WIDTH = /[\p{M}\p{Cf}]/u;

const advanceOf = (character: string): number => {
  const code = character.codePointAt(0) ?? 0;
  if (code < 127) return ADVANCES[code - 32] ?? 0;
  return NO_WIDTH.test(character) ? 0 : WIDE.test(character) ? 1030 : 640;
};

/** The width in pixels; the estimate of a long text stops once it exceeds `most`. */
export function textWidth(text: string, size: TextSize = 'normal', most = Infinity): number {
  const per = pixelsPer(size);
  const limit = most / per;
  let width = 0;
  for (let i = 0; i < text.length && width <= limit; i++) {
    const code = text.charCodeAt(i);
    if (code < 127) width += ADVANCES[code - 32] ?? 0;
    else {
      const character = String.fromCodePoint(text.codePointAt(i) ?? 0);
      width += advanceOf(character);
      i += character.length - 1;
    }
  }
  return width * per;
}

const ELLIPSIS = '…';

/** Fewer letters than this are useless. */
const LEAST_LETTERS = 3;

/** The text, or as much of it as fits with an ellipsis; empty if next to nothing fits. */
export function shortened(text: string, width: number, size: TextSize = 'normal'): string {
  if (textWidth(text, size, width + 0.01) <= width) return text;
  // Sums of parts are rounded differently from the whole.
  const limit = width / pixelsPer(size) + 0.01;
  const room = limit - advanceOf(ELLIPSIS);
  let sum = 0;
  let kept = 0;
  let at = 0;
  for (const character of text) {
    sum += advanceOf(character);
    at += character.length;
    if (sum <= room) kept = at;
    if (sum > limit) return kept < LEAST_LETTERS ? '' : text.slice(0, kept).trimEnd() + ELLIPSIS;
  }
  return text;
}

/** The tone of a value: the same everywhere if possible, and never that of its neighbour in a lane. */
const TONES = 8;

/** In a lane, a value avoids the tones of this many values before it. */
const APART = 3;

/** The tones of all spans, lane by lane: lanes are independent of each other. */
export const tonesByLane = ({ lanes }: Timeline): Uint8Array =>
  Uint8Array.from(lanes.flatMap(({ spans }) => tonesInOrder(spans, APART)));

/** The tones of all spans if each lane is a value of its own, as in a succession: as many differ as there are tones. */
export const tonesOfHolders = ({ lanes }: Timeline): Uint8Array =>
  Uint8Array.from(
    tonesInOrder(
      lanes.flatMap(({ spans }) => spans),
      TONES - 1,
    ),
  );

/** The tone of each span. @param apart fewer than there are tones: the tones of this many previous values are avoided */
function tonesInOrder(spans: readonly TimelineSpan[], apart: number): number[] {
  const tones: number[] = [];
  const ofValue = new Map<string, number>();
  const last: number[] = [];
  for (const { value, ref } of spans) {
    const key = ref ?? value;
    let tone = ofValue.get(key);
    if (tone === undefined) {
      tone = toneHash(key) % TONES;
      while (last.includes(tone)) tone = (tone + 3) % TONES;
      ofValue.set(key, tone);
      last.push(tone);
      if (last.length > apart) last.shift();
    }
    tones.push(tone);
  }
  return tones;
}

/** The beginning of a text is enough to distinguish values. */
function toneHash(text: string): number {
  const hash = hashOf(text.slice(0, 64));
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** The tolerance in pixels around narrow items. */
const NEAR = 3;

/** An index into the drawing's things; null: there is nothing, or only background. */
export function thingAt({ items }: Drawing, x: number, y: number): number | null {
  for (let i = items.length - 1; i >= 0; i--) {
    const item = items[i];
    if (!item || !isAt(item, x, y)) continue;
    if (item.thing !== undefined) return item.thing;
    // A covered item is invisible.
    if (item.kind === 'box' && item.role === 'ground') return null;
  }
  return null;
}

function isAt(item: DrawnItem, x: number, y: number): boolean {
  switch (item.kind) {
    case 'box': {
      const near = item.thing === undefined ? 0 : Math.max(0, NEAR - item.width / 2);
      return item.x - near <= x && x < item.x + item.width + near && item.y <= y && y < item.y + item.height;
    }
    case 'path': {
      if (item.thing === undefined) return false;
      let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
      for (const [px, py] of item.points) {
        [left, right] = [Math.min(left, px), Math.max(right, px)];
        [top, bottom] = [Math.min(top, py), Math.max(bottom, py)];
      }
      return left - NEAR <= x && x <= right + NEAR && top - NEAR <= y && y <= bottom + NEAR;
    }
    case 'text':
      return item.thing !== undefined && isOnText(item, x, y);
  }
}

function isOnText(
  { x: at, y: middle, text, maxWidth = Infinity, align, size }: TextItem,
  x: number,
  y: number,
): boolean {
  if (Math.abs(y - middle) > TYPE_SIZES[size ?? 'normal'] * 0.75) return false;
  const width = Math.min(textWidth(text, size), maxWidth);
  const left = align === 'end' ? at - width : align === 'middle' ? at - width / 2 : at;
  return left <= x && x < left + width;
}
