/** The page of a picture, its script and its style, as they lie in the package. */
import fs from 'node:fs';
import path from 'node:path';

/** @param name of the page, without ending */
export function readPictureParts(name: string): { readonly script: string; readonly style: string } {
  const read = (file: string): string => fs.readFileSync(path.join(__dirname, file), 'utf8');
  return { script: read(`page-${name}.js`), style: read(`../media/pages/${name}.css`) };
}
