/** What the name of a file says of it: a page is one that ends with `.md` or `.markdown`. */

const END = /\.(?:md|markdown)$/i;

export const isPageFile = (path: string): boolean => END.test(path);

/** `.md` or `.markdown` as it is written; empty for any other file. */
export const pageEnd = (path: string): string => END.exec(path)?.[0] ?? '';

export const withoutPageEnd = (path: string): string => path.replace(END, '');
