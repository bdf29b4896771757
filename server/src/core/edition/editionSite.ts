/** Writes an edition as pages that site generators build as they are: Hugo, MkDocs and Jekyll give a page the same address, and links lead there. */
import type { Declaration, Fact } from '../entry/entry';
import { addTo } from '../text/groups';
import { OWN_LAYOUT, pairText } from '../yaml/writeYaml';
import type { YamlValue } from '../yaml/tree';
import { escaped } from '../picture/paint/svg';
import type { FindPicture, SharedPicture } from './attachments';
import type { Edition } from './edition';
import {
  bracketed,
  capitalised,
  type Chapter,
  chaptersOf,
  type DeclaredElsewhere,
  declaredElsewhere,
  endWords,
  factTime,
  headingId,
  kindWords,
  type LedTo,
  ledTo,
  type LinkedPages,
  type ReadPage,
  readShared,
  retconEnds,
  rewrittenProse,
  withoutTitle,
  worldName,
} from './htmlProse';
import { knownTo } from './readership';
import type { SharedPage } from './sharedPage';

export interface SiteFiles {
  /** The texts of the pages, by path. */
  readonly pages: ReadonlyMap<string, string>;
  readonly pictures: readonly SharedPicture[];
}

/** @param folder of the codex, which gives the world its name */
export function editionSite(
  edition: Edition,
  { findPicture, folder }: { readonly findPicture: FindPicture; readonly folder: string },
): SiteFiles {
  const { readership, pages } = edition;
  const addresses = addressesOf(pages);
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const pictures = new Map(edition.pictures.map(({ from, path }) => [from, pictureAddress(path)]));
  const placed: LinkedPages = {
    known: knownTo(readership),
    parts: { findPicture },
    pageAt: (path) => byPath.get(path),
    anchorAt: (path) => addresses.get(path),
  };
  const read = pages.map((page) => readShared(readership, page, addresses.get(page.path) ?? ''));
  const weights = weightsOf(read);
  const said = declaredElsewhere(placed, read);
  const texts = new Map<string, string>();
  for (const one of read) {
    const site: SitePage = { ...one, placed, pictures, weight: weights.get(one.page.path) ?? 0, said };
    texts.set(`${one.anchor.replace(/\/$/, '')}.md`, siteText(site));
  }
  const rows = frontRows(chaptersOf(readership, pages), addresses);
  const title = pairText('title', worldName(folder), 0, OWN_LAYOUT);
  // Hugo shows the first of these two, and nothing of the second; the others know only the second.
  texts.set('_index.html', ['---', title, 'draft: false', '---', ...rows.map(rowHtml), ''].join('\n'));
  const head = ['---', title, 'draft: false', 'permalink: /', '_build: {render: never, list: never}', '---'];
  texts.set('README.md', [...head, ...rows.map(rowText), ''].join('\n'));
  return { pages: texts, pictures: [...pictures].map(([from, path]) => ({ from, path })) };
}

/** `people/lysa/`, by the path of the page: generators make the same of it. */
function addressesOf(pages: readonly SharedPage[]): ReadonlyMap<string, string> {
  const [addresses, taken] = [new Map<string, string>(), new Set<string>()];
  for (const { path } of [...pages].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const own = path
      .replace(/\.(?:md|markdown)$/i, '')
      .split('/')
      .map(part)
      .join('/');
    let address = own;
    for (let n = 2; taken.has(address); n++) address = `${own}-${n}`;
    taken.add(address);
    addresses.set(path, `${address}/`);
  }
  return addresses;
}

/** These names mean the page of a folder, to one generator or another. */
const part = (name: string): string => (/^(?:_?index|readme)$/i.test(name) ? 'about' : headingId(name));

function pictureAddress(path: string): string {
  const end = /\.\w+$/.exec(path)?.[0] ?? '';
  return `${path
    .slice(0, path.length - end.length)
    .split('/')
    .map(part)
    .join('/')}${end.toLowerCase()}`;
}

