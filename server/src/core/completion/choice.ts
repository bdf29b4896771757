/** What is offered: choices, what each puts into the text, and which of many come first. */
import type { Entry } from '../entry/entry';
import { nameKey } from '../entry/slug';
import type { Span } from '../text/span';
import { fitOf, linesOf } from './nameFit';

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
  /** What there is to say of it, as markdown. */
  readonly doc: string;
  /** Whose card tells of it. */
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
export const MOST = 50;

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
