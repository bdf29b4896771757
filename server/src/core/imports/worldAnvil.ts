/** Reads World Anvil's exports: JSON of articles in a zip or alone, and the free one, a page of HTML with all articles. */
import { isTrueAt, type Json, listAt, objectAt, readJson, textAt, valueAt, wholeAt } from '../codex/survey/calendarium';
import { isPicture, onlyJson, onlyText, textOf } from './oneFile';
import { capitalised } from '../text/words';
import {
  type ExportFiles,
  type ImportedFact,
  type ImportedItem,
  type ImportedSection,
  type ImportedWorld,
  type ImportTools,
  type LostCounts,
  type Marks,
  openLost,
  openMarks,
} from './world';

const PRINTED = 'article-print-container';

export function isWorldAnvil(given: ExportFiles): boolean {
  if (given.files.size === 1)
    return onlyText(given).includes(PRINTED) || isArticle(onlyJson(given)) || articlesIn(onlyJson(given)).length > 0;
  for (const [path, bytes] of given.files) if (path.endsWith('.json')) return isArticle(readJson(textOf(bytes)));
  return false;
}

const isArticle = (json: Json): boolean =>
  textAt(json, 'id') !== null &&
  textAt(json, 'title') !== null &&
  (textAt(json, 'entityClass') ?? textAt(json, 'templateType')) !== null;

const articlesIn = (json: Json): readonly Json[] => listAt({ all: json }, 'all').filter(isArticle);

interface Article {
  readonly from: string;
  readonly raw: Json;
}

interface AnvilContext {
  readonly byId: ReadonlyMap<string, Article>;
  readonly marks: Marks;
  readonly lost: LostCounts;
  readonly tools: ImportTools;
}

const sourceId = (id: string): string => `worldanvil/${id}`;

export function readWorldAnvil(given: ExportFiles, tools: ImportTools): ImportedWorld {
  const [lost, marks] = [openLost(), openMarks()];
  const isPrinted = given.files.size === 1 && onlyText(given).includes(PRINTED);
  const items = isPrinted ? printedItems(onlyText(given), marks) : articleItems(given, { marks, lost, tools });
  const others = isPrinted ? [] : [...given.files.keys()].filter((path) => !/\.json$/i.test(path));
  for (const path of others)
    if (isPicture(path)) lost.lose('pictures', path, 'articles name them by numbers only');
    else lost.lose('other files', path, 'they are neither JSON nor a picture');
  return { items, pictures: [], calendars: [], present: null, lost: lost.all(), marks, sets: [] };
}

/** What is not an article, by its class. */
const OTHERS: ReadonlyMap<string, string> = new Map([
  ['Image', 'images'],
  ['Map', 'maps'],
  ['Manuscript', 'manuscripts'],
  ['World', 'settings of the world'],
]);

function articleItems(given: ExportFiles, parts: Omit<AnvilContext, 'byId'>): readonly ImportedItem[] {
  const { lost } = parts;
  const found: Article[] = [];
  for (const [from, bytes] of given.files) {
    if (!/\.json$/i.test(from)) continue;
    const json = given.files.size === 1 ? onlyJson(given) : readJson(textOf(bytes));
    const all = isArticle(json) ? [json] : articlesIn(json);
    if (all.length === 0) lost.lose('files', from, 'nothing in them is an article');
    else if (Array.isArray(json))
      lost.lose('entries of lists', from, 'they are not articles', json.length - all.length);
    for (const raw of all) {
      const what = OTHERS.get(textAt(raw, 'entityClass') ?? '');
      if (what === undefined) found.push({ from, raw });
      else lost.lose(what, from, 'they are not prose');
    }
  }
  const byId = new Map(found.map((one) => [textAt(one.raw, 'id') ?? '', one]));
  return found.map((one) => articleItem(one, { ...parts, byId }));
}

/** Fields that are about World Anvil, or are read elsewhere. */
const KNOWN = new Set(
  `id title slug state isWip isDraft entityClass templateType template content url tags category world author articleParent parent
  articleNext articlePrevious sections relations creationDate updateDate publicationDate notificationDate icon cover portrait
  wordcount likes views cssClasses folderId subscribergroups editor success isEditable showSeeded showInToc passcode type
  editURL coverSource customArticleTemplate`.split(/\s+/),
);

