/** A mark by which game masters and other tools hide something, and that hides nothing here; told where anything is kept secret at all. */
import { type Canon, entryAt, type Known, mayKeepSecrets, pathsOf } from '../../canon';
import { audienceAt } from '../../codex/pathRules';
import { globWithin } from '../../codex/globs';
import { markedFolder, type KnowerPlaces } from '../../codex/knowledgeKeys';
import { HIDES_NOTHING } from '../../entry/unreadMarks';
import type { Problem } from '../../text/problem';
import { foundInReading, type Rule } from '../rule';

const inReading = foundInReading(HIDES_NOTHING, 'info');

export const hidesNothing: Rule = {
  ...inReading,
  check: (judged) => (keepsSecrets(judged.known.canon) ? inReading.check(judged) : []),
};

/** A vault whose author has never said who knows what is not told of each `publish: false`. */
const keepsSecrets = (canon: Canon): boolean =>
  canon.codex.circles.size > 0 || canon.codex.secrets.size > 1 || mayKeepSecrets(canon);

/** A folder that is called as if it were the game master's, and is open to everyone. */
export interface OpenFolder {
  /** Relative to the root, with `/`. */
  readonly folder: string;
  readonly pages: number;
}

/** The outermost of them, in the order of their paths. */
export function openFolders(known: Known): OpenFolder[] {
  const { canon } = known;
  if (!keepsSecrets(canon)) return [];
  const folders = new Map<string, number>();
  for (const path of pathsOf(canon)) {
    const folder = markedFolder(path);
    if (folder === null || audienceAt(canon.codex, path)) continue;
    const entry = entryAt(canon, path);
    if (entry && !entry.knowledge?.knownBy) folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  return [...folders].map(([folder, pages]) => ({ folder, pages })).sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

/** Told once for each folder, where codex.yaml says who knows what. */
export const openFoldersInCodex = (known: Known, { place }: KnowerPlaces): Problem[] =>
  openFolders(known).map((one) => ({ code: HIDES_NOTHING, span: place, message: openFolderMessage(one) }));

export function openFolderMessage(one: OpenFolder): string {
  const pages = one.pages === 1 ? 'a page in it is' : `${one.pages} pages in it are`;
  const line = `audience: {"${globWithin(one.folder)}": nobody}`;
  return `The folder "${one.folder}" hides nothing by its name: ${pages} open to everyone. Say who knows what is there, like \`${line}\`.`;
}
