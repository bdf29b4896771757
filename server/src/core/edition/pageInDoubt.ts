/** What of a shared page its author may not have meant to share: marks by which others hide, and names of hidden pages in its facts. */
import { allOf, entryAt, entryNamed, isKeptFromSome } from '../canon';
import { audienceAt } from '../codex/audience';
import { markedFolder } from '../codex/hidingMarks';
import type { Entry } from '../entry/entry';
import { HIDES_NOTHING } from '../entry/unreadMarks';
import type { Readership } from './readership';

/** A page that is shared. */
export interface PageInDoubt {
  readonly file: string;
  /** As they are written: `[!gm]`. */
  readonly marks: readonly string[];
  /** What its facts call pages that its readers are not in on: ids and titles in plain words are told as they stand. */
  readonly names: readonly string[];
}

/** Null: there is nothing of the sort. @param shown the page as its readers have it @param text as it is written */
export function pageInDoubt(readership: Readership, shown: Entry, text: string): PageInDoubt | null {
  const entry = entryAt(readership.whole, shown.path);
  const marks = entry ? marksOf(readership, entry, text) : [];
  const names = namesIn(readership, shown);
  return marks.length + names.length > 0 ? { file: shown.path, marks, names } : null;
}

function marksOf({ view: { codex } }: Readership, { path, knowledge, problems }: Entry, text: string): string[] {
  const folder = knowledge?.knownBy || audienceAt(codex, path) ? null : markedFolder(path);
  const found = problems.filter(({ code }) => code === HIDES_NOTHING);
  return [
    ...found.map(({ span }) => text.slice(span.start, span.end).trim()),
    ...(folder === null ? [] : [`the folder ${folder}`]),
  ];
}

function namesIn({ whole, view }: Readership, { facts }: Entry): string[] {
  const known = allOf(whole);
  const told = facts.flatMap(({ entity, value }) => [...(entity ? [entity.text] : []), value.text]);
  return [...new Set(told)].filter((name) => {
    const page = view.eyes.isHiddenName(name) ? entryNamed(known, name) : undefined;
    return page !== undefined && isKeptFromSome(known, page);
  });
}
