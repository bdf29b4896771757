/** One key as it is inserted: with its colon, and the beginning of its value's shape. */
import type { Known } from '../canon';
import { eolAt, layoutAt } from '../yaml/yamlLayout';
import { keyDoc } from '../reading/keyDocs';
import type { CompletionContext } from './completionContext';
import { type CompletionChoice, choiceOf, type InsertPiece, STOP } from './choice';
import { keyInsert } from './insert';
import type { CaretPlace } from './caretPlace';

/** What a choice says of a key: the first sentence beside it, the whole for the selected one. */
export function docOf(known: Known, path: readonly string[]): { doc: string; note: string } {
  const found = keyDoc(known, path);
  if (!found) return { doc: '', note: '' };
  return {
    doc: `${found.doc}\n\nTakes ${found.shape}.`,
    note: (found.doc.split(/[.:;](?:\s|$)/)[0] ?? '').replace(/`/g, ''),
  };
}

/** A key, and what is inserted after its colon. Undefined where the quote around it can't hold it. */
export function oneKey(
  place: CaretPlace,
  name: string,
  {
    shape = [],
    ...more
  }: Partial<Omit<CompletionChoice, 'insert' | 'span' | 'label'>> & { readonly shape?: readonly InsertPiece[] },
): CompletionChoice[] {
  // What follows on the line is the value.
  const isBlock = shape.some((piece) => typeof piece === 'string' && piece.includes('\n'));
  const insert = keyInsert(place, name, (isBlock && place.isFlow) || !(place.isLast || place.isFlow) ? [] : shape);
  if (insert === null) return [];
  const asWritten =
    isBlock && insert.length > 1
      ? insert.map((piece, i) => (i === 0 && typeof piece === 'string' ? piece.trimEnd() : piece))
      : insert;
  const goesOn = more.goesOn === true && !place.hasColon;
  return [choiceOf({ kind: 'key', label: name, ...more, span: place.span, insert: asWritten, goesOn })];
}

/** What is put in behind a key of the top. Blocks begin with their line end. */
export function topShape({ text, offset }: CompletionContext, place: CaretPlace, key: string): readonly InsertPiece[] {
  const { step, listStep } = layoutAt(text, offset);
  const eol = eolAt(text, offset);
  const item = `${eol}${' '.repeat(place.column + listStep)}- `;
  const child = `${eol}${' '.repeat(place.column + step)}`;
  switch (key) {
    case 'supersedes':
    case 'superseded_by':
    case 'retracts':
    case 'restores':
      return [`${item}id: `, STOP];
    case 'sources':
    case 'summarises':
      return [item, STOP];
    case 'facts':
    case 'attributes':
      return [child, STOP];
    case 'aliases':
    case 'known_by':
    case 'believed_by':
      return ['[', STOP, ']'];
    case 'draft':
      return ['true'];
    default:
      return [];
  }
}
