/** The question sets of a codex: all YAML files under its folder `evals`. */
import fs from 'node:fs';
import path from 'node:path';

const FOLDER = 'evals';

/** Relative to the root, with `/`, sorted. Links are not followed. */
export function evalFilesIn(root: string): string[] {
  const folder = path.join(root, FOLDER);
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile() && /\.ya?ml$/i.test(item.name))
    .map((item) => path.relative(root, path.join(item.parentPath, item.name)).split(path.sep).join('/'))
    .sort();
}
