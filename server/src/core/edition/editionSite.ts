/**
 * Writes an edition for site generators: pages that Hugo, MkDocs and Jekyll build as they are. A page `people/lysa.md` is at
 * `people/lysa/` in all of them, so that one relative link is right in each.
 */
import { hasKey, spellingOf } from '../codex/codex';
import { readBody } from '../entry/body';
import { frontmatterTree } from '../entry/frontmatter';
import { digestOfText } from '../packed/bytes';
import { escaped } from '../picture/paint/svg';
import { isList, valueOf, type YamlValue } from '../yaml/tree';
import { OWN_LAYOUT, pairText } from '../yaml/writeYaml';
import {
  declaredElsewhere,
  type DeclaredElsewhere,
  factRows,
  type Named,
  type ReadPage,
  readShared,
  retconRows,
  kindWords,
} from './articleParts';
import { type FindPicture, type SharedPicture } from './attachments';
import type { Edition } from './edition';
import { htmlPlaces, worldName } from './htmlProse';
import { asWords, type LedTo, ledTo, type Places, withAddresses, withoutTitle } from './places';
import { knownTo, type Readership } from './readership';
import { isShared, textOfPage } from './sharedPage';
import { headingAddress, siteProse, withoutTemplates } from './siteProse';
import { folderOf } from '../text/pageFile';

interface SiteParts {
  /** The folder of the codex, which gives the world its name. */
  readonly folder: string;
  readonly findPicture: FindPicture;
}

export interface Site {
  /** The text of each file, by its path. */
  readonly texts: ReadonlyMap<string, string>;
  /** The files of those that are pages of the codex. */
  readonly pages: readonly { readonly path: string }[];
  readonly pictures: readonly SharedPicture[];
}

export function editionSite(edition: Edition, { folder, findPicture }: SiteParts): Site {
  const { readership, pages } = edition;
  const places = sitePlaces(edition);
  const pictures = sitePictures(edition);
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const site: Places = {
    known: knownTo(readership),
    pageAt: (path) => byPath.get(path),
    anchorAt: (path) => places.get(path),
  };
  const read = pages.map((page) => readShared(readership, page, places.get(page.path) ?? ''));
  const said = declaredElsewhere(site, read);
  const pictureAt = new Map(pictures.map(({ from, path }) => [from, path]));
  const texts = read.map((one): [string, string] => {
    const ofPicture = (target: string): string | undefined => {
      const file = pictureAt.get(findPicture(target, one.page.path) ?? '');
      return file === undefined ? undefined : pictureAddress(one.anchor, file);
    };
    return [`${one.anchor}.md`, sitePage(site, readership, one, said, ofPicture)];
  });
  return {
    texts: new Map([...frontPages(edition, worldName(folder), places), ...texts]),
    pages: texts.map(([path]) => ({ path })),
    pictures,
  };
}

/** A part of a path that all generators leave as it is: Hugo writes addresses small and without blanks. */
const siteName = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_]+/gu, '-')
    .replace(/^[-_]+|[-_]+$/g, '') || 'page';

const siteFolder = (folder: string): string => folder.split('/').filter(Boolean).map(siteName).join('/');

/** What generators take for the folder itself. */
const FRONT: ReadonlySet<string> = new Set(['index', 'readme']);

/** The place of each page, by its path: that of the codex, and of a folder that is closed to its readers nothing is seen. */
function sitePlaces({ readership: { view }, pages }: Edition): ReadonlyMap<string, string> {
  const openFolderOf = (path: string): string => (view.eyes.isOpenFolder(path) ? siteFolder(folderOf(path)) : '');
  const folders = new Set<string>();
  for (const { path } of pages)
    for (let at = openFolderOf(path); at !== '' && !folders.has(at); at = folderOf(at)) folders.add(at);
  const [places, taken] = [new Map<string, string>(), new Set<string>()];
  for (const { path, title } of [...pages].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const file = siteName(path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, ''));
    const name = FRONT.has(file) ? siteName(title).replace(/^(?:index|readme)$/, 'page') : file;
    let place = joinedTo(openFolderOf(path), name);
    // At the place of a folder Hugo has the list of its pages.
    while (folders.has(place)) place = `${place}/${name}`;
    if (taken.has(place)) place = `${place}-${digestOfText(path).toString(36)}`;
    places.set(path, place);
    taken.add(place);
  }
  return places;
}

