/** The settings.yaml above each codex, and the codices that it names (model §13). */
import type { OtherSettings } from '../../core/canon';
import { ownName, readSettings, type Setting, SETTINGS_FILE } from '../../core/codex/settings';
import { CODEX_FILE } from '../../core/host';
import { withoutMark } from '../../core/text/span';
import type { FilesPort } from '../../platform/platform';
import type { Edit } from '../../core/text/problem';
import { baseName, isInFolderPath, joinPath, parentPath, relativeTo } from '../convert/uris';
import type { LiveCodex } from './live';

/** A codex by its name. */
interface NamedRoot {
  readonly name: string;
  readonly root: string;
}

/** A settings.yaml. */
export interface SettingsFile {
  /** Where it lies. */
  readonly folder: string;
  readonly text: string;
  /** What it names, sorted by name. */
  readonly named: readonly (Setting & NamedRoot)[];
}

/** The edits that keep its folders right when some are moved. @param moved where a path leads afterwards */
export const followFolders = (
  { folder, text, named }: SettingsFile,
  moved: (path: string) => string,
): readonly Edit[] =>
  named.flatMap(({ root, span }) => {
    const to = moved(root);
    if (to === root || !isInFolderPath(folder, to)) return [];
    const written = relativeTo(folder, to);
    // In quotes it stays in them.
    const isPlain = /["']/.test(text.charAt(span.start - 1)) || /^[\p{L}\p{N}][\p{L}\p{N}./_ -]*$/u.test(written);
    return [{ span, text: isPlain ? written : JSON.stringify(written) }];
  });

export interface Settings {
  /** All that settings.yaml above a root names, sorted by name; empty: there is none. */
  above(root: string): readonly NamedRoot[];
  /** The name of a codex: that of its folder where it is given none. */
  nameOf(root: string): string;
  /** What names in a codex may refer to; null: there is no other setting. */
  othersOf(root: string): OtherSettings | null;
  /** The settings.yaml above a codex. */
  fileAbove(root: string): SettingsFile | null;
  /** Looks again; whether any codex is named otherwise than before. @param roots of the codices that are open */
  lookAgain(roots: readonly string[]): boolean;
}

/** @param codexAt the codex of a root, where it is open */
export function keepSettings(
  files: Pick<FilesPort, 'exists' | 'readerOf'>,
  textOf: (file: string) => string | undefined,
  codexAt: (root: string) => LiveCodex | undefined,
): Settings {
  const kept = new Map<string, SettingsFile | null>();
  const hasCodex = (folder: string): boolean => files.exists(folder, CODEX_FILE);
  const within = (folder: string): SettingsFile | null => {
    const written = textOf(joinPath(folder, SETTINGS_FILE)) ?? files.readerOf(folder, () => undefined)(SETTINGS_FILE);
    const text = withoutMark(written);
    const reading = text === null ? null : readSettings(text, (inner) => hasCodex(joinPath(folder, inner)));
    if (!reading || text === null) return null;
    const named = reading.settings.map((one) => ({ ...one, root: joinPath(folder, one.folder) }));
    return { folder, text, named };
  };
  const fileAbove = (root: string): SettingsFile | null => {
    for (let folder = root; ; folder = parentPath(folder)) {
      let found = kept.get(folder);
      if (found === undefined) kept.set(folder, (found = within(folder)));
      if (found || parentPath(folder) === folder) return found;
    }
  };
  const above = (root: string): readonly NamedRoot[] => fileAbove(root)?.named ?? [];
  const nameOf = (root: string): string => above(root).find((one) => one.root === root)?.name ?? ownName(root);
  return {
    above,
    nameOf,
    othersOf(root) {
      const all = above(root);
      const own = all.find((one) => one.root === root)?.name ?? null;
      const names = all.flatMap(({ name }) => (name === own ? [] : name));
      if (names.length === 0) return null;
      return {
        own,
        names,
        canonOf(name) {
          const other = all.find((one) => one.name === name);
          const codex = other && codexAt(other.root);
          return codex?.isReady === true ? codex.canon : null;
        },
      };
    },
    fileAbove,
    lookAgain(roots) {
      const namesOf = (): string => JSON.stringify(roots.map((root) => above(root).map((one) => [one.name, one.root])));
      const before = namesOf();
      kept.clear();
      return namesOf() !== before;
    },
  };
}

/** Whether a file may name settings. */
export const isSettingsFile = (file: string): boolean => baseName(file) === SETTINGS_FILE;
