/** What a page of a family or a succession and its host say to each other. */
import type { FromPicture, PictureFormat, ToPicture } from './pictureMessages';
import type { KinParams } from '../../../server/src/lsp/protocol/protocolKin';

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
