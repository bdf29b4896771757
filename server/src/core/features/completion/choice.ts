/** What is offered: choices, what each puts into the text, and which of many come first. */
import type { Entry } from '../../entry/entry';
import { nameKey } from '../../entry/slug';
import type { Span } from '../../text/span';

/** A text that goes in, or a place in it where the author writes on. */
export type Piece = string | { readonly stop: true };

export const STOP: Piece = { stop: true };

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

export interface Choice {
  readonly kind: ChoiceKind;
  readonly label: string;
  /** What it is, small beside the label: an id, where a date comes from. */
  readonly note: string;
  /** More of that, told of the one that is looked at. */
  readonly detail: string;
  /** Every name by which it is found. */
  readonly names: readonly string[];
  /** What it takes the place of. */
  readonly span: Span;
  readonly insert: readonly Piece[];
  /** What it changes elsewhere in the file. */
  readonly edits: readonly { readonly span: Span; readonly text: string }[];
  /** What there is to say of it, as markdown. */
  readonly doc: string;
  /** Whose card tells of it. */
  readonly entry: Entry | null;
  /** Superseded or retracted, where that is not what is looked for. */
  readonly isPast: boolean;
  /** What is written next has choices too. */
  readonly goesOn: boolean;
}

export interface Choices {
  /** The likeliest first. */
  readonly choices: readonly Choice[];
  /** Whether there would be more than these. */
  readonly isCut: boolean;
}

/** More than anybody reads; what is typed next narrows them. */
export const MOST = 200;

/** What goes in, without the places to write on at. */
export const textOf = ({ insert }: Pick<Choice, 'insert'>): string =>
  insert.map((piece) => (typeof piece === 'string' ? piece : '')).join('');

type Named = Pick<Choice, 'kind' | 'label' | 'span'> & { readonly insert: string | readonly Piece[] };

export function choiceOf(given: Named & Partial<Omit<Choice, keyof Named>>): Choice {
  const { insert } = given;
  return {
    note: '',
    detail: '',
    names: [given.label],
    edits: [],
    doc: '',
    entry: null,
    isPast: false,
    goesOn: false,
    ...given,
    insert: typeof insert === 'string' ? [insert] : insert,
  };
}

/** How well a name fits what was typed, 0 the best: it begins so, a word of it does, it holds it, it has those letters in order. */
export function fit(typed: string, names: readonly string[]): number | null {
  if (typed === '') return 0;
  let best: number | null = null;
  for (const name of names) {
    const found = fitOne(typed, name);
    if (found === 0) return 0;
    if (found !== null && (best === null || found < best)) best = found;
  }
  return best;
}

function fitOne(typed: string, name: string): number | null {
  let at = name.indexOf(typed);
  if (at === 0) return 0;
  if (at < 0) return hasInOrder(name, typed) ? 3 : null;
  for (; at > 0; at = name.indexOf(typed, at + 1)) if (/[^\p{L}\p{N}]/u.test(name.charAt(at - 1))) return 1;
  return 2;
}

function hasInOrder(name: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = name.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** The choices that fit what was typed, in the order given among those that fit alike; each text once. */
export function fitting(typed: string, choices: readonly Choice[]): Choice[] {
  const wanted = nameKey(typed);
  const seen = new Set<string>();
  const ranked = choices.flatMap((choice) => {
    const rank = fit(wanted, choice.names.map(nameKey));
    const text = `${choice.span.start} ${textOf(choice)}`;
    if (rank === null || seen.has(text)) return [];
    seen.add(text);
    return [{ choice, rank }];
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ choice }) => choice);
}
