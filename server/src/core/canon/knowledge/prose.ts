/** Redacts prose for a knower: removes secrets, comments, and the names of hidden pages (model §11). */
import { readBody, type Link } from '../../entry/body';
import { decoded, linkLabel } from '../../entry/inline';
import type { ProseReader } from '../model/canonValue';
import type { Entry, Ref } from '../../entry/entry';
import { cutFrontmatter } from '../../entry/frontmatter';
import { hiddenFootnotes, withoutLines } from '../../entry/footnotes';
import { commentSpans } from '../../entry/comments';
import { propertySpans, withoutProperties } from '../../entry/inlineProperties';
import { mayVeil, secretCallouts } from '../../entry/veil';
import type { Span } from '../../text/span';

type LinkReader = Pick<ProseReader, 'isHiddenName' | 'isNamedBy'>;

const ELLIPSIS = '…';

/** Replaces links to hidden pages by their words, or by an ellipsis if the words name such a page. */
export function withoutHiddenLinks(text: string, reader: LinkReader): string {
  if (!/[[<{]|obsidian:/.test(text)) return text;
  let [shown, at] = ['', 0];
  for (const link of readBody(text, 0).links) {
    if (link.span.start < at || !reader.isHiddenName(link.target)) continue;
    shown += text.slice(at, link.span.start) + wordsOf(text, link, reader);
    at = link.span.end;
  }
  return withoutOthers(shown + text.slice(at), reader);
}

function wordsOf(text: string, { kind, span, embed, target }: Link, reader: LinkReader): string {
  const written = text.slice(span.start, span.end);
  if (embed) return '';
  return labelOf(linkLabel(written, kind), target, reader);
}

/** The words of a link to a hidden page. */
function labelOf(words: string | undefined, target: string, { isHiddenName, isNamedBy }: LinkReader): string {
  const label = words?.trim() ?? '';
  return label === '' || isHiddenName(label) || isNamedBy(`${target}\n${label}`) ? ELLIPSIS : label;
}

const WIKI = /(!?)\[\[([^[\]|#\n]*)(?:#[^[\]|\n]*)?(?:\|([^[\]\n]*))?\]\]/g;
const MARKDOWN = /(!?)\[([^[\]\n]*)\]\([ \t]*(?![ \t])(?:<([^<>\n]*)>[^()\n]*|([^()\n]*))\)/g;
const DEFINITION = /^[ \t>]*\[([^^\]\n][^\]\n]*)\]:[ \t]*(?:<([^>\n]*)>.*|(\S.*))(?:\r?\n|$)/gm;
const ATTRIBUTE =
  /\s(?:(?:data-)?href|src(?:set)?|poster|data|cite|longdesc)[ \t]*=[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|([^\s"'>]+))/gi;

/** The attributes of a tag that hold words. */
const LABELS = /\s(?:alt|title|aria-label)[ \t]*=[ \t]*(?:"[^"\n]*"|'[^'\n]*'|[^\s"'>]+)/gi;
/** What a site builder puts a page's address or text in place of: `{{< ref "heir" >}}`, `{% link heir.md %}`. */
const SHORTCODE = /\{\{[^{}]*\}\}|\{%[^{}]*%\}/g;
const ARGUMENT = /"([^"\n]*)"|'([^'\n]*)'|`([^`\n]*)`|([^\s"'`=<>|%{}()]+)/g;
const LINK_TAG = /(<a\s[^<>]*>)((?:(?!<\/a)[^\n])*)/gi;
const TAG = /<[a-z][^<>]*>?/gi;

/** Obsidian's address of a note, which stands in the prose as it is or in angle brackets. */
const NOTE_ADDRESS = /<?\bobsidian:\/\/[^\s<>()[\]]*>?/gi;
const NOTE_NAMED = /[?&](?:file|path)=([^&>]*)/i;

/** A path in angle brackets, which is not a tag. */
const IN_ANGLES = /<(?![a-z][a-z0-9+.-]*:)([^<>"'=\n]*\.[a-z\d]{1,10}(?:#[^<>\n]*)?)>/gi;

/** Redacts links that `readBody` does not read as links, but other tools may: in code, with a definition, in HTML. */
function withoutOthers(text: string, reader: LinkReader): string {
  const { isHiddenName, isNamedBy } = reader;
  const pathOf = (target: string): string => decoded(target.replace(/#.*$/s, ''));
  const isHiddenPath = (target: string): boolean => isHiddenName(pathOf(target));
  // A path with blanks needs angle brackets. If they were forgotten, a title may follow the path.
  const hiddenPlace = (bracketed: string | undefined, plain = ''): string | undefined =>
    (bracketed === undefined
      ? [plain.replace(/\s.*$/, ''), plain.replace(/["'].*$/, '').trim(), ...argumentsIn(plain)]
      : [bracketed]
    )
      .map(pathOf)
      .find(isHiddenName);
  let shown = text.replace(WIKI, (all, embed: string, written: string, words?: string) => {
    const target = written.replace(/\\$/, '').trim();
    return !isHiddenName(target) ? all : embed ? '' : labelOf(words, target, reader);
  });
  if (shown.includes(']('))
    shown = shown.replace(
      MARKDOWN,
      (all, embed: string, words: string, bracketed: string | undefined, plain: string | undefined) => {
        const target = hiddenPlace(bracketed, plain);
        return target === undefined ? all : embed ? '' : labelOf(words, target, reader);
      },
    );
  if (shown.includes(']:')) {
    const gone = new Map<string, string>();
    shown = shown.replace(DEFINITION, (all, label: string, bracketed?: string, plain?: string) => {
      const target = hiddenPlace(bracketed, plain);
      if (target === undefined) return all;
      gone.set(label.trim().toLowerCase(), target);
      return '';
    });
    if (gone.size > 0) shown = withoutUses(shown, gone, reader);
  }
  if (shown.includes('{'))
    shown = shown.replace(SHORTCODE, (all) => (argumentsIn(all).some(isHiddenPath) ? ELLIPSIS : all));
  if (shown.includes('obsidian:'))
    shown = shown.replace(NOTE_ADDRESS, (all) => (isHiddenPath(NOTE_NAMED.exec(all)?.[1] ?? '') ? ELLIPSIS : all));
  if (!shown.includes('<')) return shown;
  const withoutTag = (tag: string, words = ''): string => {
    const targets: string[] = [];
    const left = tag.replace(ATTRIBUTE, (all, double?: string, single?: string, bare?: string) => {
      const hidden = placesIn(double ?? single ?? bare ?? '').filter(isHiddenPath);
      if (hidden.length === 0) return all;
      targets.push(...hidden.map(pathOf));
      return '';
    });
    const isNamed = (text: string): boolean => targets.some((target) => isNamedBy(`${target}\n${text}`));
    const untitled = left.replace(LABELS, (all) => (isNamed(all.replace(/^[^=]*=/, '')) ? '' : all));
    return untitled + (isNamed(words) ? ELLIPSIS : words);
  };
  return (
    shown
      .replace(LINK_TAG, (_, tag: string, words: string) => withoutTag(tag, words))
      .replace(TAG, (tag) => withoutTag(tag))
      // A `>` in quotes may have ended a tag too early.
      .replace(ATTRIBUTE, (all, double?: string, single?: string, bare?: string) =>
        placesIn(double ?? single ?? bare ?? '').some(isHiddenPath) ? '' : all,
      )
      .replace(IN_ANGLES, (all, path: string) => (isHiddenPath(path) ? ELLIPSIS : all))
  );
}

/** The places that an attribute of a tag names: one, or several as in `srcset`. */
const placesIn = (value: string): string[] => [value, ...value.split(/[\s,]+/)];

/** The words and quoted texts in the shortcodes of a text, without the word before them that says what a shortcode does. */
const argumentsIn = (text: string): string[] =>
  (text.match(SHORTCODE) ?? []).flatMap((code) =>
    [...code.matchAll(ARGUMENT)].flatMap(([, double, single, raw, bare], i, { length }) =>
      i === 0 && bare !== undefined && 1 < length ? [] : (double ?? single ?? raw ?? bare ?? ''),
    ),
  );

/** Replaces the links that use a removed definition by their words. @param gone the removed definitions, with their targets */
function withoutUses(text: string, gone: ReadonlyMap<string, string>, reader: LinkReader): string {
  return text.replace(/!?\[([^[\]\n]*)\](?:\[([^[\]\n]*)\])?(?![(:])/g, (all, words: string, named?: string) => {
    const target = gone.get((named === undefined || named === '' ? words : named).trim().toLowerCase());
    return target === undefined ? all : labelOf(words, target, reader);
  });
}

/** Whether a page has hidden prose. */
export const isProseHidden = (reader: ProseReader, entry: Entry): boolean =>
  entry.mayVeil || entry.links.some(({ target }) => reader.isHiddenName(target));

/** The prose of a page, without the frontmatter, whose length would betray what is hidden in it. @param text of the whole file */
export function proseFor(reader: ProseReader, entry: Entry, text: string): string {
  const from = cutFrontmatter(text)?.body ?? (text.startsWith('\uFEFF') ? 1 : 0);
  const body = text.slice(from);
  return isProseHidden(reader, entry) ? shownBody(reader, body) : body;
}

/** The same, of the text behind the frontmatter. */
export const shownBody = (reader: ProseReader, body: string): string =>
  shownWords(reader, reader.inline ? withoutProperties(body) : body);

/** The spans of comments, of properties, and of secrets that the reader does not know. @param text of the whole file */
export function hiddenIn({ secrets, inline, isMemberOf }: ProseReader, text: string): Span[] {
  const from = cutFrontmatter(text)?.body ?? 0;
  const properties = inline ? propertySpans(text, from) : [];
  if (!mayVeil(text, from)) return [...properties];
  const unknown = secretCallouts(text, from, secrets).filter(
    ({ knowers }) => !knowers.some(({ text: name }) => isMemberOf(name)),
  );
  const hidden = [...commentSpans(text, from), ...unknown.map(({ span }) => span)];
  return [...properties, ...hidden, ...hiddenFootnotes(text, from, hidden)];
}

/** Words of a page as the reader may see them. */
export function shownWords(reader: ProseReader, text: string): string {
  const shown = mayVeil(text, 0) ? withoutSecrets(reader, text) : text;
  return withoutHiddenLinks(shown, reader);
}

/** A name in a fact as the reader may see it: of a link to a hidden page, only the words. */
export function shownRef(reader: ProseReader, ref: Ref): Ref {
  const { text, span, linked, label } = ref;
  if (linked && !reader.isHiddenName(text)) return ref;
  const shown = linked ? labelOf(label, text, reader) : shownWords(reader, text);
  // A removed comment leaves the blank beside it.
  return shown === text ? ref : { text: shown.trim(), span, linked: false };
}

function withoutSecrets({ secrets, isMemberOf }: ProseReader, text: string): string {
  const hidden: Span[] = commentSpans(text, 0);
  let open = 0;
  for (const { span, bar, knowers } of secretCallouts(text, 0, secrets)) {
    if (!knowers.some(({ text: name }) => isMemberOf(name))) hidden.push(span);
    else if (bar) {
      // The title bar lists the other knowers.
      hidden.push(bar);
      open++;
    }
  }
  return withoutNew(withoutLines(text, [...hidden, ...hiddenFootnotes(text, 0, hidden)]), open, secrets);
}

/** Text with marks nested more deeply than this is dropped. */
const DEEPEST = 20;

/** Removing text may join the rest to a new comment or secret, so it removes these too. @param open how many secrets the reader knows */
function withoutNew(text: string, open: number, secrets: ReadonlySet<string>, depth = 0): string {
  if (!mayVeil(text, 0)) return text;
  const [comments, callouts] = [commentSpans(text, 0), secretCallouts(text, 0, secrets)];
  const isNew = callouts.length > open;
  if (comments.length === 0 && !isNew) return text;
  if (depth === DEEPEST) return '';
  const hidden = [...comments, ...(isNew ? callouts.map(({ span }) => span) : [])];
  const shown = withoutLines(text, [...hidden, ...hiddenFootnotes(text, 0, hidden)]);
  return withoutNew(shown, isNew ? 0 : open, secrets, depth + 1);
}

/** HTML entities that may disguise a name. */
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '',
};

const ARTICLES: ReadonlySet<string> = new Set(['the', 'a', 'an']);

/** The character of a code point; empty beyond the end of Unicode. */
const signOf = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');

function withoutEntities(text: string): string {
  return text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,6}));/gi,
    (all, hex?: string, decimal?: string, name = '') => {
      if (hex !== undefined) return signOf(Number.parseInt(hex, 16));
      return decimal === undefined ? (ENTITIES[name.toLowerCase()] ?? all) : signOf(Number(decimal));
    },
  );
}

/** The words that a reader sees, in lower case. */
function plainWords(text: string): readonly string[] {
  const plain = withoutEntities(text.replace(/<[^<>]*>/g, ''))
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\\*~`]|==|\p{Cf}/gu, '')
    .replace(/['’]s?(?![\p{L}\p{N}])/gu, '');
  return plain.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** Whether words contain a name, even with markup or escapes, in another case, as a possessive or a plural. */
export function isNameAmong(words: string, name: string): boolean {
  const whole = plainWords(name);
  const wanted = whole.slice(whole.findIndex((word) => !ARTICLES.has(word)));
  if (wanted.every((word) => ARTICLES.has(word))) return false;
  const shown = plainWords(words);
  const isLast = (word: string | undefined, last = ''): boolean => word === last || word === `${last}s`;
  return shown.some((_, from) =>
    wanted.every((word, i) => (i === wanted.length - 1 ? isLast(shown[from + i], word) : shown[from + i] === word)),
  );
}
