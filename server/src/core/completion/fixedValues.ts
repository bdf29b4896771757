/** Words of which there are few: revisions, tiers, types, and what is true or not. */
import type { CompletionContext } from './completionContext';
import { type CompletionChoice, type ChoiceKind, choiceOf } from './choice';
import { valueInsert } from './insert';
import type { CaretPlace } from './caretPlace';
import { usageCountsIn } from './usageCounts';

interface Word {
  readonly word: string;
  readonly note: string;
  readonly names?: readonly string[];
}

const offered = (place: CaretPlace, kind: ChoiceKind, words: readonly Word[]): CompletionChoice[] =>
  words.flatMap(({ word, note, names = [] }) => {
    const insert = valueInsert(place, word);
    return insert === null
      ? []
      : [choiceOf({ kind, label: word, note, names: [word, ...names], span: place.span, insert })];
  });

/** The revisions, the latest first: what is being written is written into that one. */
export function revisionsAt({ known }: CompletionContext, place: CaretPlace): CompletionChoice[] {
  const words = known.canon.codex.revisions.toReversed().map(({ id, title, date, open }) => ({
    word: id,
    note: [title, date, open ? 'still being written' : undefined].filter((part) => part !== undefined).join(' · '),
    ...(title !== undefined && { names: [title] }),
  }));
  return offered(place, 'word', words);
}

export function tiersAt({ known }: CompletionContext, place: CaretPlace): CompletionChoice[] {
  const { tiers } = known.canon.codex;
  const noteOf = (i: number): string => (i === 0 ? 'the highest' : i === tiers.length - 1 ? 'the lowest' : '');
  return offered(
    place,
    'word',
    tiers.map((word, i) => ({ word, note: noteOf(i) })),
  );
}

export function typesAt({ known, entry, offset }: CompletionContext, place: CaretPlace): CompletionChoice[] {
  const types = usageCountsIn(known.canon, entry, offset).types();
  return offered(
    place,
    'word',
    types.map(([word, times]) => ({ word, note: times === 1 ? '1 entry' : `${times} entries` })),
  );
}

/** @param notes what `true` means there, and `false` */
export const flagsAt = (place: CaretPlace, notes: readonly [string, string] = ['', '']): CompletionChoice[] =>
  offered(place, 'flag', [
    { word: 'true', note: notes[0] },
    { word: 'false', note: notes[1] },
  ]);
