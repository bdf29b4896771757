/** A value that is looked for in facts, or put in its place: a text, or the entity that a reference means. */
import { entityOf, entryNamed, idOf, type Known, resolve, valueEntry } from '../../canon';
import type { Entry, Fact } from '../../entry/entry';
import { linkTarget, QUOTED_NOTHING } from '../../entry/entryShapes';
import { listCandidates } from '../../text/wordLists';

export interface ValueQuery {
  /** Without the brackets of a link. */
  readonly text: string;
  readonly isLink: boolean;
  /** The entry that it names, if it is one. */
  readonly entry: Entry | undefined;
  /** All that it may name, where they are several. */
  readonly candidates: readonly Entry[];
}

/** @param written an id, a title, an alias, a file's name or any other text, bare or as `[[link]]` */
export function readValueQuery(known: Known, written: string): ValueQuery {
  const target = linkTarget(written);
  const text = (target ?? written).normalize('NFC').trim();
  const named = resolve(known, text);
  return {
    text,
    isLink: target !== null,
    entry: named.kind === 'one' ? named.entry : undefined,
    candidates: named.kind === 'many' ? named.entries : [],
  };
}

/** Why a value can't take the place of another; `candidates` are the ids of all that it may name. */
export interface ValueProblem {
  readonly message: string;
  readonly candidates: readonly string[];
}

/** Null where it can. In place of a text any other text can stand, whatever that may name besides. */
export function valueProblem(known: Known, old: ValueQuery, value: ValueQuery): ValueProblem | null {
  const { text, entry, isLink } = value;
  const wrong = (message: string): ValueProblem => ({ message, candidates: [] });
  if (text === '') return wrong('Say what takes its place: a text, or the name of an entry.');
  if (QUOTED_NOTHING.test(text)) return wrong(`"${text}" says nothing: say what takes its place.`);
  if (text === old.text || isSameEntity(known, entry, old.entry)) return wrong(`"${text}" is what it says already.`);
  return isLink || old.entry ? ambiguity(known, value) : null;
}

/** Which entries a value may name, where they are several. */
export function ambiguity(known: Known, { text, candidates }: ValueQuery): ValueProblem | null {
  if (candidates.length === 0) return null;
  const ids = candidates.map((entry) => idOf(known, entry));
  return { message: `"${text}" could be ${listCandidates(ids)}: say which.`, candidates: ids };
}

/** Whether a fact says a value: the same text, or a reference to the same entity. */
export function statesValue(known: Known, { text, entry }: ValueQuery, { value }: Fact): boolean {
  if (value.text === text) return true;
  const meant = entry && valueEntry(known, value);
  return meant !== undefined && isSameEntity(known, entry, meant);
}

/** Whether a fact names an entity in plain words, which refer to nothing. */
export function onlyNames(known: Known, { entry }: ValueQuery, { value }: Fact): boolean {
  return valueEntry(known, value) === undefined && isSameEntity(known, entry, entryNamed(known, value.text));
}

const isSameEntity = (known: Known, a: Entry | undefined, b: Entry | undefined): boolean =>
  a !== undefined && b !== undefined && entityOf(known, a) === entityOf(known, b);

/** A value in the place of another: a reference stays a reference, and a link a link. */
export function inPlaceOf(known: Known, { text, isLink, entry }: ValueQuery, { value }: Fact): string {
  if (isLink || (entry && value.linked)) return `[[${text}]]`;
  return entry && valueEntry(known, value) ? idOf(known, entry) : text;
}