function sitePictures({ pictures }: Edition): readonly SharedPicture[] {
  const taken = new Set<string>();
  return pictures.map(({ from, path }) => {
    const dot = path.lastIndexOf('.');
    const ending = path.slice(dot).toLowerCase();
    const name = joinedTo(siteFolder(folderOf(path)), siteName(path.slice(path.lastIndexOf('/') + 1, dot)));
    const place = taken.has(name + ending) ? `${name}-${digestOfText(path).toString(36)}` : name;
    taken.add(place + ending);
    return { from, path: place + ending };
  });
}

const joinedTo = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

/** The address of a page as seen from another, both of which are folders of the site; the front page is at the empty place. */
function addressFrom(from: string, to: string): string {
  const [own, other] = [from, to].map((place) => place.split('/').filter(Boolean)) as [string[], string[]];
  const shared = own.findIndex((part, i) => part !== other[i]);
  const common = shared === -1 ? own.length : shared;
  const way = [...own.slice(common).map(() => '..'), ...other.slice(common).map(encodeURIComponent)];
  return way.length === 0 ? './' : `${way.join('/')}/`;
}

/**
 * Without a slash at its end, and with its dot encoded: MkDocs looks for a file of that name as seen from the file of the page, which
 * lies elsewhere than its address, and leaves an address without a dot as it is.
 */
const pictureAddress = (from: string, file: string): string =>
  addressFrom(from, file)
    .replace(/\.(?=[^.]*$)/, '%2E')
    .replace(/\/$/, '');

function sitePage(
  places: Places,
  { whole: { codex } }: Readership,
  read: ReadPage,
  said: DeclaredElsewhere,
  ofPicture: (target: string) => string | undefined,
): string {
  const { page, anchor, entry } = read;
  const date = (entry.date ?? entry.parts[0]?.from)?.date;
  const day = [date?.start.day, date?.end.day].find((one) => one !== undefined && Number.isFinite(one));
  const keys = [
    ...mainKeys(page.title, anchor),
    ...(day === undefined ? [] : [`weight: ${weightOf(day)}\n`]),
    ...(frontmatterTree(textOfPage({ yaml: page.yaml, body: '' }))?.pairs ?? []).flatMap(({ key, value }) => {
      if (OWN.has(key.text) || (hasKey(codex, 'title') && key.text === spellingOf(codex, 'title'))) return [];
      if (isShared(codex, key.text)) return `${pairText(key.text, valueOf(value), 0, OWN_LAYOUT)}\n`;
      return `${JSON.stringify(`world_${key.text}`).replace(/^"([\w-]+)"$/, '$1')}: ${JSON.stringify(withoutLinks(places, valueOf(value)))}\n`;
    }),
  ];
  const ofPage = (to: LedTo, place: string): string => {
    const heading = place === '' ? null : headingAddress(readBody(to.page.body, 0), place);
    return `${addressFrom(anchor, to.anchor)}${heading === null ? '' : `#${heading}`}`;
  };
  const prose = siteProse(withAddresses(places, withoutTitle(page), { ofPage, ofPicture }), page);
  const blocks = [titleOf(page.title), ...articleLines(places, read, said).map(withoutTemplates), prose.trim()];
  return `---\n${keys.join('')}---\n\n${blocks.filter(Boolean).join('\n\n')}\n`;
}

/** The keys that are written for generators. */
const OWN: ReadonlySet<string> = new Set(['title', 'weight', 'draft', 'permalink']);

