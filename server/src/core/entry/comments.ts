/** The comments of a page's prose, which only the author may read (model §11). What may be a comment is hidden. */
import { firstPast } from '../text/sorted';
import type { Span } from '../text/span';
import {
  certainCode,
  type CertainCode,
  type FencedCode,
  inlineCode,
  linesOfFences,
  paragraphAround,
  BLANK,
} from './markdownBlocks';
import { placesOutside } from './footnotes';

/** A comment whose end, or whose being a comment, is not certain. */
export interface OpenComment {
  readonly at: number;
  readonly mark: '%%' | '<!--' | '```';
  readonly why: WhyOpen;
  /** The text that is hidden because of it. */
  readonly hidden: Span;
}

/**
 * It is never closed; it is in code for every reader; it may be in code, or in another comment; or it is beside a code block that
 * is never closed.
 */
type WhyOpen = 'unclosed' | 'in-code' | 'in-doubt' | 'unclosed-code';

interface Comments {
  readonly spans: readonly Span[];
  readonly open: readonly OpenComment[];
}

/** The comments of the prose. One that is never closed reaches to the end of the text. */
export const commentSpans = (text: string, from: number): Span[] => [...commentsIn(text, from).spans];

export function commentsIn(text: string, from: number): Comments {
  const code = certainCode(text, from);
  const { fences } = code;
  // In code, the closing line stays.
  const spans: Span[] = definedComments(text, from).map(({ start, end }) => ({
    start,
    end: Math.min(end, fenceAround(fences, start)?.inner.end ?? end),
  }));
  const open: OpenComment[] = [];
  let reported: FencedCode | undefined;
  for (let at = text.indexOf('<!--', from); at !== -1; ) {
    const close = text.indexOf('-->', at + 4);
    const closed = close === -1 ? text.length : close + 3;
    const fence = fenceAround(fences, at);
    const most = fence?.inner.end ?? text.length;
    const hidden = { start: at, end: Math.min(closed, Math.max(most, at + 4)) };
    // In code it is reported even if it is closed, once for each block.
    if (fence ? fence !== reported : close === -1)
      open.push({ at, mark: '<!--', why: whyUnclosed(text, at, most), hidden });
    reported = fence ?? reported;
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

/** How many code blocks end before a place. */
const fencesBefore = (fences: readonly FencedCode[], place: number): number =>
  firstPast(fences, ({ span }) => place < span.end);

/** The code block around a place. */
function fenceAround(fences: readonly FencedCode[], place: number): FencedCode | undefined {
  const fence = fences[fencesBefore(fences, place)];
  return fence && fence.span.start <= place ? fence : undefined;
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

/** `%% … %%`. In code for every reader they mean nothing, unless two of them enclose words as a comment does. */
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
  // Then a single one in code may begin or end such a comment.
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
  /** The offset from which it is not certain which marks open a comment. */
  readonly until: number;
  /** The start of the code that holds the first mark without a partner; null if there is none. */
  readonly alone: number | null;
}

/** The comments before the first mark that may or may not count. */
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
  /** The marks in each piece of code, by its start. */
  const inCode = new Map<number, { readonly code: FencedCode | Span; readonly marks: number[] }>();
  let [opens, lastCode]: [number | null, number] = [null, -1];
  let until = most;
  for (const at of marks) {
    if (most <= at) break;
    const fence = fenceAround(fences, at);
    const lines = fence ? [] : codeAround(at);
    // Before the first mark that may or may not count.
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
      // For some readers a comment ignores code, and ends at the first mark; for others code takes precedence.
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

/** Whether the first code block after the beginning of a span begins within it. */
const reaches = ({ start, end }: Span, fences: readonly FencedCode[]): boolean =>
  (fences[fencesBefore(fences, start)]?.span.start ?? end) < end;

/** The inline code of the paragraph around a place; null where readers may differ. Call it in the order of the text. */
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

/**
 * The text that two marks enclose in one piece of code: on a line, or after a mark that has a line to itself. Some sites remove it
 * before they look for code.
 */
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

/** Whether a mark is alone on its line, apart from quote marks. */
function hasLine(text: string, at: number): boolean {
  const feed = text.indexOf('\n', at);
  const start = text.lastIndexOf('\n', at) + 1;
  return /^[ \t>]*%%\s*$/.test(text.slice(start, feed === -1 ? text.length : feed));
}

/** If it is not certain which marks open a comment, all from the first to the last is hidden. @param from where doubt begins */
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
  // A code block is kept or hidden as a whole.
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

/** A line that defines a link to nowhere, or one with the name `//` or `comment`: `[//]: # (…)`. */
const DEFINED =
  /^(?:[ \t>]|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))*(\[[ \t]*(?:(?:\/\/|comment)[ \t]*\]:[ \t]*(?:#|<[^<>\r\n]*>)?|(?!\^)[^[\]\r\n]*\]:[ \t]*(?:#|<#?>)(?=\s|$))[ \t]*)([("']?)[^\r\n]*/gim;
const CLOSES: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['"', '"'],
  ["'", "'"],
]);

/** The comments of plain markdown. If its bracket is not closed at the line's end, a comment reaches to the next blank line. */
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
        const words = text.slice(next.start, next.end);
        if (BLANK.test(words)) break;
        reached = next.end;
        if (words.trimEnd().endsWith(close)) break;
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
