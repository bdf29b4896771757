/** What client and server say to each other of the pictures of families and successions. */
import type { KinOffer } from '../../core/picture/shapes/kinOffer';
import type { PictureText } from './protocolTimeline';

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
export type KinAnswer = { readonly codex: string; readonly data: string } | { readonly failure: string };

/** Tells that a codex is another one than such a picture was last made of. Carries its root. */
export const KIN_CHANGED = 'retcon/kinChanged';

/** Each request with what it asks and what it is answered. */
export interface KinRequests {
  /** Null: the codex has become another one meanwhile, which `KIN_CHANGED` tells. */
  'retcon/kin': [KinParams, KinAnswer | null];
  /** What can be drawn of entities by their ids, or of those that a page tells of. */
  'retcon/kinOffers': [
    { readonly codex?: string; readonly uri?: string; readonly entities?: readonly string[] },
    readonly KinOffer[],
  ];
  'retcon/kinPicture': [KinPictureParams, PictureText | null];
  /** The attributes of an entity that can have one value after the other. */
  'retcon/offices': [{ readonly entity: string; readonly codex?: string }, readonly string[]];
}
