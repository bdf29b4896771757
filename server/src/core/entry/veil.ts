/** What of a page's prose not everybody is shown: callouts that are secrets (model §11), and with `comments.ts` comments. In doubt it is hidden. */
import { leavesOut } from '../codex/knowledgeKeys';
import { isSlip } from '../text/nearNames';
import type { Span } from '../text/span';
import { certainCode } from './certainCode';
import { certaintyOf, MARKS, quoteEnds } from './quoteEnds';

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
    const isLeftOut =
      behind !== undefined &&
      behind
        .slice(1)
        .split(',')
        .some((name) => leavesOut(name.trim()));
    const bar = behind === undefined || isLeftOut ? null : { start, end: start + behind.length };
    const isCertain = all.endsWith(']') && secrets.has(typeOf(type)) && !isLeftOut;
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

/** A secret of no words was meant to hide what stands behind it. */
const EMPTY = /^[[!［！]*[^\]］\r\n]*[\]］]?[-+]?[\s>]*$/;

/** @param from where the prose begins @param secrets the types that are secrets, lower case */
export function secretCallouts(text: string, from: number, secrets: ReadonlySet<string>): SecretCallout[] {
  const openings = secretOpenings(text, from, secrets);
  if (openings.length === 0) return [];
  const found: SecretCallout[] = [];
  const endOf = quoteEnds(text, from);
  const { fences, until } = certainCode(text, from);
  let next = 0;
  let [line, counted, depth] = [from, from, 0];
  let known = { line, depth, certainty: certaintyOf('', 0) };
  let feed = text.indexOf('\n', from);
  for (const { at, bar, doubt } of openings) {
    for (; feed !== -1 && feed < at; feed = text.indexOf('\n', feed + 1))
      [line, counted, depth] = [feed + 1, feed + 1, 0];
    for (; counted < at; counted++) if (text.charCodeAt(counted) === QUOTE) depth++;
    while ((fences[next]?.span.end ?? text.length) <= at) next++;
    const fence = fences[next];
    const isCertain = at < until && at < (fence?.span.start ?? text.length);
    if (known.line !== line || known.depth !== depth)
      known = { line, depth, certainty: certaintyOf(text.slice(line, at), depth) };
    const quoted = endOf(line, depth, isCertain ? known.certainty : 'none');
    const end = EMPTY.test(text.slice(at, quoted)) ? endOf(line, depth, 'none') : quoted;
    // In code, the line that closes it stays.
    const inner = fence?.inner;
    const within = inner && inner.start <= at && at < inner.end ? Math.min(end, inner.end) : end;
    // Where it may have been meant for another, nobody is in on it.
    found.push({ span: { start: line, end: within }, bar, knowers: bar && !doubt ? namesIn(text, bar) : [] });
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
