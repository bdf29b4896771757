/** Both painters draw the same: the calls on a canvas, compared with the SVG of the same drawing. */
import { describe, expect, it } from 'vitest';
import { paint, type Paints, type Pen } from '../../media/timeline/painter';
import { type Drawing, textWidth } from '../../server/src/core/picture/paint/drawing';
import { colorOf, PALETTES } from '../../server/src/core/picture/paint/palette';
import { prepare } from '../../server/src/core/picture/timeline/prepare';
import { svgOf } from '../../server/src/core/picture/paint/svg';
import { timelineDrawing } from '../../server/src/core/picture/timeline/timelineDrawing';
import { SAMPLE } from './sampleTimeline';

const palette = PALETTES.light;
const paints: Paints = { palette, font: 'serif', patternOf: (tone) => `pattern ${tone}` };

type Style = Pick<Pen, 'fillStyle' | 'strokeStyle' | 'globalAlpha' | 'lineWidth' | 'font' | 'textAlign'>;

/** A canvas that records its calls, with the styles of that moment. */
function notingPen(widthOf: (text: string, font: string) => number): {
  readonly pen: Pen;
  readonly calls: (readonly [name: string, style: Style, ...given: unknown[]])[];
} {
  const calls: (readonly [name: string, style: Style, ...given: unknown[]])[] = [];
  const style: Style = { fillStyle: '', strokeStyle: '', globalAlpha: 1, lineWidth: 1, font: '', textAlign: '' };
  const noting = new Proxy(style, {
    get: (target, name: string) =>
      name in target
        ? target[name as keyof Style]
        : (...given: unknown[]) => {
            calls.push([name, { ...target }, ...given]);
            return name === 'measureText' ? { width: widthOf(String(given[0]), target.font) } : undefined;
          },
  });
  return { pen: noting as unknown as Pen, calls };
}

/** As wide as the core estimates. */
const estimated = (text: string, font: string): number => textWidth(text, font.includes('10.5px') ? 'small' : 'normal');

function painted(drawing: Drawing, widthOf = estimated): ReturnType<typeof notingPen>['calls'] {
  const { pen, calls } = notingPen(widthOf);
  paint(pen, drawing, paints);
  return calls;
}

const whole = (): Drawing => {
  const prepared = prepare(SAMPLE);
  return timelineDrawing(prepared, { domain: prepared.whole, width: 1400, height: 700, at: 390 * 365, selected: 2 });
};

/** A canvas and an SVG round alike. */
const rounded = (n: unknown): number => Math.round(Number(n) * 100) / 100;
const numbersIn = (text: string): number[] => (text.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);

