/**
 * Finds the parts of a page's prose that not everybody may read: secret callouts (model §11), and text that is hidden in doubt and
 * reported to the author.
 */
import { leavesOut } from '../codex/knowledgeKeys';
import { isSlip } from '../text/nearNames';
import { type Span, spanContains } from '../text/span';
import { certainCode, certaintyOf, MARKS, quoteEnds } from './markdownBlocks';
import type { Codex } from '../codex/codex';
import type { Link } from './body';
import type { SecretPassage } from './entry';
import { propertySpans } from './inlineProperties';
import { footnotesThrough, hiddenFootnotes, placesOutside, withoutLines } from './footnotes';
import { commentSpans, commentsIn, type OpenComment } from './comments';
import { cutShort } from '../text/words';
import type { Fix, Problem } from '../text/problem';
import type { FileReading } from './entryShapes';

/** Whether a text may hold any of them: most hold none, and are skipped. @param from where its prose begins */
export const mayVeil = (text: string, from: number): boolean =>
  text.includes('[!', from) ||
  mayComment(text, from) ||
  (text.includes('>', from) && />[ \t]*(?:\[(?![[^])|[!！［])/.test(text.slice(from)));

const mayComment = (text: string, from: number): boolean =>
  text.includes('%%', from) ||
  text.includes('<!--', from) ||
  (text.includes(']:', from) && DEFINES_NOTHING.test(text.slice(from)));

/** A possible beginning of a comment in plain markdown: a link that leads nowhere. */
const DEFINES_NOTHING = /\]:[ \t]*(?:#|<#?>)(?:\s|$)|\[[ \t]*(?:\/\/|comment)[ \t]*\]:/i;

interface SecretCallout {
  /** All of its lines, with the line end of the last. */
  readonly span: Span;
  /** The bar and the text after it, up to the bracket; null if there is no bar. */
  readonly bar: Span | null;
  /** The names after the bar, each with its place. */
  readonly knowers: readonly { readonly text: string; readonly span: Span }[];
}

/** The beginning of a callout of any type, anywhere on a line. */
const CALLOUT = /\[![ \t]*([^\]|\r\n]*)(\|[^\]\r\n]*)?(?:\]|\r?$)/gm;

const QUOTE = 62;
const SHORTEST = 4;

/** Wide letters count as the usual ones. */
const typeOf = (written: string): string => written.normalize('NFKC').trim().toLowerCase();

/** The secret type that a type equals or misspells: a misspelt one was meant to hide something. */
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

/** The secret type whose words another type contains: `secret:players`. A picture that is a link begins `[![`. */
function secretNamed(type: string, secrets: ReadonlySet<string>): string | undefined {
  if (type.startsWith('[')) return undefined;
  const words = wordsOf(type);
  return [...secrets].find((one) => wordsOf(one).trim() !== '' && words.includes(wordsOf(one)));
}

