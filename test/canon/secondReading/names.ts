/** model §2: what a name means, among some pages. */
import type { Page } from './page';

export const folded = (name: string): string => name.normalize('NFC').toLowerCase();

const isSame = (a: string, b: string): boolean => folded(a) === folded(b);

/** `[[link]]` is the same reference as `link`. */
export const bare = (name: string): string => name.replace(/^\[\[(.*)\]\]$/, '$1');

/** Every name that a page answers to. Without a title its file's name is its title. */
export const namesOf = ({ id, title, aliases, file }: Page): string[] => [id, title ?? file, ...aliases, file];

/** "It is resolved in this order: exact id; id ignoring case; title, alias or file name ignoring case." */
export function answering(pages: readonly Page[], reference: string): readonly Page[] {
  const name = bare(reference).normalize('NFC');
  const exact = pages.filter(({ id }) => id === name);
  if (exact.length > 0) return exact;
  const nearly = pages.filter(({ id }) => isSame(id, name));
  if (nearly.length > 0) return nearly;
  return pages.filter((page) => namesOf(page).some((one) => isSame(one, name)));
}

/** The one page that a reference means; none where nobody or several answer: "never a silent pick". */
export function meant(pages: readonly Page[], reference: string): Page | undefined {
  const pagesMeant = answering(pages, reference);
  return pagesMeant.length === 1 ? pagesMeant[0] : undefined;
}
