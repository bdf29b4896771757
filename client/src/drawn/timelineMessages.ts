/** What the picture of time and its host say to each other. */
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

export type PictureFormat = 'svg' | 'png' | 'html';

export type FromTimeline =
  /** The page is there, and draws what it is sent. */
  | { readonly asks: 'all' }
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
  /** The author has moved a handle. */
  | { readonly asks: 'viewpoint'; readonly handles: Handles }
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
    }
  /** The image that was asked for by `raster`, as a `data:` URI. */
  | { readonly asks: 'keep'; readonly image: string };

export type ToTimeline =
  /** `bundle`: the words of the page in the language of the editor, each under its English. */
  | { readonly shows: 'reading'; readonly bundle?: Readonly<Record<string, string>> | undefined }
  /** `packed`: UTF-8 of what `core/picture/shapes/packTimeline.ts` makes. */
  | { readonly shows: 'timeline'; readonly packed: ArrayBuffer; readonly title: string; readonly state: TimelineState }
  | { readonly shows: 'card'; readonly number: number; readonly card: TimelineCard }
  | { readonly shows: 'offers'; readonly number: number; readonly offers: readonly KinOffer[] }
  /** The editor's viewpoint. */
  | { readonly shows: 'viewpoint'; readonly handles: Handles }
  /** The entry whose page is open in the editor; null: none. */
  | { readonly shows: 'open'; readonly entry: string | null }
  /** The author has asked for a picture to be saved. */
  | { readonly shows: 'save'; readonly as: PictureFormat }
  /** An SVG, of which an image is wanted. */
  | { readonly shows: 'raster'; readonly svg: string }
  | { readonly shows: 'failure'; readonly message: string };
