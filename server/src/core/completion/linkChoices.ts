/** Wikilinks, in the prose and in the frontmatter: entries behind `[[`, headings behind `#`, other names behind `|`. */
import { cutFrontmatter } from '../entry/frontmatter';
import { readBody } from '../entry/body';
import { entryNamed } from '../canon';
import type { Entry } from '../entry/entry';
import type { Span } from '../text/span';
import { lineEnd, lineStart } from '../yaml/writeYaml';
import {
  type CompletionContext,
  linkFor,
  type CompletionChoice,
  choiceOf,
  type CompletionChoices,
  fitting,
  insideQuote,
} from './choice';
import { readLine, type Quote } from './flow';
import { yamlAround } from './caretPlace';
import { choicesElsewhere, settingsAt } from './otherSettings';
import { choiceOfEntry, rankedBy } from './referenceChoices';

/** A link that is being typed, its brackets perhaps still open. */
interface LinkPlace {
  /** What is being typed of it: the note, a heading behind `#`, the words that are shown behind `|`. */
  readonly part: 'note' | 'heading' | 'shown';
  /** The note, where that has been written. */
  readonly note: string;
  readonly typed: string;
  readonly span: Span;
  /** The quote that it stands in; null outside YAML. */
  readonly quote: Quote | null;
  /** The brackets that are not typed yet. */
  readonly after: string;
}

const ENDS: Readonly<Record<LinkPlace['part'], RegExp>> = {
  note: /^[^\][|#]*(?=\]\]|[|#][^\][]*\]\])/,
  heading: /^[^\][|#]*(?=\]\]|\|[^\][]*\]\])/,
  shown: /^[^\][|]*(?=\]\])/,
};

function linkPlaceAt(text: string, offset: number): LinkPlace | null {
  const before = text.slice(lineStart(text, offset), offset);
  const rest = text.slice(offset, lineEnd(text, offset));
  const open = before.lastIndexOf('[[');
  const inner = before.slice(open + 2);
  if (open < 0 || /[\][]/.test(inner)) return null;
  const isInYaml = yamlAround(text, offset) !== null;
  const line = isInYaml ? readLine(before.slice(0, open)) : null;
  // A comment, or a key: of several words it is a line of a text that goes on.
  if (
    isInYaml &&
    (/["']/.test(inner) || !line?.typing || (line.typing.isKey && (open === 0 || /^\S+$/.test(line.typing.text))))
  )
    return null;
  const bar = inner.indexOf('|');
  const hash = inner.indexOf('#');
  const part = bar >= 0 ? 'shown' : hash >= 0 ? 'heading' : 'note';
  const begins = part === 'shown' ? bar + 1 : part === 'heading' ? inner.lastIndexOf('#') + 1 : 0;
  const typed = inner.slice(begins);
  const note =
    part === 'note' ? '' : inner.slice(0, hash >= 0 && (bar < 0 || hash < bar) ? hash : bar).replace(/\\$/, '');
  // What goes on behind the caret is of the link only where that is closed on this line.
  const found = ENDS[part].exec(rest)?.[0] ?? '';
  const behind = isInYaml && /["']/.test(found) ? '' : found;
  const close = rest.slice(behind.length);
  return {
    part,
    note: note.trim(),
    typed,
    span: { start: offset - typed.length, end: offset + behind.length },
    quote: line?.typing ? line.typing.quote : null,
    after: /^(?:\]\]|[|#])/.test(close) ? '' : close.startsWith(']') ? ']' : ']]',
  };
}

/** @param textOf the text of an entry's file, for its headings. Null where no link is being typed. */
export function linksAt(context: CompletionContext, textOf: (entry: Entry) => string | null): CompletionChoices | null {
  const { known, text, entry, offset } = context;
  const place = linkPlaceAt(text, offset);
  if (!place) return null;
  if (place.part === 'note') return notesAt(context, place);
  const target = place.note === '' ? entry : entryNamed(known, place.note);
  if (!target) return { choices: [], isCut: false };
  const offered =
    place.part === 'shown' ? shownAs(target, place) : headingsOf(target === entry ? text : textOf(target), place);
  return { choices: fitting(place.typed, offered), isCut: false };
}

function notesAt(context: CompletionContext, place: LinkPlace): CompletionChoices {
  const { known } = context;
  const other = { ...place, write: (name: string) => written(place, name) };
  const elsewhere = choicesElsewhere(context, other);
  if (elsewhere) return elsewhere;
  const { first, isCut } = rankedBy(context, 'link', place.typed);
  const choices = first.flatMap(({ entry, isPast }): CompletionChoice[] => {
    const name = linkFor(known, entry);
    const insert = name === null ? null : written(place, name);
    const entered = { span: place.span, insert: insert ?? '', edits: [], isStruck: isPast };
    return insert === null ? [] : [choiceOfEntry(known, entry, isPast, entered)];
  });
  return { choices: [...choices, ...settingsAt(context, other)], isCut };
}

/** Behind a bar: what it is called. */
const shownAs = (entry: Entry, place: LinkPlace): CompletionChoice[] =>
  [entry.title, ...entry.aliases.map(({ text }) => text)].flatMap((name) => {
    const insert = /[\][|]/.test(name) ? null : written(place, name);
    return insert === null ? [] : [choiceOf({ kind: 'word', label: name, span: place.span, insert })];
  });

/** Headings as links have them: without marks of their own, and of two alike the first. */
function headingsOf(text: string | null, place: LinkPlace): CompletionChoice[] {
  if (text === null) return [];
  const { headings } = readBody(text, cutFrontmatter(text)?.body ?? 0);
  return headings.flatMap(({ level, text: words }) => {
    const name = words
      .replace(/[[\]|#^]+/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    const insert = name === '' ? null : written(place, name);
    return insert === null
      ? []
      : [choiceOf({ kind: 'heading', label: name, note: '#'.repeat(level), span: place.span, insert })];
  });
}

/** A text in a link; null where it would end the YAML that the link stands in. */
function written({ quote, after }: LinkPlace, text: string): string | null {
  if (quote === null) return `${text}${after}`;
  const inside = insideQuote(text, quote);
  if (inside === null || (quote === '' && /[:#,{}"']|^[-?!&*]/.test(text))) return null;
  return `${inside}${after}`;
}
