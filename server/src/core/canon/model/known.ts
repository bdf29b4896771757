/** `Known`, the canon at one canon point: how it is made, how functions of it are memoized, and what names mean in it (model §2). */
import type { Codex } from '../../codex/codex';
import { type CanonPosition, comparePositions, END } from '../../codex/canonTime';
import { lastOfTurn } from '../../text/groups';
import { nfc } from '../../text/nearNames';
import { type Entry, type Fact, type Ref, writtenNamesOf } from '../../entry/entry';
import { nameKey } from '../../entry/slug';
import { pageOf } from '../../entry/versions';
import { spellingAmong, pathEnding, isPath, mentionKeys } from './indexKeys';
import type { Canon, Known, Still } from './canonValue';
import { filed, filedPaths, isFiled, positionOf } from './canon';

/** Whether a view stays at its canon point, so that values may be cached beside it. */
export const isStill = (known: Known): known is Still => known.remember === null;

/** The canon restricted to some of its entries. */
export const knowing = (canon: Canon, has: (entry: Entry) => boolean): Still => ({
  canon,
  has,
  memos: [],
  remember: null,
  places: [],
});

/** The index of the next slot that `keptBeside` hands out. */
let kinds = 0;

/**
 * A slot beside each still view for mutable state of the caller, such as a cache. A moving view has no such slots: it could
 * not discard their contents when it moves on.
 */
export function keptBeside<T>(make: (view: Still) => T): (view: Still) => T {
  const kind = kinds++;
  return (view) => (view.places[kind] ??= make(view)) as T;
}

/** All entries of a canon. The same canon always gives the same value. */
export const allOf = (canon: Canon): Still => remembered(canon, 'all', () => knowing(canon, () => true));

/** All entries but drafts. */
export const withoutDrafts = (canon: Canon): Still =>
  remembered(canon, 'without drafts', () => knowing(canon, ({ draft }) => !draft));

/** The entries at a canon position and before it. The same arguments always give the same value. */
export function upTo(canon: Canon, position: CanonPosition): Still {
  if (comparePositions(END, position) === 0) return allOf(canon);
  return remembered(canon, `${position.time} ${position.rank}`, () =>
    knowing(canon, (entry) => comparePositions(positionOf(canon, entry), position) <= 0),
  );
}

/** The view that a canon keeps under a key; made on first use. */
export function remembered({ knowns }: Canon, key: string, make: () => Still): Still {
  let known = knowns.get(key);
  if (!known) knowns.set(key, (known = make()));
  return known;
}

/** The index of the memo of the next function that `perKnown` makes. */
let functions = 0;

/** A memoized function of a `Known`; `isWorkedOut` says whether the memo has a key. */
interface PerKnown<K, T, O> {
  (known: Known, key: K, owner: O): T;
  readonly isWorkedOut: (known: Known, key: K) => boolean;
}

/**
 * Memoizes a function of a `Known`, once for each key, for as long as the canon lives. The function may read only the canon,
 * `known.has` and other such functions, and its result must never be changed: a moving view tracks these reads, and discards a
 * value when one of them changes. An undefined result is not kept.
 * @param compute also gets the owner of the key, for keys that do not refer to it
 */
export function perKnown<K, T, O = void>(compute: (known: Known, key: K, owner: O) => T): PerKnown<K, T, O> {
  const place = functions++;
  const find = (known: Known, key: K, owner: O): T => {
    const memo = (known.memos[place] ??= new Map()) as Map<K, T>;
    if (known.remember) return known.remember(memo, key, compute, known, owner);
    const found = memo.get(key);
    if (found !== undefined) return found;
    const value = compute(known, key, owner);
    if (value !== undefined) memo.set(key, value);
    return value;
  };
  return Object.assign(find, { isWorkedOut: (known: Known, key: K) => known.memos[place]?.has(key) === true });
}

/** What a name refers to: one entry, none, or several. Callers never pick one of several. */
export type Resolution =
  | { readonly kind: 'one'; readonly entry: Entry }
  | { readonly kind: 'none' }
  | { readonly kind: 'many'; readonly entries: readonly Entry[] };

const NONE: Resolution = { kind: 'none' };

/** The id of an entry: the one written, else one derived from its file name, with the folder if another file derives the same. */
export const idOf = (known: Known, entry: Entry): string => entry.writtenId?.text ?? idOfName(known, pageOf(entry));

const idOfName = perKnown((known: Known, entry: Entry): string => {
  const { derivedId, folderId } = entry;
  // Fast path: most entries share their name with no other.
  const isAlone = filedPaths(known.canon, 'names', nameKey(derivedId)).length < 2;
  return isAlone || firstWithId(known, derivedId).every((one) => one === entry) ? derivedId : folderId;
});

