/** The settings.yaml above each codex, and the codices that it names (model §13). */
import type { OtherSettings } from '../../core/canon';
import { ownName, readSettings, SETTINGS_FILE } from '../../core/codex/settings';
import { CODEX_FILE } from '../../core/host';
import { withoutMark } from '../../core/text/span';
import type { FilesPort } from '../../platform/platform';
import { baseName, joinPath, parentPath } from '../convert/uris';
import type { LiveCodex } from './live';

/** A codex by its name. */
export interface NamedRoot {
  readonly name: string;
  readonly root: string;
}

export interface Settings {
  /** All that settings.yaml above a root names, sorted by name; empty: there is none. */
  above(root: string): readonly NamedRoot[];
  /** The name of a codex: that of its folder where it is given none. */
  nameOf(root: string): string;
  /** What names in a codex may refer to; null: there is no other setting. */
  othersOf(root: string): OtherSettings | null;
  /** Looks again; whether any codex is named otherwise than before. @param roots of the codices that are open */
  lookAgain(roots: readonly string[]): boolean;
}

/** @param codexAt the codex of a root, where it is open */
export function keepSettings(
  files: Pick<FilesPort, 'exists' | 'readerOf'>,
  textOf: (file: string) => string | undefined,
  codexAt: (root: string) => LiveCodex | undefined,
): Settings {
  const kept = new Map<string, readonly NamedRoot[] | null>();
  const within = (folder: string): readonly NamedRoot[] | null => {
    const text = textOf(joinPath(folder, SETTINGS_FILE)) ?? files.readerOf(folder, () => undefined)(SETTINGS_FILE);
    const reading =
      text === null ? null : readSettings(withoutMark(text), (inner) => hasCodex(joinPath(folder, inner)));
    return reading && reading.settings.map((one) => ({ name: one.name, root: joinPath(folder, one.folder) }));
  };
  const hasCodex = (folder: string): boolean => files.exists(folder, CODEX_FILE);
  const above = (root: string): readonly NamedRoot[] => {
    for (let folder = root; ; folder = parentPath(folder)) {
      let found = kept.get(folder);
      if (found === undefined) kept.set(folder, (found = within(folder)));
      if (found) return found;
      if (parentPath(folder) === folder) return [];
    }
  };
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
    lookAgain(roots) {
      const before = JSON.stringify(roots.map(above));
      kept.clear();
      return JSON.stringify(roots.map(above)) !== before;
    },
  };
}

/** Whether a file may name settings. */
export const isSettingsFile = (file: string): boolean => baseName(file) === SETTINGS_FILE;
