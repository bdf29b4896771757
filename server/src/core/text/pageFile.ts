/** What the path of a file says of it: a page is one that ends with `.md` or `.markdown`. */

const END = /\.(?:md|markdown)$/i;

export const isPageFile = (path: string): boolean => END.test(path);

/** `.md` or `.markdown` as it is written; empty for any other file. */
export const pageEnd = (path: string): string => END.exec(path)?.[0] ?? '';

export const withoutPageEnd = (path: string): string => path.replace(END, '');

/** The name of a file, without the ending of a page. */
export const fileNameOf = (path: string): string => withoutPageEnd(path.slice(path.lastIndexOf('/') + 1));

/** The folder of a file, relative to the root; empty for the root itself. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
