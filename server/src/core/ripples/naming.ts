/** Which passages name an entity or a value, linked or not (model §14). */
import { describersOf, entityOf, entryAt, entryNamed, type Held, type Known, pathsOf } from '../canon';
import type { Entry } from '../entry/entry';
import { memoized } from '../text/groups';
import { namesOf, namesWithoutPage } from './namesOf';
import { hashOf } from '../text/numbers';
import { wordsIn } from './proseWords';
import type { Passage, Scan } from './proseScan';

/** What a value is in prose: an entity that it refers to, or words. */
export type InProse = { readonly entity: string } | { readonly text: string };

export const inProseOf = (known: Known, { ref, clipped }: Pick<Held, 'ref' | 'clipped'>): InProse =>
  ref ? { entity: entityOf(known, ref) } : { text: clipped.fact.value.text };

export const isSameInProse = (a: InProse, b: InProse): boolean =>
  'entity' in a ? 'entity' in b && a.entity === b.entity : 'text' in b && a.text === b.text;

const HAS_LETTER = /\p{L}/u;

/** A word of a value in more entries than this, and in more than this share of all, says nothing. */
const MANY = 10;
const SHARE = 1 / 20;

/** What the scanned prose names. */
export interface Naming {
  readonly of: (one: InProse, aside: readonly string[]) => ReadonlySet<Passage>;
  /** The pages that describe an entity, by path; none for words. */
  readonly pagesOf: (one: InProse) => ReadonlySet<string>;
  /** The passages that link to an entry. */
  readonly linksTo: (entry: Entry) => ReadonlySet<Passage>;
}

const NONE: ReadonlySet<never> = new Set();

/** Whether a word says something that stands in so many of all files; null: that depends on which are left aside. */
export function isRareIn(entries: number): (files: number) => boolean | null {
  const most = Math.max(MANY, entries * SHARE);
  return (files) => (files <= most ? true : most + ASIDE < files ? false : null);
}

/** A retcon has two pages that are left aside. */
const ASIDE = 2;

/** The words of a value that may be rare, as hashes. */
export const wordsWithLetters = (text: string): number[] =>
  wordsIn(text).flatMap((word) => (HAS_LETTER.test(word) ? hashOf(word) : []));

/** The names that prose may call an entity by, and the paths of the pages that describe it. */
export interface Named {
  readonly names: readonly number[];
  readonly pages: ReadonlySet<string>;
}

/** By entity. */
export type NamesKept = Map<string, Named>;

export function namedIn(known: Known, book: Scan['book'], entity: string): Named {
  const describers = describersOf(known, entity);
  const names = new Set(describers.length > 0 ? describers.flatMap(namesOf) : namesWithoutPage(entity));
  return {
    names: [...names].flatMap((name) => book.numberOf(name) ?? []),
    pages: new Set(describers.map(({ path }) => path)),
  };
}

/** Most sets stay empty, and cost nothing. */
function addAll<T>(set: Set<T> | null, all: Iterable<T>): Set<T> {
  if (!set) return new Set(all);
  for (const one of all) set.add(one);
  return set;
}

/** @param kept the names that were looked up while nobody is called otherwise */
export function namingIn(known: Known, scan: Scan, kept: NamesKept = new Map()): Naming {
  const { canon } = known;
  const entries = pathsOf(canon).length;
  const isNamed = (passage: Passage, name: number): boolean =>
    !scan.small.has(name) || !scan.book.isWord(name) || passage.names.some((one) => one.name === name && one.isSure);
  const lookUp = (entity: string): Named => {
    let found = kept.get(entity);
    if (!found) kept.set(entity, (found = namedIn(known, scan.book, entity)));
    return found;
  };
  const linksTo = memoized((entry: Entry): ReadonlySet<Passage> => {
    let found: Set<Passage> | null = null;
    for (const name of entry.names)
      for (const target of scan.targets.get(name) ?? NONE) {
        const passages = scan.linked.get(target);
        if (passages && passages.length > 0 && entryNamed(known, target) === entry) found = addAll(found, passages);
      }
    return found ?? NONE;
  });
  const ofEntity = memoized((entity: string): ReadonlySet<Passage> => {
    let found: Set<Passage> | null = null;
    const { names, pages } = lookUp(entity);
    for (const name of names) {
      const passages = scan.named.get(name)?.filter((passage) => isNamed(passage, name)) ?? [];
      if (passages.length > 0) found = addAll(found, passages);
    }
    for (const path of pages) {
      const entry = entryAt(canon, path);
      const passages = entry ? linksTo(entry) : NONE;
      if (passages.size > 0) found = addAll(found, passages);
    }
    return found ?? NONE;
  });
  const isRare = (text: string, aside: readonly string[]): boolean =>
    wordsWithLetters(text).some((word) => {
      const files = scan.filesWith.get(word) ?? NONE;
      const count = files.size - aside.filter((path) => files.has(path)).length;
      return count <= MANY || count <= entries * SHARE;
    });
  const ofText = memoized((text: string): ReadonlySet<Passage> => {
    const number = scan.book.numberOf(text);
    const passages = number === undefined ? undefined : scan.named.get(number);
    return passages ? new Set(passages) : NONE;
  });
  return {
    of: (one, aside) => ('entity' in one ? ofEntity(one.entity) : isRare(one.text, aside) ? ofText(one.text) : NONE),
    pagesOf: (one) => ('entity' in one ? lookUp(one.entity).pages : NONE),
    linksTo,
  };
}
