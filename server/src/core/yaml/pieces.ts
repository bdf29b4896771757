/** Splits broken YAML so that each fault stays where it is: one piece for each key at the left margin. */
import { CONFLICT } from '../text/conflict';
import type { Span } from '../text/span';
import type { YamlProblem } from './tree';

/** Units that can't begin a key: blanks, comments, list items, and what belongs to the lines above. */
const NO_KEY = new Set(' \t\r#[]{},&*!|>%@`');

/** Whether the line at the offset begins with `key:` at the left margin. */
function beginsKey(source: string, start: number, end: number): boolean {
  if (start >= end || NO_KEY.has(source.charAt(start)) || source.startsWith('- ', start)) return false;
  for (let colon = source.indexOf(':', start); colon !== -1 && colon < end; colon = source.indexOf(':', colon + 1)) {
    const next = source.charAt(colon + 1);
    if (next === '' || next === ' ' || next === '\t' || next === '\n' || next === '\r') return true;
  }
  return false;
}

/** The pieces of a text, in order and without gaps. */
export function pieces(source: string): readonly Span[] {
  const found: Span[] = [];
  let start = 0;
  for (let line = 0; line < source.length; ) {
    const feed = source.indexOf('\n', line);
    const end = feed === -1 ? source.length : feed;
    if (line > start && beginsKey(source, line, end)) {
      found.push({ start, end: line });
      start = line;
    }
    line = end + 1;
  }
  found.push({ start, end: source.length });
  return found;
}

const MARKERS = /^(<<<<<<<|>>>>>>>)(?:[ \t].*)?\r?$/gm;

/**
 * Blanks out what lies between git's conflict markers, so that all around it keeps its place and can be read. Each
 * conflict is one problem, whatever it holds.
 */
export function withoutConflicts(source: string, base: number, problems: YamlProblem[]): string {
  if (!source.includes('<<<<<<<')) return source;
  let masked = '';
  let done = 0;
  let opened: Span | null = null;
  const close = (open: Span, end: number): void => {
    problems.push({
      code: 'entry/conflict',
      span: { start: base + open.start, end: base + open.end },
      message: CONFLICT,
    });
    masked += source.slice(done, open.start) + source.slice(open.start, end).replace(/[^\r\n]/g, ' ');
    done = end;
  };
  for (const marker of source.matchAll(MARKERS)) {
    const line = { start: marker.index, end: marker.index + marker[0].trimEnd().length };
    if (marker[1] === '<<<<<<<') opened ??= line;
    else if (opened !== null) {
      close(opened, line.end);
      opened = null;
    }
  }
  if (opened !== null) close(opened, opened.end);
  return masked + source.slice(done);
}
