/** What client and server say to each other of the picture of time. */
import type { RichText } from '../../core/tools/words/richText';
import type { Sent } from './sent';

/** What the picture is of: the whole codex, some entities by their names, or the page of a file. `codex` is its root, where another one than that in use may be meant. */
export interface TimelineParams {
  readonly entities?: readonly string[];
  readonly uri?: string;
  readonly codex?: string;
}

/** A timeline (`core/picture/shapes/timelineShape.ts`) as text in JSON, packed by `core/picture/shapes/packTimeline.ts`. */
export interface TimelineAnswer {
  readonly codex: string;
  /** What it is of, in the words of the codex; null: the whole codex. */
  readonly about: string | null;
  readonly packed: string;
}

/** What is pointed at: a page by the id of its entry, or what holds of an entity. `retcon` is the entry that a retcon made by `entry` is of. */
export interface PointedThing {
  readonly entry: string | null;
  readonly entity?: string;
  readonly attribute?: string;
  readonly retcon?: string;
}

/** A picture that leaves the editor: it holds nothing that was decided after `asOf`. */
export interface PictureParams extends TimelineParams {
  readonly asOf?: string;
}

/** `text` is that of a file, `title` what it is of. */
export interface PictureText {
  readonly title: string;
  readonly text: string;
}

/** What a hover says of it. */
export type TimelineCard = Sent<RichText>;

/** Tells that a codex is another one than a timeline was last answered of. Carries its root. */
export const TIMELINE_CHANGED = 'retcon/timelineChanged';
/** Tells the server that no timeline is visible. */
export const TIMELINE_HIDDEN = 'retcon/timelineHidden';

/** Each request with what it asks and what it is answered. */
export interface TimelineRequests {
  /** Null: the codex has become another one meanwhile, which `TIMELINE_CHANGED` tells. */
  'retcon/timeline': [TimelineParams, TimelineAnswer | null];
  'retcon/timelineCard': [
    { readonly codex: string; readonly of: PointedThing; readonly at?: string; readonly asOf?: string },
    TimelineCard,
  ];
  /** The URI of the page of what is pointed at; null where there is none. */
  'retcon/timelinePage': [{ readonly codex: string; readonly of: PointedThing }, string | null];
  /** What is in view as SVG. `view` is a `TimelineView`, `theme` a `PictureTheme` of `core/picture`. */
  'retcon/timelineSvg': [PictureParams & { readonly view: unknown; readonly theme: string }, PictureText];
  /** A page of its own, of the page's script and style. */
  'retcon/timelineFile': [PictureParams & { readonly script: string; readonly style: string }, PictureText];
  /** The id of the entry of a file; null where it is none of this codex. */
  'retcon/timelineEntry': [{ readonly codex: string; readonly uri: string }, string | null];
}
