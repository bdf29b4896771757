/** A list of things to draw, in pixels: what the core makes of a picture, and all that a painter has to know. */
import type { Days } from '../shapes/timelineShape';

/**
 * What an item is. A painter gives each role its colours in each theme (`palette.ts` has them). Of a span, `span` is the quiet ground that
 * its name stands on, and `weave` the band along it in the full strength of its tone, with that tone's own pattern.
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

/** Tones part values from each other. */
export type Tone = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

interface Drawn {
  readonly role: DrawnRole;
  /** What it stands for: an index into `Drawing.things`, the same in every frame of one picture. */
  readonly thing?: number;
  /** From 0 to 1; 1 where it is absent. */
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
  /** Pixels over which it fades in from its left edge, or out to its right one: nobody knows the day. */
  readonly fadeLeft?: number;
  readonly fadeRight?: number;
  readonly radius?: number;
}

/** Brackets, arrows, diamonds, lines, ribbons. A path that is filled is closed. */
export interface PathItem extends Drawn {
  readonly kind: 'path';
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly isFilled?: true;
  readonly isDashed?: true;
}

export interface TextItem extends Drawn {
  readonly kind: 'text';
  /** Where it begins, is centred or ends, as `align` says. */
  readonly x: number;
  /** The middle of its line. */
  readonly y: number;
  readonly text: string;
  /** The room that it has. A painter shortens what is wider: by what it measures, or estimates if it knows no fonts. */
  readonly maxWidth?: number;
  readonly align?: 'start' | 'middle' | 'end';
  readonly size?: 'small' | 'normal' | 'large';
}

export type DrawnItem = BoxItem | PathItem | TextItem;

/** What an item stands for, with what it takes to find it in the data again, and to open its page. */
export interface Thing {
  readonly kind: 'span' | 'event' | 'retcon' | 'lane' | 'person' | 'union';
  readonly title: string;
  /** The id of the entry whose page opens; null where there is none. */
  readonly entry: string | null;
  readonly days: Days | null;
  /** Of a span and a lane: the lane's index in the data. */
  readonly lane?: number;
  /** The index of a span in its lane; of an event, a retcon in the data's list. */
  readonly index?: number;
}

/** Items are painted in their order: what comes later lies on top. Pixels of CSS, the origin top left. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly items: readonly DrawnItem[];
  readonly things: readonly Thing[];
}