/** The order of pages by world time; those without a date come last. */
function weightsOf(read: readonly ReadPage[]): ReadonlyMap<string, number> {
  const dayOf = ({ entry }: ReadPage): number =>
    entry.date?.date?.start.line === '' ? entry.date.date.start.day : Number.POSITIVE_INFINITY;
  const inOrder = [...read].sort((a, b) => compared(dayOf(a), dayOf(b)) || (a.page.title < b.page.title ? -1 : 1));
  return new Map(inOrder.map(({ page }, i) => [page.path, i + 1]));
}

const compared = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

interface SitePage extends ReadPage {
  readonly placed: LinkedPages;
  readonly pictures: ReadonlyMap<string, string>;
  readonly weight: number;
  readonly said: DeclaredElsewhere;
}

/** Keys under names that mean nothing to any generator, but for the title, the weight, and what keeps Jekyll from reading more into a page. */
function siteText(site: SitePage): string {
  const { page, entry, anchor, weight } = site;
  const keys: Record<string, YamlValue> = {
    title: page.title,
    ...(entry.type && { world_type: entry.type.text }),
    ...(entry.date && { world_date: entry.date.text }),
    ...(entry.until && { [entry.until.inclusive ? 'world_through' : 'world_until']: entry.until.text }),
  };
  return [
    '---',
    ...Object.entries(keys).map(([key, value]) => pairText(key, value, 0, OWN_LAYOUT)),
    `weight: ${weight}`,
    'draft: false',
    `permalink: ${JSON.stringify(`/${anchor}`)}`,
    'render_with_liquid: false',
    '---',
    '',
    ...headLines(site),
    siteProse(site),
  ].join('\n');
}

/** What it is and when, its retcons and its facts. */
function headLines(site: SitePage): readonly string[] {
  const kind = kindWords(site.entry);
  const list = [...retconLines(site), ...factLines(site)];
  return [...(kind === '' ? [] : [`*${plain(kind)}*`, '']), ...(list.length === 0 ? [] : [...list, ''])];
}

function factLines(site: SitePage): readonly string[] {
  const { entry, placed, page } = site;
  const rows = new Map<string, string[]>();
  for (const fact of entry.facts) addTo(rows, factName(placed, fact, page), factValue(site, fact));
  return [...rows].map(([name, values]) => `- **${name}**: ${values.join('; ')}`);
}

function factName(placed: LinkedPages, { entity, attribute }: Fact, page: SharedPage): string {
  const name = plain(attribute.text.replaceAll('_', ' '));
  const other = entity ? ledTo(placed, entity.text) : undefined;
  return !entity || other?.page === page ? name : `${name} of ${plain(other?.words ?? entity.text)}`;
}

function factValue(site: SitePage, fact: Fact): string {
  const when = factTime(fact);
  return `${nameText(site, fact.value.text)}${when === '' ? '' : ` (${plain(when)})`}`;
}

function retconLines(site: SitePage): readonly string[] {
  return retconEnds(site, site.said, {
    nameOf: (written) => nameText(site, written),
    linkTo: (by) => addressLink(site, by.anchor, by.page.title),
    end: endText,
  }).map(({ end, why }) => `- ${end}${why === undefined ? '' : `: ${plain(why)}`}`);
}

function endText(declaration: Declaration, isOld: boolean, other: string): string {
  const { act, more } = endWords(declaration, isOld);
  return `**${act}** ${other}${more === '' ? '' : ` ${plain(more)}`}`;
}

function nameText(site: SitePage, written: string): string {
  const to = ledTo(site.placed, written);
  return to ? addressLink(site, to.anchor, to.words) : plain(written);
}

const addressLink = (site: SitePage, address: string, words: string): string =>
  `[${bracketed(words)}](${relative(site.anchor, address)})`;

/** An address as seen from the page of another. */
const relative = (from: string, to: string): string =>
  `${'../'.repeat(from.split('/').length - 1)}${to.split('/').map(encodeURIComponent).join('/')}`;

function siteProse(site: SitePage): string {
  const { placed, page, anchor, pictures } = site;
  const prose = rewrittenProse(placed, withoutTitle(page), page.path, {
    picture: (written, file) => {
      const address = pictures.get(file);
      return address === undefined ? '' : written(relative(anchor, address), '');
    },
    link: (to, { heading, label }) => linkText(to, heading, label, anchor),
  });
  return forGenerators(prose.replace(/^\s*\n/, ''));
}

