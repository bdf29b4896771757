/** Completion choices: what each inserts, and which of many come first. */
import { withoutPageEnd } from '../text/pageFile';
import type { Entry } from '../entry/entry';
import { nameKey } from '../entry/slug';
import type { Span } from '../text/span';
import { firstPast } from '../text/sorted';
import { entityNamed, idOf, type Known, entryNamed } from '../canon';
import { scalarText } from '../yaml/writeYaml';
import type { CaretPlace } from './caretPlace';
import type { Quote } from './flow';

/** Names as one text, which is looked through sooner than many. @param names as `nameKey` gives them */
export const linesOf = (names: readonly string[]): string => `\n${names.join('\n')}\n`;

/**
 * The best fit among names: 0 one begins so, 1 a word of one does, 2 one holds it, 3 one has those letters in order; null
 * for none. @param typed as `nameKey` gives it. @param names as `linesOf` gives them
 */
export function fitOf(typed: string, names: string): number | null {
  if (typed === '') return 0;
  let found = names.indexOf(typed);
  if (found < 0) return typed.length > 1 && hasInOrder(names, typed) ? 3 : null;
  let best = 2;
  for (; found >= 0; found = names.indexOf(typed, found + 1)) {
    const before = names.charAt(found - 1);
    if (before === '\n') return 0;
    if (/[^\p{L}\p{N}]/u.test(before)) best = 1;
  }
  return best;
}

/** Whether the letters occur in order in one of the names. */
function hasInOrder(names: string, letters: string): boolean {
  let next = 0;
  for (let i = 0; i < names.length; i++) {
    const letter = names.charCodeAt(i);
    if (letter === 10) next = 0;
    else if (letter === letters.charCodeAt(next) && ++next === letters.length) return true;
  }
  return false;
}

/** A text that goes in, or a place in it where the author writes on. */
export type InsertPiece = string | { readonly stop: true };

export const STOP: InsertPiece = { stop: true };

/** What sort of thing a choice is, for its icon. */
export type ChoiceKind =
  | 'key'
  | 'attribute'
  | 'entry'
  | 'value'
  | 'date'
  | 'era'
  | 'month'
  | 'word'
  | 'flag'
  | 'heading'
  | 'retcon';

export interface CompletionChoice {
  readonly kind: ChoiceKind;
  readonly label: string;
  /** What it is, small beside the label: an id, where a date comes from. */
  readonly note: string;
  /** More of that, shown for the selected choice. */
  readonly detail: string;
  /** Every name by which it is found. */
  readonly names: readonly string[];
  /** What it takes the place of. */
  readonly span: Span;
  readonly insert: readonly InsertPiece[];
  /** What it changes elsewhere in the file. */
  readonly edits: readonly { readonly span: Span; readonly text: string }[];
  /** Its documentation, as markdown. */
  readonly doc: string;
  /** The entry whose card documents it. */
  readonly entry: Entry | null;
  /** Superseded or retracted, where that is not what is looked for. */
  readonly isPast: boolean;
  /** What is written next has choices too. */
  readonly goesOn: boolean;
}

export interface CompletionChoices {
  /** The likeliest first. */
  readonly choices: readonly CompletionChoice[];
  /** Whether there would be more than these. */
  readonly isCut: boolean;
}

/** As many as anybody reads, of what can be looked for again with what is typed next; each is made, sent and sorted at a key. */
const MOST = 50;

/** What goes in, without the places to write on at. */
export const choiceText = ({ insert }: Pick<CompletionChoice, 'insert'>): string =>
  insert.map((piece) => (typeof piece === 'string' ? piece : '')).join('');

type Named = Pick<CompletionChoice, 'kind' | 'label' | 'span'> & { readonly insert: string | readonly InsertPiece[] };

/** Made key by key: dozens are made at each key that is typed, and copying what was given takes far longer. */
export const choiceOf = ({
  kind,
  label,
  note = '',
  detail = '',
  names = [label],
  span,
  insert,
  edits = [],
  doc = '',
  entry = null,
  isPast = false,
  goesOn = false,
}: Named & Partial<Omit<CompletionChoice, keyof Named>>): CompletionChoice => ({
  kind,
  label,
  note,
  detail,
  names,
  span,
  insert: typeof insert === 'string' ? [insert] : insert,
  edits,
  doc,
  entry,
  isPast,
  goesOn,
});

/** The choices that fit what was typed, in the order given among those that fit alike; each text once. */
export function fitting(typed: string, choices: readonly CompletionChoice[]): CompletionChoice[] {
  const wanted = nameKey(typed);
  const seen = new Set<string>();
  const ranked = choices.flatMap((choice) => {
    const rank = fitOf(wanted, linesOf(choice.names.map(nameKey)));
    const text = `${choice.span.start} ${choiceText(choice)}`;
    if (rank === null || seen.has(text)) return [];
    seen.add(text);
    return [{ choice, rank }];
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ choice }) => choice);
}

/** The first of many, without keeping, sorting or even making the rest. */
interface First<T> {
  /** Counts one more, and says whether it is to be added: false where the last of those kept comes before it for certain. */
  readonly mayEnter: (fit: number, score: number) => boolean;
  readonly add: (item: T) => void;
  /** Whether there is no need to look at more: all that are kept are as good as can be, and what comes later comes behind. */
  readonly isFull: (fit: number, score: number) => boolean;
  /** In order, and not more than can be read. */
  readonly items: () => readonly T[];
  /** Whether there were more. */
  readonly isCut: () => boolean;
}

