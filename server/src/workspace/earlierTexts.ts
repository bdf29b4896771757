/** What files said before they could not be read any more: they are compared with that. */
import type { EarlierText, LeftOut } from '../core/commits/snapshot';
import { UNFIT } from '../core/text/fits';
import type { Blobs } from './blobs';
import type { Repository } from './git';
import { gitOutput } from './runGit';

/** So many files are looked for, and so many versions of each. */
const MOST_FILES = 20;
const MOST_VERSIONS = 20;

/** How a page is saved that is still in git, unlike one that is kept elsewhere or has become a link. */
const SAVED_OTHERWISE: ReadonlySet<string> = new Set([UNFIT.utf16, UNFIT.long]);

/** The newest text of each that leads to a commit. @param leftOut what can't be read there, and why */
export async function earlierTexts(
  repository: Repository,
  commit: string,
  blobs: Blobs,
  leftOut: LeftOut,
): Promise<ReadonlyMap<string, EarlierText>> {
  const files = [...leftOut].flatMap(([file, why]) => (SAVED_OTHERWISE.has(why) ? file : [])).slice(0, MOST_FILES);
  const found = new Map<string, EarlierText>();
  for (const file of files) {
    const ids = await versionsOf(repository, commit, file);
    await blobs.fetch(ids);
    const blob = ids.find((id) => blobs.oddIn(id) === undefined);
    const text = blob === undefined ? null : blobs.textsOf(new Map([[file, blob]]))(file);
    if (blob !== undefined && text !== null) found.set(file, { text, blob });
  }
  return found;
}

/** The blobs that a file had, the newest first; what it was as a link is none. */
async function versionsOf({ folder }: Repository, commit: string, file: string): Promise<string[]> {
  const how = ['--format=', '--raw', '--no-abbrev', '--no-renames', `--max-count=${MOST_VERSIONS}`, commit];
  const out = await gitOutput(folder, ['log', ...how, '--', file]);
  return [...out.toString('utf8').matchAll(/^:\d+ 100\d+ [0-9a-f]+ ([0-9a-f]+) [AM]/gm)].flatMap(([, id]) => id ?? []);
}
