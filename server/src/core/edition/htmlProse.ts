/** Renders the pages of an edition as HTML articles: their anchors, their facts and their prose. */
import { entryAt } from '../canon';
import { slug } from '../entry/slug';
import { digestOfText } from '../packed/bytes';
import {
  type DeclaredElsewhere,
  type FactRow,
  factRows,
  type Named,
  type ReadPage,
  retconRows,
  kindWords,
} from './articleParts';
import { type FindPicture } from './attachments';
import type { Edition } from './edition';
import { type LedTo, type Places, withAddresses, withoutTitle } from './places';
import type { Readership } from './readership';
import type { SharedPage } from './sharedPage';
import { groupBy, once } from '../text/groups';
import { keyOf } from '../codex/codex';
import { textsIn } from '../codex/survey/keyUses';
import { type Body, readBody } from '../entry/body';
import { withQueriesFilled } from '../entry/queries';
import { readYaml } from '../yaml/readYaml';
import type { YamlPair } from '../yaml/tree';
import { escaped } from '../picture/paint/svg';
import { folderOf } from '../text/pageFile';
import { capitalised } from '../text/words';

/** Pages that are listed together. */
export interface Chapter {
  /** Empty: there is no other chapter, or nothing visible to its readers groups them. */
  readonly name: string;
  readonly pages: readonly SharedPage[];
}

interface HtmlPlaces {
  readonly chapters: readonly Chapter[];
  /** The anchor of a page, by its path. */
  readonly anchors: ReadonlyMap<string, string>;
}

export function htmlPlaces({ readership, pages }: Pick<Edition, 'readership' | 'pages'>): HtmlPlaces {
  return { chapters: chaptersOf(readership, pages), anchors: anchorsOf(readership, pages) };
}

/**
 * The anchor of a page is its id, else the name of its file: these stay the same when other pages are revealed. If two pages share
 * a name, a part of their own paths distinguishes them.
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

/** By folder, if the readers may see several; else by type. */
function chaptersOf(readership: Readership, pages: readonly SharedPage[]): readonly Chapter[] {
  const { view } = readership;
  const byFolder = groupBy(pages, ({ path }) => (view.eyes.isOpenFolder(path) ? folderOf(path) : ''));
  const byType = groupBy(pages, ({ path }) => entryAt(view, path)?.type?.text ?? '');
  const groups = [byFolder, byType].find((some) => some.size > 1) ?? new Map([['', [...pages]]]);
  return [...groups]
    .sort(([a], [b]) => (a === '' ? 1 : b === '' ? -1 : inOrder(a, b)))
    .map(([name, some]) => ({
      name: name === '' && groups.size > 1 ? 'More pages' : folderInWords(name),
      pages: some.sort((a, b) => inOrder(a.title, b.title)),
    }));
}

let collator: Intl.Collator | null = null;
/** The collator is made when it is first needed: making one takes milliseconds, and every start of the server loads this file. */
const inOrder = (a: string, b: string): number => {
  collator ??= new Intl.Collator('en', { numeric: true });
  return collator.compare(a, b) || (a < b ? -1 : 1);
};

/** `01 People/old_friends` → `People / Old friends`. */
const folderInWords = (name: string): string => name.split('/').map(nameInWords).join(' / ');

/** The name of a folder as a heading: without a number that only sorts it, and with blanks if it has none. */
function nameInWords(name: string): string {
  const rest = name.replace(/^\d+[\s._-]+(?=\S)/, '');
  const words = rest.includes(' ') ? rest : rest.replace(/[-_]+/g, ' ').trim();
  return capitalised(words);
}

/** The name of a world from its folder: `house-vyr` is House Vyr. */
export const worldName = (folder: string): string =>
  / |[A-Z]/.test(folder) ? folder : nameInWords(folder).replace(/(?<= )\S/g, (sign) => sign.toUpperCase());

