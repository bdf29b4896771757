/** What of a passage says something to whoever writes from it: queries, embeds, pictures and rules across the page do not. */
import type { Passage } from '../../entry/passages';

/** A block that a program fills in when the page is shown. */
const QUERY =
  /^[ \t>]*(`{3,}|~{3,})[ \t]*(?:dataview|dataviewjs|query|tasks|base|datacards|tracker|buttons?|meta-bind[\w-]*|leaflet|excalidraw)\b[^\n]*(?:\n(?![ \t>]*\1)[^\n]*)*(?:\n[ \t>]*\1[^\n]*)?/gim;

/** A line of nothing but embeds and pictures. */
const EMBEDS = /^[ \t>]*(?:!\[\[[^\]\n]*\]\][ \t]*|!\[[^\]\n]*\]\([^()\n]*\)[ \t]*)+\r?$/gm;

const RULE = /^[ \t]{0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})\r?$/gm;

const HAS_WORDS = /[\p{L}\p{N}]/u;

/** The passage without them; null where nothing is left. */
export function withoutQueries(passage: Passage): Passage | null {
  const text = passage.text.replace(QUERY, '').replace(EMBEDS, '').replace(RULE, '');
  if (text === passage.text) return passage;
  return HAS_WORDS.test(text) ? { ...passage, text: text.replace(/\n{3,}/g, '\n\n').trim() } : null;
}
