/** Dataview's inline properties at the top of a note, `born:: 1605`, as pairs of a mapping, where codex.yaml says `inline: true`. */
import type { Span } from '../text/span';
import type { YamlMapping, YamlPair, YamlScalar } from '../yaml/tree';

/** A line of its own, perhaps of a list, with its name perhaps in bold. */
const LINE =
  /^[ \t]*(?:[*+-][ \t]+)?(?:\*\*|__)?([\p{L}][\p{L}\p{N} _-]{0,60}?)(?:\*\*|__)?[ \t]*::(?:\*\*|__)?[ \t]*(.*)$/u;

interface PropertyLine {
  /** With its line end. */
  readonly span: Span;
  readonly pair: YamlPair;
}

/** Those among the lines at the top: blank ones, headings, and properties; whatever else stands there ends them. @param from where the body begins */
function propertyLines(text: string, from: number): readonly PropertyLine[] {
  const lines: PropertyLine[] = [];
  for (let start = from, end = from; start < text.length; start = end) {
    const next = text.indexOf('\n', start);
    end = next === -1 ? text.length : next + 1;
    const line = text.slice(start, end).trimEnd();
    const found = LINE.exec(line);
    if (found) lines.push({ span: { start, end }, pair: pairOf(start, line, found) });
    else if (line !== '' && !/^#{1,6}[ \t]/.test(line)) break;
  }
  return lines;
}

/** Their lines, which say what may have been retconned, or is known to few, and so are not prose that anybody is shown. */
export const propertySpans = (text: string, from: number): readonly Span[] =>
  propertyLines(text, from).map(({ span }) => span);

/** A body without them. */
export const withoutProperties = (body: string): string =>
  propertySpans(body, 0).reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), body);

/** The frontmatter with these lines as keys behind its own. @param from where the body begins */
export function withInlineProperties(text: string, from: number, mapping: YamlMapping | null): YamlMapping | null {
  const pairs = propertyLines(text, from).map(({ pair }) => pair);
  if (pairs.length === 0) return mapping;
  const span = { start: from, end: from };
  return { ...(mapping ?? { kind: 'mapping', span, flow: false }), pairs: [...(mapping?.pairs ?? []), ...pairs] };
}

function pairOf(start: number, line: string, [, key = '', value = '']: RegExpExecArray): YamlPair {
  const at = line.indexOf(key);
  const end = start + line.length;
  return {
    key: scalar(key, start + at, start + at + key.length),
    value: value === '' ? null : scalar(value, end - value.length, end),
  };
}

function scalar(text: string, start: number, end: number): YamlScalar {
  const span = { start, end };
  return { kind: 'scalar', text, style: 'plain', span, content: span };
}
