/** Reads the markdown in which hovers are written as lines that a page of ours draws. */
import type { Phrase } from '../protocol/sent';
import type { TimelineCard } from '../protocol/protocolTimeline';

type Line = TimelineCard[number];

/** How a line begins that is no plain text. */
const KINDS: readonly (readonly [begins: RegExp, kind: Line['kind']])[] = [
  [/^#{1,2} /, 'heading'],
  [/^#{3,} /, 'section'],
  [/^- /, 'item'],
  [/^> /, 'cited'],
];

/** @param markdown of ours: what an author wrote has no markup in it */
export const linesOfMarkdown = (markdown: string): TimelineCard =>
  markdown
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && line !== '---')
    .map((line): Line => {
      const [begins, kind] = KINDS.find(([one]) => one.test(line)) ?? [/^/, 'text' as const];
      return { kind, parts: phrasesOf(line.replace(begins, '')) };
    });

/** A link, a mark of what is strong or set off, something escaped, a word of code, an address, or any other sign. */
const PIECE =
  /\[((?:\\.|[^\]\\])*)\]\(<?([^)>\s]*)>?\)|(\*\*)|(\*)|\\(.)|`([^`]*)`|<(https?:[^>\s]*)>|([^[*\\`<]+|.)/gsu;

function phrasesOf(text: string): Phrase[] {
  const phrases: { text: string; uri?: string; isStrong?: true }[] = [];
  let isStrong = false;
  const add = (words: string, uri?: string): void => {
    const last = phrases.at(-1);
    if (last && uri === undefined && last.uri === undefined && (last.isStrong ?? false) === isStrong)
      last.text += words;
    else phrases.push({ text: words, ...(uri !== undefined && { uri }), ...(isStrong && { isStrong }) });
  };
  for (const [, label, uri, strong, set, escaped, code, address, words] of text.matchAll(PIECE)) {
    if (strong !== undefined) isStrong = !isStrong;
    else if (label !== undefined) add(plain(label), uri);
    else if (set === undefined) add(escaped ?? code ?? address ?? words ?? '');
  }
  return phrases.map(({ text: shown, ...rest }) => (Object.keys(rest).length === 0 ? shown : { text: shown, ...rest }));
}

/** The words of a label: marks in it are left out. */
const plain = (label: string): string => label.replace(/\\(.)|\*+/gs, '$1');
