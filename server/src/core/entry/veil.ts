/** What of a page's prose not everybody is shown: callouts that are secrets, and comments (model §11). In doubt it is hidden. */
import { isSlip } from '../text/nearNames';
import type { Span } from '../text/span';

/** Whether a text may hold any of them at all: most hold none, and are not looked through. @param from where its prose begins */
export const mayVeil = (text: string, from: number): boolean =>
  text.includes('[!', from) ||
  text.includes('%%', from) ||
  text.includes('<!--', from) ||
  (text.includes('>', from) && />[ \t]*(?:\[(?![[^])|[!！［])/.test(text.slice(from))) ||
  (text.includes(']:', from) && DEFINES_NOTHING.test(text.slice(from)));

/** What may begin a comment of plain markdown: a link that leads nowhere. */
const DEFINES_NOTHING = /\]:[ \t]*(?:#|<#?>)(?:\s|$)|\[[ \t]*(?:\/\/|comment)[ \t]*\]:/i;

/** A callout that is a secret. */
export interface SecretCallout {
  /** All of its lines, with the line end of the last. */
  readonly span: Span;
  /** The bar and what stands behind it, up to the bracket; null where there is no bar. */
  readonly bar: Span | null;
  /** The names behind the bar, each at its place. */
  readonly knowers: readonly { readonly text: string; readonly span: Span }[];
}

/** The beginning of a callout of any type, wherever on a line it stands. */
const CALLOUT = /\[![ \t]*([^\]|\r\n]*)(\|[^\]\r\n]*)?(?:\]|\r?$)/gm;

const QUOTE = 62;
const SHORTEST = 4;

/** Wide letters count as the usual ones. */
const typeOf = (written: string): string => written.normalize('NFKC').trim().toLowerCase();

/** The secret that a type is, or is a slip for: a misspelt one was meant to hide something. */
function secretOf(type: string, secrets: ReadonlySet<string>): string | undefined {
  const name = typeOf(type);
  return secrets.has(name) ? name : [...secrets].find((one) => isSlip(name, one, SHORTEST));
}

/** The words of a text, each between blanks. */
const wordsOf = (text: string): string =>
  ` ${(
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? []
  ).join(' ')} `;

/** The secret whose words a type has that is none: `secret:players`. A picture that is a link begins `[![`. */
function secretNamed(type: string, secrets: ReadonlySet<string>): string | undefined {
  if (type.startsWith('[')) return undefined;
  const words = wordsOf(type);
  return [...secrets].find((one) => wordsOf(one).trim() !== '' && words.includes(wordsOf(one)));
}

