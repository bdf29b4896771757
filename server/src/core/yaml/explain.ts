/** Explains the errors of the `yaml` package in a writer's words, and marks the place to correct. */
import type { Span } from '../text/span';
import { isLoneQuestion, type OwnedError } from './composeYaml';
import type { YamlProblem } from './tree';

/** A span of the piece and its message. */
interface Finding {
  readonly span: Span;
  readonly message: string;
}

type Explanation = (source: string, error: OwnedError) => Finding;

/** The problem to report for an error in a piece that begins at `base` in the file. */
export function explain(source: string, base: number, error: OwnedError): YamlProblem {
  const found = explanationOf(error)(source, error);
  const { start, end } = visible(source, found.span);
  return {
    code: 'frontmatter/invalid-yaml',
    span: { start: base + start, end: base + end },
    message: found.message,
  };
}

/** The error of a piece that names the cause; the others mostly follow from it. */
export function cause(source: string, errors: readonly OwnedError[]): OwnedError | undefined {
  return errors
    .filter(({ start }) => !isLoneQuestion(source, start))
    .sort((a, b) => rank(a) - rank(b) || a.start - b.start)[0];
}

/** The problem of lines without a key, in a file whose other lines have one. */
export function homeless(source: string, base: number): YamlProblem {
  const { span, message } = noColonIn(source, nextText(source, 0));
  return { code: 'frontmatter/invalid-yaml', span: { start: base + span.start, end: base + span.end }, message };
}

const rank = (error: OwnedError): number => {
  if (error.code === 'TAB_AS_INDENT' || error.code === 'TOO_DEEP') return 0;
  return error.code === 'MULTILINE_IMPLICIT_KEY' ? 1 : 2;
};

function explanationOf({ code, message }: OwnedError): Explanation {
  if (code === 'TOO_DEEP') return tooDeep;
  if (code === 'TAB_AS_INDENT') return tab;
  if (code === 'BLOCK_AS_IMPLICIT_KEY' && message.startsWith('Nested')) return colonInValue;
  if (code === 'MULTILINE_IMPLICIT_KEY') return lostLine;
  if (code === 'BAD_SCALAR_START') return badStart;
  if (code === 'BAD_DQ_ESCAPE') return badEscape;
  if (message.startsWith('Implicit map keys')) return noColon;
  if (message.startsWith('Missing closing')) return unclosedQuote;
  if (message.startsWith('Flow ')) return unclosedBracket;
  if (message.startsWith('Unexpected block-seq-ind') || message.startsWith('A block sequence')) return listOnKeyLine;
  if (message.startsWith('All ') || message.startsWith('Sequence item')) return outOfLine;
  if (message.startsWith('Block scalar header')) return badStart;
  if (message.startsWith('Comments must')) return commentTooClose;
  if (message.startsWith('Missing ,')) return missingComma;
  if (message.startsWith('Unexpected flow')) return strayBracket;
  if (message.endsWith('at node end')) return textBehind;
  return somethingElse;
}

const LONGEST = 48;
const quoted = (words: string): string => `“${words.length > LONGEST ? `${words.slice(0, LONGEST - 1)}…` : words}”`;

/** The offset where the text of a line ends, without blanks and line end. */
function lineEnd(source: string, from: number): number {
  const feed = source.indexOf('\n', from);
  return from + source.slice(from, feed === -1 ? source.length : feed).trimEnd().length;
}