/** What comes first by how well it fits, then by its score: of both, the lower the better. */
interface Rated {
  readonly fit: number;
  readonly score: number;
}

/** @param inOrder by fit, by score, then by anything. @param isAdmitted asked last, of those only that would be among the first */
export function firstOf<T extends Rated>(inOrder: (a: T, b: T) => number, isAdmitted: (item: T) => boolean): First<T> {
  const first: T[] = [];
  let count = 0;
  /** The last of those kept, once there is no room for more. */
  let last: T | null = null;
  return {
    mayEnter(fit, score) {
      count++;
      return last === null || fit < last.fit || (fit === last.fit && score <= last.score);
    },
    add(item) {
      if (last !== null && inOrder(item, last) >= 0) return;
      if (!isAdmitted(item)) return;
      first.splice(
        firstPast(first, (one) => inOrder(one, item) > 0),
        0,
        item,
      );
      if (first.length > MOST) first.pop();
      if (first.length === MOST) last = first[MOST - 1] ?? null;
    },
    isFull: (fit, score) => count > MOST && last !== null && last.fit <= fit && last.score <= score,
    items: () => first,
    isCut: () => count > MOST,
  };
}

/** What completion is asked with, and the names by which its answers are written. */
export interface CompletionContext {
  readonly known: Known;
  readonly entry: Entry;
  readonly text: string;
  readonly offset: number;
  /** The author has asked for it; otherwise the list comes unasked, and each choice must be certain to be useful. */
  readonly isAsked: boolean;
}

/** What a reference can't say, in quotes or without: it reads as nothing, as a template or as another shape. */
const NO_NAME = /^(?:|n\/a|tbd)$|^\s*!?\[\[|\{\{|<%|^[a-z][a-z0-9+.-]*:\/\//i;

/** The name by which an entry is written as a reference: its id, unless another answers to that too. Null where none is its own. */
export function nameFor(known: Known, entry: Entry): string | null {
  const isOwn = (name: string): boolean => !NO_NAME.test(name) && entryNamed(known, name) === entry;
  const id = idOf(known, entry);
  if (isOwn(id)) return id;
  return [entry.fileName, withoutPageEnd(entry.path)].find(isOwn) ?? null;
}

/** The name by which an entry is linked to: its file's, which other tools know too. */
export function linkFor(known: Known, entry: Entry): string | null {
  const isOwn = (name: string): boolean => !/[\][|#^{}\\]|<%|:\/\//.test(name) && entryNamed(known, name) === entry;
  // Nearly every file has a name of its own.
  if (isOwn(entry.fileName)) return entry.fileName;
  return [withoutPageEnd(entry.path), idOf(known, entry)].find(isOwn) ?? null;
}

/** The name by which an entity is written; null where that name means another. */
export const entityFor = (known: Known, entity: string): string | null =>
  !NO_NAME.test(entity) && entityNamed(known, entity) === entity ? entity : null;

/** A text that is plain YAML everywhere, so the readers need not be asked. */
const SAFE = /^[\p{L}][\p{L}\p{N}]*(?:[ _./-][\p{L}\p{N}]+)*$/u;
const WORDS = /^(?:true|false|null|none|yes|no|on|off|n\/a|na|tbd)$/i;

/** A text inside a quote that is open; null where it can't be written there. */
export function insideQuote(text: string, quote: Quote): string | null {
  if (quote === '') return text;
  const written = scalarText(text, { like: quote === '"' ? 'double' : 'single' });
  return written.startsWith(quote) ? written.slice(1, -1) : null;
}

/** A value at a place, with what is missing around it; null where the quote that is open can't hold it. */
export function valueInsert(
  place: Pick<CaretPlace, 'quote' | 'isFlow' | 'before' | 'after'>,
  value: string,
): string | null {
  const { quote, isFlow, before, after } = place;
  const isSafe = SAFE.test(value) && !WORDS.test(value);
  const written = quote ? insideQuote(value, quote) : isSafe ? value : scalarText(value, { isFlow });
  return written === null ? null : `${before}${written}${after}`;
}

/** A key at a place, and what stands behind its colon; only the key where the colon is there. */
export function keyInsert(
  place: CaretPlace,
  key: string,
  behind: readonly InsertPiece[] = [],
): readonly InsertPiece[] | null {
  const { quote, isFlow, before, after, hasColon } = place;
  // A bracket in front of a colon is YAML as well, but of another kind.
  const like = /^[\p{L}\p{N}]/u.test(key) ? 'plain' : 'double';
  const written = quote
    ? insideQuote(key, quote)
    : SAFE.test(key)
      ? key
      : scalarText(key, { isFlow, isKey: true, like });
  if (written === null) return null;
  // Behind the quote that is there already, a colon is the author's to type.
  if (hasColon || (quote && !after.startsWith(quote))) return [`${before}${written}${after}`];
  return [`${before}${written}${after.trimEnd()}: `, ...behind, ...(after.endsWith(' ') ? [' '] : [])];
}