/** The first two entries that would have this id. */
const firstWithId = perKnown((known: Known, id: string): readonly Entry[] => {
  const found: Entry[] = [];
  for (const entry of filed(known.canon, 'names', nameKey(id))) {
    if ((entry.writtenId ? entry.writtenId.text : entry.derivedId) !== id || !known.has(entry)) continue;
    if (found.push(entry) === 2) break;
  }
  return found;
});

/** Resolves a reference in the order of model §2: exact id; id ignoring case; title, alias or file name ignoring case. */
export const resolve = (known: Known, name: string): Resolution => resolved(known, name) ?? NONE;

/** Undefined if no entry answers to the name, as for most values, which are plain words. */
const resolved = perKnown((known: Known, name: string): Resolution | undefined => {
  const text = nfc(name).trim();
  const key = nameKey(text);
  if (key === '' || (!isFiled(known.canon, 'names', key) && !isPath(key))) return undefined;
  const all = filed(known.canon, 'names', key);
  // A single candidate is the answer, whichever of its names matches.
  const [only] = all;
  if (only && all.length === 1 && known.has(only)) return resolution(all);
  // An exact id wins over all others, known or not.
  const exact = all.filter((entry) => idOf(known, entry) === text && known.has(entry));
  if (exact.length > 0) return resolution(exact);
  const candidates = all.filter(known.has);
  if (candidates.length > 0) {
    const byId = candidates.filter((entry) => nameKey(idOf(known, entry)) === key);
    return resolution(byId.length > 0 ? byId : candidates);
  }
  if (!isPath(key)) return undefined;
  const { name: last, isMeant } = pathEnding(key);
  return resolution(filed(known.canon, 'names', last).filter((entry) => known.has(entry) && isMeant(entry.path)));
});

function resolution(entries: readonly Entry[]): Resolution | undefined {
  const [first] = entries;
  if (!first) return undefined;
  return entries.length === 1 ? { kind: 'one', entry: first } : { kind: 'many', entries };
}

/** The entry that a reference resolves to; undefined if it resolves to none or to several. */
export function entryNamed(known: Known, name: string): Entry | undefined {
  const result = resolve(known, name);
  return result.kind === 'one' ? result.entry : undefined;
}

/** The entity that an entry describes: the one it names as its `entity`, else itself. */
export const entityOf = perKnown((known: Known, entry: Entry): string => {
  if (entry.versionOf) return entityOf(known, entry.versionOf.page);
  const end = followEntity(known, entry);
  return 'entity' in end ? end.entity : entityOfAll(known, end.name);
});

/** Follows `entity:` from entry to entry, up to an entity or to a name to which several entries answer. */
function followEntity(known: Known, entry: Entry): { readonly entity: string } | { readonly name: string } {
  let current = pageOf(entry);
  const seen = new Set([current]);
  while (current.entity) {
    const { text } = current.entity;
    const named = resolve(known, text);
    if (named.kind === 'many') return { name: text };
    if (named.kind === 'none') return { entity: nobodysName(known, text) };
    // If pages name each other in a circle, each describes itself.
    if (seen.has(named.entry)) return { entity: idOf(known, named.entry) };
    seen.add(named.entry);
    current = named.entry;
  }
  return { entity: idOf(known, current) };
}

const entityFollowed = perKnown(followEntity);

/**
 * The entity that all entries under an ambiguous name describe, if it is one; else the name itself. Versions of a page often share
 * a name. If one of these entries leads to another ambiguous name, the entries under that name count too.
 */
const entityOfAll = perKnown((known: Known, name: string): string => {
  const names = new Set([name]);
  const entities = new Set<string>();
  for (const one of names) {
    const result = resolve(known, one);
    for (const entry of result.kind === 'many' ? result.entries : []) {
      const end = entityFollowed(known, entry);
      if ('entity' in end) entities.add(end.entity);
      else names.add(end.name);
    }
  }
  const [entity, ...others] = entities;
  return entity !== undefined && others.length === 0 ? entity : name;
});

/** The entity that a name means: that of the entry it refers to (or of all it could refer to), else the name itself. */
export const entityNamed = perKnown((known: Known, name: string): string => {
  const result = resolve(known, name);
  if (result.kind === 'one') return entityOf(known, result.entry);
  return result.kind === 'many' ? entityOfAll(known, name) : nobodysName(known, name);
});

/**
 * What a name means where somebody is meant who can know something: a circle of codex.yaml goes before every other name, so that no
 * page takes its place (model §11). The entity with the circle's own id is that circle.
 */
