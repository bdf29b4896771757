/** The comments of plain markdown: definitions of links that lead nowhere. */
import type { Span } from '../text/span';
import { BLANK } from './certainCode';

/** A line that defines a link to nowhere, or one that is called `//` or `comment`: `[//]: # (…)`. */
const DEFINED =
  /^(?:[ \t>]|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))*(\[[ \t]*(?:(?:\/\/|comment)[ \t]*\]:[ \t]*(?:#|<[^<>\r\n]*>)?|(?!\^)[^[\]\r\n]*\]:[ \t]*(?:#|<#?>)(?=\s|$))[ \t]*)([("']?)[^\r\n]*/gim;
const CLOSES: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['"', '"'],
  ["'", "'"],
]);

/** The comments of plain markdown. One whose bracket is not closed at a line's end reaches to the next blank line. */
export function definedComments(text: string, from: number): Span[] {
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
