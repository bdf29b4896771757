/** What of a page's prose not everybody is shown: callouts that are secrets, and comments (model §11). In doubt it is hidden. */
import { isSlip } from '../text/nearNames';
import type { Span } from '../text/span';
import {
  certainCode,
  type CertainCode,
  type FencedCode,
  inlineCode,
  linesOfFences,
  paragraphAround,
} from './certainCode';

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
  const { fences } = certainCode(text, from);
  let next = 0;
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
    while ((fences[next]?.span.end ?? text.length) <= at) next++;
    // In code, the line that closes it stays.
    const inner = fences[next]?.inner;
    const within = inner && inner.start <= at && at < inner.end ? Math.min(end, inner.end) : end;
    found.push({ span: { start: line, end: within }, bar, knowers: bar ? namesIn(text, bar) : [] });
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
  readonly mark: '%%' | '<!--' | '```';
  readonly why: WhyOpen;
  /** What is hidden for it. */
  readonly hidden: Span;
}

/** It is never closed; it stands in what is code for every reader; where it may be code, or in another comment; or beside a block of code that is never closed. */
export type WhyOpen = 'unclosed' | 'in-code' | 'in-doubt' | 'unclosed-code';

interface Comments {
  readonly spans: readonly Span[];
  readonly open: readonly OpenComment[];
}

/** The comments of the prose. One that is never closed reaches to the end of the text. */
export const commentSpans = (text: string, from: number): Span[] => [...commentsIn(text, from).spans];

export function commentsIn(text: string, from: number): Comments {
  const code = certainCode(text, from);
  const { fences } = code;
  // In code, the line that closes it stays.
  const spans: Span[] = definedComments(text, from).map(({ start, end }) => ({
    start,
    end: Math.min(end, fenceAround(fences, start)?.inner.end ?? end),
  }));
  const open: OpenComment[] = [];
  for (let at = text.indexOf('<!--', from); at !== -1; ) {
    const close = text.indexOf('-->', at + 4);
    const closed = close === -1 ? text.length : close + 3;
    const most = fenceAround(fences, at)?.inner.end ?? text.length;
    const hidden = { start: at, end: Math.min(closed, Math.max(most, at + 4)) };
    if (close === -1 || most < closed) open.push({ at, mark: '<!--', why: whyUnclosed(text, at, most), hidden });
    spans.push(hidden);
    at = text.indexOf('<!--', hidden.end);
  }
  const percent = percentComments(text, from, spans, code);
  return { spans: [...spans, ...percent.spans], open: [...open, ...percent.open] };
}

function whyUnclosed(text: string, at: number, most: number): WhyOpen {
  if (most < text.length) return 'in-code';
  return placesOutside([at], codeSpans(text)).length === 0 ? 'in-doubt' : 'unclosed';
}

