/** How wide a text will be, estimated: the core has no fonts. Painters clip what turns out wider. */

export type TextSize = 'small' | 'normal' | 'large';

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

/** Some systems' own type is wider than that. */
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

/** The width in pixels; of a long text no more than is needed to know that it is over `most`. */
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

/** Fewer letters than this tell nothing. */
const LEAST_LETTERS = 3;

/** The text, or as much of it as fits with an ellipsis; empty where next to nothing fits. */
export function shortened(text: string, width: number, size: TextSize = 'normal'): string {
  if (textWidth(text, size, width + 0.01) <= width) return text;
  // Sums of parts are rounded otherwise than the whole.
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