/** The place of a prose: the prefix of its anchors, and the level of the heading above it. */
interface ProsePlace {
  readonly anchor: string;
  readonly level: number;
  readonly headingId: (words: string) => string;
}

/** The renderers that prose needs. */
export interface ProseParts {
  /** Prose as HTML without raw HTML; pictures are named `picture:` and a number, embedded pages `embed:` and a number. */
  readonly renderMarkdown: (text: string, place: ProsePlace) => string;
  readonly findPicture: FindPicture;
  /** A picture of the codex as a `data:` address. */
  readonly pictureData: (from: string) => string;
}

/** The pages of an edition, as the HTML page has them. */
export interface PlacedPages extends Places {
  readonly parts: ProseParts;
}

/** A link to an anchor of the page. */
export const linkHtml = (anchor: string, words: string): string =>
  `<a href="#${escaped(anchor)}">${escaped(words)}</a>`;

/** The most characters of other pages that are embedded in one; the rest is linked. */
const MOST_EMBEDDED = 50_000;

/** @param level of the heading above it, 1 to 6 */
export function proseHtml(placed: PlacedPages, page: SharedPage, anchor: string, level: number): string {
  let left = MOST_EMBEDDED;
  const render = (text: string, { path, title, yaml }: SharedPage, at: string, isEmbedded: boolean): string => {
    const [pictures, embeds]: [string[], string[]] = [[], []];
    const embed = (target: LedTo, heading: string | undefined): string | undefined => {
      const part = isEmbedded ? null : partOf(withoutTitle(target.page), heading);
      if (part === null || part.length > left) return undefined;
      left -= part.length;
      const link = `<p>${linkHtml(target.anchor, target.words)}</p>`;
      const inner = render(part, target.page, `${at}/embed-${embeds.length + 1}`, true);
      embeds.push(`<div class="embed">${link}\n${inner}</div>`);
      return `\n\n![](embed:${embeds.length - 1})\n\n`;
    };
    const { findPicture, pictureData } = placed.parts;
    const ofPicture = (target: string, size: string | undefined): string | undefined => {
      const file = findPicture(target, path);
      if (file === undefined) return undefined;
      pictures.push(pictureData(file));
      return `picture:${pictures.length - 1}${size === undefined ? '' : `:${size}`}`;
    };
    const written = withQueriesFilled(text, valuesIn(title, yaml));
    const linked = withAddresses(placed, written, { ofPage: placeOf, ofPicture, embed });
    return placed.parts
      .renderMarkdown(linked, { anchor: at, level, headingId })
      .replace(/ src="picture:(\d+)"/g, (_, i: string) => ` src="${pictures[Number(i)] ?? 'data:,'}"`)
      .replace(/<p><img src="embed:(\d+)"[^>]*><\/p>/g, (_, i: string) => embeds[Number(i)] ?? '');
  };
  return render(withoutTitle(page), page, anchor, false);
}

/** What a page says of itself, by key: no more than its readers may know. */
function valuesIn(title: string, yaml: string): (key: string) => readonly string[] {
  const pairs = once((): readonly YamlPair[] => {
    const { root } = readYaml(yaml, { start: 0, end: yaml.length });
    return root?.kind === 'mapping' ? root.pairs : [];
  });
  return (key) => {
    if (key === 'file.name') return [title];
    const pair = pairs().find((one) => keyOf(one.key.text) === key);
    return pair?.value ? textsIn(pair.value) : [];
  };
}

const placeOf = ({ anchor }: LedTo, place: string): string => {
  const inner = place === '' ? '' : `/${place.startsWith('^') ? place : headingId(place)}`;
  return `<place:${`${anchor}${inner}`.replace(/[<>\\\n]/g, '')}>`;
};

/** A heading as part of its anchor. */
const headingId = (words: string): string => slug(words).replace(/\s+/g, '-');