/** From an offset to the end of its line, without a comment at its end. */
function restOfLine(source: string, from: number): Span {
  const rest = source.slice(from, lineEnd(source, from));
  const comment = rest.search(/[ \t]#/);
  return { start: from, end: from + (comment === -1 ? rest : rest.slice(0, comment).trimEnd()).length };
}

const words = (source: string, span: Span): string => source.slice(span.start, span.end);

/** The first text at or after an offset, to the end of its line. */
function nextText(source: string, from: number): Span {
  const blank = source.slice(from).search(/\S/);
  return restOfLine(source, blank === -1 ? from : from + blank);
}

/** A visible span: never empty if there is a character to underline, never outside the piece. */
function visible(source: string, { start, end }: Span): Span {
  const first = Math.min(start, source.length);
  if (end > first) return { start: first, end: Math.min(end, source.length) };
  const line = source.slice(0, first).trimEnd();
  return { start: Math.max(0, line.length - 1), end: line.length };
}

/** The line of the value that was left out, from its first character. */
const valueOf = (source: string, error: OwnedError): Span => restOfLine(source, error.owner?.start ?? error.start);

const tooDeep: Explanation = (source) => ({
  span: nextText(source, 0),
  message: 'This is nested too deep to be read: is a bracket or an indent repeated by mistake?',
});

const tab: Explanation = (source, { start }) => {
  const blanks = /[ \t]*/y;
  blanks.lastIndex = start;
  return {
    span: { start, end: start + (blanks.exec(source)?.[0].length || 1) },
    message: 'This line is indented with a tab, which YAML does not allow: use spaces.',
  };
};

const colonInValue: Explanation = (source, error) => {
  const span = restOfLine(source, error.start);
  return {
    span,
    message: `Put quotes around ${quoted(words(source, span))}: without them its colon starts a new key.`,
  };
};

const lostLine: Explanation = (source, { start, end }) => {
  const first = restOfLine(source, start);
  const key = source.slice(source.lastIndexOf('\n', end - 1) + 1, end);
  const span = { start: end - key.trimStart().length, end };
  const column = start - (source.lastIndexOf('\n', start - 1) + 1);
  // If two lines are in one column, the upper one lacks its colon. Otherwise the lower one is indented under a value that is
  // complete.
  if (key.length - key.trimStart().length === column) return noColonIn(source, first);
  return { span, message: `${quoted(key.trim())} is indented too far: line it up with the keys around it.` };
};

const noColon: Explanation = (source, { start }) => noColonIn(source, restOfLine(source, start));

function noColonIn(source: string, span: Span): Finding {
  const line = words(source, span);
  const tight = /^([^\s:]+):(\S.*)$/.exec(line);
  if (tight && !line.includes('://')) {
    return { span, message: `A space is missing after the colon: write ${quoted(`${tight[1]}: ${tight[2]}`)}.` };
  }
  return {
    span,
    message: `${quoted(line)} has no colon: write “key: value”, or indent it under the key it belongs to.`,
  };
}

const badStart: Explanation = (source, error) => {
  const span = valueOf(source, error);
  const value = words(source, span);
  return { span, message: `A value can’t begin with ${value.charAt(0)}: put quotes around ${quoted(value)}.` };
};

const badEscape: Explanation = (source, { start }) => {
  const span = { start, end: Math.min(start + 2, lineEnd(source, start)) };
  const escape = words(source, span);
  return { span, message: `${escape} means nothing inside "…": write \\${escape}, or use single quotes.` };
};

const unclosedQuote: Explanation = (source, error) => {
  const span = valueOf(source, error);
  const [quote = '"'] = /["']/.exec(source.slice(span.start, span.end)) ?? [];
  return { span, message: `This quote is never closed: put ${quote} at the end of the value.` };
};

const unclosedBracket: Explanation = (source, error) => {
  const close = error.message.slice(-1);
  const inner = error.owner?.start ?? error.start;
  const start = Math.max(inner, 0);
  return {
    span: restOfLine(source, start),
    message: `This ${close === ']' ? '[' : '{'} is never closed: put ${close} at the end of the value.`,
  };
};

const listOnKeyLine: Explanation = (source, error) => ({
  span: restOfLine(source, error.start),
  message: 'A list with dashes begins on the line below its key: or write it in brackets, [one, two].',
});

const outOfLine: Explanation = (source, { start }) => {
  const span = nextText(source, start);
  const line = words(source, span);
  const colon = line.search(/:(?:\s|$)/);
  const name = colon > 0 ? line.slice(0, colon) : line;
  return {
    span: { start: span.start, end: span.start + name.length },
    message: `${quoted(name)} is not lined up with what is above it: give it as many spaces as its neighbours have.`,
  };
};

const commentTooClose: Explanation = (source, { start }) => ({
  span: restOfLine(source, start),
  message: 'Put a space before the #, or quotes around the whole value if the # belongs to it.',
});

const missingComma: Explanation = (source, { start }) => ({
  span: nextText(source, start),
  message: `A comma is missing before ${quoted(words(source, nextText(source, start)))}.`,
});

const strayBracket: Explanation = (source, { start }) => ({
  span: { start, end: start + 1 },
  message: `This ${source.charAt(start)} closes nothing: take it out, or put quotes around the value.`,
});

const textBehind: Explanation = (source, error) => {
  const span = valueOf(source, error);
  const value = words(source, span);
  if (value.startsWith('[[')) {
    if (/^\[\[[^\]]*\]\],\s*\[\[/.test(value)) {
      return { span, message: 'Write several links as a list, each in quotes: ["[[A]]", "[[B]]"].' };
    }
    return { span, message: `Put quotes around ${quoted(value)}.` };
  }
  if (value.startsWith('"')) {
    return { span, message: `A " inside the quotes ends the value early: write \\" for it, or '…' around the whole.` };
  }
  if (value.startsWith("'")) {
    return {
      span,
      message: `A ' inside the quotes ends the value early: write it twice (''), or "…" around the whole.`,
    };
  }
  if (/^[[{*&!]/.test(value)) {
    return {
      span,
      message: `A value that begins with ${value.charAt(0)} needs quotes: put them around ${quoted(value)}.`,
    };
  }
  return somethingElse(source, error);
};

const somethingElse: Explanation = (source, error) => {
  const next = nextText(source, error.start);
  const span = next.end > next.start ? next : nextText(source, 0);
  return {
    span,
    message: `${quoted(words(source, span))} can’t be read here: look for a misplaced quote, bracket or indent.`,
  };
};
