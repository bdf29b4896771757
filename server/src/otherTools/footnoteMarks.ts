/** Footnotes for marked, `[^1]` and `^[in place]`: their texts stand behind the prose, in the order in which they are referred to. */
import type { Marked, Token, TokenizerAndRendererExtension } from 'marked';
import { asText } from './inlineMarks';

export interface Footnotes {
  readonly extensions: readonly TokenizerAndRendererExtension[];
  /** The prose with the texts of its notes behind it. */
  readonly withNotes: (prose: string, marked: Marked) => string;
}

const BEGINS = /^ {0,3}\[\^([^[\]\s]+)\]:[ \t]*/;

/** The lines of a note, from its beginning: to the next blank line or the next note, and what is indented behind a blank line. */
function noteAt(src: string): { readonly raw: string; readonly label: string; readonly text: string } | null {
  const [mark, label = ''] = BEGINS.exec(src) ?? [];
  if (mark === undefined) return null;
  let [end, isOpen] = [0, true];
  for (let at = 0; at < src.length; ) {
    const feed = src.indexOf('\n', at);
    const next = feed === -1 ? src.length : feed + 1;
    const line = src.slice(at, next);
    if (line.trim() === '') isOpen = false;
    else if (at > 0 && (BEGINS.test(line) || !(isOpen || /^(?: {2}|\t)/.test(line)))) break;
    else [end, isOpen] = [next, true];
    at = next;
  }
  const raw = src.slice(0, end);
  return { raw, label, text: raw.slice(mark.length).replace(/^(?: {1,4}|\t)/gm, '') };
}

/** The notes of one page, or of a part of one. @param anchor what the names of their places begin with */
export function openFootnotes(anchor: string): Footnotes {
  const notes = new Map<string, Token[]>();
  /** The notes that are referred to. A place may be referred to twice. */
  const shown: Token[][] = [];
  const definition: TokenizerAndRendererExtension = {
    name: 'footnote',
    level: 'block',
    tokenizer(src) {
      const note = noteAt(src);
      if (!note) return undefined;
      const tokens = this.lexer.blockTokens(note.text, []);
      if (!notes.has(note.label)) notes.set(note.label, tokens);
      return { type: 'footnote', raw: note.raw };
    },
    renderer: () => '',
  };
  const reference: TokenizerAndRendererExtension = {
    name: 'footnoteReference',
    level: 'inline',
    start: (src) => src.indexOf('^['),
    tokenizer(src) {
      const [raw, label, words] = /^(?:\[\^([^[\]\s]+)\]|\^\[([^[\]\n]+)\])/.exec(src) ?? [];
      const known = label === undefined ? undefined : notes.get(label);
      if (raw === undefined || (words === undefined && !known)) return undefined;
      const note = known ?? [
        { type: 'text', raw: words ?? '', text: words ?? '', tokens: this.lexer.inlineTokens(words ?? '') },
      ];
      return { type: 'footnoteReference', raw, note };
    },
    renderer({ note }) {
      const isNew = !shown.includes(note);
      if (isNew) shown.push(note);
      const n = shown.indexOf(note) + 1;
      const own = isNew ? ` id="${asText(`${anchor}/note-${n}-from`)}"` : '';
      return `<sup><a href="#${asText(`${anchor}/note-${n}`)}"${own} class="ref" aria-label="Note ${n}">${n}</a></sup>`;
    },
  };
  const withNotes: Footnotes['withNotes'] = (prose, marked) => {
    const items: string[] = [];
    // A note may refer to others.
    for (let i = 0; i < shown.length; i++) {
      const [id, back] = [`${anchor}/note-${i + 1}`, `${anchor}/note-${i + 1}-from`].map(asText);
      const words = marked.parser(shown[i] ?? []).replace(/<\/p>\n$/, '');
      items.push(`<li id="${id}">${words} <a href="#${back}" aria-label="Back to the text">↩</a></li>\n`);
    }
    return items.length === 0 ? prose : `${prose}<ol class="notes">\n${items.join('')}</ol>\n`;
  };
  return { extensions: [definition, reference], withNotes };
}
