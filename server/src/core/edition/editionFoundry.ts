/**
 * Writes an edition for Foundry: journals as the JSON that its compendia are made of, in the folder of a module. What its readers may know
 * they may observe there; the rest of the codex comes along only for the game master, and is owned by nobody else.
 */
import { allOf, tableEntries } from '../canon';
import { cutFrontmatter } from '../entry/frontmatter';
import { digestOfText } from '../packed/bytes';
import type { SharedPicture } from './attachments';
import { declaredElsewhere, readShared } from './articleParts';
import type { Edition } from './edition';
import { articleParts, htmlPlaces, type PlacedPages, type ProseParts, worldName } from './htmlProse';
import { knownTo, type Readership } from './readership';
import type { SharedPage } from './sharedPage';

interface FoundryParts extends Pick<ProseParts, 'renderMarkdown' | 'findPicture'> {
  /** The folder of the codex, which gives the world its name. */
  readonly folder: string;
  /** The text of a page of the codex, where the game master is to have all of it; null: only what the readers may know. */
  readonly wholeText: ((path: string) => string | null) | null;
}

export interface FoundryFiles {
  readonly texts: ReadonlyMap<string, string>;
  /** The files of the journals. */
  readonly pages: readonly { readonly path: string }[];
  readonly pictures: readonly SharedPicture[];
}

/** How Foundry counts who may do what with a document. */
const [NONE, OBSERVER] = [0, 2];
/** Of the two formats of a journal's page this is HTML. */
const HTML = 1;
/** Compendia of this version and later are made of such files. */
const OLDEST = '11';

export function editionFoundry(edition: Edition, parts: FoundryParts): FoundryFiles {
  const { readership } = edition;
  const world = worldName(parts.folder);
  const id = `retcon-${parts.folder.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`.replace(/-+$/, '');
  const pictures = new Map(edition.pictures.map(({ from, path }) => [from, `pictures/${path}`]));
  const pictureData = (from: string): string => {
    const path = pictures.get(from) ?? `pictures/${from}`;
    pictures.set(from, path);
    return `modules/${id}/${path.split('/').map(encodeURIComponent).join('/')}`;
  };
  const contentOf = (pages: readonly SharedPage[], known: PlacedPages['known']): ContentOf =>
    contentsOf(readership, pages, known, { ...parts, pictureData });
  const whole = parts.wholeText === null ? [] : wholePages(edition, parts.wholeText);
  const open = contentOf(edition.pages, knownTo(readership));
  const all = contentOf(whole, allOf(readership.whole));
  const cut = new Set(edition.parts.map(({ file }) => file));
  const wholeAt = new Map(whole.map((page) => [page.path, page]));
  const [folders, journals]: [Document[], Document[]] = [[], []];
  const addFolder = (name: string): string => {
    const folder = folderOf(name, folders.length);
    folders.push(folder);
    return idIn(folder);
  };
  htmlPlaces(edition).chapters.forEach(({ name, pages }) => {
    const folder = addFolder(name || world);
    pages.forEach((page, sort) => {
      const more = cut.has(page.path) ? wholeAt.get(page.path) : undefined;
      const own = [pageOf(page, page.title, open(page), OBSERVER)];
      if (more) own.push(pageOf(more, `${more.title} (all of it)`, all(more), NONE));
      journals.push(journalOf(page, own, { folder, sort, level: OBSERVER }));
    });
  });
  const shared = new Set(edition.pages.map(({ path }) => path));
  const hidden = whole.filter(({ path }) => !shared.has(path));
  if (hidden.length > 0) {
    const folder = addFolder(`${world}: game master`);
    hidden.forEach((page, sort) =>
      journals.push(journalOf(page, [pageOf(page, page.title, all(page), NONE)], { folder, sort, level: NONE })),
    );
  }
  const fileOf = (one: Document): string => `journals/${idIn(one)}.json`;
  const documents = [...folders, ...journals].map((one) => [fileOf(one), json(one)] as const);
  return {
    texts: new Map([['module.json', json(manifest(id, world))], ...documents]),
    pages: journals.map((one) => ({ path: fileOf(one) })),
    pictures: [...pictures].map(([from, path]) => ({ from, path })),
  };
}