const mainKeys = (title: string, place: string): string[] => [
  `title: ${JSON.stringify(title)}\n`,
  'draft: false\n',
  // Jekyll has pages at `people/lysa.html` otherwise.
  `permalink: ${JSON.stringify(place === '' ? '/' : `/${place}/`)}\n`,
];

/** In the order of world time. Hugo takes 0 for no weight. */
const weightOf = (day: number): number => (day < 0 ? Math.floor(day) : Math.floor(day) + 1);

/** Hugo shows the title itself and leaves out HTML; MkDocs and Jekyll show HTML and not the title. */
const titleOf = (title: string): string => `<h1>${withoutTemplates(escaped(title))}</h1>`;

/** Values in which links are words: no generator makes links of what stands there. */
function withoutLinks(places: Places, value: YamlValue): YamlValue {
  if (typeof value === 'string')
    return value.replace(
      /!?\[\[([^[\]|]*)(?:\|([^[\]]*))?\]\]/g,
      (_, target: string, label?: string) => label ?? ledTo(places, target)?.words ?? target,
    );
  if (isList(value)) return value.map((one) => withoutLinks(places, one));
  return Object.fromEntries(
    Object.entries(value as Readonly<Record<string, YamlValue>>).map(([key, one]) => [key, withoutLinks(places, one)]),
  );
}

/** What a page says beside its prose, as paragraphs and a list. */
function articleLines(places: Places, read: ReadPage, said: DeclaredElsewhere): readonly string[] {
  const { page, anchor, entry } = read;
  const nameOf = (name: Named): string =>
    typeof name === 'string' ? asWords(name) : `[${asWords(name.words)}](${addressFrom(anchor, name.anchor)})`;
  const aliases = entry.aliases.map(({ text }) => text).join(', ');
  const line = [kindWords(entry), aliases && `also ${aliases}`].filter(Boolean).join(' · ');
  const retcons = retconRows(places, read, said).map(
    ({ act, other, more, why }) =>
      `**${act}** ${nameOf(other)}${more && ` ${asWords(more)}`}${why === undefined ? '' : `: ${asWords(why)}`}`,
  );
  const facts = factRows(places, entry, page).map(({ name, of, values }) => {
    const written = values.map(({ names, when }) => `${names.map(nameOf).join(', ')}${when && ` (${asWords(when)})`}`);
    return `- **${asWords(name)}**${of === null ? '' : ` of ${nameOf(of)}`}: ${written.join('; ')}`;
  });
  return [line && `*${asWords(line)}*`, ...retcons, facts.join('\n')];
}

/** The front page by chapters: one for Hugo, which takes HTML here, and one for all others. */
function frontPages(edition: Edition, world: string, places: ReadonlyMap<string, string>): [string, string][] {
  const chapters = htmlPlaces(edition).chapters.map(({ name, pages }) => ({
    name,
    rows: pages.map(({ path, title }) => ({ title, address: addressFrom('', places.get(path) ?? '') })),
  }));
  const markdown = chapters.flatMap(({ name, rows }) => [
    ...(name === '' ? [] : [`## ${asWords(name)}`]),
    rows.map(({ title, address }) => `- [${asWords(title)}](${address})`).join('\n'),
  ]);
  const html = chapters.map(({ name, rows }) => {
    const list = rows.map(({ title, address }) => `<li><a href="${address}">${escaped(title)}</a></li>\n`);
    return `${name === '' ? '' : `<h2>${escaped(name)}</h2>\n`}<ul>\n${list.join('')}</ul>\n`;
  });
  const title = `title: ${JSON.stringify(world)}\n`;
  // Hugo leaves out what has expired.
  const keys = [...mainKeys(world, ''), 'expiryDate: 1970-01-02\n'];
  const readme = [titleOf(world), ...markdown.map(withoutTemplates)].join('\n\n');
  return [
    ['README.md', `---\n${keys.join('')}---\n\n${readme}\n`],
    ['_index.html', `---\n${title}---\n${withoutTemplates(html.join(''))}`],
  ];
}