/** Lines of quotes that begin with a possible malformed callout: `[ !secret]`, `[secret]`, `!secret]`, `[！secret]`, `［!secret］`. */
const MALFORMED =
  /^((?:[ \t]|>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])|\[\^[^[\]\r\n]*\]:)*>[ \t]*)(?:[[［][ \t]*([!！]?)|([!！]))([^[\]］\r\n]*)([\]］]?)([([]?)/gm;

/** The beginning of a secret. */
interface SecretOpening {
  readonly at: number;
  /** The bar and the text after it. */
  readonly bar: Span | null;
  /** The secret type that was probably meant; null: the callout is written correctly. */
  readonly doubt: {
    readonly meant: string;
    /** Whether nothing else is on the line. */
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

/** Whether the line above does not continue into this quote. */
function beginsQuote(text: string, line: number, marks: string): boolean {
  const above = text.slice(text.lastIndexOf('\n', line - 2) + 1, Math.max(0, line - 1));
  const before = MARKS.exec(above)?.[0] ?? '';
  return above.slice(before.length).trim() === '' || before.split('>').length < marks.split('>').length;
}

/** A secret without words was meant to hide the text after it. */
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
    // In code, the closing line stays.
    const inner = fence?.inner;
    const within = inner && inner.start <= at && at < inner.end ? Math.min(end, inner.end) : end;
    // If it is malformed, its names are not trusted, and nobody knows it.
    found.push({ span: { start: line, end: within }, bar, knowers: bar && !doubt ? namesIn(text, bar) : [] });
  }
  return found;
}

/** The names between commas, after the bar. */
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

/** @param from where the prose begins */
export function secretPassages(text: string, from: number, { secrets }: Codex): SecretPassage[] {
  const callouts = secretCallouts(text, from, secrets);
  const spans = callouts.map(({ span }) => span);
  if (!text.includes('[^', from)) return callouts.map((one) => passageOf(one, []));
  const comments = commentSpans(text, from);
  const hasFootnotes = spans.some(({ start, end }) => text.slice(start, end).includes('[^'));
  const footnotes = hasFootnotes ? footnotesThrough(text, from, spans, comments) : [];
  // Footnotes that only comments refer to are hidden from everybody, like the comments.
  const ofComments = hiddenFootnotes(text, from, comments).map((span) => ({ span, footnotes: [], knowers: [] }));
  return [...callouts.map((one, i) => passageOf(one, footnotes[i] ?? [])), ...ofComments].sort(
    (a, b) => a.span.start - b.span.start,
  );
}

/**
 * Whether links stand in what nobody but the author is shown, or may come to stand there where secrets are taken out.
 *
 * @param from where the prose begins @param found its links and its secrets
 */
export function hidesLinks(
  { text, codex }: FileReading,
  from: number,
  found: { readonly links: readonly Link[]; readonly passages: readonly SecretPassage[] },
): boolean {
  const links = found.links.map(({ span }) => span);
  if (links.length === 0) return false;
  const properties = codex.inline ? propertySpans(text, from) : [];
  const hidden = [...(mayComment(text, from) ? commentSpans(text, from) : []), ...properties];
  const starts = (spans: readonly Span[]): number[] => spans.map(({ start }) => start).sort((a, b) => a - b);
  const isAnyIn = (inner: readonly Span[], outer: readonly Span[]): boolean =>
    placesOutside(starts(inner), outer).length < inner.length;
  if (isAnyIn(links, hidden) || isAnyIn(hidden, links)) return true;
  const all = [...hidden, ...found.passages.map(({ span }) => span)];
  if (all.length === 0) return false;
  const rest = withoutLines(text, all).slice(from);
  return mayVeil(rest, 0) && commentSpans(rest, 0).length + secretCallouts(rest, 0, codex.secrets).length > 0;
}

const passageOf = ({ span, knowers }: SecretCallout, footnotes: readonly Span[]): SecretPassage => ({
  span,
  footnotes,
  knowers: knowers.map((one) => ({ ...one, linked: false })),
});

/** The ways to see a place of a page: for each of them, all of its secrets have to be known. */
export function waysTo(secrets: readonly SecretPassage[], place: Span): readonly (readonly SecretPassage[])[] {
  const around = (one: Span) => secrets.filter(({ span }) => spanContains(span, one));
  const through = secrets.filter(({ footnotes }) => footnotes.some((one) => spanContains(one, place)));
  return through.length === 0 ? [around(place)] : through.map(({ span }) => [...around(place), ...around(span)]);
}

const CODE = 'knowledge/unknown-knower';

/** @param from where the prose begins */
export function veilDoubts(reading: FileReading, from: number): Problem[] {
  const { text, codex } = reading;
  const openings = secretOpenings(text, from, codex.secrets);
  // An author without secrets is not warned of each comment in a diagram: an edition reports it.
  const isKept = codex.circles.size + codex.audience.length > 0 || codex.secrets.size > 1;
  const open = commentsIn(text, from).open.filter(({ why }) => isKept || why === 'unclosed');
  return [
    ...openings.flatMap(({ at, bar, doubt }) => (doubt ? doubtfulSecret(reading, at, bar, doubt) : [])),
    ...open.map((comment) => openComment(reading, comment)),
  ];
}

/** Text that was meant as the beginning of a callout: with links in it, and without the closing bracket. */
const WRITTEN = /[[!！][ \t]*[!！]?[^[\]\r\n]*(?:\[\[[^[\]\r\n]*\]\][^[\]\r\n]*)*\]?/y;
const MOST_QUOTED = 40;

type Doubt = NonNullable<SecretOpening['doubt']>;

function doubtfulSecret(reading: FileReading, at: number, bar: Span | null, doubt: Doubt): Problem {
  const { text } = reading;
  WRITTEN.lastIndex = at;
  const written = (WRITTEN.exec(text)?.[0] ?? text.slice(at, at + 2)).trimEnd();
  const span = { start: at, end: at + written.length };
  const quoted = cutShort(MOST_QUOTED, written);
  const ways = waysToWrite(written, doubt, bar && text.slice(bar.start, bar.end));
  const message = `"${quoted}" counts as a secret, and nobody sees it. Did you mean ${ways.join(' or ')}?`;
  // Words in brackets may be just that.
  const more = /[!！]/.test(written) ? {} : ({ severity: 'info' } as const);
  return { code: CODE, span, message, ...more, fixes: ways.map((way) => changed(reading, span, way)) };
}

/** The correct spellings, the likeliest first. @param bar with its names, where they are read */
function waysToWrite(written: string, { meant, isWhole }: Doubt, bar: string | null): readonly string[] {
  if (bar !== null) return [`[!${meant}${bar.trimEnd()}]`];
  const nobody = `[!${meant}]`;
  if (isWhole) return [nobody];
  const words = written.replace(/^\[?[ \t]*[!！]?[ \t]*/, '').replace(/\]$/, '');
  const [before, ...behind] = words.split(new RegExp(meant.replace(/[^\p{L}\p{N}\s]/gu, '\\$&'), 'iu'));
  const rest = behind.join(meant).replace(/\[\[|\]\]|\)/g, '');
  const names = rest.replace(/^[\s:|=_(,-]+|[\s,]+$/g, '');
  if (before === '' && names === '') return [nobody];
  const isNamed = before === '' && /^\s*[:|=_(,-]/.test(rest) && written.endsWith(']');
  return [isNamed ? `[!${meant}|${names}]` : `${nobody} ${before === '' ? names : words.trim()}`, nobody];
}

function openComment(reading: FileReading, { at, mark, why, hidden }: OpenComment): Problem {
  const span = { start: at, end: at + mark.length };
  const close = mark === '%%' ? '%%' : '-->';
  const { text } = reading;
  if (why === 'in-code') {
    const message = `Nobody sees what is between this ${mark} and ${close === '%%' ? 'the next one' : `${close}, or the end of the code`}: some sites treat it as a comment even in code. Take it out if readers should see that.`;
    return { code: CODE, span, message, severity: 'info' };
  }
  if (why === 'unclosed-code') {
    const message = `Nobody sees ${linesOf(text, hidden)}: this code is never closed, so a %% may be part of it or begin a comment. Close it with the same marks on a line of their own.`;
    return { code: CODE, span, message, severity: 'info' };
  }
  if (why === 'in-doubt') {
    const message = isBetweenBackticks(text, at)
      ? `Nobody sees ${linesOf(text, hidden)}: to some readers this ${mark} between backticks begins or ends a comment. Write it in words, or put it in a block of code, between two lines of \`\`\`.`
      : `Nobody sees ${linesOf(text, hidden)}: to some readers this ${mark} begins or ends a comment, to others it is code or part of another comment. If it is code, put a line of \`\`\`, not indented, above and below the code. If it is a comment, close it with ${close} before any code. Or take it out.`;
    return { code: CODE, span, message, severity: 'info' };
  }
  const feed = text.indexOf('\n', at);
  const line = text.slice(at, feed === -1 ? text.length : feed).trimEnd();
  const ends = [
    { title: 'Close it at the end of its line', at: at + line.length, words: ` ${close}` },
    {
      title: 'Close it at the end of the page',
      at: text.length,
      words: `${text.endsWith('\n') ? '' : '\n'}${close}\n`,
    },
  ];
  return {
    code: CODE,
    span,
    message: `This comment is never closed, so nobody sees what comes after it: close it with ${close}.`,
    fixes: ends.map(({ title, at: start, words }) => ({
      title,
      edits: [{ file: reading.path, span: { start, end: start }, text: words }],
    })),
  };
}

/** Whether a place is in inline code on its line, if in any code. */
function isBetweenBackticks(text: string, at: number): boolean {
  const [before = '', after = ''] = [text.slice(0, at).split('\n').at(-1), text.slice(at).split('\n', 1)[0]];
  return (before.match(/`+/g) ?? []).length % 2 === 1 && after.includes('`');
}

/** The text that is hidden beside comments, and the mark that hides it, in words. @param from where the prose begins */
export const hiddenInDoubt = (text: string, from: number): string[] =>
  commentsIn(text, from).open.map(
    ({ at, mark, hidden }) => `${linesOf(text, hidden)}, for the ${mark} on line ${lineOf(text, at)}`,
  );

function linesOf(text: string, { start, end }: Span): string {
  const [first, last] = [lineOf(text, start), lineOf(text, text.slice(0, end).trimEnd().length)];
  return first === last ? `a part of line ${first}` : `lines ${first} to ${last}`;
}

const lineOf = (text: string, place: number): number => text.slice(0, place).split('\n').length;

const changed = ({ path: file }: FileReading, span: Span, text: string): Fix => ({
  title: `Change to ${text}`,
  edits: [{ file, span, text }],
});
