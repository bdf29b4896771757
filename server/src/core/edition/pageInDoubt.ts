/** What of a shared page its author may not have meant to share: marks by which others hide, and names of hidden pages in its facts. */
import { audienceAt } from '../codex/pathRules';
import type { Codex } from '../codex/codex';
import { markedFolder } from '../codex/knowledgeKeys';
import { HIDES_NOTHING } from '../entry/unreadMarks';
import type { PageInMaking } from './sharedPage';

/** A page that is shared. */
export interface PageInDoubt {
  readonly file: string;
  /** As they are written: `[!gm]`. */
  readonly marks: readonly string[];
  /** What its facts call pages that its readers are not in on: ids and titles in plain words are told as they stand. */
  readonly names: readonly string[];
}

/** Null: there is nothing of the sort. */
export function pageInDoubt(codex: Codex, given: PageInMaking): PageInDoubt | null {
  const [marks, names] = [marksOf(codex, given), namesIn(given)];
  return marks.length + names.length > 0 ? { file: given.written.path, marks, names } : null;
}

function marksOf(codex: Codex, { text, written: { path, knowledge, problems } }: PageInMaking): string[] {
  const folder = knowledge?.knownBy || audienceAt(codex, path) ? null : markedFolder(path);
  const found = problems.filter(({ code }) => code === HIDES_NOTHING);
  return [
    ...found.map(({ span }) => text.slice(span.start, span.end).trim()),
    ...(folder === null ? [] : [`the folder ${folder}`]),
  ];
}

function namesIn({ entry: { facts }, questions: { isHiddenName, isSecretName } }: PageInMaking): string[] {
  const told = facts.flatMap(({ entity, value }) => [...(entity ? [entity.text] : []), value.text]);
  return [...new Set(told)].filter((name) => isHiddenName(name) && isSecretName(name));
}
