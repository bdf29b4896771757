/** What a page of kin shows: a family or a succession, each as something that can be drawn, tabled and told at a point of both axes. */
import type { Drawing } from '../../server/src/core/picture/paint/drawing';
import type { Timeline } from '../../server/src/core/picture/shapes/timelineShape';

/** Where the two handles stand. */
export interface KinPoint {
  /** null: all times at once. */
  readonly day: number | null;
  /** The place of a canon stop in `points`. */
  readonly stop: number;
}

/** Where the plan lies behind the window. */
export interface KinPlace {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** Which part of the plan is seen. */
export interface KinWindow {
  readonly width: number;
  readonly height: number;
  /** Undefined: as it opens. */
  readonly moved?: KinPlace | 'whole' | undefined;
}

export interface KinCell {
  readonly text: string;
  readonly look?: 'faint' | 'disputed' | undefined;
}

export interface KinRow {
  /** The same at every point. */
  readonly key: string;
  /** The thing of the picture. */
  readonly thing: number;
  /** The first is the name. */
  readonly cells: readonly (readonly KinCell[])[];
  /** The id of the entry whose page opens. */
  readonly entry: string | null;
  /** Whose family can be shown from here. */
  readonly person: string | null;
}

export interface KinSubject {
  readonly title: string;
  readonly line: Pick<Timeline, 'line' | 'calendars' | 'present' | 'points'>;
  /** The day at which the world handle stands first. */
  readonly day: number | null;
  /** Every day at which something begins or ends, in order. */
  readonly days: readonly number[];
  readonly columns: readonly string[];
  /** What the tones mean, and how much is shown. */
  readonly legend: readonly string[];
  readonly rows: (point: KinPoint) => readonly KinRow[];
  readonly draw: (point: KinPoint, window: KinWindow, selected: number | undefined) => Drawing;
  /** As a file: the whole, as large as it is. */
  readonly wholeDrawing: (point: KinPoint) => Drawing;
  /** How it is placed in a window; null where it can't be moved. */
  readonly place: ((window: KinWindow) => KinPlace) | null;
  /** A place at which a thing is in view, where it is not. */
  readonly reveal: ((window: KinWindow, thing: number) => KinPlace | null) | null;
}