/** How many blocks of code end before a place. */
function fencesBefore(fences: readonly FencedCode[], place: number): number {
  let [low, high] = [0, fences.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((fences[middle]?.span.end ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The block of code that a place stands in. */
function fenceAround(fences: readonly FencedCode[], place: number): FencedCode | undefined {
  const fence = fences[fencesBefore(fences, place)];
  return fence && fence.span.start <= place ? fence : undefined;
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

interface MayBeCode extends Span {
  readonly isBlock: boolean;
}

const codeSpans = (text: string): MayBeCode[] =>
  [...text.matchAll(CODE)].map(({ 0: words, 1: fence, index }) => ({
    start: index,
    end: index + words.length,
    isBlock: fence !== undefined,
  }));

const movedBy = (code: MayBeCode, by: number): MayBeCode => ({ ...code, start: code.start + by, end: code.end + by });

/** `%% … %%`. In what is code for every reader they mean nothing, unless two of them enclose words as a comment does. */
function percentComments(text: string, from: number, others: readonly Span[], code: CertainCode): Comments {
  const marks: number[] = [];
  for (let at = text.indexOf('%%', from); at !== -1; at = text.indexOf('%%', at + 2)) marks.push(at);
  if (marks.length === 0) return { spans: [], open: [] };
  const certain = certainComments(text, from, marks, others, code);
  const { alone } = certain;
  const doubtFrom = (from: number): Comments =>
    doubtfulComments(
      text,
      from,
      marks.filter((at) => from <= at),
      others,
    );
  let rest = doubtFrom(certain.until);
  // Then one alone in code may be what such a comment begins or ends with.
  if (rest.open.length > 0 && alone !== null)
    rest = withMore(
      doubtFrom(alone),
      rest.open.filter(({ why }) => why === 'unclosed'),
    );
  const { unclosed } = code;
  const restOpen = rest.open.map((one): OpenComment => {
    const isForCode = unclosed !== null && one.why === 'in-doubt';
    return isForCode ? { ...one, at: unclosed, mark: '```', why: 'unclosed-code' } : one;
  });
  return { spans: [...certain.spans, ...rest.spans], open: [...certain.open, ...restOpen] };
}

const withMore = ({ spans, open }: Comments, more: readonly OpenComment[]): Comments => ({
  spans,
  open: [...open, ...more.filter(({ at }) => open.every((one) => one.at !== at))],
});

interface CertainComments extends Comments {
  /** From where on it is not certain which marks open a comment. */
  readonly until: number;
  /** Where the code begins that holds the first mark with no other to enclose anything; null: there is none. */
  readonly alone: number | null;
}

/** The comments before the first mark that may count or not. */
function certainComments(
  text: string,
  from: number,
  marks: readonly number[],
  others: readonly Span[],
  { fences, until: sure }: CertainCode,
): CertainComments {
  const isOutside = new Set(placesOutside(marks, others));
  const isOverFence = (one: Span): boolean =>
    !fenceAround(fences, one.start) && fencesBefore(fences, one.start) < fences.length && reaches(one, fences);
  const most = others.reduce((least, one) => (one.start < least && isOverFence(one) ? one.start : least), sure);
  const codeAround = linesOfCode(text, from, fences);
  const spans: Span[] = [];
  /** The marks in each piece of code, by where it begins. */
  const inCode = new Map<number, { readonly code: FencedCode | Span; readonly marks: number[] }>();
  let [opens, lastCode]: [number | null, number] = [null, -1];
  let until = most;
  for (const at of marks) {
    if (most <= at) break;
    const fence = fenceAround(fences, at);
    const lines = fence ? [] : codeAround(at);
    // Before any of them may count, and may not.
    if (fence ? at < fence.inner.start || fence.inner.end <= at : !isOutside.has(at) || lines === null) {
      until = fence?.span.start ?? at;
      break;
    }
    const code = fence ?? lines?.find(({ start, end }) => start <= at && at < end);
    if (code) {
      const start = 'span' in code ? code.span.start : code.start;
      const known = inCode.get(start);
      if (known) known.marks.push(at);
      else inCode.set(start, { code, marks: [at] });
      lastCode = at;
    } else if (opens === null) opens = at;
    else if (opens < lastCode || fencesBefore(fences, opens) < fencesBefore(fences, at)) {
      // For some readers a comment knows no code, and ends at the first mark; for others the code goes before.
      break;
    } else {
      spans.push({ start: opens, end: at + 2 });
      opens = null;
    }
  }
  until = Math.min(until, opens ?? until);
  const read = [...inCode].filter(([start]) => start < until);
  const pairs = read.map(([, one]) => commentsInCode(text, one));
  const alone = read.find(([, one], i) => one.marks.some((at) => isOutsideAll(at, pairs[i]?.spans ?? [])));
  return {
    spans: [...spans, ...pairs.flatMap((one) => one.spans)],
    open: pairs.flatMap((one) => one.open),
    until,
    alone: alone?.[0] ?? null,
  };
}

const isOutsideAll = (at: number, spans: readonly Span[]): boolean =>
  spans.every(({ start, end }) => at < start || end <= at);

/** Whether the first block of code behind the beginning of a span begins within it. */
const reaches = ({ start, end }: Span, fences: readonly FencedCode[]): boolean =>
  (fences[fencesBefore(fences, start)]?.span.start ?? end) < end;

/** The code in the lines of the paragraph around a place; null where readers may differ. Asked for in the order of the text. */
function linesOfCode(text: string, from: number, fences: readonly FencedCode[]): (place: number) => Span[] | null {
  let [span, code]: [Span, Span[] | null] = [{ start: from, end: from }, null];
  return (place) => {
    if (place < span.end) return code;
    const next = fencesBefore(fences, place);
    const bounds = { start: fences[next - 1]?.span.end ?? from, end: fences[next]?.span.start ?? text.length };
    span = paragraphAround(text, place, bounds);
    code = inlineCode(text.slice(span.start, span.end), span.start);
    return code;
  };
}

/** What two marks enclose in one piece of code: on a line, or behind a mark that has a line to itself. Some sites take it out before they look for code. */
function commentsInCode(
  text: string,
  { code, marks }: { readonly code: FencedCode | Span; readonly marks: readonly number[] },
): Comments {
  const spans: Span[] = [];
  for (let i = 0; i + 1 < marks.length; i++) {
    const [start = 0, close = 0] = [marks[i], marks[i + 1]];
    if (text.slice(start, close).includes('\n') && !hasLine(text, start)) continue;
    spans.push('span' in code ? { start, end: close + 2 } : code);
    i++;
  }
  const [first] = spans;
  return {
    spans,
    open: first
      ? [{ at: marks.find((at) => first.start <= at) ?? first.start, mark: '%%', why: 'in-code', hidden: first }]
      : [],
  };
}

/** Whether a mark stands alone on its line, but for those of quotes. */
function hasLine(text: string, at: number): boolean {
  const feed = text.indexOf('\n', at);
  const start = text.lastIndexOf('\n', at) + 1;
  return /^[ \t>]*%%\s*$/.test(text.slice(start, feed === -1 ? text.length : feed));
}

/** Where it is not certain which marks open a comment, all from the first to the last is hidden. @param from where doubt begins */
function doubtfulComments(text: string, from: number, marks: readonly number[], others: readonly Span[]): Comments {
  const [first, last] = [marks[0], marks.at(-1)];
  if (first === undefined || last === undefined) return { spans: [], open: [] };
  const line = text.lastIndexOf('\n', from - 1) + 1;
  const readings: readonly (readonly MayBeCode[])[] = [
    ...[true, false].map((isDeep) => linesOfFences(text, line, isDeep).map((one) => ({ ...one, isBlock: true }))),
    codeSpans(text),
    codeSpans(text.slice(from)).map((one) => movedBy(one, from)),
  ];
  const code = readings.flat();
  const outside = placesOutside(marks, [...others, ...code]);
  const unclosed = (at: number): OpenComment => ({
    at,
    mark: '%%',
    why: 'unclosed',
    hidden: { start: at, end: text.length },
  });
  if (outside.length === marks.length) {
    const spans = marks.flatMap((start, i) =>
      i % 2 === 0 ? { start, end: (marks[i + 1] ?? text.length - 2) + 2 } : [],
    );
    return { spans, open: marks.length % 2 === 0 ? [] : [unclosed(last)] };
  }
  // Whichever of them count, the last may open one that is never closed.
  const isClosed = [marks, outside, ...readings.map((spans) => placesOutside(marks, [...others, ...spans]))].every(
    ({ length }) => length % 2 === 0,
  );
  // A block of code stays whole, or goes whole.
  const blockAround = (place: number) =>
    code.find(({ start, end, isBlock }) => isBlock && from <= start && start <= place && place < end);
  const hidden = {
    start: blockAround(first)?.start ?? first,
    end: isClosed ? (blockAround(last)?.end ?? last + 2) : text.length,
  };
  const [only] = outside;
  if (only === first && outside.length === 1) return { spans: [hidden], open: [unclosed(only)] };
  const isOutside = new Set(outside);
  const at = marks.find((one) => !isOutside.has(one)) ?? first;
  return { spans: [hidden], open: [{ at, mark: '%%', why: 'in-doubt', hidden }] };
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
