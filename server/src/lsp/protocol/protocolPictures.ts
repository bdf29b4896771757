/** What client and server say to each other of the picture of time. */
import type { RichText } from '../../core/tools/words/richText';
import type { KinOffer } from '../../core/picture/shapes/kinShapes';
import type { Review, ReviewedRetcon, UndeclaredChanges } from '../../core/tools/review/review';

/** What the core answers, as it is sent: words that lead to an entry lead to a URI instead. */
type Plain = string | number | boolean | null | undefined;

/** Some words; with a URI, what they name can be opened there. */
export type Phrase = string | Named;

interface Named {
  readonly text: string;
  readonly uri?: string;
  readonly isStrong?: boolean;
}

/** An answer of the core (`core/tools`) without its entries. Words that may lead to one are a `Part` there, and a `Phrase` here. */
export type Sent<T> = T extends Plain
  ? T
  : T extends readonly (infer One)[]
    ? readonly Sent<One>[]
    : 'entry' extends keyof T
      ? Named
      : { readonly [Key in keyof T]: Sent<T[Key]> };

/** What the picture is of: the whole codex, some entities by their names, or the page of a file. `codex` is its root, where another one than that in use may be meant. */
export interface TimelineParams {
  readonly entities?: readonly string[];
  readonly uri?: string;
  readonly codex?: string;
}

/** A timeline (`core/picture/shapes/timelineShape.ts`) as text in JSON, packed by `core/picture/shapes/packTimeline.ts`. */
export interface TimelineAnswer {
  readonly codex: string;
  /** What it is of, in the words of the codex: of several worlds also the name of one; null: the whole codex. */
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

/** Notifies the client that a codex has changed since its last timeline. Carries its root. */
export const TIMELINE_CHANGED = 'retcon/timelineChanged';

/** Each request with what it asks and what it is answered. */
export interface TimelineRequests {
  /** Null: the codex has changed meanwhile, and `TIMELINE_CHANGED` follows. */
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

/** What client and server say to each other of the pictures of families and successions. */
export type { KinOffer };

/** `codex` is its root, where another one than that in use may be meant. */
export interface KinParams {
  readonly kind: 'family' | 'succession';
  readonly entity: string;
  /** Of a succession: the office. */
  readonly attribute?: string;
  readonly codex?: string;
}

/**
 * A picture that leaves the editor: it holds nothing that was decided after `asOf`. `at`, null: all times at once. `page`: it is a page of
 * its own, of this script and style; null: a drawing.
 */
export interface KinPictureParams extends KinParams {
  readonly at: string | null;
  readonly asOf?: string;
  readonly theme: string;
  readonly page: { readonly script: string; readonly style: string } | null;
}

/** `data`: a `Family` or a `Succession` of `core/picture` in JSON. */
type KinAnswer = { readonly codex: string; readonly data: string } | { readonly failure: string };

/** Notifies the client that a codex has changed since such a picture of it. Carries its root. */
export const KIN_CHANGED = 'retcon/kinChanged';

/** Each request with what it asks and what it is answered. */
export interface KinRequests {
  /** Null: the codex has changed meanwhile, and `KIN_CHANGED` follows. */
  'retcon/kin': [KinParams, KinAnswer | null];
  /** What can be drawn of entities by their ids, or of those that a page describes. */
  'retcon/kinOffers': [
    { readonly codex?: string; readonly uri?: string; readonly entities?: readonly string[] },
    readonly KinOffer[],
  ];
  'retcon/kinPicture': [KinPictureParams, PictureText | null];
  /** The attributes of an entity that can have one value after the other. */
  'retcon/offices': [{ readonly entity: string; readonly codex?: string }, readonly string[]];
}

/** `since` is a canon point; empty: the beginning. `codex` is its root, where another one than that in use may be meant. */
export interface ReviewParams {
  readonly since: string;
  readonly codex?: string;
  readonly skip: number;
  readonly take: number;
}

export type ReviewSent = Sent<ReviewedRetcon>;
export type ReviewAnswer = Sent<Review> & { readonly codex: string };
export type UndeclaredAnswer = Sent<UndeclaredChanges>;

/** Notifies the client that a codex has changed since its last review. Carries its root. */
export const REVIEW_CHANGED = 'retcon/reviewChanged';

/** Each request with what it asks and what it is answered. */
export interface ReviewRequests {
  'retcon/review': [ReviewParams, ReviewAnswer];
  /** The retcons between two files, which may be none. */
  'retcon/reviewPair': [{ readonly before: string; readonly after: string }, ReviewAnswer];
  /** The first of what no retcon declares. Null: the codex has changed meanwhile, and `REVIEW_CHANGED` follows. */
  'retcon/undeclared': [{ readonly since: string; readonly codex?: string }, UndeclaredAnswer | null];
}
