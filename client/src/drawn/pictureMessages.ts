/** What every picture of ours and its host say to each other, whatever it is of. */

export type PictureFormat = 'svg' | 'png' | 'html';

export type FromPicture =
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
