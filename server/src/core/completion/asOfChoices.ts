/** The `as_of` that comes with the id of an old version: its date, where none has been written yet. */
import type { Entry } from '../entry/entry';
import { eolAt } from '../yaml/yamlLayout';
import { scalarText } from '../yaml/writeYaml';
import type { CompletionContext } from './completionContext';
import type { CompletionChoice } from './choice';
import type { CaretPlace } from './caretPlace';

/** What goes in right behind the id, and what elsewhere. */
interface AsOf {
  readonly tail: string;
  readonly edits: CompletionChoice['edits'];
}

const NONE: AsOf = { tail: '', edits: [] };

export function asOfWith(
  { text, offset }: Pick<CompletionContext, 'text' | 'offset'>,
  place: CaretPlace,
  old: Entry,
): AsOf {
  const { path, beside, isFlow, span, quote, after, column, lineEnd } = place;
  const date = old.date?.date;
  const written = beside.get('as_of');
  if (!date || path[1] !== 'id' || (written && written.value !== '')) return NONE;
  const value = scalarText(date.text, { isFlow });
  if (written) {
    const { start } = written.span;
    const at = /^[ \t](?!#)/.test(text.slice(start, start + 2)) ? start + 1 : start;
    return { tail: '', edits: [{ span: { start: at, end: at }, text: at === start ? ` ${value}` : value }] };
  }
  const line = isFlow ? `, as_of: ${value}` : `${eolAt(text, offset)}${' '.repeat(column)}as_of: ${value}`;
  const isClosed = quote !== '' && !after.startsWith(quote);
  const behind = span.end + (isClosed ? 1 : 0);
  const at = isFlow ? behind : lineEnd;
  const isHere = !isClosed && (isFlow || text.slice(behind, lineEnd).trim() === '') && !after.endsWith(' ');
  return isHere ? { tail: line, edits: [] } : { tail: '', edits: [{ span: { start: at, end: at }, text: line }] };
}