describe('the painters', () => {
  const drawing = whole();
  const svg = svgOf(drawing, { theme: 'light', title: 'a', description: 'b' }).split('</defs>')[1] ?? '';
  const calls = painted(drawing);

  it('write the same words at the same places, in the same order', () => {
    const inSvg = [...svg.matchAll(/<text [^>]*?x="([^"]*)" y="([^"]*)"[^>]*>([^<]*)</g)].map(([, x, , text]) => [
      Number(x),
      text,
    ]);
    const onCanvas = calls.flatMap(([name, , text, x]) => (name === 'fillText' ? [[rounded(x), text]] : []));
    expect(onCanvas.length).toBeGreaterThan(20);
    expect(onCanvas).toEqual(inSvg);
  });

  it('draw the same lines', () => {
    const inSvg = [...svg.matchAll(/<path class="[^"]*" d="([^"]*)"/g)].map(([, d = '']) => numbersIn(d));
    const onCanvas: number[][] = [];
    for (const [name, , x, y] of calls) {
      if (name === 'moveTo') onCanvas.push([]);
      if (name === 'moveTo' || name === 'lineTo') onCanvas.at(-1)?.push(rounded(x), rounded(y));
    }
    expect(onCanvas.length).toBeGreaterThan(20);
    expect(onCanvas).toEqual(inSvg);
  });

  it('fill the same boxes in the same colors', () => {
    const boxes = drawing.items.filter(
      (item) => item.kind === 'box' && item.width > 0 && !item.fadeLeft && !item.fadeRight,
    );
    const filled = calls.flatMap(([name, { fillStyle }]) => (name === 'fill' ? [fillStyle] : []));
    for (const { role, tone } of boxes) expect(filled).toContain(colorOf(palette, role, tone));
    expect(svg.match(/<rect class="span /g)?.length).toBe(
      drawing.items.filter(({ role, kind }) => role === 'span' && kind === 'box').length,
    );
  });
});

it('hatch disputes, give soft items two outlines, and give each tone its pattern', () => {
  const box = { kind: 'box', role: 'span', x: 0, y: 0, width: 50, height: 20, tone: 2 } as const;
  const fills = (drawing: Drawing): unknown[] =>
    painted(drawing).flatMap(([name, { fillStyle }]) => (name === 'fill' ? [fillStyle] : []));
  const drawn = (item: Drawing['items'][number]): Drawing => ({ width: 9, height: 9, items: [item], things: [] });
  expect(fills(drawn({ ...box, pattern: 'hatched' }))).toContain('pattern hatched');
  expect(fills(drawn({ ...box, role: 'weave' }))).toEqual([palette.tones[2]?.strong, 'pattern 2']);
  const strokes = (item: Drawing['items'][number]): number =>
    painted(drawn(item)).filter(([name]) => name === 'stroke').length;
  expect(strokes({ ...box, pattern: 'doubled' })).toBe(strokes(box) + 1);
});

it('fade from nothing to the whole, over all that the box is made of', () => {
  const item = {
    kind: 'box',
    role: 'span',
    x: 10,
    y: 0,
    width: 50,
    height: 20,
    tone: 1,
    fadeLeft: 16,
    pattern: 'hatched',
  } as const;
  const calls = painted({ width: 99, height: 20, items: [item], things: [] });
  const strengths = calls.flatMap(([name, { globalAlpha }]) => (name === 'clip' ? [globalAlpha] : []));
  const clips = calls.filter(([name], i) => name === 'rect' && calls[i + 1]?.[0] === 'clip');
  expect(clips[0]?.slice(2, 4)).toEqual([10, 0]);
  expect(clips.reduce((sum, [, , , , width]) => sum + Number(width), 0)).toBeCloseTo(50);
  expect(calls.filter(([name]) => name === 'save').length).toBe(calls.filter(([name]) => name === 'restore').length);
  expect(strengths.length).toBeGreaterThan(4);
});

it('cut what is wider than its room, and leave out what has no room', () => {
  const text = { kind: 'text', role: 'spanName', x: 0, y: 0, text: 'Vyrhold on the river', tone: 1 } as const;
  const written = (maxWidth: number): unknown[] =>
    painted({ width: 9, height: 9, items: [{ ...text, maxWidth }], things: [] }, ({ length }) => length * 5).flatMap(
      ([name, , words]) => (name === 'fillText' ? [words] : []),
    );
  expect(written(200)).toEqual(['Vyrhold on the river']);
  expect(written(40)).toEqual(['Vyrhold…']);
  expect(written(3)).toEqual([]);
});

it('give a name in a bar the room that it has, whatever the type', () => {
  const prepared = prepare(SAMPLE);
  const narrow = timelineDrawing(prepared, { domain: prepared.whole, width: 330, height: 700 });
  const cut = (share: number): string[] =>
    painted(
      { ...narrow, items: narrow.items.filter(({ role }) => role === 'spanName') },
      (text, font) => share * estimated(text, font),
    ).flatMap(([name, , words]) => (name === 'fillText' ? [String(words)] : []));
  expect(cut(1).filter((text) => text.endsWith('…')).length).toBeGreaterThan(0);
  expect(cut(0.8).join('').length).toBeGreaterThan(cut(1).join('').length);
});
