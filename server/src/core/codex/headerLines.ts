/** Headers that stand in the text of a numbered page: lines `Status: …`, rows of a table at its top, and what lies under a heading Status. */
import type { PresetName } from './presets';

/** What a line at the top says, by the known key that it stands for. */
type HeaderLines = Partial<Record<HeaderKey, HeaderLine>>;
type HeaderKey = 'status' | 'date' | 'supersedes' | 'superseded_by';

export interface HeaderLine {
  readonly text: string;
  /** Where its key and its text begin in what was looked at. */
  readonly keyStart: number;
  readonly start: number;
}

/** Headers are looked for this far into a page; a heading Status may stand below. */
const TOP = 3000;
const LINE =
  /^[ \t]*(?:[*+-][ \t]+|\|[ \t]*)?(?:\*\*|__)?(status|(?:start )?date|supersedes|superseded[ -]by|replaces|replaced[ -]by|obsoletes|obsoleted[ -]by)(?:\*\*|__)?[ \t]*[:|](?:\*\*|__)?[ \t|]*([^\r\n|]*)/gim;
const STATUS_PART = /^#{1,4}[ \t]+status[ \t]*#*[ \t]*\r?\n([\s\S]*?)(?=^#{1,4}[ \t]|(?![\s\S]))/im;
const DAY = /^\(?(\d{4}[-/]\d{2}[-/]\d{2})(?!\d)/;

/** The headers that have such lines: the others' stand in frontmatter. */
export const hasHeaderLines = (preset: PresetName | null): boolean => preset === 'adr' || preset === 'rfc';

/** @param text what stands behind the frontmatter */
export function headerLines(text: string): HeaderLines {
  const lines: HeaderLines = {};
  for (const match of text.slice(0, TOP).matchAll(LINE)) {
    const [whole, word = '', value = ''] = match;
    const key = keyOfWord(word);
    const said = key === 'date' ? (DAY.exec(value)?.[1] ?? '') : value.trim();
    if (lines[key] || said === '') continue;
    const start = match.index + whole.length - value.length + value.indexOf(said);
    lines[key] = { text: said, keyStart: match.index + whole.indexOf(word), start };
  }
  const part = lines.status ? null : STATUS_PART.exec(text);
  if (part?.[1]) {
    const start = part.index + part[0].length - part[1].length;
    lines.status = { text: part[1], keyStart: part.index + part[0].search(/status/i), start };
  }
  return lines;
}

function keyOfWord(word: string): HeaderKey {
  const plain = word.toLowerCase();
  if (plain.endsWith('date')) return 'date';
  if (plain === 'status') return 'status';
  return plain.endsWith('by') ? 'superseded_by' : 'supersedes';
}
