/** What of a page's prose is hidden only because it can't be read for certain: its author is told where, since nobody else sees it. */
import { cutShort } from '../text/wordLists';
import type { Fix, Problem } from '../text/problem';
import type { Span } from '../text/span';
import type { FileReading } from './entryShapes';
import { commentsIn, type OpenComment } from './comments';
import { type SecretOpening, secretOpenings } from './veil';

const CODE = 'knowledge/unknown-knower';

/** @param from where the prose begins */
export function veilDoubts(reading: FileReading, from: number): Problem[] {
  const { text, codex } = reading;
  const openings = secretOpenings(text, from, codex.secrets);
  // Who keeps no secrets is not told of each comment of a diagram: their editions say it.
  const isKept = codex.circles.size + codex.audience.length > 0 || codex.secrets.size > 1;
  const open = commentsIn(text, from).open.filter(({ why }) => isKept || why === 'unclosed');
  return [
    ...openings.flatMap(({ at, bar, doubt }) => (doubt ? doubtfulSecret(reading, at, bar, doubt) : [])),
    ...open.map((comment) => openComment(reading, comment)),
  ];
}

/** What was meant for the beginning of a callout: with links in it, and without what should close it. */
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
  const message = `"${quoted}" is taken for a secret, and nobody is shown it. Did you mean ${ways.join(' or ')}?`;
  // Words in brackets may be no more than that.
  const more = /[!！]/.test(written) ? {} : ({ severity: 'info' } as const);
  return { code: CODE, span, message, ...more, fixes: ways.map((way) => changed(reading, span, way)) };
}

/** How it would be written for certain, the likeliest first. @param bar with the names behind it, where they are read */
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
    const message = `Nobody is shown what is between this ${mark} and ${close === '%%' ? 'the next one' : `${close}, or the end of the code`}: some sites take it for a comment in code as well. Take it out where that is to be read.`;
    return { code: CODE, span, message, severity: 'info' };
  }
  if (why === 'unclosed-code') {
    const message = `Nobody is shown ${linesOf(text, hidden)}: this code is never closed, so that a %% may stand in it or begin a comment. Close it with the same marks on a line of their own.`;
    return { code: CODE, span, message, severity: 'info' };
  }
  if (why === 'in-doubt') {
    const message = isBetweenBackticks(text, at)
      ? `Nobody is shown ${linesOf(text, hidden)}: to some readers this ${mark} between backticks begins or ends a comment. Write it in words, or put it into a block of code, between two lines of \`\`\`.`
      : `Nobody is shown ${linesOf(text, hidden)}: to some readers this ${mark} begins or ends a comment, to others it is code or stands in another comment. If it is code, put a line of \`\`\`, not indented, above and below the code. If it is a comment, close it with ${close} before any code. Or take it out.`;
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
    message: `This comment is never closed, so nobody is shown what is behind it: close it with ${close}.`,
    fixes: ends.map(({ title, at: start, words }) => ({
      title,
      edits: [{ file: reading.path, span: { start, end: start }, text: words }],
    })),
  };
}

/** Whether a place stands in code on its line, if in any. */
function isBetweenBackticks(text: string, at: number): boolean {
  const [before = '', after = ''] = [text.slice(0, at).split('\n').at(-1), text.slice(at).split('\n', 1)[0]];
  return (before.match(/`+/g) ?? []).length % 2 === 1 && after.includes('`');
}

/** What of a page's prose is hidden beside its comments, and for which mark, in words. @param from where the prose begins */
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
