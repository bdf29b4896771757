/**
 * Cuts a file into frontmatter and body where Obsidian, Hugo, Jekyll and gray-matter cut it.
 *
 * The very first line is `---`, perhaps after a byte-order mark; the next line that is `---` closes. Blanks may follow
 * either. A file with a blank line or a comment before its `---` has no frontmatter, as with those tools. `...` closes
 * too, as for Jekyll and Pandoc: YAML ends there anyway.
 */
import type { Span } from '../text/span';

export interface Frontmatter {
  /** What stands behind the opening dashes (`js`, `toml`); empty for YAML, however it is written. */
  readonly language: string;
  /** The opening line, dashes and language, without trailing blanks. */
  readonly fence: Span;
  /** The lines between the fences, with their line ends. */
  readonly yaml: Span;
  /** The offset where the body begins. */
  readonly body: number;
  /** False while the closing line has not been written yet. */
  readonly closed: boolean;
}

const OPENING = /^\uFEFF?---[ \t]*([A-Za-z][\w+.-]*)?[ \t]*(?:\r?\n|$)/;
const CLOSING = /^(?:---|\.\.\.)[ \t]*\r?$/;
/** A key as people write them: at most three words and a colon, as against a sentence that happens to hold one. */
const KEY = /^["']?[\p{L}\p{N}_$][^\s:]*(?:[ \t]+[^\s:]+){0,2}[ \t]*:(?:\s|$)/u;

/** The frontmatter of a file, or null where it has none: no fence, or a thematic break and prose. */
export function cutFrontmatter(text: string): Frontmatter | null {
  const first = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  if (!text.startsWith('---', first)) return null;
  const cut = readOpening(text, first);
  if (cut === null) return null;
  const { language, fence, start } = cut;

  for (let line = start; line < text.length; ) {
    const feed = text.indexOf('\n', line);
    const end = feed === -1 ? text.length : feed;
    const unit = text.charCodeAt(line);
    if ((unit === 45 || unit === 46) && CLOSING.test(text.slice(line, end))) {
      if (language === '' && isProse(text, start, line)) return null;
      return { language, fence, yaml: { start, end: line }, body: feed === -1 ? end : end + 1, closed: true };
    }
    line = end + 1;
  }
  if (language !== '') return null;
  const end = unclosedEnd(text, start);
  return end === null ? null : { language, fence, yaml: { start, end }, body: end, closed: false };
}

/** The opening line, and where the next one starts; null where the line only begins with dashes. */
function readOpening(text: string, first: number): { language: string; fence: Span; start: number } | null {
  // Nearly every file: nothing but the dashes.
  if (text.charCodeAt(first + 3) === 10) {
    return { language: '', fence: { start: first, end: first + 3 }, start: first + 4 };
  }
  const opening = OPENING.exec(text);
  if (!opening) return null;
  const language = opening[1] ?? '';
  return {
    language: /^ya?ml$/i.test(language) ? '' : language,
    fence: { start: first, end: opening[0].trimEnd().length },
    start: opening[0].length,
  };
}

/** More words than a key has that is just being typed. */
const FEW_WORDS = 3;

/** Whether what stands between two lines of dashes is a scene rather than YAML: it begins with a sentence and has no key. */
function isProse(text: string, start: number, end: number): boolean {
  let sentence: boolean | undefined;
  for (let line = start; line < end; ) {
    const next = text.indexOf('\n', line) + 1;
    const content = text.slice(line, next).trimEnd();
    if (KEY.test(content)) return false;
    if (sentence === undefined && content !== '') {
      sentence = /^[\p{L}\p{N}*_“‘«„(—–]/u.test(content) && content.split(/\s+/).length > FEW_WORDS;
      if (!sentence) return false;
    }
    line = next;
  }
  return sentence === true;
}

/**
 * Where frontmatter without a closing fence ends: before the first line that can't be YAML, and at a blank line unless another
 * key follows it. Null where it does not begin with a key: that is a thematic break, and prose.
 */
function unclosedEnd(text: string, start: number): number | null {
  let end = start;
  let afterBlank = false;
  for (let line = start; line < text.length; ) {
    const feed = text.indexOf('\n', line);
    const next = feed === -1 ? text.length : feed + 1;
    const content = text.slice(line, next).trimEnd();
    const isKey = KEY.test(content);
    if (content === '') afterBlank = true;
    else if (isKey || (end > start && !afterBlank && /^(?:[ #\]}]|- |-$)/.test(content))) {
      end = next;
      afterBlank = false;
    } else break;
    line = next;
  }
  return end === start ? null : end;
}
