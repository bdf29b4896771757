/** The pictures and other files that lie in a codex: which there are, and what pictures hold. */
import fs from 'node:fs';
import path from 'node:path';
import { isSkippedFolder } from '../core/codex/pathRules';
import { CODEX_FILE } from '../core/host';
import { openInside } from './followedLinks';

/** Paths relative to the root, with `/`; not those of another codex that lies in this one. */
export function filesThat(root: string, isWanted: (path: string) => boolean): readonly string[] {
  const found: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const items = fs.readdirSync(path.join(root, folder), { withFileTypes: true });
    if (folder !== '' && items.some(({ name }) => name === CODEX_FILE)) continue;
    for (const item of items) {
      const file = folder === '' ? item.name : `${folder}/${item.name}`;
      if (item.isDirectory()) {
        if (!isSkippedFolder(item.name)) folders.push(file);
      } else if (isWanted(file)) found.push(file);
    }
  }
  return found;
}

/** Whether a picture can be read: it may be a link that leads out of the codex, or to nothing. @param file relative to the root, with `/` */
export function canReadPicture(root: string, file: string): boolean {
  try {
    fs.closeSync(openInside(root, file));
    return true;
  } catch {
    // Its author is told that it is left out.
    return false;
  }
}

/** A picture as an address that holds it. @param file relative to the root, with `/` */
export function pictureData(root: string, file: string): string {
  const ending = file.slice(file.lastIndexOf('.') + 1).toLowerCase();
  const sort = ending === 'svg' ? 'svg+xml' : ending === 'jpg' ? 'jpeg' : ending;
  return `data:image/${sort};base64,${Buffer.from(pictureBytes(root, file)).toString('base64')}`;
}

/** @param file relative to the root, with `/` */
export function pictureBytes(root: string, file: string): Uint8Array {
  const handle = openInside(root, file);
  try {
    return fs.readFileSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}