function articleItem({ from, raw }: Article, context: AnvilContext): ImportedItem {
  const { lost } = context;
  const type = (textAt(raw, 'templateType') ?? textAt(raw, 'template') ?? 'article').toLowerCase();
  const category = textAt(objectAt(raw, 'category'), 'title');
  const kind = textAt(objectAt(raw, 'type'), 'title') ?? textAt(raw, 'type');
  // Its default picture has a number below zero.
  for (const key of ['cover', 'portrait'])
    if (objectAt(raw, key) !== null && (wholeAt(objectAt(raw, key), 'id') ?? 0) >= 0)
      lost.lose('pictures of articles', from, 'the export has them by numbers or on the web only');
  const facts = [
    ...(kind === null ? [] : [{ attribute: 'kind', value: kind }]),
    ...refsOf('part of', [valueAt(raw, 'articleParent') ?? valueAt(raw, 'parent')], context),
    ...relationFacts(raw, context),
    ...fieldFacts(raw, from, context),
  ];
  return {
    id: sourceId(textAt(raw, 'id') ?? ''),
    from,
    title: textAt(raw, 'title') ?? 'Untitled',
    folder: category ?? capitalised(type),
    type,
    // A draft is seen by nobody there; only `public` is.
    isHidden:
      (textAt(raw, 'state') ?? '') !== 'public' ||
      isTrueAt(raw, 'isDraft') ||
      listAt(raw, 'subscribergroups').length > 0,
    tags: (textAt(raw, 'tags') ?? '')
      .split(',')
      .map((tag) => tag.trim().replace(/[\s#]+/g, '-'))
      .filter((tag) => tag !== ''),
    facts,
    sections: sectionsOf(raw, context),
  };
}

function refsOf(attribute: string, values: readonly Json[], { byId }: AnvilContext): readonly ImportedFact[] {
  return values.flatMap((value) => {
    const id = typeof value === 'string' ? value : (textAt(value, 'id') ?? '');
    const other = byId.get(id);
    const title = textAt(other?.raw ?? value, 'title');
    if (title === null) return [];
    return [{ attribute, value: title, ...(other && { to: sourceId(id) }) }];
  });
}

function relationFacts(raw: Json, context: AnvilContext): readonly ImportedFact[] {
  const relations = objectAt(raw, 'relations');
  return Object.entries(relations ?? {}).flatMap(([name, value]) => {
    const items: Json = valueAt(value, 'items');
    return refsOf(wordsOf(name), Array.isArray(items) ? items : [items], context);
  });
}

const LONGEST_FACT = 200;

/** Fields and sections that World Anvil shows to nobody but the author. */
const SECRET = /secret|(?<!foot)note|spoiler|gm|seeded|scrapbook/i;

/** The fields of a template: short ones are facts, others are sections. */
function fieldFacts(raw: Json, from: string, context: AnvilContext): readonly ImportedFact[] {
  return Object.entries(raw ?? {}).flatMap(([name, value]: [string, Json]): readonly ImportedFact[] => {
    if (KNOWN.has(name) || value === null || value === '' || typeof value === 'boolean') return [];
    if (typeof value === 'number') return [{ attribute: wordsOf(name), value: String(value) }];
    if (typeof value === 'string')
      return isShort(value)
        ? [{ attribute: wordsOf(name), value: plain(value, context), isHidden: SECRET.test(name) }]
        : [];
    const refs = refsOf(wordsOf(name), Array.isArray(value) ? value : [value], context);
    if (refs.length === 0 && !(Array.isArray(value) && value.length === 0))
      context.lost.lose(`fields "${name}"`, from, 'they are neither words nor an article');
    return refs;
  });
}

const isShort = (text: string): boolean =>
  text.length <= LONGEST_FACT && !/\n|\[(?:p|h\d|ul|quote|br)\]/i.test(text.trim());

/** `politicalLeader` and `political_leader` are *political leader*. */
const wordsOf = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
    .trim();

const plain = (text: string, { byId }: AnvilContext): string =>
  withoutCodes(text.replace(MENTION, (_, words: string, id: string) => words || titleAt(byId, id))).trim();

/** `@[the old king](person:…)`, with codes among the words. */
const MENTION = /@\[((?:[^[\]]|\[[^[\]]*\])*)\]\(\w[\w-]*:([\w-]+)\)/g;

const titleAt = (byId: AnvilContext['byId'], id: string): string => textAt(byId.get(id)?.raw, 'title') ?? '';

/** `[b]`, `[/b]`, and with something that is said of it: `[container: name]`, `[h2|anchor]`. */
const CODE = /\[(\/?)([a-z]\w*)(?:([:|=])([^\]\n]*))?\]/gi;

/** Whether a text has the end of a code. Without one, `[James]` is a word in brackets. */
const hasEnd = (text: string, name: string): boolean => text.toLowerCase().includes(`[/${name.toLowerCase()}]`);

const withoutCodes = (text: string): string =>
  text.replace(CODE, (code, end: string, name: string) =>
    end !== '' || hasEnd(text, name) || /^[bh]r$/i.test(name) ? '' : code,
  );

function sectionsOf(raw: Json, context: AnvilContext): readonly ImportedSection[] {
  const main: ImportedSection[] = [{ heading: null, html: htmlOf(valueAt(raw, 'content'), context), isHidden: false }];
  const named = Object.entries(objectAt(raw, 'sections') ?? {}).map(([name, value]): ImportedSection => {
    const isHidden = SECRET.test(name) || isTrueAt(value, 'isPrivate');
    return { heading: titleOf(name), html: htmlOf(valueAt(value, 'content') ?? value, context), isHidden };
  });
  const fields = Object.entries(raw ?? {}).flatMap(([name, value]: [string, Json]): readonly ImportedSection[] => {
    if (KNOWN.has(name) || typeof value !== 'string' || value === '' || isShort(value)) return [];
    return [{ heading: titleOf(name), html: htmlOf(value, context), isHidden: SECRET.test(name) }];
  });
  return [...main, ...named, ...fields];
}

/** What stands beside or below an article, whose names have no capitals. */
const PANELS: ReadonlyMap<string, string> = new Map([
  ['sidebarcontent', 'sidebar'],
  ['sidepanelcontenttop', 'sidebar'],
  ['sidepanelcontent', 'sidebar'],
  ['sidebarcontentbottom', 'sidebar'],
  ['fullfooter', 'footer'],
  ['authornotes', 'author notes'],
]);

const titleOf = (name: string): string => capitalised(PANELS.get(name) ?? wordsOf(name));

/** Codes that stand for something else, whatever they say of it. */
const STANDS_ALONE = /^(?:img|map|statblock|block|embed|roll|articletoc|toc|var|secret)$/i;

/** BBCode with its mentions. */
function htmlOf(value: Json, { byId, marks, lost, tools }: AnvilContext): string {
  if (typeof value !== 'string' || value.trim() === '') return '';
  const linked = value.replace(MENTION, (_, words: string, id: string) => {
    const named = withoutCodes(words);
    if (!byId.has(id)) lost.lose('mentions', named, 'what they name is not in the export');
    return byId.has(id) ? marks.put({ kind: 'link', to: sourceId(id), words: named || titleAt(byId, id) }) : words;
  });
  const bbcode = linked.replace(CODE, (code, end: string, name: string, sign = '', said = '') => {
    if (end !== '') return code;
    if (hasEnd(linked, name)) return /^(?:url|link)$/i.test(name) && said !== '' ? `[${name}=${said}]` : `[${name}]`;
    // Words in brackets have a blank after a colon.
    if (!STANDS_ALONE.test(name) && (sign === '' || sign === '=' || /\s/.test(said))) return code;
    lost.lose(`codes ${name}`, code, 'markdown has none');
    return '';
  });
  return tools.htmlOfBbcode(bbcode);
}

/** The articles of the page that everybody can print. */
function printedItems(html: string, marks: Marks): readonly ImportedItem[] {
  const parts = html.split(/(?=<div\b[^>]*\barticle-print-container\b)/i).slice(1);
  const ids = new Set(parts.map(articleIdIn));
  return parts.map((part, i): ImportedItem => {
    const id = articleIdIn(part) || String(i + 1);
    const [, heading = ''] = /<h1\b[^>]*>([^]*?)<\/h1>/i.exec(part) ?? [];
    const title = textIn(heading) || `Article ${i + 1}`;
    const [, type = ''] = /\bdata-template-type="([\w-]+)"/i.exec(/^<div\b[^>]*>/i.exec(part)?.[0] ?? '') ?? [];
    // Only what says that it is public is.
    const [, privacy = ''] = /\bdata-article-privacy="(\w+)"/i.exec(/^<div\b[^>]*>/i.exec(part)?.[0] ?? '') ?? [];
    const body = part.replace(/^<div\b[^>]*>/i, '').replace(/<h1\b[^>]*>[^]*?<\/h1>/i, '');
    return {
      id: sourceId(id),
      from: title,
      title,
      folder: capitalised(type),
      type: type || null,
      isHidden: privacy !== 'public',
      facts: [],
      sections: [{ heading: null, html: withArticleLinks(body, ids, marks), isHidden: false }],
    };
  });
}

const articleIdIn = (part: string): string => /^<div\b[^>]*\bid="(?:article-)?([\w-]+)"/i.exec(part)?.[1] ?? '';

const textIn = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/&#0?39;|&rsquo;/g, "'")
    .replace(/\s+/g, ' ')
    .trim();

const withArticleLinks = (html: string, ids: ReadonlySet<string>, marks: Marks): string =>
  html.replace(
    /<(span|a)\b[^>]*\bdata-article-id="([\w-]+)"[^>]*>([^]*?)<\/\1>/gi,
    (_, _tag, id: string, words: string) =>
      ids.has(id) ? marks.put({ kind: 'link', to: sourceId(id), words: textIn(words) }) : words,
  );
