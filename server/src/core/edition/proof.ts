/** Looks at an edition before it is written: what stands in hidden text alone is nowhere in it. */
import { allEntries, type Canon, entryAt, idOf, type Known, pathsOf, writtenNamesOf } from '../canon';
import { KNOWN_KEYS } from '../codex/keys';
import { DECLARATION_KEYS } from '../entry/declarations';
import { frontmatterTree } from '../entry/editFrontmatter';
import type { DateWritten, Entry } from '../entry/entry';
import { nameKey } from '../entry/slug';
import { foldedWords } from '../text/fold';
import { isShared } from './pageKeys';
import { knownTo, type Readership } from './readership';
import { isTitleWritten } from './sharedPage';

/** What an edition takes of the codex, in one of its files. */
export interface TakenText {
  readonly file: string;
  /** Text of any length. */
  readonly text: string;
  /** Names and values, each as a whole. */
  readonly units: readonly string[];
}

/** Something hidden that an edition would show. */
export interface EditionLeak {
  /** The file of the edition in which it would be. */
  readonly file: string;
  /** What would be shown. */
  readonly words: string;
  /** The file in which it is hidden. */
  readonly hiddenIn: string;
}

/** So many are told. */
const MOST = 20;

/** Yields after each file. @param textOf the files of the codex */
export function* leaksIn(
  readership: Readership,
  taken: readonly TakenText[],
  textOf: (path: string) => string | null,
): Generator<void, readonly EditionLeak[]> {
  const open = yield* openTo(readership, textOf);
  const names = hiddenNames(readership);
  const leaks: EditionLeak[] = [];
  /** Words that no open text has, and where they would be. */
  const odd = new Map<string, string>();
  for (const { file, text, units } of taken) {
    yield;
    for (const one of [text, ...units])
      for (const { text: word } of foldedWords(one)) if (!open.words.has(word)) odd.set(word, file);
    for (const unit of units) {
      const hiddenIn = names.get(nameKey(unit));
      if (hiddenIn !== undefined && !open.units.has(nameKey(unit))) leaks.push({ file, words: unit, hiddenIn });
    }
  }
  if (odd.size > 0) leaks.push(...(yield* whereHidden(readership.whole, odd, textOf)));
  return leaks.slice(0, MOST);
}

interface Open {
  readonly words: ReadonlySet<string>;
  /** As `nameKey` gives them. */
  readonly units: ReadonlySet<string>;
}

/** What may be said: the words of what is open, each page by itself. */
function* openTo(readership: Readership, textOf: (path: string) => string | null): Generator<void, Open> {
  const { view } = readership;
  const known = knownTo(readership);
  const [words, units] = [new Set<string>(), new Set<string>()];
  const say = (text: string): void => {
    for (const { text: word } of foldedWords(text)) words.add(word);
  };
  for (const key of [...KNOWN_KEYS.map((one) => one.key), ...DECLARATION_KEYS, 'entity', 'attribute', 'value', 'from'])
    say(key);
  for (const key of [...view.codex.spellings.values(), 'always true', ...[...view.codex.fields.values()].flat()])
    say(key);
  for (const entry of allEntries(view)) {
    yield;
    const text = textOf(entry.path) ?? '';
    say(view.eyes.proseOf(entry, text));
    for (const unit of unitsOf(readership, known, entry, text)) {
      say(unit);
      units.add(nameKey(unit));
    }
  }
  return { words, units };
}

/** All that may be said of a page beside its prose. */
function* unitsOf({ whole, view: { codex } }: Readership, known: Known, entry: Entry, text: string): Generator<string> {
  yield entry.path;
  yield idOf(known, entry);
  if (isTitleWritten(whole, entry.path)) yield entry.title;
  for (const { text: alias } of entry.aliases) yield alias;
  yield* textsOf(entry.type, entry.entity);
  yield* datesOf(entry.date, entry.until, ...entry.parts.flatMap(({ from, until }) => [from, until]));
  for (const { entity, attribute, value, from, until } of entry.facts) {
    yield* textsOf(entity, attribute, value);
    yield* datesOf(from, until);
  }
  for (const { asOf, effective, reason, only } of entry.declarations) {
    yield* textsOf(reason, ...(only ?? []));
    yield* datesOf(asOf, effective);
  }
  if (codex.sharedKeys.size === 0) return;
  for (const { key, value } of frontmatterTree(text)?.pairs ?? [])
    if (isShared(codex, key.text)) yield `${key.text} ${value ? text.slice(value.span.start, value.span.end) : ''}`;
}

type Words = { readonly text: string } | null;

const textsOf = (...some: readonly Words[]): string[] => some.flatMap((one) => one?.text ?? []);

const datesOf = (...dates: readonly (DateWritten | null)[]): string[] =>
  dates.flatMap((one) => (one ? [one.text, one.date?.text ?? '', one.date?.start.text ?? ''] : []));

/** The names of the pages that are not shown, and where they are. */
function hiddenNames({ whole, view }: Readership): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const path of pathsOf(whole)) {
    const entry = entryAt(whole, path);
    if (!entry || entryAt(view, path)) continue;
    for (const name of writtenNamesOf(entry)) names.set(nameKey(name), path);
  }
  return names;
}

/** The files in which these words are hidden; those that no file has are our own. */
function* whereHidden(
  whole: Canon,
  odd: ReadonlyMap<string, string>,
  textOf: (path: string) => string | null,
): Generator<void, readonly EditionLeak[]> {
  const found = new Map<string, EditionLeak>();
  for (const path of pathsOf(whole)) {
    yield;
    for (const { text: word } of foldedWords(`${path}\n${textOf(path) ?? ''}`)) {
      const file = odd.get(word);
      if (file !== undefined && !found.has(word)) found.set(word, { file, words: word, hiddenIn: path });
    }
  }
  return [...found.values()];
}
