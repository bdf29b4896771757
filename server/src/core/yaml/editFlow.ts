/** Puts parts into brackets and braces, and takes parts out, with their commas. */
import type { Span } from '../text/span';
import type { YamlEdit } from './editYaml';
import { eolAt, lineEnd, lineStart, nextLine } from './yamlLayout';

/**
 * @param whole the collection, brackets included
 * @param places of the parts it has
 * @param before the index of the part that the new ones come behind; -1: they are the first
 */
export function addToFlow(
  text: string,
  whole: Span,
  places: readonly Span[],
  before: number,
  parts: readonly string[],
): YamlEdit {
  const first = places[0];
  if (first === undefined) {
    return { span: { start: whole.start + 1, end: whole.start + 1 }, text: parts.join(', ') };
  }
  const above = places[before];
  if (above === undefined) {
    return { span: { start: first.start, end: first.start }, text: parts.map((part) => `${part}, `).join('') };
  }
  const { end } = above;
  const indent = /^[ \t]+$/.exec(text.slice(lineStart(text, above.start), above.start))?.[0];
  const isLastOnLine = !/^[ \t]*,?[ \t]*[^\s,#]/.test(text.slice(end, lineEnd(text, end)));
  if (indent === undefined || !isLastOnLine || lineStart(text, above.start) <= whole.start) {
    return { span: { start: end, end }, text: parts.map((part) => `, ${part}`).join('') };
  }
  // One part on each line: behind the comma, which may be missing, and behind the comment.
  const rest = text.slice(end, lineEnd(text, end));
  const isClosed = /^[ \t]*,/.test(rest);
  const eol = eolAt(text, end);
  const lines = parts.join(`,${eol}${indent}`);
  const at = lineEnd(text, end);
  if (isClosed) return { span: { start: at, end: at }, text: `${eol}${indent}${lines},` };
  return { span: { start: end, end: at }, text: `,${rest}${eol}${indent}${lines}` };
}

export function removeFromFlow(text: string, whole: Span, places: readonly Span[], index: number): YamlEdit | null {
  const place = places[index];
  if (place === undefined) return null;
  const before = places[index - 1];
  const after = places[index + 1];
  const line = lineStart(text, place.start);
  const rest = text.slice(place.end, lineEnd(text, place.end));
  const isAlone =
    whole.start < line &&
    text.slice(line, place.start).trim() === '' &&
    // Where commas begin the lines, the next part would be left with one too many.
    (after === undefined ? /^[ \t]*,?[ \t]*(?:#.*)?$/ : /^[ \t]*,[ \t]*(?:#.*)?$/).test(rest);
  if (isAlone) return { span: { start: line, end: nextLine(text, place.end) }, text: '' };
  if (after !== undefined) return { span: { start: place.start, end: after.start }, text: '' };
  if (before !== undefined) {
    const between = text.slice(before.end, place.start);
    // The comma goes; the comment behind the part before it stays.
    const kept = between.includes('#') ? between.replace(/^([ \t]*),|,([ \t]*)$/, '$1$2') : '';
    return { span: { start: before.end, end: place.end }, text: kept };
  }
  const inside = { start: whole.start + 1, end: whole.end - 1 };
  const isBare = (text.slice(inside.start, place.start) + text.slice(place.end, inside.end)).trim() === '';
  return { span: isBare ? inside : place, text: '' };
}
