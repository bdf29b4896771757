/** What reads other tools' exports, a bundle of its own: HTML, BBCode, tables and archives, by the libraries made for them. */
import { parse as parseBbcode } from '@bbob/parser';
import { unzipSync } from 'fflate';
import { NodeHtmlMarkdown } from 'node-html-markdown';
import Papa from 'papaparse';

const ESCAPED = /[\\`*_~[\]]|=(?==)/g;

const converter = new NodeHtmlMarkdown({
  bulletMarker: '-',
  emDelimiter: '*',
  globalEscape: [ESCAPED, '\\$&'],
  // Only what begins a line, and no number within it.
  lineStartEscape: [/^(\s*)(?:(\+\s|[=>-]|#{1,6}\s)|(\d+)(\.\s))/gm, '$1$3\\$2$4'],
});

/** Addresses that are a program or data, and lead nowhere. */
const UNSAFE =
  /\s(?:href|src)\s*=\s*(?:"\s*(?:javascript|vbscript|data):[^"]*"|'\s*(?:javascript|vbscript|data):[^']*')/gi;

/** The first heading below that of its section is one of the third level. */
const LEAST_LEVEL = 3;

/** No page has tags in tags deeper than this, and the converter takes minutes over them. */
const DEEPEST = 200;

/** Markdown of HTML: nothing in it is run or loaded. Its headings stand below those of sections. */
export function markdownOf(html: string): string {
  // Of what is too deep, the words are what is left.
  const shown = isTooDeep(html) ? html.replace(/<[^>]*>/g, ' ') : html;
  return withoutTrails(converter.translate(withoutTags(withLevels(shown.replace(UNSAFE, '')))));
}

function isTooDeep(html: string): boolean {
  let depth = 0;
  for (const [, end, , own] of html.matchAll(
    /<(\/?)(?!(?:br|hr|img|input|p|li|wbr|col|link|meta)\b)([a-z][\w-]*)[^<>]*?(\/?)>/gi,
  )) {
    depth += end === '/' ? -1 : own === '/' ? 0 : 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}

/** Words that look like a tag or a comment, and that markdown would take for one, as the signs that HTML has for theirs. */
function withoutTags(html: string): string {
  if (!/&lt;|%%/.test(html)) return html;
  return html
    .split(/(<(?:pre|code)\b[^]*?<\/(?:pre|code)>|<[^>]*>)/i)
    .map((part, i) =>
      i % 2 === 1 ? part : part.replace(/&lt;(?=[a-z!/?])/gi, '&amp;lt;').replace(/%(?=%)/g, '&amp;#37;'),
    )
    .join('');
}

/** Headings keep their order, and the highest of them is of the third level. */
function withLevels(html: string): string {
  const levels = [...html.matchAll(/<h([1-6])\b/gi)].map(([, level]) => Number(level));
  const highest = Math.min(...levels);
  if (levels.length === 0 || highest >= LEAST_LEVEL) return html;
  const down = LEAST_LEVEL - highest;
  return html.replace(
    /<(\/?)h([1-6])\b/gi,
    (_, end: string, level: string) => `<${end}h${Math.min(6, Number(level) + down)}`,
  );
}

/** Of blanks at the end of a line two are a line end, and others nothing. */
const withoutTrails = (text: string): string =>
  text.replace(/[^\S\n]+$/gm, (blanks) => (blanks === '  ' ? blanks : ''));

type Bbcode =
  | string
  | number
  | null
  | {
      readonly tag: string;
      readonly attrs?: Record<string, unknown>;
      readonly content?: Bbcode | readonly Bbcode[];
      readonly start?: { readonly from: number; readonly to: number };
      readonly end?: unknown;
    };

const SAME: ReadonlySet<string> = new Set(
  'b i u s em strong sub sup p h1 h2 h3 h4 h5 h6 ul ol li table tr td th hr br small center right left'.split(' '),
);
const OTHER: ReadonlyMap<string, string> = new Map([
  ['code', 'code'],
  ['row', 'tr'],
  ['col', 'td'],
  ['list', 'ul'],
  ['container', 'div'],
  ['section', 'div'],
]);

const BLOCK = '</?(?:p|h[1-6r]|ul|ol|li|table|tr|td|th|blockquote|div)';
const BLOCK_BEHIND = new RegExp(`^${BLOCK}\\b`);
const BLOCK_BEFORE = new RegExp(`${BLOCK}>\\s*$`);

/** No tag of a block is longer. */
const LONGEST_TAG = 14;

/** Line ends beside what is a paragraph of its own are none. */
const withoutBlockEnds = (html: string): string =>
  html.replace(/\n\s*/g, (ends, at: number) => {
    const isBeside =
      BLOCK_BEFORE.test(html.slice(Math.max(0, at - LONGEST_TAG), at)) ||
      BLOCK_BEHIND.test(html.slice(at + ends.length, at + ends.length + LONGEST_TAG));
    return isBeside ? '' : ends;
  });

/** HTML of BBCode as World Anvil and forums write it; what has no like in HTML keeps its words. */
export function htmlOfBbcode(given: string): string {
  const text = given.replaceAll('\r\n', '\n');
  const tree = parseBbcode(text, { caseFreeTags: true }) as unknown as readonly Bbcode[];
  return withoutBlockEnds(htmlOf(tree, text))
    .replace(/\n{2,}/g, '<br><br>')
    .replace(/\n/g, '<br>');
}

function htmlOf(node: Bbcode | readonly Bbcode[] | undefined, text: string): string {
  if (node === null || node === undefined) return '';
  if (typeof node !== 'object') return escaped(String(node));
  if (Array.isArray(node)) return node.map((one: Bbcode) => htmlOf(one, text)).join('');
  const { tag, attrs = {}, content, start, end } = node as Exclude<Bbcode, string | number | null>;
  const inner = htmlOf(content, text);
  const name = tag.toLowerCase();
  const [key = ''] = Object.keys(attrs);
  if (name === 'url' || name === 'link') return `<a href="${quoted(key || plain(content))}">${inner}</a>`;
  if (name === 'img' && /^https?:/i.test(plain(content))) return `<img src="${quoted(plain(content))}">`;
  if (name === 'br' || name === 'hr') return `<${name}>`;
  // An item of a list has no end.
  if (name === '*') return `<li>${inner}`;
  if (SAME.has(name)) return `<${name}>${inner}</${name}>`;
  // Who said it stands behind a bar.
  if (name === 'quote') return `<blockquote>${inner.replace(/\|([^|]*)$/, '<br>— $1')}</blockquote>`;
  const other = OTHER.get(name);
  if (other !== undefined) return `<${other}>${inner}</${other}>`;
  // Without an end they are words in brackets.
  return end === undefined && start ? escaped(text.slice(start.from, start.to)) + inner : inner;
}

const plain = (content: Bbcode | readonly Bbcode[] | undefined): string =>
  (Array.isArray(content) ? content : [content])
    .map((one: unknown) => (typeof one === 'string' ? one : ''))
    .join('')
    .trim();

const escaped = (words: string): string => (/[&<>]/.test(words) ? withEntities(words) : words);
const withEntities = (words: string): string =>
  words.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const quoted = (words: string): string => escaped(words).replace(/"/g, '&quot;');

/** The rows of a table; what separates the columns is found out. */
export const rowsOf = (text: string): readonly (readonly string[])[] =>
  Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { delimiter: '', skipEmptyLines: 'greedy' }).data;

/** What an archive may hold: so many files, and so many bytes in all when they are unpacked. */
interface ArchiveLimits {
  readonly files: number;
  readonly bytes: number;
}

/** Files that are unpacked as they are asked for. */
interface ZipFiles {
  readonly paths: ReadonlySet<string>;
  readonly get: (path: string) => Uint8Array | undefined;
}

/** So many bytes are unpacked at a time. */
const BATCH = 4 << 20;

/**
 * The files of a zip, by path, unpacked as they are asked for; why it can't be unpacked, in words. Names that lead out of a folder are
 * refused, and so is more than the limits allow, before anything is unpacked.
 */
export function filesInZip(zip: Uint8Array, limits: ArchiveLimits): ZipFiles | string {
  let [bytes, why, inBatch] = [0, '', BATCH];
  const batchOf = new Map<string, number>();
  let batches = 0;
  try {
    unzipSync(zip, {
      filter: ({ name, originalSize }) => {
        if (name.endsWith('/')) return false;
        bytes += originalSize;
        if (leadsOut(name)) why ||= `it holds a file called ${JSON.stringify(name)}, which leads out of its folder.`;
        if (batchOf.has(name)) why ||= `it holds two files called ${JSON.stringify(name)}.`;
        if ((inBatch += originalSize) >= BATCH) [batches, inBatch] = [batches + 1, originalSize];
        batchOf.set(name, batches);
        return false;
      },
    });
    if (batchOf.size > limits.files) why ||= `it holds more than ${limits.files} files.`;
    if (bytes > limits.bytes) why ||= `it is more than ${limits.bytes >> 20} MB when it is unpacked.`;
    return why === '' ? openZip(zip, batchOf) : why;
  } catch {
    // The library says only that a number or a sign is wrong.
    return DAMAGED;
  }
}

const DAMAGED = 'it is damaged, or not a zip.';

const DAMAGED_EXPORT = 'DAMAGED_EXPORT';

/** What is thrown where a file turns out to be damaged when it is asked for. */
export const damagedExport = (why: string): Error => Object.assign(new Error(why), { code: DAMAGED_EXPORT });

export const isDamagedExport = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === DAMAGED_EXPORT;

/** @param batchOf the files, each with the number of those that are unpacked together */
function openZip(zip: Uint8Array, batchOf: ReadonlyMap<string, number>): ZipFiles {
  let unpacked: { readonly batch: number; readonly files: Record<string, Uint8Array> } = { batch: 0, files: {} };
  const get = (path: string): Uint8Array | undefined => {
    const batch = batchOf.get(path);
    if (batch === undefined) return undefined;
    try {
      if (batch !== unpacked.batch)
        unpacked = { batch, files: unzipSync(zip, { filter: ({ name }) => batchOf.get(name) === batch }) };
    } catch {
      throw damagedExport(DAMAGED);
    }
    return unpacked.files[path];
  };
  return { paths: new Set(batchOf.keys()), get };
}

const leadsOut = (name: string): boolean =>
  /^(?:[\\/]|[a-z]:)/i.test(name) || name.split(/[\\/]/).includes('..') || /\p{Cc}/u.test(name);
