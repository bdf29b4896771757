/** Where the pages of an edition stand in one page of HTML: in which chapter, and under which name a bookmark finds them. */
import { entryAt } from '../canon';
import { nameKey, slug } from '../entry/slug';
import { digestOfText } from '../packed/bytes';
import type { Edition } from './edition';
import type { Readership } from './readership';
import type { SharedPage } from './sharedPage';
import { groupBy } from '../text/groups';

/** Pages that stand together. */
export interface Chapter {
  /** Empty: there is no other, or nothing that its readers may see holds them together. */
  readonly name: string;
  readonly pages: readonly SharedPage[];
}

export interface HtmlPlaces {
  readonly chapters: readonly Chapter[];
  /** The name of a page's place, by its path. */
  readonly anchors: ReadonlyMap<string, string>;
}

export function htmlPlaces({ readership, pages }: Pick<Edition, 'readership' | 'pages'>): HtmlPlaces {
  return { chapters: chaptersOf(readership, pages), anchors: anchorsOf(readership, pages) };
}

/**
 * A page is found under its id, else the name of its file: these stay the same when others are revealed. Where two have one name, what
 * tells them apart is made of their own paths.
 */
function anchorsOf(readership: Readership, pages: readonly SharedPage[]): ReadonlyMap<string, string> {
  const [anchors, taken] = [new Map<string, string>(), new Set<string>()];
  for (const page of [...pages].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const name = ownName(readership, page);
    const anchor = taken.has(name) ? `${name}-${digestOfText(page.path).toString(36)}` : name;
    anchors.set(page.path, anchor);
    taken.add(anchor);
  }
  return anchors;
}

function ownName({ view }: Readership, { path, title }: SharedPage): string {
  const entry = entryAt(view, path);
  const names = [entry?.writtenId?.text, entry?.derivedId].flatMap((name) => name ?? []);
  const open = names.find((name) => !view.eyes.isHiddenName(name)) ?? title;
  return slug(open).replace(/[\s/]+/g, '-');
}

/** By folder, where there are several that their readers may see; else by type. */
function chaptersOf(readership: Readership, pages: readonly SharedPage[]): readonly Chapter[] {
  const { view } = readership;
  const byFolder = groupBy(pages, ({ path }) => (view.eyes.isOpenFolder(path) ? folderIn(path) : ''));
  const byType = groupBy(pages, ({ path }) => entryAt(view, path)?.type?.text ?? '');
  const groups = [byFolder, byType].find((some) => some.size > 1) ?? new Map([['', [...pages]]]);
  return [...groups]
    .sort(([a], [b]) => (a === '' ? 1 : b === '' ? -1 : inOrder(a, b)))
    .map(([name, some]) => ({
      name: name === '' && groups.size > 1 ? 'More pages' : inWords(name),
      pages: some.sort((a, b) => inOrder(a.title, b.title)),
    }));
}

/** The folder of a file, relative to the root; empty for the root itself. */
export const folderIn = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

const COLLATOR = new Intl.Collator('en', { numeric: true });
const inOrder = (a: string, b: string): number => COLLATOR.compare(a, b) || (a < b ? -1 : 1);

/** `01 People/old_friends` → `People / Old friends`. */
const inWords = (name: string): string => name.split('/').map(nameInWords).join(' / ');

/** A name of a folder as a heading: without a number that only puts it in order, and with blanks where it has none. */
function nameInWords(name: string): string {
  const rest = name.replace(/^\d+[\s._-]+(?=\S)/, '');
  const words = rest.includes(' ') ? rest : rest.replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What a world is called after the folder that it lies in: `house-vyr` is House Vyr. */
export const worldName = (folder: string): string =>
  / |[A-Z]/.test(folder) ? folder : nameInWords(folder).replace(/(?<= )\S/g, (sign) => sign.toUpperCase());

/** What a page is called where its name is written: by that name, or by its title where that is an id or a path. */
export function calledAs(written: string, page: SharedPage, aliases: readonly { readonly text: string }[]): string {
  const key = nameKey(written);
  return aliases.find(({ text }) => nameKey(text) === key)?.text ?? page.title;
}
