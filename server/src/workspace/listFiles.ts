/** The files that git holds of a folder: in a commit, in the index, or as what differs between the two. */
import { ofIndex, type Repository } from './git';
import { gitOutput } from './runGit';
import type { Codex } from '../core/codex/codex';
import { entryFilter, isSkippedFolder } from '../core/codex/pathRules';
import { CODEX_FILE } from '../core/host';

/** A file that is committed or staged; paths are relative to the folder that was asked about, with `/`. */
export interface Blob {
  readonly path: string;
  readonly id: string;
  /** A commit of another repository, whose files are not here. */
  readonly isSubmodule: boolean;
  /** A link to another file, whose path is all that git keeps. */
  readonly isLink: boolean;
}

/** What is elsewhere at paths where something else was listed, or nothing; null: nothing. */
export type ChangedBlobs = ReadonlyMap<string, Blob | null>;

/** Every file of the folder in a commit. */
export async function committedFiles({ folder, prefix }: Repository, commit: string): Promise<Blob[]> {
  const args = ['ls-tree', '-r', '-z', '--full-tree', commit, ...(prefix === '' ? [] : ['--', prefix])];
  return listed(await gitOutput(folder, args), prefix, (head) => [head, head.slice(head.lastIndexOf(' ') + 1)]);
}

/** Every file of the folder in the index: what the next commit would hold. */
export async function filesStaged({ folder, prefix, index }: Repository): Promise<Blob[]> {
  const out = await gitOutput(folder, ['ls-files', '--stage', '--full-name', '-z'], ofIndex(index));
  return listed(out, prefix, (head) => (head.endsWith(' 0') ? [head, head.slice(head.indexOf(' ') + 1, -2)] : null));
}

/** What the index has where a commit has something else; null: nothing that could be committed. Of most codices that is nearly nothing. */
export async function stagedSince({ folder, prefix, index }: Repository, commit: string): Promise<ChangedBlobs> {
  // Not `--relative`, on which git stumbles where files outside of the folder are in conflict.
  const how = ['--cached', '--raw', '-z', '--no-renames', '--no-abbrev', '--ignore-submodules=none', commit];
  const out = await gitOutput(folder, ['diff-index', ...how, '--', '.'], ofIndex(index));
  const words = out.toString('utf8').split('\0');
  const changed = new Map<string, Blob | null>();
  for (let i = 0; i + 1 < words.length; i += 2) {
    const [, mode = '', , id = '', kind] = (words[i] ?? '').split(' ');
    const path = (words[i + 1] ?? '').slice(prefix.length);
    changed.set(path, kind === 'D' || kind === 'U' ? null : blobOf(path, id, mode));
  }
  return changed;
}

const blobOf = (path: string, id: string, mode: string): Blob => ({
  path,
  id,
  isSubmodule: mode.startsWith('160000'),
  isLink: mode.startsWith('120000'),
});

/** What git lists of a folder. @param read takes the mode and the id from what stands before a path; null: it is left out */
function listed(
  out: Buffer,
  prefix: string,
  read: (head: string) => readonly [mode: string, id: string] | null,
): Blob[] {
  const found: Blob[] = [];
  for (const record of out.toString('utf8').split('\0')) {
    const tab = record.indexOf('\t');
    const head = tab < 0 || !record.startsWith(prefix, tab + 1) ? null : read(record.slice(0, tab));
    if (head) found.push(blobOf(record.slice(tab + 1 + prefix.length), head[1], head[0]));
  }
  return found;
}

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
