/** Where problems point to beside their own span: other entries, and the text that belongs there instead. */
import { idOf, type Known, resolve } from '../canon';
import type { Entry, Ref } from '../entry/entry';
import type { Fix, RelatedPlace } from '../text/problem';
import type { Span } from '../text/span';

/** Of more places it is only said that they are many: a rule need not look for all of them. */
export const MOST_LOOKED_FOR = 100;

/** Where an entry says who it is: its id, its title, or else its beginning. */
export const nameSpan = (entry: Entry): Span => entry.writtenId?.span ?? entry.titleSpan ?? { start: 0, end: 0 };

/** A place in another entry; without a span, where it says who it is. */
export const relatedTo = (entry: Entry, message: string, span = nameSpan(entry)): RelatedPlace => ({
  file: entry.path,
  span,
  message,
});

/** The quick fix that puts one text in place of another. */
export const changeTo = (entry: Entry, span: Span, text: string): Fix => ({
  title: `Change to ${text}`,
  edits: [{ file: entry.path, span, text }],
});

/** An entry's name, to stand where `ref` stands: a link by its file's name, which other tools know too, else its id. */
export function nameLike(known: Known, ref: Pick<Ref, 'linked'>, entry: Entry): string {
  const id = idOf(known, entry);
  if (!ref.linked) return id;
  const named = resolve(known, entry.fileName);
  return named.kind === 'one' && named.entry === entry ? entry.fileName : id;
}
