/** What an author has to be asked before a retcon is written down, each question with its likeliest answer. */
import { idOf, entryNamed, type Known } from '../../canon/known';
import { before } from '../../canon/segments';
import { readDate } from '../../chronology/read';
import type { WorldDate } from '../../chronology/types';
import type { Entry } from '../../entry/entry';
import type { Manner } from './carried';
import { type Decided, decidedAfter } from './decided';
import { freeTitle } from './names';
import { scopeOf } from './scope';
import { type PastReason, pastReasons } from './similar';

/** What can be done with an entry by a retcon of it. */
export type Act = 'declare' | 'retract' | 'restore';

export interface Questions {
  /** The title proposed. */
  readonly title: string;
  /** The world date of the entry, as written; empty where it has none. */
  readonly date: string;
  readonly decided: Decided | null;
  /** Reasons of the past, those of the most similar retcons first. */
  readonly reasons: readonly PastReason[];
}

/** Why an entry can't be asked about, and what can be done instead. */
export interface NotAsked {
  readonly refusal: string;
  readonly instead: readonly { readonly act: Act; readonly entry: Entry }[];
}

/** @param today the ISO date of now */
export function declareQuestions(known: Known, old: Entry, today: string): Questions | NotAsked {
  const ambiguous = notNamed(known, old);
  if (ambiguous) return ambiguous;
  const scope = scopeOf(known, old);
  if ('takenBy' in scope) {
    const last = scope.takenBy.at(-1);
    const isRetracted = last?.kind === 'retracts';
    const by = last?.by;
    const what = isRetracted ? 'retracted' : 'superseded';
    return {
      refusal: `${old.title} has been ${what}${by ? ` by ${by.title}` : ''}, and nothing of it is left to be changed.`,
      instead: by ? [isRetracted ? { act: 'restore', entry: old } : { act: 'declare', entry: by }] : [],
    };
  }
  return {
    title: freeTitle(known, (n) => `${old.title} (revised${n === 1 ? '' : ` ${n}`})`),
    date: old.date?.text ?? '',
    decided: decidedAfter(known.canon.codex, [old], today),
    reasons: pastReasons(known, old, 'supersedes'),
  };
}

/** A declaration names an entry by its id, which must be nobody else's. */
export function notNamed(known: Known, entry: Entry): NotAsked | null {
  const id = idOf(known, entry);
  if (entryNamed(known, id) === entry) return null;
  return { refusal: `Several entries are called "${id}": give each an id of its own first.`, instead: [] };
}

/** The date of a new version as it is read, empty for none; or what is wrong with it. */
export function declaredDate(
  known: Known,
  old: Entry,
  manner: Manner,
  text: string,
): { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string } {
  const { chronology } = known.canon.codex;
  const reading = readDate(chronology, text);
  if (!reading.ok) return reading;
  const problem =
    reading.unknownEra !== undefined && chronology.declared
      ? `No calendar in codex.yaml declares the era ${reading.unknownEra}: write the date in an era that one does.`
      : manner !== 'from'
        ? null
        : reading.date === null
          ? 'Say from when in the world it is otherwise.'
          : tooLate(known, old, reading.date);
  return problem === null ? { ok: true, text: reading.date?.text ?? '' } : { ok: false, message: problem };
}

/** From a date on at which nothing of the old version holds any more, nothing can change. */
function tooLate(known: Known, old: Entry, { start, text }: WorldDate): string | null {
  const scope = scopeOf(known, old);
  if ('takenBy' in scope) return null;
  const stretches =
    scope.facts.length > 0
      ? scope.facts.flatMap(({ stated }) => stated)
      : [{ from: old.date?.date?.start ?? null, until: old.until?.moment ?? null }];
  if (stretches.length === 0 || stretches.some((one) => before(one, start)[0] !== one)) return null;
  const other = stretches.find(({ from, until }) => (from ?? until)?.line !== start.line);
  const otherDate = (other?.from ?? other?.until)?.text;
  return otherDate === undefined
    ? `${old.title} has ended by ${text}: give an earlier date.`
    : `${text} can't be compared with ${otherDate}, the date of ${old.title}: give a date in the same era.`;
}
