/** How names and words are written where the caret is, so that YAML reads them as they are meant. */
import { scalarText } from '../yaml/writeYaml';
import type { InsertPiece } from './choice';
import type { CaretPlace } from './caretPlace';
import type { Quote } from './scalar';

/** A text that is plain YAML everywhere, so the readers need not be asked. */
const SAFE = /^[\p{L}][\p{L}\p{N}]*(?:[ _./-][\p{L}\p{N}]+)*$/u;
const WORDS = /^(?:true|false|null|none|yes|no|on|off|n\/a|na|tbd)$/i;

/** A text inside a quote that is open; null where it can't be written there. */
export function insideQuote(text: string, quote: Quote): string | null {
  if (quote === '') return text;
  const written = scalarText(text, { like: quote === '"' ? 'double' : 'single' });
  return written.startsWith(quote) ? written.slice(1, -1) : null;
}

/** A value at a place, with what is missing around it; null where the quote that is open can't hold it. */
export function valueInsert(
  place: Pick<CaretPlace, 'quote' | 'isFlow' | 'before' | 'after'>,
  value: string,
): string | null {
  const { quote, isFlow, before, after } = place;
  const isSafe = SAFE.test(value) && !WORDS.test(value);
  const written = quote ? insideQuote(value, quote) : isSafe ? value : scalarText(value, { isFlow });
  return written === null ? null : `${before}${written}${after}`;
}

/** A key at a place, and what stands behind its colon; only the key where the colon is there. */
export function keyInsert(
  place: CaretPlace,
  key: string,
  behind: readonly InsertPiece[] = [],
): readonly InsertPiece[] | null {
  const { quote, isFlow, before, after, hasColon } = place;
  // A bracket in front of a colon is YAML as well, but of another kind.
  const like = /^[\p{L}\p{N}]/u.test(key) ? 'plain' : 'double';
  const written = quote
    ? insideQuote(key, quote)
    : SAFE.test(key)
      ? key
      : scalarText(key, { isFlow, isKey: true, like });
  if (written === null) return null;
  // Behind the quote that is there already, a colon is the author's to type.
  if (hasColon || (quote && !after.startsWith(quote))) return [`${before}${written}${after}`];
  return [`${before}${written}${after.trimEnd()}: `, ...behind, ...(after.endsWith(' ') ? [' '] : [])];
}
