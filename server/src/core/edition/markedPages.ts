/** Pages of an edition that carry a mark by which others hide them: told to their author before anything is written. */
import { audienceAt } from '../codex/audience';
import type { Codex } from '../codex/codex';
import { markedFolder } from '../codex/hidingMarks';
import type { Entry } from '../entry/entry';
import { HIDES_NOTHING } from '../entry/unreadMarks';

/** A page that is shared, and the marks that it carries, as they are written. */
export interface MarkedPage {
  readonly file: string;
  readonly marks: readonly string[];
}

/** Null: it carries none. @param entry as it is written, not as its readers have it */
export function marksOf(codex: Codex, entry: Entry, text: string): MarkedPage | null {
  const { path: file, knowledge, problems } = entry;
  const folder = knowledge?.knownBy || audienceAt(codex, file) ? null : markedFolder(file);
  const found = problems.filter(({ code }) => code === HIDES_NOTHING);
  const marks = [
    ...found.map(({ span }) => text.slice(span.start, span.end).trim()),
    ...(folder === null ? [] : [`the folder ${folder}`]),
  ];
  return marks.length > 0 ? { file, marks } : null;
}