export function knowerOrCircle(known: Known, name: string): string {
  const entity = entityNamed(known, name);
  const circle = circleCalled(known.canon, name);
  return circle === undefined || nameKey(entity) === nameKey(circle) ? entity : circle;
}

/** The circle of codex.yaml that a name is that of, as codex.yaml spells it. */
export const circleCalled = ({ codex }: Canon, name: string): string | undefined =>
  circlesByKey(codex.circles).get(nameKey(name));

const circlesByKey = lastOfTurn(
  (circles: Codex['circles']): ReadonlyMap<string, string> =>
    new Map([...circles.keys()].reverse().map((circle) => [nameKey(circle), circle])),
);

/**
 * The entity of a name to which no known entry answers. If a later entry is the first to answer to it, all of that entry's names
 * that are still free mean one entity, which goes by the first of them: so later writing changes no earlier answer (model §2).
 * Otherwise the entity goes by its first spelling in the codex, since names ignore case.
 */
function nobodysName(known: Known, name: string): string {
  const later = entryToCome(known, name);
  if (!later) return firstSpelling(allOf(known.canon), nameKey(name)) || name;
  return writtenNamesOf(later).find((one) => entryToCome(known, one) === later) ?? name;
}

/**
 * The spelling of a name in the first file, by path, that has it in a fact or an `entity:`; empty if none has.
 * @param key as `nameKey` gives it
 */
const firstSpelling = perKnown((all: Known, key: string): string => {
  let [spelling, path] = ['', ''];
  for (const entry of [...filed(all.canon, 'statedOn', key), ...filed(all.canon, 'describing', key)]) {
    if (path !== '' && path <= entry.path) continue;
    const described = entry.entity && nameKey(entry.entity.text) === key ? entry.entity.text : undefined;
    const text = spellingAmong(entry, key) ?? described;
    if (text !== undefined) [spelling, path] = [text, entry.path];
  }
  return spelling;
});

/** The first later entry to answer to a name to which no known entry answers; undefined if there is none, or several at once. */
export function entryToCome(known: Known, name: string): Entry | undefined {
  const { canon } = known;
  let first: CanonPosition | undefined;
  for (const key of mentionKeys(name))
    for (const entry of filed(canon, 'names', key)) {
      const position = positionOf(canon, entry);
      if (!known.has(entry) && (!first || comparePositions(position, first) < 0)) first = position;
    }
  if (!first || resolve(known, name).kind !== 'none') return undefined;
  const later = entryNamed(upTo(canon, first), name);
  return later && !known.has(later) ? later : undefined;
}

/** The entity that a fact is about: the one it names, else that of its entry. */
export function entityOfFact(known: Known, entry: Entry, fact: Fact): string {
  return fact.entity ? entityNamed(known, fact.entity.text) : entityOf(known, entry);
}

/** The entry that a fact's value refers to: by exact id, or as a `[[link]]` by any of its names. */
export function valueEntry(known: Known, value: Pick<Ref, 'text' | 'linked'>): Entry | undefined {
  const entry = entryNamed(known, value.text);
  return entry && isReference(value, idOf(known, entry)) ? entry : undefined;
}

/** Whether two values refer to the same entry or are the same text (model §4). */
export function isSameRef(known: Known, a: Ref, b: Ref): boolean {
  if (a.text === b.text) return true;
  const entry = valueEntry(known, a);
  return entry !== undefined && entry === valueEntry(known, b);
}

/** Whether a value that resolves to an entry is a reference to it. @param id of the entry */
export const isReference = (value: Pick<Ref, 'text' | 'linked'>, id: string): boolean =>
  value.linked || id === value.text;

/**
 * Memoizes a function whose result covers many entries at once. For each entry it keeps the last key whose result covers it; that
 * key is only a hint, and `keptWith` uses it only while the result is still memoized.
 */
export function keptTogether<K, V>(compute: (known: Known, key: K) => ReadonlyMap<Entry, V>) {
  const keys = new WeakMap<Known, Map<Entry, K>>();
  const workOut = perKnown((known: Known, key: K) => {
    const found = compute(known, key);
    let own = keys.get(known);
    if (!own) keys.set(known, (own = new Map()));
    for (const entry of found.keys()) own.set(entry, key);
    return found;
  });
  return {
    workOut,
    /** A memoized result that covers an entry; undefined if there is none. */
    keptWith(known: Known, entry: Entry): ReadonlyMap<Entry, V> | undefined {
      const key = keys.get(known)?.get(entry);
      return key !== undefined && workOut.isWorkedOut(known, key) ? workOut(known, key) : undefined;
    },
  };
}