function linkText(to: LedTo, heading: string | undefined, label: string | undefined, from: string): string {
  const name = heading?.split('#').at(-1)?.trim() ?? '';
  const place = name === '' || name.startsWith('^') ? '' : `#${encodeURIComponent(headingId(name))}`;
  const words = label ?? (place === '' ? to.words : `${to.words} › ${name}`);
  return `[${bracketed(words)}](${relative(from, to.anchor)}${place})`;
}

/** Words in which no generator finds a mark. */
const plain = (words: string): string => words.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>]/g, '\\$&');

const CALLOUT = /^((?:> ?)+)\[!([^\]|]+)(?:\|[^\]]*)?\][+-]?[ \t]*(.*)$/;
const FENCE = /^ {0,3}(?:> ?)*(`{3,}|~{3,})/;
const LIST = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/;

/** Prose without what Obsidian alone shows: callouts are quotes, and lists are as the strictest generator wants them. */
function forGenerators(prose: string): string {
  const lines: string[] = [];
  let [fence, unit] = ['', 0];
  for (const line of prose.split(/\r?\n/)) {
    const [, opens = ''] = FENCE.exec(line) ?? [];
    if (fence !== '' || opens !== '') {
      // In code a sign that is not seen parts the two.
      lines.push(line.replace(/\{\{(?=[<%])/g, '{\u200B{'));
      if (fence === '') fence = opens;
      else if (opens.startsWith(fence)) fence = '';
      continue;
    }
    const callout = CALLOUT.exec(line);
    if (callout) {
      const [, quote = '> ', sort = '', title = ''] = callout;
      lines.push(`${quote.trimEnd()} **${title.trim() || capitalised(sort.replace(/[-_]+/g, ' '))}**`, quote.trimEnd());
      continue;
    }
    const isItem = LIST.test(line);
    const before = lines.at(-1) ?? '';
    // Python's markdown takes a list for one only behind a blank line, and four blanks for one within another.
    if (isItem && before.trim() !== '' && !LIST.test(before) && !/^[ \t]/.test(before)) lines.push('');
    const [blanks = ''] = /^[ \t]*/.exec(line) ?? [];
    const width = blanks.replaceAll('\t', '    ').length;
    if (isItem && width > 0 && unit === 0) unit = width;
    if (line.trim() === '' || (width === 0 && !isItem)) unit = line.trim() === '' ? unit : 0;
    const indent =
      unit > 0 && width > 0 && unit < 4 ? ' '.repeat(Math.floor(width / unit) * 4 + (width % unit)) : blanks;
    lines.push(
      withoutCodes(`${indent}${line.slice(blanks.length)}`)
        .replace(/[ \t]+\^[A-Za-z0-9-]+$/, '')
        .replace(/==([^\s=](?:[^=\n]*[^\s=])?)==/g, '**$1**'),
    );
  }
  return lines.join('\n');
}

/** Hugo takes two of these signs for a command of its own. */
const withoutCodes = (line: string): string => line.replace(/\{\{(?=[<%])/g, '{&#123;');

/** A row of the front page: a chapter, or a page of it. */
interface FrontRow {
  readonly words: string;
  /** Null: it is a chapter. */
  readonly address: string | null;
}

const frontRows = (chapters: readonly Chapter[], addresses: ReadonlyMap<string, string>): readonly FrontRow[] =>
  chapters.flatMap(({ name, pages }) => [
    { words: name, address: null },
    ...pages.map(({ path, title }) => ({ words: title, address: relative('', addresses.get(path) ?? '') })),
  ]);

const rowText = ({ words, address }: FrontRow): string =>
  address === null ? (words === '' ? '' : `\n## ${plain(words)}\n`) : `- [${bracketed(words)}](${address})`;

const rowHtml = ({ words, address }: FrontRow): string =>
  address === null
    ? words === ''
      ? ''
      : `<h2>${escaped(words)}</h2>`
    : `<p><a href="${escaped(address)}">${escaped(words)}</a></p>`;
