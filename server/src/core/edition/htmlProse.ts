/** Renders the pages of an edition as HTML articles: their anchors, their facts and their prose. */
import { entryAt, type Known, resolve } from '../canon';
import { nameKey, slug } from '../entry/slug';
import { digestOfText } from '../packed/bytes';
import { folderIn, type FindPicture, type NamedPicture, picturesIn } from './attachments';
import type { Edition } from './edition';
import type { Readership } from './readership';
import { type SharedPage, textOfPage } from './sharedPage';
import { groupBy, addTo } from '../text/groups';
import { type Body, readBody } from '../entry/body';
import { linkLabel } from '../entry/inline';
import { escaped } from '../picture/paint/svg';
import type { Declaration, Entry, Fact } from '../entry/entry';
import { readEntry } from '../entry/readEntry';
import { presentEntry } from '../entry/versions';

/** Pages that are listed together. */
export interface Chapter {
  /** Empty: there is no other chapter, or nothing visible to its readers groups them. */
  readonly name: string;
  readonly pages: readonly SharedPage[];
}

export interface HtmlPlaces {
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
export function chaptersOf(readership: Readership, pages: readonly SharedPage[]): readonly Chapter[] {
  const { view } = readership;
  const byFolder = groupBy(pages, ({ path }) => (view.eyes.isOpenFolder(path) ? folderIn(path) : ''));
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

/** With a capital first. */
export const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** The name of a world from its folder: `house-vyr` is House Vyr. */
export const worldName = (folder: string): string =>
  / |[A-Z]/.test(folder) ? folder : nameInWords(folder).replace(/(?<= )\S/g, (sign) => sign.toUpperCase());

/** The name of a page where it is referred to: the written name, or its title if that is an id or a path. */
export function calledAs(written: string, page: SharedPage, aliases: readonly { readonly text: string }[]): string {
  const key = nameKey(written);
  return aliases.find(({ text }) => nameKey(text) === key)?.text ?? page.title;
}

/** The place of a prose: the prefix of its anchors, and the level of the heading above it. */
export interface ProsePlace {
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

/** The pages of an edition, each with the place that links lead to. */
export interface LinkedPages {
  readonly known: Known;
  readonly parts: Pick<ProseParts, 'findPicture'>;
  readonly pageAt: (path: string) => SharedPage | undefined;
  readonly anchorAt: (path: string) => string | undefined;
}

/** The pages of an edition, as the HTML page has them. */
export interface PlacedPages extends LinkedPages {
  readonly parts: ProseParts;
}

/** A link to an anchor of the page. */
export const linkHtml = (anchor: string, words: string): string =>
  `<a href="#${escaped(anchor)}">${escaped(words)}</a>`;

/** A written name of a page that leads to a shared page. */
export interface LedTo {
  readonly page: SharedPage;
  readonly anchor: string;
  readonly words: string;
}

export function ledTo({ known, pageAt, anchorAt }: LinkedPages, written: string): LedTo | undefined {
  const found = resolve(known, written);
  if (found.kind !== 'one') return undefined;
  const { path, aliases } = found.entry;
  const [page, anchor] = [pageAt(path), anchorAt(path)];
  return page && anchor !== undefined ? { page, anchor, words: calledAs(written, page, aliases) } : undefined;
}

/** The most characters of other pages that are embedded in one; the rest is linked. */
const MOST_EMBEDDED = 50_000;

/** @param level of the heading above it, 1 to 6 */
export function proseHtml(placed: PlacedPages, page: SharedPage, anchor: string, level: number): string {
  let left = MOST_EMBEDDED;
  const render = (text: string, path: string, at: string, isEmbedded: boolean): string => {
    const [pictures, embeds]: [string[], string[]] = [[], []];
    const embed = (target: LedTo, heading: string | undefined): string | undefined => {
      const part = isEmbedded ? null : partOf(withoutTitle(target.page), heading);
      if (part === null || part.length > left) return undefined;
      left -= part.length;
      const link = `<p>${linkHtml(target.anchor, target.words)}</p>`;
      const inner = render(part, target.page.path, `${at}/embed-${embeds.length + 1}`, true);
      embeds.push(`<div class="embed">${link}\n${inner}</div>`);
      return `\n\n![](embed:${embeds.length - 1})\n\n`;
    };
    const linked = withPlaces(placed, { text, path, embed, pictures });
    return placed.parts
      .renderMarkdown(linked, { anchor: at, level, headingId })
      .replace(/ src="picture:(\d+)"/g, (_, i: string) => ` src="${pictures[Number(i)] ?? 'data:,'}"`)
      .replace(/<p><img src="embed:(\d+)"[^>]*><\/p>/g, (_, i: string) => embeds[Number(i)] ?? '');
  };
  return render(withoutTitle(page), page.path, anchor, false);
}

/** A heading as part of its anchor. */
export const headingId = (words: string): string => slug(words).replace(/\s+/g, '-');

/** The prose without a heading at its top that repeats the title. */
export function withoutTitle({ body, title }: SharedPage): string {
  const { heading } = readBody(body, 0);
  const isTitle =
    heading && slug(heading.text) === slug(title) && body.slice(0, heading.span.start).trim().replace(/^#$/, '') === '';
  return isTitle ? body.slice(body.indexOf('\n', heading.span.end) + 1 || body.length) : body;
}

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

interface Placing {
  readonly text: string;
  /** The path of the page of the prose. */
  readonly path: string;
  /** Undefined: it is linked instead. */
  readonly embed: (target: LedTo, heading: string | undefined) => string | undefined;
  /** Collects the pictures that are shown. */
  readonly pictures: string[];
}

function withPlaces(placed: PlacedPages, { text: body, path, embed, pictures }: Placing): string {
  return rewrittenProse(placed, body, path, {
    picture: (written, file, size) => {
      pictures.push(placed.parts.pictureData(file));
      return written(`picture:${pictures.length - 1}`, size);
    },
    // An embed on a line of its own is shown in place, any other is a link.
    link: (to, { heading, label, isAlone }) => (isAlone ? embed(to, heading) : undefined) ?? linkTo(to, heading, label),
  });
}

/** How the pictures and links of a prose are written. */
export interface ProseWriting {
  /** @param written the picture as markdown, at an address. @param size empty, or `:` and its width and height */
  readonly picture: (written: (address: string, size: string) => string, file: string, size: string) => string;
  /** @param link `isAlone`: it embeds the page, on a line of its own */
  readonly link: (
    to: LedTo,
    link: { readonly heading: string | undefined; readonly label: string | undefined; readonly isAlone: boolean },
  ) => string;
}

/** A prose with its pictures and links written otherwise; a link to a page that is not shared is its words. */
export function rewrittenProse(placed: LinkedPages, body: string, path: string, writing: ProseWriting): string {
  const named = picturesIn(body).flatMap((picture) => {
    const file = placed.parts.findPicture(picture.target, path);
    return file === undefined ? [] : { ...picture, text: pictureWritten(body, picture, file, writing) };
  });
  const links = readBody(body, 0).links.map(({ kind, target, heading, span, embed: isEmbed }) => {
    const label = linkLabel(body.slice(span.start, span.end), kind);
    const to = ledTo(placed, target);
    const isAlone = isEmbed && isLine(body, span.start, span.end);
    return { ...span, text: to ? writing.link(to, { heading, label, isAlone }) : (label ?? target) };
  });
  const edits = [...named, ...links].sort((a, b) => a.start - b.start);
  let [text, at] = ['', 0];
  for (const edit of edits) {
    if (edit.start < at) continue;
    text += body.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return text + body.slice(at);
}

const isLine = (text: string, start: number, end: number): boolean =>
  (start === 0 || text[start - 1] === '\n') && /^[ \t]*(?:\r?\n|$)/.test(text.slice(end, end + 100));

function linkTo({ anchor, words }: LedTo, heading: string | undefined, label: string | undefined): string {
  const name = heading?.split('#').at(-1)?.trim() ?? '';
  const place = name === '' ? anchor : `${anchor}/${name.startsWith('^') ? name : headingId(name)}`;
  const shown = label ?? (name === '' ? words : `${words} › ${name.replace(/^\^/, '')}`);
  return `[${bracketed(shown)}](<place:${place.replace(/[<>\\\n]/g, '')}>)`;
}

/** A picture as markdown, with its text and its size: `![[gate.png|The gate|200]]`, `![The gate|200x100](gate.png)`. */
function pictureWritten(
  body: string,
  { start, end, target }: NamedPicture,
  file: string,
  { picture }: ProseWriting,
): string {
  const written = body.slice(start, end);
  const defines = /^[ \t>]*\[[^\]\n]+\]:/.exec(written)?.[0];
  if (defines !== undefined) return picture((address) => `${defines} <${address}>`, file, '');
  const isWiki = /^!?\[\[/.test(written);
  const said = isWiki
    ? /\|([^\]]*)\]\]$/.exec(written)?.[1]
    : (/^!?\[([^\]\n]*)\]/.exec(written)?.[1] ?? tagWords(written));
  const all = (said ?? '').split('|').map((part) => part.trim());
  const size = all.find((part) => /^\d{1,4}(?:x\d{1,4})?$/.test(part));
  const words = all.filter((part) => part !== size && part !== '').join(', ');
  const name = target.slice(target.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  return picture((address, wide) => `![${bracketed(words || name)}](${address}${wide})`, file, size ? `:${size}` : '');
}

/** The text of an `<img>`, written as in a wikilink. */
function tagWords(tag: string): string {
  const value = (name: string): string =>
    new RegExp(`\\s${name}[ \\t]*=[ \\t]*["']?([^"'<>\\n]*)`, 'i').exec(tag)?.[1] ?? '';
  return `${value('alt')}|${value('width').replace(/px$/, '')}`;
}

/** Words between brackets. */
export const bracketed = (words: string): string => words.replace(/[[\]\\]/g, '\\$&').replace(/\n/g, ' ');

/** A shared page with the values of its keys, as it stands now. */
export interface ReadPage {
  readonly page: SharedPage;
  readonly anchor: string;
  readonly entry: Entry;
}

export const readShared = ({ whole }: Readership, page: SharedPage, anchor: string): ReadPage => ({
  page,
  anchor,
  entry: presentEntry(readEntry(page.path, textOfPage({ yaml: page.yaml, body: '' }), whole.codex)),
});

/** The declarations of a page on others, by the path of the other. */
export type DeclaredElsewhere = ReadonlyMap<
  string,
  readonly { readonly by: ReadPage; readonly declaration: Declaration }[]
>;

/** The declarations of pages on each other, as far as their readers know them. */
export function declaredElsewhere(placed: LinkedPages, pages: readonly ReadPage[]): DeclaredElsewhere {
  const said = new Map<string, { by: ReadPage; declaration: Declaration }[]>();
  for (const by of pages)
    for (const declaration of by.entry.declarations) {
      const other = ledTo(placed, declaration.target.text)?.page.path;
      if (other === undefined) continue;
      addTo(said, other, { by, declaration });
    }
  return said;
}

/** @param level of its heading, 1 to 6 */
export function articleHtml(placed: PlacedPages, read: ReadPage, said: DeclaredElsewhere, level: number): string {
  const { page, anchor, entry } = read;
  const aliases = entry.aliases.map(({ text }) => text).join(', ');
  const parts = [
    `<h${level}>${linkHtml(anchor, page.title)}</h${level}>\n`,
    paragraph('kind', kindWords(entry)),
    paragraph('aka', aliases && `Also ${aliases}`),
    retconsHtml(placed, read, said),
    factsHtml(placed, entry, page),
    proseHtml(placed, page, anchor, level),
  ];
  return `<article id="${escaped(anchor)}">\n${parts.join('')}</article>`;
}

const paragraph = (kind: string, words: string): string => words && `<p class="${kind}">${escaped(words)}</p>\n`;

interface Stretch {
  readonly from: { readonly text: string } | null;
  readonly until: { readonly text: string; readonly inclusive: boolean } | null;
}

/** What a page is, and when: `person · 281 TA through 331 TA`. */
export const kindWords = (entry: Entry): string =>
  [entry.type?.span ? entry.type.text : '', stretchWords(entry)].filter(Boolean).join(' · ');

/** The dates of a page, in words. */
const stretchWords = ({ date, until, parts }: Entry): string =>
  (parts.length > 0 ? parts : [{ from: date, until }]).map(inWords).filter(Boolean).join(', ');

const inWords = ({ from, until }: Stretch): string =>
  [from?.text, until && `${until.inclusive ? 'through' : 'until'} ${until.text}`].filter(Boolean).join(' ');

/** The link for a name, labelled with its page's name; without a page, the name as written. */
function nameHtml(placed: PlacedPages, written: string): string {
  const to = ledTo(placed, written);
  return to ? linkHtml(to.anchor, to.words) : escaped(written);
}

/** Facts by their entity; each value with its time. */
function factsHtml(placed: PlacedPages, { facts, sources }: Entry, page: SharedPage): string {
  const rows = new Map<string, string[]>();
  for (const fact of facts) addTo(rows, factName(placed, fact, page), factValue(placed, fact));
  if (sources.length > 0) addTo(rows, 'sources', sources.map(({ text }) => nameHtml(placed, text)).join(', '));
  if (rows.size === 0) return '';
  const html = [...rows].map(
    ([name, values]) => `<dt>${name}</dt>\n${values.map((value) => `<dd>${value}</dd>\n`).join('')}`,
  );
  return `<dl>\n${html.join('')}</dl>\n`;
}

function factName(placed: PlacedPages, { entity, attribute }: Fact, page: SharedPage): string {
  const name = escaped(attribute.text.replaceAll('_', ' '));
  const isOwn = !entity || ledTo(placed, entity.text)?.page === page;
  return isOwn ? name : `${name} <span>of ${nameHtml(placed, entity.text)}</span>`;
}

/** When a fact holds: `from 310 TA until 312 TA`. */
export const factTime = ({ from, until }: Fact): string =>
  [from && `from ${from.text}`, until && inWords({ from: null, until })].filter(Boolean).join(' ');

function factValue(placed: PlacedPages, fact: Fact): string {
  const { value } = fact;
  const when = factTime(fact);
  return `${nameHtml(placed, value.text)}${when === '' ? '' : ` <span>${escaped(when)}</span>`}`;
}

/** What a page does to another, and what is done to that. */
const ACTS = {
  supersedes: ['Replaces', 'Replaced by'],
  retracts: ['Takes back', 'Taken back by'],
  restores: ['Brings back', 'Brought back by'],
} as const;

/** The retcons that the page makes, and those made of it. */
function retconsHtml(placed: PlacedPages, read: ReadPage, said: DeclaredElsewhere): string {
  const html = retconEnds(read, said, {
    nameOf: (written) => nameHtml(placed, written),
    linkTo: (by) => linkHtml(by.anchor, by.page.title),
    end: endHtml,
  }).map(({ end, why }) => `${end}${why === undefined ? '' : `<p>${escaped(why)}</p>`}</div>\n`);
  return html.length === 0 ? '' : `<div class="retcons">\n${html.join('')}</div>\n`;
}

/** How one end of a retcon is written. */
export interface EndWriting {
  readonly nameOf: (written: string) => string;
  readonly linkTo: (by: ReadPage) => string;
  /** @param isOld whether the page is the older one of the two @param other the other page, written */
  readonly end: (declaration: Declaration, isOld: boolean, other: string) => string;
}

/** The retcons that a page makes and those made of it, each once, with its reason where the page gives one. */
export function retconEnds({ page, entry }: ReadPage, said: DeclaredElsewhere, { nameOf, linkTo, end }: EndWriting) {
  const own = entry.declarations.map((one) => ({
    end: end(one, one.fromOldEnd, nameOf(one.target.text)),
    why: one.reason?.text,
  }));
  const others = (said.get(page.path) ?? []).map(({ by, declaration }) => ({
    end: end(declaration, !declaration.fromOldEnd, linkTo(by)),
    why: undefined,
  }));
  // Both ends may declare it.
  const saidHere = new Set(own.map((one) => one.end));
  return [...others.filter((one) => !saidHere.has(one.end)), ...own];
}

/** What one end says: what is done, and then as to what, from when, and whether both stand. */
export function endWords({ kind, effective, only, soft }: Declaration, isOld: boolean) {
  const when = effective?.always ? 'from the beginning' : effective ? `from ${effective.text}` : '';
  const what = only ? `as to ${only.map(({ text }) => text).join(', ')}` : '';
  const more = [what, when, soft ? 'and both stand' : ''].filter(Boolean).join(', ');
  return { act: ACTS[kind][isOld ? 1 : 0], more };
}

/**
 * One end's account of a retcon, in a `div` that is left open for the reason.
 * @param isOld whether the page is the older one of the two
 * @param other the other page, as HTML
 */
function endHtml(declaration: Declaration, isOld: boolean, other: string): string {
  const { act, more } = endWords(declaration, isOld);
  const isGone = isOld && !declaration.soft && declaration.kind !== 'restores';
  return `<div${isGone ? ' class="gone"' : ''}><p><b>${act}</b> ${other} ${escaped(more)}</p>`;
}