/** Lines of quotes that begin with what may have been meant for a callout: `[ !secret]`, `[secret]`, `!secret]`, `[！secret]`, `［!secret］`. */
const MALFORMED =
  /^((?:[ \t]|>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])|\[\^[^[\]\r\n]*\]:)*>[ \t]*)(?:[[［][ \t]*([!！]?)|([!！]))([^[\]］\r\n]*)([\]］]?)([([]?)/gm;

/** Where a secret begins. */
export interface SecretOpening {
  readonly at: number;
  /** The bar and what stands behind it. */
  readonly bar: Span | null;
  /** The type that was hardly meant for another; null: it is one, and written as it should be. */
  readonly doubt: {
    readonly meant: string;
    /** Whether nothing else stands there. */
    readonly isWhole: boolean;
  } | null;
}

/** The callouts that are secrets, well-formed or not, in the order of the text. */
export function secretOpenings(text: string, from: number, secrets: ReadonlySet<string>): SecretOpening[] {
  const found: SecretOpening[] = [];
  for (const { 0: all, 1: type = '', 2: behind, index: at } of text.matchAll(CALLOUT)) {
    if (at < from) continue;
    const meant = secretOf(type, secrets);
    if (meant === undefined) {
      const named = secretNamed(type, secrets);
      if (named !== undefined) found.push({ at, bar: null, doubt: { meant: named, isWhole: false } });
      continue;
    }
    const start = at + all.indexOf('|');
    const bar = behind === undefined ? null : { start, end: start + behind.length };
    const isCertain = all.endsWith(']') && secrets.has(typeOf(type));
    found.push({ at, bar, doubt: isCertain ? null : { meant, isWhole: true } });
  }
  for (const match of text.matchAll(MALFORMED)) {
    const { 1: marks = '', 2: inner, 3: outer, 4: type = '', 5: bracket, 6: link, index } = match;
    const at = index + marks.length;
    if (at < from || text.startsWith('[!', at)) continue;
    const isMarked = (inner ?? '') !== '' || outer !== undefined;
    // A line of a quote that begins with a link, a footnote, or words in brackets.
    const holdsLink = bracket === '' && link === '[' && '|:=('.includes(type.trimEnd().at(-1) ?? ' ');
    if (!isMarked && (type.startsWith('^') || (link !== '' && !holdsLink) || !beginsQuote(text, index, marks)))
      continue;
    if (bracket === '' && !holdsLink && (outer !== undefined || !isMarked)) continue;
    const [whole, named] = [secretOf(type, secrets), secretNamed(type, secrets)];
    const meant = named ?? whole;
    if (meant !== undefined)
      found.push({ at, bar: null, doubt: { meant, isWhole: whole !== undefined && !/[|:=(]/.test(type) } });
  }
  return found.sort((a, b) => a.at - b.at);
}

/** Whether the line above is no words of the same quote. */
function beginsQuote(text: string, line: number, marks: string): boolean {
  const above = text.slice(text.lastIndexOf('\n', line - 2) + 1, Math.max(0, line - 1));
  const before = MARKS.exec(above)?.[0] ?? '';
  return above.slice(before.length).trim() === '' || before.split('>').length < marks.split('>').length;
}

/** @param from where the prose begins @param secrets the types that are secrets, lower case */
export function secretCallouts(text: string, from: number, secrets: ReadonlySet<string>): SecretCallout[] {
  const openings = secretOpenings(text, from, secrets);
  if (openings.length === 0) return [];
  const found: SecretCallout[] = [];
  const endOf = quoteEnds(text, from);
  /** Where the quote of each depth ends that is being walked through: its lines end where its first one does. */
  const ends = new Map<number, number>();
  let [line, counted, depth] = [from, from, 0];
  let feed = text.indexOf('\n', from);
  for (const { at, bar } of openings) {
    for (; feed !== -1 && feed < at; feed = text.indexOf('\n', feed + 1))
      [line, counted, depth] = [feed + 1, feed + 1, 0];
    for (; counted < at; counted++) if (text.charCodeAt(counted) === QUOTE) depth++;
    let end = ends.get(depth) ?? line;
    if (end <= line) ends.set(depth, (end = endOf(line, depth)));
    found.push({ span: { start: line, end }, bar, knowers: bar ? namesIn(text, bar) : [] });
  }
  return found;
}

/** The names between commas, behind the bar. */
function namesIn(text: string, bar: Span): { text: string; span: Span }[] {
  let at = bar.start + 1;
  return text
    .slice(at, bar.end)
    .split(',')
    .flatMap((part) => {
      const start = at + part.length - part.trimStart().length;
      at += part.length + 1;
      const name = part.trim();
      return name === '' ? [] : [{ text: name.normalize('NFC'), span: { start, end: start + name.length } }];
    });
}

const MARKS = /^[ \t]*(?:(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))[ \t]*)*/;

/** Where quotes end that begin on a line, asked for one after the other: before a blank line that is outside of them. Lines without their marks still belong to them. */
function quoteEnds(text: string, from: number): (line: number, depth: number) => number {
  const blank = [...blankLines(text, from)];
  let next = 0;
  return (line, depth) => {
    while (next < blank.length && (blank[next]?.start ?? 0) <= line) next++;
    // Each that is passed has as many marks as the quote is deep: all are passed in n log n.
    for (let i = next; ; i++) {
      const one = blank[i];
      if (!one || one.depth < Math.max(depth, 1)) return one?.start ?? text.length;
    }
  };
}

/** The lines of nothing but marks, and how many quotes deep they stand. */
function* blankLines(text: string, from: number): Generator<{ readonly start: number; readonly depth: number }> {
  for (let start = from, feed = 0; feed !== -1; start = feed + 1) {
    feed = text.indexOf('\n', start);
    const words = text.slice(start, feed === -1 ? text.length : feed);
    const marks = MARKS.exec(words)?.[0] ?? '';
    if (words.slice(marks.length).trim() === '') yield { start, depth: marks.split('>').length - 1 };
  }
}

/** A comment of which it is not certain where it ends, or whether it is one. */
export interface OpenComment {
  readonly at: number;
  readonly mark: '%%' | '<!--';
  /** It stands in code or in another comment, where it may mean nothing. */
  readonly isInOther: boolean;
}

interface Comments {
  readonly spans: readonly Span[];
  readonly open: readonly OpenComment[];
}

/** The comments of the prose. One that is never closed reaches to the end of the text. */
export const commentSpans = (text: string, from: number): Span[] => [...commentsIn(text, from).spans];

export function commentsIn(text: string, from: number): Comments {
  const spans: Span[] = definedComments(text, from);
  const open: OpenComment[] = [];
  for (let at = text.indexOf('<!--', from); at !== -1; ) {
    const end = text.indexOf('-->', at + 4);
    if (end === -1) open.push({ at, mark: '<!--', isInOther: placesOutside([at], codeSpans(text)).length === 0 });
    spans.push({ start: at, end: end === -1 ? text.length : end + 3 });
    at = end === -1 ? -1 : text.indexOf('<!--', end + 3);
  }
  const percent = percentComments(text, from, spans);
  return { spans: [...spans, ...percent.spans], open: [...open, ...percent.open] };
}

/** A line that defines a link to nowhere, or one that is called `//` or `comment`: `[//]: # (…)`. */
const DEFINED =
  /^(?:[ \t>]|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))*(\[[ \t]*(?:(?:\/\/|comment)[ \t]*\]:[ \t]*(?:#|<[^<>\r\n]*>)?|(?!\^)[^[\]\r\n]*\]:[ \t]*(?:#|<#?>)(?=\s|$))[ \t]*)([("']?)[^\r\n]*/gim;
const CLOSES: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['"', '"'],
  ["'", "'"],
]);

/** The comments of plain markdown. One whose bracket is not closed at a line's end reaches to the next blank line. */
function definedComments(text: string, from: number): Span[] {
  const found: Span[] = [];
  let reached = from;
  for (const { 0: line, 1: head = '', 2: opens = '', index } of text.matchAll(DEFINED)) {
    if (index < reached) continue;
    const start = index + line.indexOf(head);
    const close = CLOSES.get(opens);
    reached = index + line.length;
    if (
      close !== undefined &&
      !line
        .slice(start - index + head.length + 1)
        .trimEnd()
        .endsWith(close)
    )
      for (let next = lineBehind(text, reached); next; next = lineBehind(text, reached)) {
        const words = text
          .slice(next.start, next.end)
          .replace(/^[ \t>]+/, '')
          .trimEnd();
        if (words === '') break;
        reached = next.end;
        if (words.endsWith(close)) break;
      }
    found.push({ start, end: reached });
  }
  return found;
}

function lineBehind(text: string, at: number): Span | null {
  const start = text.indexOf('\n', at) + 1;
  if (start === 0) return null;
  const feed = text.indexOf('\n', start);
  return { start, end: feed === -1 ? text.length : feed };
}

/** In these a `%%` may mean nothing, so that another one opens where it seems to close. */
const CODE = /^[ \t>]*(`{3,}|~{3,})[^]*?(?:^[ \t>]*\1|$(?![^]))|`+[^`]*`+/gm;

const codeSpans = (text: string): Span[] =>
  [...text.matchAll(CODE)].map(({ 0: words, index }) => ({ start: index, end: index + words.length }));

const NO_COMMENTS: Comments = { spans: [], open: [] };

/** `%% … %%`. Where it is not certain which of them open, all from the first to the last is hidden. */
function percentComments(text: string, from: number, others: readonly Span[]): Comments {
  const marks: number[] = [];
  for (let at = text.indexOf('%%', from); at !== -1; at = text.indexOf('%%', at + 2)) marks.push(at);
  const [first, last] = [marks[0], marks.at(-1)];
  if (first === undefined || last === undefined) return NO_COMMENTS;
  const outside = placesOutside(marks, [...others, ...codeSpans(text)]);
  if (outside.length < marks.length) {
    // Whether all of them count or only those outside, the last may open one that is never closed.
    const isClosed = marks.length % 2 === 0 && outside.length % 2 === 0;
    const spans = [{ start: first, end: isClosed ? last + 2 : text.length }];
    return { spans, open: [{ at: first, mark: '%%', isInOther: true }] };
  }
  const spans = marks.flatMap((start, i) => (i % 2 === 0 ? { start, end: (marks[i + 1] ?? text.length - 2) + 2 } : []));
  return { spans, open: marks.length % 2 === 0 ? [] : [{ at: last, mark: '%%', isInOther: false }] };
}

/** The places that lie in none of some spans. @param places in order */
export function placesOutside(places: readonly number[], spans: readonly Span[]): number[] {
  const sorted = [...spans].sort((a, b) => a.start - b.start);
  let [reached, next] = [-1, 0];
  return places.filter((place) => {
    for (let one = sorted[next]; one && one.start <= place; one = sorted[++next]) reached = Math.max(reached, one.end);
    return reached <= place;
  });
}

/** The text with some spans taken out, which may overlap. */
export function withoutSpans(text: string, spans: readonly Span[]): string {
  let [kept, at] = ['', 0];
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    if (at < start) kept += text.slice(at, start);
    at = Math.max(at, end);
  }
  return kept + text.slice(at);
}
