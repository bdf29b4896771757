/** A canvas that is as sharp as the screen, and shows a drawing: at once, or in a transition from the one before. */
import { type Drawing, HATCH, PATTERN_LINE } from '../../server/src/core/picture/paint/drawing';
import { type Palette, PATTERNS, TILE, PALETTES, type PictureTheme } from '../../server/src/core/picture/paint/palette';
import { blended, type Paints, paint } from './painter';
import { paletteOn, themeOf } from './theme';

/** The length of a transition, in milliseconds. */
const TRANSITION = 140;

export interface Surface {
  readonly canvas: HTMLCanvasElement;
  /** In pixels of drawings, which are larger than those of CSS if the reader uses large type. */
  readonly size: () => { readonly width: number; readonly height: number };
  /** Adopts its present size. */
  fit(): void;
  /** @param isGradual whether the change is animated, unless the reader has asked for less motion */
  show(drawing: Drawing, isGradual?: boolean): void;
  /** Sets the colours of this drawing and the next ones. */
  setPaints(paints: Pick<Paints, 'palette' | 'font'>): void;
  /** Identifies these colours: it changes whenever they do. */
  readonly look: () => unknown;
}

const lessMotion = matchMedia('(prefers-reduced-motion: reduce)');

let scale: number | undefined;

/** The ratio of the reader's type size to the usual one. */
export const typeScale = (): number =>
  (scale ??= Math.max(Number.parseFloat(getComputedStyle(document.body).fontSize) / 13, 0.5));

/** The reader may have changed the type size. */
const measureType = (): void => {
  scale = undefined;
};

/** @param onResize is called when its size has changed, and it has to be drawn again */
export function makeSurface(canvas: HTMLCanvasElement, onResize: () => void): Surface {
  const pen = canvas.getContext('2d', { alpha: false });
  let size = { width: 0, height: 0 };
  let paints: Paints | undefined;
  let shown: Drawing | undefined;
  let frame = 0;

  const fit = (): void => {
    const { clientWidth, clientHeight } = canvas;
    size = { width: clientWidth / typeScale(), height: clientHeight / typeScale() };
    // Setting a canvas's size clears it, even if the size is equal.
    const [width, height] = [clientWidth, clientHeight].map((length) => Math.round(length * devicePixelRatio)) as [
      number,
      number,
    ];
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
  };
  const draw = (drawing: Drawing): void => {
    if (!pen || !paints) return;
    shown = drawing;
    const fine = devicePixelRatio * typeScale();
    pen.setTransform(fine, 0, 0, fine, 0, 0);
    paint(pen, drawing, paints);
  };
  const resize = (): void => {
    measureType();
    fit();
    // The old drawing stays until it has been drawn in the new size.
    if (shown) draw(shown);
    onResize();
  };
  new ResizeObserver(resize).observe(canvas);
  fit();

  return {
    canvas,
    size: () => size,
    fit: resize,
    show(drawing, isGradual = false) {
      cancelAnimationFrame(frame);
      const before = shown;
      if (!isGradual || lessMotion.matches || !before) return draw(drawing);
      const begin = performance.now();
      const step = (now: number): void => {
        const part = Math.min(Math.max((now - begin) / TRANSITION, 0), 1);
        draw(blended(before, drawing, part * (2 - part)));
        if (part < 1) frame = requestAnimationFrame(step);
      };
      frame = requestAnimationFrame(step);
    },
    look: () => paints,
    setPaints({ palette, font }) {
      if (pen) paints = { palette, font, patternOf: patternsOf(pen, palette) };
      if (shown) draw(shown);
    },
  };
}

/** Tiles are made when they are first needed, as fine as the screen is then. */
function patternsOf(pen: CanvasRenderingContext2D, palette: Palette): Paints['patternOf'] {
  const made = new Map<string, CanvasPattern | null>();
  return (tone) => {
    const fine = devicePixelRatio * typeScale();
    const name = `${tone} ${fine}`;
    let pattern = made.get(name);
    if (pattern === undefined) made.set(name, (pattern = makePattern(pen, palette, tone, fine)));
    return pattern ?? 'transparent';
  };
}

function makePattern(
  pen: CanvasRenderingContext2D,
  palette: Palette,
  tone: number | 'hatched',
  fineness: number,
): CanvasPattern | null {
  const isHatch = tone === 'hatched';
  const size = isHatch ? HATCH.tile : TILE;
  const tile = document.createElement('canvas');
  tile.width = tile.height = Math.max(1, Math.round(size * fineness));
  const brush = tile.getContext('2d');
  if (!brush) return null;
  const fine = tile.width / size;
  brush.scale(fine, fine);
  brush.strokeStyle = brush.fillStyle = isHatch ? palette.alarm : palette.weaveLine;
  brush.lineWidth = isHatch ? HATCH.width : PATTERN_LINE;
  brush.globalAlpha = isHatch ? HATCH.opacity : 1;
  for (const [x1 = 0, y1 = 0, x2, y2] of isHatch ? HATCH.lines : (PATTERNS[tone] ?? [])) {
    brush.beginPath();
    if (x2 === undefined || y2 === undefined) {
      brush.arc(x1, y1, PATTERN_LINE, 0, 7);
      brush.fill();
    } else {
      brush.moveTo(x1, y1);
      brush.lineTo(x2, y2);
      brush.stroke();
    }
  }
  const pattern = pen.createPattern(tile, 'repeat');
  pattern?.setTransform(new DOMMatrix().scale(1 / fine));
  return pattern;
}

/** The reader's theme as found on the page, and a notification when it changes. */
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

/**
 * The current paints. The style sheet has the same colours, by their names in the palette.
 * @param isPaper whether it is for paper, which is always light
 */
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
