/** One note as it is read beside its text, as HTML: its facts, its prose and what mentions it, as far as a viewpoint knows them. */
import { audienceOfPage, edgesOf, entryAt, isForEveryone, isShown, type Known, resolve } from '../canon';
import { keyOf } from '../codex/codex';
import { NO_ONE } from '../codex/knowledgeKeys';
import { commentSpans } from '../entry/comments';
import { withoutBrackets } from '../entry/entryShapes';
import type { Entry } from '../entry/entry';
import { cutFrontmatter, frontmatterTree, knownKey } from '../entry/frontmatter';
import { namingsIn } from '../entry/naming';
import { readEntry } from '../entry/readEntry';
import { nameKey } from '../entry/slug';
import { escaped } from '../picture/paint/svg';
import { memoized, once } from '../text/groups';
import { edited } from '../text/problem';
import { isList, valueOf, type YamlValue } from '../yaml/tree';
import { type EditionFiles, pictureFinder } from './attachments';
import { declaredElsewhere, entryOfShared, type FactRow, factRows, named, type ReadPage } from './articleParts';
import { articleHtml, linkHtml, type PlacedPages, proseHtml, type ProseParts } from './htmlProse';
import type { Places } from './places';
import { pageMaker } from './pageMaking';
import { presentEntry } from '../entry/versions';
import { formerValues } from './sharedFormerly';
import type { PageReaders } from './readership';
import { type SharedPage, textOfPage } from './sharedPage';

/** From where a page is read. */
export interface Reading {
  readonly known: Known;
  /** Null: the author reads, who knows all. */
  readonly readers: PageReaders | null;
}

export interface ReadingFiles extends Omit<EditionFiles, 'cutByOthers' | 'withTimeline'> {
  readonly renderMarkdown: ProseParts['renderMarkdown'];
}

/** A page as HTML, in which `#p3` leads to the page of that number, and `retcon-picture:3` is the picture of that number. */
export interface ReadingPage {
  readonly title: string;
  readonly html: string;
  /** Paths; the page itself comes first. */
  readonly pages: readonly string[];
  readonly pictures: readonly string[];
}

/** @param naming the paths of all pages that name it, known or not */
export function readingPage(
  reading: Reading,
  entry: Entry,
  naming: readonly string[],
  files: ReadingFiles,
): ReadingPage | null {
  const { known } = reading;
  const pageAt = pagesOf(reading, files);
  const page = pageAt(entry.path);
  if (!page) return null;
  const [pages, pictures]: [string[], string[]] = [[entry.path], []];
  const numberOf = (all: string[], one: string): number => (all.includes(one) ? all.indexOf(one) : all.push(one) - 1);
  const anchorAt = (path: string): string => `p${numberOf(pages, path)}`;
  const parts = {
    renderMarkdown: files.renderMarkdown,
    findPicture: pictureFinder(files.pictures),
    pictureData: (from: string) => `retcon-picture:${numberOf(pictures, from)}`,
  };
  const placed: PlacedPages = { known, parts, pageAt, anchorAt };
  const readAs = (one: SharedPage): ReadPage => ({
    page: one,
    anchor: anchorAt(one.path),
    entry: presentEntry(entryOf(reading, one)),
  });
  const own = readAs(page);
  const rows = [
    ...factRows(placed, own.entry, page, formerValues(entryOf(reading, page))),
    ...beliefRows(placed, own),
    ...propertyRows(placed, page),
  ];
  const others = new Set(edgesOf(known, entry).map(({ by }) => by));
  const retcons = [...others].filter((by) => isShown(known, by)).slice(0, MOST_RETCONS);
  const said = declaredElsewhere(placed, retcons.flatMap(({ path }) => pageAt(path) ?? []).map(readAs));
  const html = [
    reading.readers ? '' : knownByHtml(known, entry),
    articleHtml(placed, own, said, 1, rows),
    mentionsHtml(placed, mentionsAmong(reading, entry, naming, pageAt)),
  ]
    .filter(Boolean)
    .join('\n');
  return { title: page.title, html, pages, pictures };
}

/** More nobody reads above the prose of a page. */
const MOST_RETCONS = 20;
/** More nobody reads below it. */
const MOST_MENTIONS = 200;

/** A few words about a page, for those who point at a link to it. */
interface ReadingCard {
  readonly title: string;
  /** Its first paragraph, as HTML; empty where it has none. */
  readonly html: string;
}

/** The most characters of a page that its first paragraph is looked for in. */
const MOST_READ = 4000;

export function readingCard(reading: Reading, entry: Entry, files: ReadingFiles): ReadingCard | null {
  const page = pagesOf(reading, files)(entry.path);
  if (!page) return null;
  const { renderMarkdown } = files;
  const parts = { renderMarkdown, findPicture: () => undefined, pictureData: () => '' };
  const placed = { known: reading.known, parts, pageAt: () => undefined, anchorAt: () => undefined };
  const html = proseHtml(placed, { ...page, body: page.body.slice(0, MOST_READ) }, 'card', 6);
  const first = /<p>(?!<img)([^]*?)<\/p>/.exec(html.replace(/<(div|details|blockquote)\b[^]*?<\/\1>/g, ''))?.[1];
  return { title: page.title, html: first ?? '' };
}