/** The HTML of a page. */
type ContentOf = (page: SharedPage) => string;

function contentsOf(
  readership: Readership,
  pages: readonly SharedPage[],
  known: PlacedPages['known'],
  parts: ProseParts,
): ContentOf {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const placed: PlacedPages = {
    known,
    parts,
    pageAt: (path) => byPath.get(path),
    anchorAt: (path) => (byPath.has(path) ? idOf(path) : undefined),
  };
  const read = new Map(pages.map((page) => [page.path, readShared(readership, page, idOf(page.path))]));
  const said = declaredElsewhere(placed, [...read.values()]);
  return ({ path }) => {
    const one = read.get(path);
    return one ? withDocumentLinks(articleParts(placed, one, said, 1)) : '';
  };
}

/** All pages of the codex as they are written. */
function wholePages(
  { readership: { whole } }: Edition,
  textOf: (path: string) => string | null,
): readonly SharedPage[] {
  return [...tableEntries(whole.entries)].flatMap(([path, { title }]) => {
    const text = textOf(path);
    if (text === null) return [];
    const cut = cutFrontmatter(text);
    const yaml = cut === null ? '' : text.slice(cut.yaml.start, cut.yaml.end);
    const files = { pictures: [], hiddenPictures: [], hiddenFiles: 0 };
    return { path, title, yaml, body: text.slice(cut?.body ?? 0), authored: [], ...files };
  });
}

/** Ids in Foundry are of sixteen letters and numbers; that of a page stays the same from edition to edition. */
function idOf(path: string): string {
  const part = (salt: string): string =>
    digestOfText(salt + path)
      .toString(36)
      .padStart(11, '0');
  return `${part('1')}${part('2')}`.slice(0, 16);
}

/** Anything that Foundry keeps. */
interface Document {
  readonly _id: string;
  readonly _key: string;
}

const idIn = ({ _id: id }: Document): string => id;

function folderOf(name: string, sort: number): Document {
  const id = idOf(`folder ${name}`);
  const more = { name, type: 'JournalEntry', folder: null, sort, sorting: 'm', flags: {} };
  return { _id: id, _key: `!folders!${id}`, ...more };
}

interface JournalPlace {
  readonly folder: string;
  readonly sort: number;
  readonly level: number;
}

function journalOf({ path, title }: SharedPage, pages: readonly Document[], place: JournalPlace): Document {
  const { level, ...where } = place;
  const id = idOf(path);
  return {
    _id: id,
    _key: `!journal!${id}`,
    ...{ name: title, pages, ...where, ownership: { default: level }, flags: {} },
  };
}

function pageOf({ path }: SharedPage, name: string, content: string, level: number): Document {
  const [entry, id] = [idOf(path), idOf(`${path} ${level}`)];
  const more = {
    name,
    type: 'text',
    title: { show: true, level: 1 },
    text: { format: HTML, content },
    sort: level === OBSERVER ? 0 : 1,
    ownership: { default: level },
    flags: {},
  };
  return { _id: id, _key: `!journal.pages!${entry}.${id}`, ...more };
}

/** Links to pages as Foundry has them: `@UUID[JournalEntry.id]{words}`. */
const withDocumentLinks = (html: string): string =>
  html.replace(/<a href="#([0-9a-z]{16})(?:\/[^"]*)?">([^]*?)<\/a>/g, (_, id: string, words: string) => {
    const shown = words.replace(/<[^>]*>/g, '').replace(/[{}]/g, ' ');
    return `@UUID[JournalEntry.${id}]{${shown}}`;
  });

const manifest = (id: string, world: string) => ({
  id,
  title: world,
  description: 'Journals of a codex, written by Retcon.',
  version: '1.0.0',
  compatibility: { minimum: OLDEST },
  packs: [
    {
      name: 'journals',
      label: world,
      path: 'packs/journals',
      type: 'JournalEntry',
      ownership: { PLAYER: 'NONE', ASSISTANT: 'OWNER' },
    },
  ],
});

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
