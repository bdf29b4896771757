/** What else than pages lies in a codex, as far as links lead to it: an edition copies none of it but pictures. */
import { decoded } from '../entry/inline';
import { nameKey } from '../entry/slug';
import { folderIn, isAddress, joined } from './pictures';

/** Whether a file may be something that links lead to and that is no page. */
export const isAttachmentPath = (path: string): boolean => !/\.md$/i.test(path);

/**
 * Whether a file may not be seen where it lies, be there one or not; of a name alone, whether one that is called so may not.
 * @param paths of all files that are no pages
 */
export function hiddenFileTest(
  paths: readonly string[],
  isOpenFolder: (path: string) => boolean,
): (path: string) => boolean {
  let hidden: Set<string> | null = null;
  /** All ends of the paths of files that may not be seen. */
  const hiddenEnds = (): Set<string> => {
    const ends = new Set<string>();
    for (const path of paths) {
      if (isOpenFolder(path)) continue;
      const key = nameKey(path);
      for (let at = 0; at !== -1; at = key.indexOf('/', at) + 1 || -1) ends.add(key.slice(at));
    }
    return ends;
  };
  return (path) =>
    (path.includes('/') && !(isOpenFolder(path) && isOpenFolder(`${path}/.`))) ||
    (hidden ??= hiddenEnds()).has(nameKey(path));
}

/** What a link may mean by a target: a path seen from its page, and one seen from the root. Of an address elsewhere, nothing. */
export function filesLedTo(target: string, from: string): readonly string[] {
  const path = decoded(target).trim();
  if (path === '' || isAddress(path)) return [];
  if (!path.includes('/')) return [path];
  const seen = [joined(folderIn(from), path), joined('', path)];
  // In the root there may be a folder that is called so, and that hides what is in it.
  return seen.map((one) => (one.includes('/') ? one : `${one}/.`));
}

/** Where another tool cuts a page that begins with `---`; the YAML as it has it. */
export type CutByOthers = (text: string) => { readonly yaml: string; readonly body: string } | null;

/** What an edition is made from, besides the canon. */
export interface EditionFiles {
  /** The text of an entry's file. */
  readonly textOf: (path: string) => string | null;
  /** The paths of all that lies in the codex and is no page. */
  readonly attachments: readonly string[];
  /** Those of them that are pictures. */
  readonly pictures: readonly string[];
  /** Whether a picture can be read: a link may lead out of the codex. @param path of one of them */
  readonly canReadPicture: (path: string) => boolean;
  readonly cutByOthers: CutByOthers;
  /** Whether the picture of time goes with it. */
  readonly withTimeline?: boolean;
}