/** The pages that can be read. Each is made when its text is asked for: a link needs its title alone. */
function pagesOf({ known, readers }: Reading, files: ReadingFiles): (path: string) => SharedPage | undefined {
  const maker = readers && pageMaker(readers, { ...files, cutByOthers: () => null });
  const textOf = (path: string): PageText | undefined => {
    const state = maker?.stateAt(path);
    return maker ? state && maker.make(path, state)?.page : textForAuthor(files.textOf(path) ?? '');
  };
  return memoized((path) => {
    const entry = entryAt(known.canon, path);
    const isThere = entry && known.has(entry) && isShown(known, entry);
    return isThere ? pageWith(path, entry.title, () => textOf(path) ?? NO_TEXT) : undefined;
  });
}

type PageText = Pick<SharedPage, 'yaml' | 'body'>;

const NO_TEXT: PageText = { yaml: '', body: '' };

function pageWith(path: string, title: string, make: () => PageText): SharedPage {
  const made = once(make);
  const nothing = { authored: [], pictures: [], hiddenPictures: [], hiddenFiles: 0 };
  return {
    ...nothing,
    path,
    title,
    get yaml() {
      return made().yaml;
    },
    get body() {
      return made().body;
    },
  };
}

/** All of a page but its comments. */
function textForAuthor(text: string): PageText {
  const cut = cutFrontmatter(text);
  const from = cut?.body ?? (text.startsWith('\uFEFF') ? 1 : 0);
  const comments = commentSpans(text, from).map((span) => ({ span, text: '' }));
  return { yaml: cut ? text.slice(cut.yaml.start, cut.yaml.end) : '', body: edited(text, comments).slice(from) };
}

/** With what it said before. */
function entryOf({ known, readers }: Reading, page: SharedPage): Entry {
  const own = readers ? undefined : entryAt(known.canon, page.path);
  return own ?? entryOfShared({ whole: readers?.whole ?? known.canon }, page);
}

function knownByHtml(known: Known, entry: Entry): string {
  const names = audienceOfPage(known, entry);
  if (isForEveryone(names)) return '';
  const others = names.filter((name) => nameKey(name) !== NO_ONE);
  const words = others.length === 0 ? 'Only you see this' : `Known by ${others.join(', ')}`;
  return `<p class="known">${escaped(words)}</p>`;
}

/** What is not true and some believe: its author alone reads so. */
function beliefRows(places: Places, { page, entry: { knowledge } }: ReadPage): readonly FactRow[] {
  return (knowledge?.beliefs ?? []).flatMap((fact) => {
    const believers = (fact.knowledge?.believedBy ?? knowledge?.believedBy ?? []).map(({ text }) => text).join(', ');
    return factRows(places, { facts: [fact], sources: [] }, page).map(({ values, ...row }) => ({
      ...row,
      values: values.map(({ names, when }) => ({ names, when: `${when} as ${believers} believe`.trim() })),
    }));
  });
}

/** The keys of a page that mean nothing to Retcon: lists and short texts. */
function propertyRows(places: Places, page: SharedPage): readonly FactRow[] {
  const { codex } = places.known.canon;
  return (frontmatterTree(textOfPage({ yaml: page.yaml, body: '' }))?.pairs ?? []).flatMap(({ key, value }) => {
    if (knownKey(codex, key.text) !== undefined || codex.attributeKeys.has(keyOf(key.text))) return [];
    const names = wordsOf(valueOf(value)).map((one) => named(places, withoutBrackets(one)));
    return names.length === 0 ? [] : [{ name: key.text.replaceAll('_', ' '), of: null, values: [{ names, when: '' }] }];
  });
}

const wordsOf = (value: YamlValue): readonly string[] =>
  typeof value === 'string' ? (value.trim() === '' ? [] : [value]) : isList(value) ? value.flatMap(wordsOf) : [];

/** The pages whose text names it, as far as the viewpoint knows that. */
function mentionsAmong(
  { known, readers }: Reading,
  entry: Entry,
  naming: readonly string[],
  pageAt: (path: string) => SharedPage | undefined,
): readonly Entry[] {
  const isNamedOn = (page: SharedPage): boolean =>
    namingsIn(readEntry(page.path, textOfPage(page), known.canon.codex)).some(({ text }) => {
      const found = resolve(known, text);
      return found.kind === 'one' && found.entry.path === entry.path;
    });
  const found: Entry[] = [];
  for (const path of naming) {
    const [by, page] = [entryAt(known.canon, path), pageAt(path)];
    if (by && page && path !== entry.path && (!readers || isNamedOn(page))) found.push(by);
    if (found.length > MOST_MENTIONS) break;
  }
  return found;
}

function mentionsHtml({ anchorAt }: PlacedPages, mentionedBy: readonly Entry[]): string {
  const rows = mentionedBy.map(({ path, title, type }) => {
    const kind = type ? ` <span>${escaped(type.text)}</span>` : '';
    return `<li>${linkHtml(anchorAt(path) ?? '', title)}${kind}</li>`;
  });
  if (rows.length === 0) return '';
  const more = rows.length > MOST_MENTIONS ? '<li>…</li>' : '';
  return `<section class="mentions" aria-labelledby="-mentions">
<h2 id="-mentions">Mentioned by</h2>
<ul>
${rows.slice(0, MOST_MENTIONS).join('\n')}${more}
</ul>
</section>`;
}
