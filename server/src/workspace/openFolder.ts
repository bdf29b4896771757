/** Makes a canon of a folder, and of the folders of other settings where names refer to these. */
import path from 'node:path';
import type { Canon, OtherSettings } from '../core/canon';
import { CODEX_FILE, type CanonHost, createHost } from '../core/host';
import type { Skipped } from '../platform/platform';
import { readEntries } from './changedEntries';
import { listFolder, readerOf } from './folder';
import { hasCodex, settingsAbove } from './settingsAbove';

/** Reads a whole folder at once. */
export function openFolder(root: string, skipped: Skipped): CanonHost {
  const { files, ...begun } = beginFolder(root, skipped);
  readEntries(root, begun, files());
  return begun.host;
}

/** A folder of which only codex.yaml is read yet: how the paths of its entries are found, and their texts are read. */
export function beginFolder(root: string, skipped: Skipped) {
  const textOf = readerOf(root, skipped);
  const host = createHost(textOf, othersOf(root));
  // What codex.yaml leaves out is not even read.
  const codexWritten = textOf(CODEX_FILE);
  const { codex } = host.apply(new Map([[CODEX_FILE, codexWritten]]));
  return { host, codexWritten, textOf, files: () => listFolder(root, codex, skipped).entries };
}

/** Those whose canon was read: what is said of it may have changed the next time. */
const lookedInto = new WeakSet<OtherSettings>();

export const isLookedInto = (others: OtherSettings | null): boolean => others !== null && lookedInto.has(others);

/** The other settings beside a codex, each read when a name refers to it, and once. Null where there are none. */
export function othersOf(root: string): OtherSettings | null {
  const above = settingsAbove(path.resolve(root));
  if (!above) return null;
  const folders = new Map(above.settings.map(({ name, root: other }) => [name, other]));
  const own = [...folders].find(([, folder]) => folder === path.resolve(root))?.[0] ?? null;
  const canons = new Map<string, Canon | null>();
  const others: OtherSettings = {
    own,
    names: [...folders.keys()].filter((name) => name !== own),
    canonOf(name) {
      lookedInto.add(others);
      const folder = folders.get(name);
      const kept = canons.get(name);
      if (kept !== undefined || folder === undefined) return kept ?? null;
      const canon = hasCodex(folder) ? openFolder(folder, () => undefined).canon : null;
      canons.set(name, canon);
      return canon;
    },
  };
  return others.names.length === 0 ? null : others;
}
