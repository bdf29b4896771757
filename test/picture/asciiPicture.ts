/** A drawing as text, a character for 7 by 11 pixels, so that a test can read what a picture shows. */
import {
  shortened,
  type BoxItem,
  type Drawing,
  type PathItem,
  type TextItem,
} from '../../server/src/core/picture/paint/drawing';

const [WIDE, HIGH] = [7, 11];
const ORIGIN = [0, 0] as const;

/**
 * The character for each role: `▒` disputed, `═` soft, `~` fading, `▓` a ribbon; brackets, marks and lines as they look.
 */
export function asciiPicture({ width, height, items }: Drawing): string {
  const columns = Math.ceil(width / WIDE);
  const lines = Array.from({ length: Math.ceil(height / HIGH) }, () => Array.from({ length: columns }, () => ' '));
  const put = (x: number, y: number, text: string): void => {
    const line = lines[Math.floor(y / HIGH)];
    for (const [i, character] of [...text].entries()) {
      const column = Math.floor(x / WIDE + 0.001) + i;
      if (line && 0 <= column && column < columns) line[column] = character;
    }
  };
  const draw = { box: boxOf(put), path: pathOf(put), text: textOf(put) };
  for (const item of items) {
    if (item.kind === 'box') draw.box(item);
    else if (item.kind === 'path') draw.path(item);
    else draw.text(item);
  }
  return `${lines
    .map((line) => line.join('').trimEnd())
    .join('\n')
    .trimEnd()}\n`;
}

type Put = (x: number, y: number, text: string) => void;

const FILLS: Readonly<Record<string, string>> = { span: '─', density: '▓', event: '_', feast: '░' };

const boxOf =
  (put: Put) =>
  ({ role, x, y, width, height, pattern, fadeLeft = 0, fadeRight = 0 }: BoxItem): void => {
    const fill = pattern === 'hatched' ? '▒' : pattern === 'doubled' ? '═' : (FILLS[role] ?? ' ');
    if (role === 'weave' || role === 'era' || role === 'lane' || role === 'margin') return;
    const count = Math.max(1, Math.round(width / WIDE));
    const ends = role === 'span' && count > 1;
    const text = Array.from({ length: count }, (_, i) => {
      const at = (i + 0.5) * WIDE;
      if (at < fadeLeft || width - at < fadeRight) return '~';
      return ends && (i === 0 || i === count - 1) ? (i === 0 ? '[' : ']') : fill;
    }).join('');
    if (role === 'ground' || role === 'feast') {
      for (let line = y; line < y + height; line += HIGH)
        put(x, line, role === 'ground' ? ' '.repeat(count + 1) : text);
    } else put(x, y + Math.min(height, 20) / 2 - 2, text);
  };

const pathOf =
  (put: Put) =>
  ({ role, points, isFilled }: PathItem): void => {
    const [[x, y] = ORIGIN, [x2, y2] = ORIGIN] = points;
    if (role === 'event' && points.length > 3) put(x, y + 4.5, isFilled ? '◆' : '◇');
    else if (role === 'event') put(x, y, '-');
    else if (role === 'retcon' && isFilled) put(x + 4.5, y, '▼');
    else if (role === 'weave' && isFilled) put(x2 > x ? x : x - WIDE, y, x2 > x ? '<' : '>');
    else if (role === 'weave') put(x, y, '⌐');
    else if (role === 'present' || role === 'handle' || role === 'cross') {
      if (points.length > 2) return;
      for (let line = Math.ceil(y / HIGH) * HIGH; line < y2; line += HIGH) put(x, line, role === 'present' ? '┊' : '│');
      if (y === y2) put(x, y, '╌'.repeat(Math.round((x2 - x) / WIDE)));
    }
  };

const textOf =
  (put: Put) =>
  ({ x, y, text: whole, align = 'start', size, maxWidth = Infinity }: TextItem): void => {
    const text = shortened(whole, maxWidth, size);
    const length = [...text].length * WIDE;
    put(align === 'end' ? x - length : align === 'middle' ? x - length / 2 : x, y - 1, text);
  };
