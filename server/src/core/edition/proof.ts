/** Checks an edition before it is written: a word or a name that occurs only in hidden text must not be in it. */
import { type Canon, entryAt, idOf, pathsOf } from '../canon';
import { KNOWN_KEYS } from '../codex/keys';
import { allFactsOf } from '../entry/versions';
import { DECLARATION_KEYS } from '../entry/declarations';
import { type DateWritten, type Entry, type Fact, writtenNamesOf } from '../entry/entry';
import { nameKey } from '../entry/slug';
import { isTitleWritten } from '../entry/readEntry';
import { wordsFolded } from '../text/query';
import { knownTo, type Readership } from './readership';
import type { SharedPage } from './sharedPage';

/** The texts that one file of an edition takes from the codex beside prose: keys, titles, file names, timelines. */
export interface TakenText {
  readonly file: string;
  readonly text: string;
  /** Names and values, each as a whole. */
  readonly units: readonly string[];
}

/** A hidden text that an edition would show. */
export interface EditionLeak {
  /** The file of the edition that would show it. */
  readonly file: string;
  /** The words that would be shown. */
  readonly words: string;
  /** The file in which they are hidden. */
  readonly hiddenIn: string;
}

/** The most leaks that are reported. */
const MOST = 20;

/** Yields after each file. @param pages the shared ones: their prose is open @param textOf the files of the codex */
export function* leaksIn(
  readership: Readership,
  pages: readonly SharedPage[],
  taken: readonly TakenText[],
  textOf: (path: string) => string | null,
): Generator<void, readonly EditionLeak[]> {
  const open = openTo(readership, pages);
  const names = hiddenNames(readership);
  const leaks: EditionLeak[] = [];
  /** Words that occur only beside prose, and the files that would show them. */
  const odd = new Map<string, string>();
  for (const { file, text, units } of taken) {
    yield;
    for (const one of [text, ...units])
      for (const word of wordsFolded(one)) if (!open.words.has(word)) odd.set(word, file);
    for (const unit of units) {
      const key = nameKey(unit);
      const hiddenIn = names.get(key);
      if (hiddenIn !== undefined && !open.units.has(key)) leaks.push({ file, words: unit, hiddenIn });
    }
  }
  for (const { body } of pages) {
    if (odd.size === 0) break;
    yield;
    for (const word of wordsFolded(body)) odd.delete(word);
  }
  if (odd.size > 0) leaks.push(...(yield* whereHidden(readership.whole, odd, textOf)));
  return leaks.slice(0, MOST);
}

interface Open {
  readonly words: ReadonlySet<string>;
  /** As `nameKey` gives them. */
  readonly units: ReadonlySet<string>;
}

/** Words that belong to no page: our own, those of codex.yaml, and those of the call. The present is not secret. */
function wordsOfNoPage({ view: { codex }, until, point }: Readership): Set<string> {
  const texts = [
    ...KNOWN_KEYS.map(({ key }) => key),
    ...[...DECLARATION_KEYS, 'entity', 'attribute', 'value', 'from', 'always true'],
    ...[...codex.spellings.values(), ...[...codex.fields.values()].flat()],
    ...[codex.present?.text ?? '', until?.text ?? '', point.text],
  ];
  return new Set(texts.flatMap(wordsFolded));
}

/** The words and names of the open pages, beside their prose. */
function openTo(readership: Readership, pages: readonly SharedPage[]): Open {
  const { view } = readership;
  const known = knownTo(readership);
  const [words, units] = [wordsOfNoPage(readership), new Set<string>()];
  const say = (text: string): void => {
    if (units.has(text)) return;
    for (const word of wordsFolded(text)) words.add(word);
  };
  for (const { path, title, authored } of pages) {
    const [entry, written] = [entryAt(view, path), view.eyes.writtenAt(path)];
    if (!entry || !written) continue;
    authored.forEach(say);
    // The title of a shared page is read from what is shared of it: a heading that a hidden page has too is its own.
    for (const unit of [title, ...unitsOf(entry, idOf(known, entry), written)]) {
      say(unit);
      units.add(unit);
      units.add(nameKey(unit));
    }
  }
  // Facts learned from hidden pages may be shown, without a mention of where they are from.
  for (const { facts } of view.eyes.veiled())
    for (const unit of unitsOfFacts(facts)) {
      say(unit);
      units.add(unit);
      units.add(nameKey(unit));
    }
  return { words, units };
}

/** Names and values of a page. @param entry as its readers know it @param written as written */
function* unitsOf(entry: Entry, id: string, written: Entry): Generator<string> {
  yield entry.path;
  yield id;
  if (isTitleWritten(written)) yield entry.title;
  for (const { text: alias } of entry.aliases) yield alias;
  yield* textsOf(entry.type, entry.entity, ...entry.sources);
  yield* datesOf(entry.date, entry.until, ...entry.parts.flatMap(({ from, until }) => [from, until]));
  yield* unitsOfFacts(allFactsOf(entry));
  for (const { date, until, change, effective } of entry.formerly) {
    yield* textsOf(change?.reason ?? null);
    yield* datesOf(date, until, effective);
  }
  for (const { asOf, effective, reason, only, sources } of entry.declarations) {
    yield* textsOf(reason, ...(only ?? []), ...(sources ?? []));
    yield* datesOf(asOf, effective);
  }
}

function* unitsOfFacts(facts: readonly Fact[]): Generator<string> {
  for (const { entity, attribute, value, from, until } of facts) {
    yield* textsOf(entity, attribute, value);
    yield* datesOf(from, until);
  }
}

type Words = { readonly text: string } | null;

const textsOf = (...some: readonly Words[]): string[] => some.flatMap((one) => one?.text ?? []);

const datesOf = (...dates: readonly (DateWritten | null)[]): string[] =>
  dates.flatMap((one) => (one ? [one.text, one.date?.text ?? '', one.date?.start.text ?? ''] : []));

/** The names of the pages that are not shown, and their files. */
function hiddenNames({ whole, view }: Readership): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const path of pathsOf(whole)) {
    const entry = entryAt(view, path) ? undefined : entryAt(whole, path);
    for (const name of entry ? writtenNamesOf(entry) : []) names.set(nameKey(name), path);
  }
  return names;
}

/** The files in which these words are hidden; words in no file are our own. */
function* whereHidden(
  whole: Canon,
  odd: ReadonlyMap<string, string>,
  textOf: (path: string) => string | null,
): Generator<void, readonly EditionLeak[]> {
  const found = new Map<string, EditionLeak>();
  for (const path of pathsOf(whole)) {
    yield;
    for (const word of wordsFolded(`${path}\n${textOf(path) ?? ''}`)) {
      const file = odd.get(word);
      if (file !== undefined && !found.has(word)) found.set(word, { file, words: word, hiddenIn: path });
    }
  }
  return [...found.values()];
}
