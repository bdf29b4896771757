/** Which passages name an entity or a value, linked or not (model §14). */
import { describersOf, entityOf, entryNamed, type Held, type Known } from '../canon';
import type { Entry } from '../entry/entry';
import { addTo, memoized } from '../text/groups';
import { wordsIn } from './nameBook';
import { namesOf, namesWithoutPage } from './namesOf';
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

/** By entity: the names that prose may call it by, and the paths of the pages that describe it. */
export type NamesKept = Map<string, { readonly names: readonly number[]; readonly pages: ReadonlySet<string> }>;

/** @param entries how many there are @param kept the names that were looked up while nobody is called otherwise */
export function namingIn(known: Known, scan: Scan, entries: number, kept: NamesKept = new Map()): Naming {
  const targets = targetsIn(known, scan);
  const isNamed = (passage: Passage, name: number): boolean =>
    !scan.small.has(name) || !scan.book.isWord(name) || passage.names.some((one) => one.name === name && one.isSure);
  const lookUp = (entity: string) => {
    let found = kept.get(entity);
    if (!found) {
      const describers = describersOf(known, entity);
      const names = new Set(describers.length > 0 ? describers.flatMap(namesOf) : namesWithoutPage(entity));
      found = {
        names: [...names].flatMap((name) => scan.book.numberOf(name) ?? []),
        pages: new Set(describers.map(({ path }) => path)),
      };
      kept.set(entity, found);
    }
    return found;
  };
  const ofEntity = memoized((entity: string): ReadonlySet<Passage> => {
    const found = new Set<Passage>();
    for (const name of lookUp(entity).names)
      for (const passage of scan.named.get(name) ?? []) if (isNamed(passage, name)) found.add(passage);
    for (const target of targets.byEntity.get(entity) ?? [])
      for (const passage of scan.linked.get(target) ?? []) found.add(passage);
    return found;
  });
  const isRare = (text: string, aside: readonly string[]): boolean =>
    wordsIn(text).some((word) => {
      if (!HAS_LETTER.test(word)) return false;
      const files = scan.filesWith.get(word) ?? NONE;
      const count = files.size - aside.filter((path) => files.has(path)).length;
      return count <= MANY || count <= entries * SHARE;
    });
  const ofText = memoized((text: string): ReadonlySet<Passage> => {
    const number = scan.book.numberOf(text);
    return new Set(number === undefined ? [] : scan.named.get(number));
  });
  return {
    of: (one, aside) => ('entity' in one ? ofEntity(one.entity) : isRare(one.text, aside) ? ofText(one.text) : NONE),
    pagesOf: (one) => ('entity' in one ? lookUp(one.entity).pages : NONE),
    linksTo: (entry) => new Set((targets.byEntry.get(entry) ?? []).flatMap((target) => scan.linked.get(target) ?? [])),
  };
}

/** The targets of links by what they mean. */
function targetsIn(known: Known, scan: Scan) {
  const byEntity = new Map<string, string[]>();
  const byEntry = new Map<Entry, string[]>();
  for (const target of scan.linked.keys()) {
    const entry = entryNamed(known, target);
    if (!entry) continue;
    addTo(byEntry, entry, target);
    addTo(byEntity, entityOf(known, entry), target);
  }
  return { byEntity, byEntry };
}
