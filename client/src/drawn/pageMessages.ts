/** What a page of a family or a succession and its host say to each other. */
import type {
  KinParams,
  ReviewAnswer,
  ReviewSent,
  UndeclaredAnswer,
  KinOffer,
  PointedThing,
  TimelineCard,
} from '../../../server/src/lsp/protocol/protocolPictures';

/** What every picture of ours and its host say to each other, whatever it is of. */
export type PictureFormat = 'svg' | 'png' | 'html';

type FromPicture =
  /** The page is there, and draws what it is sent. */
  | { readonly asks: 'all' }
  /** The image that was asked for by `raster`, as a `data:` URI. */
  | { readonly asks: 'keep'; readonly image: string };

export type ToPicture =
  /** `bundle`: the messages of the page in the language of the editor, each under its English. */
  | { readonly shows: 'reading'; readonly bundle?: Readonly<Record<string, string>> | undefined }
  /** An SVG, of which an image is wanted. */
  | { readonly shows: 'raster'; readonly svg: string }
  | { readonly shows: 'failure'; readonly message: string };

/** What the page has to know to be shown again; `view` is the page's own: where its handles stand. */
export interface KinState extends KinParams {
  readonly view?: unknown;
}

export type FromKin =
  | FromPicture
  /** The page of an entry, by its id. */
  | { readonly asks: 'open'; readonly entry: string }
  /** Another family, or who held an office. */
  | { readonly asks: 'show'; readonly of: KinParams }
  /** It is to be kept as a picture, which holds nothing that was decided after `asOf`; null: now. `at`, null: all times at once. */
  | {
      readonly asks: 'save';
      readonly as: PictureFormat;
      readonly asOf: string | null;
      readonly at: string | null;
      readonly theme: string;
    };

export type ToKin = ToPicture | { readonly shows: 'kin'; readonly data: string; readonly state: KinState };

/** What the page has to know to be shown again. `since` is a canon point, empty: the beginning; `taken` how many retcons are shown. */
export interface ReviewState {
  readonly since: string;
  /** What its author picked, where that is a session: it comes after the point, and its retcons are among those shown. */
  readonly from?: string;
  readonly codex?: string;
  readonly taken: number;
  /** Two files, the retcons between which are shown, instead of those since a point. */
  readonly pair?: { readonly before: string; readonly after: string; readonly title: string };
}

/** What is kept where the window is closed; `scroll` in pixels. */
export type PageState = ReviewState & { readonly scroll: number };

export type FromPage = { readonly asks: 'all' } | { readonly asks: 'more'; readonly skip: number };

/** `status` is said to those who listen to the page. */
export type ToPage = { readonly words: ReviewWords; readonly status: string } & (
  | { readonly shows: 'reading'; readonly message: string }
  | {
      readonly shows: 'all';
      readonly answer: ReviewAnswer;
      readonly title: string;
      readonly sum: string;
      readonly state: ReviewState;
      /** It is of another canon point than before. */
      readonly isFresh: boolean;
    }
  | { readonly shows: 'more'; readonly answer: ReviewAnswer; readonly skip: number; readonly state: ReviewState }
  | { readonly shows: 'undeclared'; readonly answer: UndeclaredAnswer; readonly notes: readonly string[] }
  | { readonly shows: 'failure'; readonly message: string }
);

export interface ReviewWords {
  /** What the two pages of a retcon are called, by what it does. */
  readonly sides: Readonly<Record<ReviewSent['does'], { readonly old: string; readonly by: string }>>;
  readonly before: string;
  readonly after: string;
  readonly answers: string;
  readonly nothing: string;
  /** The heading of what is left to revisit. */
  readonly left: string;
  readonly sources: string;
  readonly rewritten: string;
  readonly cut: string;
  readonly compare: string;
  readonly more: string;
  readonly hint: string;
  readonly undeclared: string;
  readonly again: string;
}

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
  /** A note is to have a date, so that the picture has something to show. */
  | { readonly asks: 'giveDate' }
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
  /** The editor's viewpoint. `move`: the last move of the author that the editor knew of, so that no later one is undone. */
  | { readonly shows: 'viewpoint'; readonly handles: Handles; readonly move: number }
  /** The entry whose page is open in the editor; null: none. */
  | { readonly shows: 'open'; readonly entry: string | null }
  /** The author has asked for a picture to be saved. */
  | { readonly shows: 'save'; readonly as: PictureFormat };

/** What the reading view has to know to be shown again. */
export interface ReadingState {
  readonly uri: string;
}

export type FromReading =
  | { readonly asks: 'all' }
  /** A page by its number in the answer, and a place of it. */
  | { readonly asks: 'open'; readonly page: number; readonly place?: string }
  /** Answered by `card`. */
  | { readonly asks: 'card'; readonly page: number };

export type ToReading =
  /** `place`: where it is to be read from. */
  | {
      readonly shows: 'page';
      readonly html: string;
      readonly banner: string;
      readonly state: ReadingState;
      readonly place?: string;
    }
  | { readonly shows: 'card'; readonly page: number; readonly title: string; readonly html: string }
  /** There is nothing to be read, in words. */
  | { readonly shows: 'note'; readonly words: string };
