/** Dataview's inline properties at the top of a note, `born:: 1605`, as pairs of a mapping, where codex.yaml says `inline: true`. */
import type { YamlMapping, YamlPair, YamlScalar } from '../yaml/tree';

/** A line of its own, perhaps of a list, with its name perhaps in bold. */
const LINE =
  /^[ \t]*(?:[*+-][ \t]+)?(?:\*\*|__)?([\p{L}][\p{L}\p{N} _-]{0,60}?)(?:\*\*|__)?[ \t]*::(?:\*\*|__)?[ \t]*(.*)$/u;

/** The lines at the top: blank ones, a title, and properties; whatever else stands there ends them. @param from where the body begins */
export function withInlineProperties(text: string, from: number, mapping: YamlMapping | null): YamlMapping | null {
  const pairs: YamlPair[] = [];
  for (let start = from, end = from; start < text.length; start = end + 1) {
    end = text.indexOf('\n', start);
    if (end === -1) end = text.length;
    const line = text.slice(start, end).trimEnd();
    const found = LINE.exec(line);
    if (found) pairs.push(pairOf(start, line, found));
    else if (line !== '' && !/^#{1,6}[ \t]/.test(line)) break;
  }
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
