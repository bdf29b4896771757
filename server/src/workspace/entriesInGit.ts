/** Which of the files that git holds are entries of a codex. */
import type { Codex } from '../core/codex/codex';
import { entryFilter, isSkippedFolder } from '../core/codex/pathRules';
import { CODEX_FILE } from '../core/host';
import type { Blob, ChangedBlobs } from './listFiles';

/** What of a listing is a codex's. */
export interface EntryListing {
  readonly entries: readonly Blob[];
  /** The submodules in which there may be others. */
  readonly folders: readonly string[];
  /** Folders with a codex.yaml of their own: these are other codices'. */
  readonly others: readonly string[];
}

export const entriesAmong = (files: readonly Blob[], codex: Codex): EntryListing =>
  entriesBeside(
    files
      .filter(({ path }) => isNested(path))
      .map(({ path }) => path.slice(0, -CODEX_FILE.length))
      .filter((folder) => !folder.split('/').some(isSkippedFolder)),
    files,
    codex,
  );

function entriesBeside(others: readonly string[], files: readonly Blob[], codex: Codex): EntryListing {
  const isEntry = entryFilter(codex);
  const isOurs = (path: string): boolean => !others.some((folder) => path.startsWith(folder));
  return {
    entries: files.filter(({ path, isSubmodule }) => !isSubmodule && isEntry(path) && isOurs(path)),
    folders: files.flatMap(({ path, isSubmodule }) =>
      isSubmodule && isEntry(`${path}/any.md`) && isOurs(path) ? [`${path}/`] : [],
    ),
    others,
  };
}

/** The same where some paths have changed since a listing under the same codex.yaml; null: another folder may be another codex's now. */
export function entriesSince(listed: EntryListing, changed: ChangedBlobs, codex: Codex): EntryListing | null {
  if ([...changed.keys()].some(isNested)) return null;
  const more = entriesBeside(
    listed.others,
    [...changed.values()].flatMap((one) => one ?? []),
    codex,
  );
  return {
    entries: [...listed.entries.filter(({ path }) => !changed.has(path)), ...more.entries],
    folders: [...listed.folders.filter((folder) => !changed.has(folder.slice(0, -1))), ...more.folders],
    others: listed.others,
  };
}

const isNested = (path: string): boolean => path.endsWith(`/${CODEX_FILE}`);
