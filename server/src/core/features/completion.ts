/** The entries that can be named where a reference is being typed. */
import { allEntries } from '../canon/canon';
import { idOf, type Known } from '../canon/known';
import type { Entry } from '../entry/entry';
import { nameKey } from '../entry/slug';
import { nameLike } from '../rules/places';
import type { Span } from '../text/span';
import { type Slot, slotAt } from './slot';

export interface Choice {
  readonly entry: Entry;
  readonly id: string;
  /** What takes the place of the span. */
  readonly insert: string;
  /** Every name that it can be found by. */
  readonly filter: string;
}

export interface Choices {
  readonly span: Span;
  /** The likeliest first. */
  readonly choices: readonly Choice[];
  /** Whether there would be more than these. */
  readonly isCut: boolean;
}

/** More than anybody reads; what is typed next narrows them. */
const MOST = 200;

export function choicesAt(known: Known, entry: Entry, text: string, offset: number): Choices | null {
  const slot = slotAt(text, offset, known.canon.codex);
  if (!slot) return null;
  const typed = nameKey(slot.typed);
  const ranked = allEntries(known.canon)
    .filter((other) => known.has(other) && other !== entry)
    .flatMap((other) => {
      const rank = rankOf(typed, [idOf(known, other), other.title, ...other.names]);
      return rank === null ? [] : [{ other, rank }];
    })
    .sort((a, b) => a.rank - b.rank || (a.other.title < b.other.title ? -1 : 1));
  const choices = ranked.slice(0, MOST).map(({ other }) => {
    const id = idOf(known, other);
    return {
      entry: other,
      id,
      insert: inserted(known, slot, other),
      filter: [id, other.title, ...other.aliases.map((alias) => alias.text)].join(' '),
    };
  });
  return { span: slot.span, choices, isCut: ranked.length > MOST };
}

/** How likely a name is meant, 0 the likeliest: it begins so, a word of it does, it holds it, it has those letters in order. */
function rankOf(typed: string, names: readonly string[]): number | null {
  if (typed === '') return 0;
  let best: number | null = null;
  for (const written of names) {
    const name = nameKey(written);
    const at = name.indexOf(typed);
    const rank =
      at === 0 ? 0 : at > 0 ? (/[^\p{L}\p{N}]/u.test(name[at - 1] ?? '') ? 1 : 2) : hasInOrder(name, typed) ? 3 : null;
    if (rank !== null && (best === null || rank < best)) best = rank;
  }
  return best;
}

function hasInOrder(name: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = name.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

function inserted(known: Known, slot: Slot, entry: Entry): string {
  const { kind, quote, isFlow, before, after } = slot;
  const name = nameLike(known, { linked: kind === 'link' }, entry);
  if (kind === 'link') return `${before}${quoted(name, quote)}${after}`;
  return `${before}${quote === '' && !isPlain(name, isFlow) ? `"${quoted(name, '"')}"` : quoted(name, quote)}${after}`;
}

/** A text as it stands inside a quote. */
const quoted = (text: string, quote: Slot['quote']): string =>
  quote === '"' ? text.replace(/["\\]/g, '\\$&') : quote === "'" ? text.replaceAll("'", "''") : text;

/** Whether YAML reads a text as itself without quotes. */
function isPlain(text: string, isFlow: boolean): boolean {
  if (/^[\s\-?:,[\]{}#&*!|>'"%@`~]|\s$|:(?:\s|$)|\s#|[\r\n]/.test(text)) return false;
  return !(isFlow && /[,[\]{}]/.test(text));
}
