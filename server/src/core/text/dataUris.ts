/** Finds `data:` URIs: pictures and other files that a web clipper has written into the page itself, megabytes that nobody reads. */
import type { Span } from './span';

const DATA_URI = /\bdata:[a-z0-9.+-]+\/[a-z0-9.+-]+(?:;[^\s"'()<>,]*)?,[^\s"'()<>]*/gi;

/** In the order of the text. */
export const dataUris = (text: string): Span[] =>
  text.includes('data:')
    ? [...text.matchAll(DATA_URI)].map(({ 0: whole, index }) => ({ start: index, end: index + whole.length }))
    : [];
