/** What the picture of time and its host say to each other. */
import type { FromPicture, PictureFormat, ToPicture } from './pictureMessages';
import type { KinOffer, KinParams } from '../../../server/src/lsp/protocol/protocolKin';
import type { PointedThing, TimelineCard } from '../../../server/src/lsp/protocol/protocolTimeline';

/** What the page has to know to be shown again; `view` is the page's own: where it is zoomed to, what is selected. */
export interface TimelineState {
  readonly entities?: readonly string[];
  readonly uri?: string;
  readonly codex?: string;
  /** Whether the handles and the editor's viewpoint go together. */
  readonly isPinned: boolean;
  readonly view?: unknown;
}

/** Where the two handles stand: a world date as it is written, a canon point as `as_of` takes it; null: the present, and now. */
export interface Handles {
  readonly at: string | null;
  readonly asOf: string | null;
}

export type FromTimeline =
  | FromPicture
  /** Answered by `card` with the same number. */
  | { readonly asks: 'card'; readonly number: number; readonly of: PointedThing }
  /** Answered by `offers` with the same number. */
  | { readonly asks: 'offers'; readonly number: number; readonly entities: readonly string[] }
  /** A picture of kin, or of reigns. */
  | { readonly asks: 'kin'; readonly of: KinParams }
  | { readonly asks: 'open'; readonly of: PointedThing }
  | { readonly asks: 'declare'; readonly of: PointedThing }
  /** What was true of it at the world date of the handles, and as of their canon point. */
  | { readonly asks: 'wasTrueAt'; readonly of: PointedThing; readonly handles: Handles }
  /** The author has moved a handle. `move` counts how often, since the page was loaded. */
  | { readonly asks: 'viewpoint'; readonly handles: Handles; readonly move: number }
  | { readonly asks: 'pin'; readonly isPinned: boolean }
  /**
   * What is shown is to be kept as a picture, which holds nothing that was decided after the point at which its handle stands. `view` and
   * `theme` are what the core draws it with.
   */
  | {
      readonly asks: 'save';
      readonly as: PictureFormat;
      readonly asOf: string | null;
      readonly view: unknown;
      readonly theme: string;
    };

export type ToTimeline =
  | ToPicture
  /** `packed`: UTF-8 of what `core/picture/shapes/packTimeline.ts` makes. */
  | { readonly shows: 'timeline'; readonly packed: ArrayBuffer; readonly title: string; readonly state: TimelineState }
  | { readonly shows: 'card'; readonly number: number; readonly card: TimelineCard }
  | { readonly shows: 'offers'; readonly number: number; readonly offers: readonly KinOffer[] }
  /** The editor's viewpoint. `move`: the last move of the author that had been heard of, so that none after it is undone. */
  | { readonly shows: 'viewpoint'; readonly handles: Handles; readonly move: number }
  /** The entry whose page is open in the editor; null: none. */
  | { readonly shows: 'open'; readonly entry: string | null }
  /** The author has asked for a picture to be saved. */
  | { readonly shows: 'save'; readonly as: PictureFormat };
