/** What of a page's prose not everybody is shown: callouts that are secrets, and comments (model §11). In doubt it is hidden. */
import { isSlip } from '../text/nearNames';
import type { Span } from '../text/span';

/** Whether a text may hold any of them at all: most hold none, and are not looked through. @param from where its prose begins */
export const mayVeil = (text: string, from: number): boolean =>
  text.includes('[!', from) || text.includes('%%', from) || text.includes('<!--', from);

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

const isSecret = (type: string, secrets: ReadonlySet<string>): boolean => {
  const name = type.normalize('NFC').trim().toLowerCase();
  if (secrets.has(name)) return true;
  // A misspelt one was meant to hide something.
  for (const one of secrets) if (isSlip(name, one, SHORTEST)) return true;
  return false;
};

/** @param from where the prose begins @param secrets the types that are secrets, lower case */
export function secretCallouts(text: string, from: number, secrets: ReadonlySet<string>): SecretCallout[] {
  const found: SecretCallout[] = [];
  /** Where the quote of each depth ends that is being walked through: its lines end where its first one does. */
  const ends = new Map<number, number>();
  let [line, counted, depth] = [from, from, 0];
  let feed = text.indexOf('\n', from);
  for (const match of text.matchAll(CALLOUT)) {
    if (match.index < from) continue;
    for (; feed !== -1 && feed < match.index; feed = text.indexOf('\n', feed + 1))
      [line, counted, depth] = [feed + 1, feed + 1, 0];
    for (; counted < match.index; counted++) if (text.charCodeAt(counted) === QUOTE) depth++;
    if (!isSecret(match[1] ?? '', secrets)) continue;
    let end = ends.get(depth) ?? line;
    if (end <= line) ends.set(depth, (end = endOfQuote(text, line, depth)));
    const barStart = match.index + match[0].indexOf('|');
    const bar = match[2] === undefined ? null : { start: barStart, end: barStart + match[2].length };
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

/** Where the quote ends that begins on a line: before a blank line that is outside of it. Lines without their marks still belong to it. */
function endOfQuote(text: string, line: number, depth: number): number {
  for (let start = line; ; ) {
    const feed = text.indexOf('\n', start);
    if (feed === -1) return text.length;
    start = feed + 1;
    const next = text.indexOf('\n', start);
    const words = text.slice(start, next === -1 ? text.length : next);
    const marks = MARKS.exec(words)?.[0] ?? '';
    if (words.slice(marks.length).trim() === '' && marks.split('>').length - 1 < Math.max(depth, 1)) return start;
  }
}

/** The comments of the prose. One that is never closed reaches to the end of the text. */
export function commentSpans(text: string, from: number): Span[] {
  const found: Span[] = [];
  for (let at = text.indexOf('<!--', from); at !== -1; ) {
    const end = text.indexOf('-->', at + 4);
    found.push({ start: at, end: end === -1 ? text.length : end + 3 });
    at = end === -1 ? -1 : text.indexOf('<!--', end + 3);
  }
  return [...found, ...percentComments(text, from, found)];
}

/** In these a `%%` may mean nothing, so that another one opens where it seems to close. */
const CODE = /^[ \t>]*(`{3,}|~{3,})[^]*?(?:^[ \t>]*\1|$(?![^]))|`+[^`]*`+/gm;

/** `%% … %%`. Where it is not certain which of them open, all from the first to the last is hidden. */
function percentComments(text: string, from: number, others: readonly Span[]): Span[] {
  const marks: number[] = [];
  for (let at = text.indexOf('%%', from); at !== -1; at = text.indexOf('%%', at + 2)) marks.push(at);
  const [first] = marks;
  if (first === undefined) return [];
  const code = [...text.matchAll(CODE)].map(({ 0: words, index }) => ({ start: index, end: index + words.length }));
  const outside = placesOutside(marks, [...others, ...code]);
  if (outside.length < marks.length) {
    // Whether all of them count or only those outside, the last may open one that is never closed.
    const isClosed = marks.length % 2 === 0 && outside.length % 2 === 0;
    return [{ start: first, end: isClosed ? (marks.at(-1) ?? 0) + 2 : text.length }];
  }
  return marks.flatMap((start, i) => (i % 2 === 0 ? { start, end: (marks[i + 1] ?? text.length - 2) + 2 } : []));
}

/** The places that lie in none of some spans. @param places in order */
function placesOutside(places: readonly number[], spans: readonly Span[]): number[] {
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
