/** "Make Secret" of many notes at once, and of whole folders: one change of all their files, and of codex.yaml. */
import { allEntries, audienceOfPage, arePlayers, isForEveryone, PLAYERS, type Known } from '../../canon';
import { CODEX_FILE } from '../../codex/codexShapes';
import { globWithin } from '../../codex/globs';
import { NO_ONE } from '../../codex/knowledgeKeys';
import { audienceAt } from '../../codex/pathRules';
import { readCodex } from '../../codex/readCodex';
import type { Entry } from '../../entry/entry';
import { nameKey } from '../../entry/slug';
import type { Change } from '../../text/problem';
import { areAmong } from '../../text/groups';
import { changeOf, type CodexFileDraft, withName } from './codexFile';
import { isRefusal, type Outcome, type RefusedChange } from './page';
import { makeSecret, NO_SECRET } from './secret';

/** What is chosen: notes by path, and folders with all that lies in them; '' is the root. */
export interface Chosen {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

interface ManySecret {
  readonly change: Change;
  /** The notes that can't be changed as they are. */
  readonly left: readonly Entry[];
}

/** Each once, in the order of paths. */
export function notesChosen({ canon }: Known, { files, folders }: Chosen): readonly Entry[] {
  const named = new Set(files);
  const isIn = (path: string): boolean => folders.some((one) => one === '' || path.startsWith(`${one}/`));
  return [...allEntries(canon)].filter(({ path }) => named.has(path) || isIn(path));
}

/**
 * A folder is given to its knowers in codex.yaml, which counts for notes that are written later too; a note that says itself who knows it
 * is changed as one that is chosen alone.
 *
 * @param knowers those who know them; empty: nobody
 */
export function makeManySecret(
  known: Known,
  chosen: Chosen,
  textOf: (path: string) => string | null,
  knowers: readonly string[],
): ManySecret | RefusedChange {
  if (isForEveryone(knowers)) return { refusal: NO_SECRET };
  const names = knowers.filter((name) => nameKey(name) !== NO_ONE);
  const before = textOf(CODEX_FILE);
  const draft = withFolders(withPlayers(known, { before, text: before }, names), chosen.folders, names);
  const { codex } = readCodex(draft.text);
  const wanted = names.length === 0 ? [NO_ONE] : names;
  const [edits, left]: [Change['edits'][number][], Entry[]] = [[], []];
  for (const entry of notesChosen(known, chosen)) {
    const now = entry.knowledge?.knownBy ? audienceOfPage(known, entry) : (audienceAt(codex, entry.path) ?? []);
    if (!entry.knowledge?.isDoubtful && areSameNames(now, wanted)) continue;
    const text = textOf(entry.path);
    const outcome = text === null ? null : makeSecret(known, entry, text, { start: 0, end: 0 }, knowers);
    if (outcome && !isRefusal(outcome)) edits.push(...outcome.change.edits);
    else left.push(entry);
  }
  const own = changeOf(draft);
  return { change: { ...own, edits: [...own.edits, ...edits] }, left };
}

/** The same with the players as a circle of codex.yaml, where a name needs it. */
function withPlayers(known: Known, draft: CodexFileDraft, names: readonly string[]): CodexFileDraft {
  const isNew = names.some((name) => arePlayers(known, name));
  return (isNew ? withName(draft, 'circles', PLAYERS, []) : null) ?? draft;
}

/** As it was where codex.yaml can't be changed: then each note says it itself. */
function withFolders(draft: CodexFileDraft, folders: readonly string[], names: readonly string[]): CodexFileDraft {
  const value = names.length === 0 ? NO_ONE : names;
  const globOf = (folder: string): string => (folder === '' ? '**' : globWithin(folder));
  return folders.reduce((now, folder) => withName(now, 'audience', globOf(folder), value) ?? now, draft);
}

const areSameNames = (some: readonly string[], others: readonly string[]): boolean => {
  const [a, b] = [some.map(nameKey), others.map(nameKey)];
  return areAmong(a, b) && areAmong(b, a);
};

/** What one note is made with: the players are a circle of codex.yaml then. */
export function withCircle(
  known: Known,
  outcome: Outcome,
  textOf: (path: string) => string | null,
  knowers: readonly string[],
): Outcome {
  if (isRefusal(outcome)) return outcome;
  const before = textOf(CODEX_FILE);
  const { creates = [], edits } = changeOf(withPlayers(known, { before, text: before }, knowers));
  const { change } = outcome;
  return {
    ...outcome,
    change: { ...change, creates: [...(change.creates ?? []), ...creates], edits: [...change.edits, ...edits] },
  };
}
