/** Where many values fall on a few pixels: a ribbon, the stronger the more of them share a place. */
import type { Tone } from '../paint/drawing';
import type { PictureFrame } from './pictureFrame';

/** Pixels of a ribbon that are told as one; more, the more is in sight. */
const STEP = 6;
/** Values further apart are not one ribbon. */
const GAP = 1.5;
const NONE = -1;

export interface Ribbon {
  /** A value at `x`, in the order of x. */
  readonly add: (x: number, width: number, thing: number, tone: number) => void;
  readonly end: () => void;
}

/** A ribbon stands for its lane; a single value is itself. */
export function makeRibbon({ items }: PictureFrame, lane: number, y: number, height: number, narrow: number): Ribbon {
  const step = Math.max(STEP, narrow * 1.5);
  /** The step that is being filled. */
  let [start, until, count, only, shade] = [0, 0, 0, NONE, NONE];
  /** What looks the same so far. */
  let [runStart, runUntil, runShade, runOpacity] = [0, 0, NONE, 0];
  const put = (thing: number, tone: number, x: number, width: number, opacity: number): void => {
    if (tone < 0) items.push({ kind: 'box', role: 'density', thing, x, y, width, height, opacity });
    else items.push({ kind: 'box', role: 'density', thing, tone: tone as Tone, x, y, width, height, opacity });
  };
  const endRun = (): void => {
    if (runOpacity > 0) put(lane, runShade, runStart, runUntil - runStart, runOpacity);
    runOpacity = 0;
  };
  const endStep = (): void => {
    if (count === 0) return;
    const width = Math.max(GAP, until - start);
    const opacity = opacityOf(count / width);
    const continues = runOpacity === opacity && runShade === shade && start - runUntil <= GAP;
    if (!continues) endRun();
    if (count === 1) {
      endRun();
      put(only, shade, start, width, 1);
    } else if (continues) runUntil = start + width;
    else [runStart, runUntil, runShade, runOpacity] = [start, start + width, shade, opacity];
    count = 0;
  };
  return {
    add(x, width, thing, tone) {
      if (count > 0 && (x - until > GAP || until - start >= step)) endStep();
      if (count === 0) [start, until, only, shade] = [x, x, thing, tone];
      else if (shade !== tone) shade = NONE;
      until = Math.max(until, x + width);
      count++;
    },
    end() {
      endStep();
      endRun();
    },
  };
}

const opacityOf = (perPixel: number): number => (perPixel > 2 ? 1 : perPixel > 0.8 ? 0.8 : perPixel > 0.3 ? 0.6 : 0.45);