/** The whole of a page's prose, a part under a heading, or a named block; null if the page does not have that part. */
function partOf(body: string, heading: string | undefined): string | null {
  if (heading === undefined || heading === '') return body;
  const name = (heading.split('#').at(-1) ?? heading).trim();
  return name.startsWith('^') ? blockNamed(body, name) : partUnder(body, readBody(body, 0), name);
}

function partUnder(body: string, { headings }: Body, name: string): string | null {
  const first = headings.findIndex(({ text }) => slug(text) === slug(name));
  const begins = headings[first];
  if (!begins) return null;
  const next = headings.find(({ level }, i) => i > first && level <= begins.level);
  const from = body.lastIndexOf('\n', begins.span.start) + 1;
  return body.slice(from, next ? body.lastIndexOf('\n', next.span.start) + 1 : body.length);
}

/** From the blank line before a block to the line that ends with its name. */
function blockNamed(body: string, name: string): string | null {
  const lines = body.split('\n');
  const last = lines.findIndex((line) => line.trimEnd().endsWith(name));
  const blank = lines.findLastIndex((line, i) => i < last && line.trim() === '');
  return last === -1 ? null : lines.slice(blank + 1, last + 1).join('\n');
}

/** @param level of its heading, 1 to 6 */
export function articleHtml(
  placed: PlacedPages,
  read: ReadPage,
  said: DeclaredElsewhere,
  level: number,
  rows = factRows(placed, read.entry, read.page),
): string {
  const { page, anchor } = read;
  const heading = `<h${level}>${linkHtml(anchor, page.title)}</h${level}>\n`;
  return `<article id="${escaped(anchor)}">\n${heading}${articleParts(placed, read, said, level, rows)}</article>`;
}

/** What a page says, below its heading. */
export function articleParts(
  placed: PlacedPages,
  read: ReadPage,
  said: DeclaredElsewhere,
  level: number,
  rows = factRows(placed, read.entry, read.page),
): string {
  const { page, anchor, entry } = read;
  const aliases = entry.aliases.map(({ text }) => text).join(', ');
  return [
    paragraph('kind', kindWords(entry)),
    paragraph('aka', aliases && `Also ${aliases}`),
    retconsHtml(placed, read, said),
    factsHtml(rows),
    proseHtml(placed, page, anchor, level),
  ].join('');
}

const paragraph = (kind: string, words: string): string => words && `<p class="${kind}">${escaped(words)}</p>\n`;

/** The link for a name, labelled with its page's name; without a page, the name as written. */
const nameHtml = (name: Named): string =>
  typeof name === 'string' ? escaped(name) : linkHtml(name.anchor, name.words);

function factsHtml(rows: readonly FactRow[]): string {
  const html = rows.map(({ name, of, values }) => {
    const written = values.map(({ names, when, isFormer }) => {
      const all = names.map(nameHtml).join(', ');
      return isFormer
        ? `<dd><span class="was">was ${all}${when && ` ${escaped(when)}`}</span></dd>\n`
        : `<dd>${all}${when && ` <span>${escaped(when)}</span>`}</dd>\n`;
    });
    return `<dt>${escaped(name)}${of === null ? '' : ` <span>of ${nameHtml(of)}</span>`}</dt>\n${written.join('')}`;
  });
  return html.length === 0 ? '' : `<dl>\n${html.join('')}</dl>\n`;
}

/** The retcons that the page makes, and those made of it. */
function retconsHtml(placed: PlacedPages, read: ReadPage, said: DeclaredElsewhere): string {
  const rows = retconRows(placed, read, said).map(
    ({ act, other, more, isGone, why }) =>
      `<div${isGone ? ' class="gone"' : ''}><p><b>${act}</b> ${nameHtml(other)} ${escaped(more)}</p>${why === undefined ? '' : `<p>${escaped(why)}</p>`}</div>\n`,
  );
  return rows.length === 0 ? '' : `<div class="retcons">\n${rows.join('')}</div>\n`;
}
