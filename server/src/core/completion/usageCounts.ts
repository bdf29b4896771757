/** What the entries of a codex have said so far, and how often: types, attributes and their values, keys of the authors' own. */
import { type Canon, filed, type ReadableMap, flat, inPassing } from '../canon';
import { keyOf } from '../codex/codex';
import type { Entry, Fact } from '../entry/entry';
import { nameKey } from '../entry/slug';
import { spanTouches } from '../text/span';
import { atOnce } from '../text/groups';
import { allFactsOf } from '../entry/versions';

type Tally = Map<string, number>;

interface SeenAttribute {
  count: number;
  /** As they are written; a link in its brackets. */
  readonly values: Tally;
  /** The names of the entities that had it, as `nameKey` has them. */
  readonly entities: Tally;
  /** The types of the entries that had it themselves, in small letters. */
  readonly types: Tally;
}

interface Counts {
  readonly types: Tally;
  readonly attributes: Map<string, SeenAttribute>;
  /** Type in small letters, then key. */
  readonly ownKeys: Map<string, Tally>;
  /** The names of what entries rest on, as `nameKey` has them. */
  readonly sources: Tally;
}

/** What the page says, except what is being typed. */
interface UsageCounts {
  readonly types: () => readonly (readonly [string, number])[];
  /** Each attribute, how often it was said, and whether of an entity of some type. */
  readonly attributes: (type: string | null) => readonly { name: string; count: number; isOfType: boolean }[];
  readonly values: (attribute: string) => readonly (readonly [string, number])[];
  /** The keys of the authors' own on the entries of a type. */
  readonly ownKeys: (type: string) => readonly (readonly [string, number])[];
  /** How many sources are entries of each type. */
  readonly sourceTypes: () => ReadonlyMap<string, number>;
}

const none = (): Counts => ({ types: new Map(), attributes: new Map(), ownKeys: new Map(), sources: new Map() });

function add(tally: Tally, key: string, by: number): void {
  tally.set(key, (tally.get(key) ?? 0) + by);
}

const lower = (text: string | undefined): string => (text ?? '').toLowerCase();

function count(counts: Counts, entry: Entry, by: number): void {
  const type = lower(entry.type?.text);
  if (entry.type?.text) add(counts.types, entry.type.text, by);
  for (const fact of allFactsOf(entry)) countFact(counts, type, fact, by);
  for (const { text } of entry.unknownKeys) {
    let keys = counts.ownKeys.get(type);
    if (!keys) counts.ownKeys.set(type, (keys = new Map()));
    add(keys, text, by);
  }
  for (const { text } of entry.sources) add(counts.sources, nameKey(text), by);
}

function countFact(counts: Counts, type: string, { entity, attribute, value }: Fact, by: number): void {
  let seen = counts.attributes.get(attribute.text);
  if (!seen) {
    seen = { count: 0, values: new Map(), entities: new Map(), types: new Map() };
    counts.attributes.set(attribute.text, seen);
  }
  seen.count += by;
  add(seen.values, value.linked ? `[[${value.text}]]` : value.text, by);
  if (entity) add(seen.entities, nameKey(entity.text), by);
  else add(seen.types, type, by);
}

/** What most entries say, counted once: few of them change. */
const counted = new WeakMap<ReadableMap<Entry>, { readonly size: number; readonly counts: Counts }>();

function* countSteps(base: ReadableMap<Entry>): Generator<void, Counts> {
  let found = counted.get(base);
  // While a codex is read for the first time, its entries grow in place.
  if (found?.size !== base.size) {
    const counts = none();
    for (const [, entry] of inPassing(base)) {
      count(counts, entry, 1);
      yield;
    }
    counted.set(base, (found = { size: base.size, counts }));
  }
  return found.counts;
}

/** Counts what `usageCountsIn` has to know of all entries, if it is not known. */
export function* usageCountSteps(canon: Canon): Generator<void, void> {
  yield* countSteps(flat(canon.entries).base);
}

/** @param offset the caret in an entry: what it touches is not counted */
export function usageCountsIn(canon: Canon, entry: Entry, offset: number): UsageCounts {
  const { base, over } = flat(canon.entries);
  const all = atOnce(countSteps(base));
  const since = none();
  for (const [path, now] of over) {
    const before = base.get(path);
    if (before) count(since, before, -1);
    if (now) count(since, now, 1);
  }
  if (entry.type?.span && spanTouches(entry.type.span, offset)) add(since.types, entry.type.text, -1);
  for (const fact of allFactsOf(entry))
    if (spanTouches(fact.value.span, offset) || spanTouches(fact.attribute.span, offset))
      countFact(since, lower(entry.type?.text), fact, -1);
  for (const key of entry.unknownKeys)
    if (spanTouches(key.span, offset)) add(since.ownKeys.get(lower(entry.type?.text)) ?? new Map(), key.text, -1);

  const typeOf = (name: string): string => lower(filed(canon, 'names', name)[0]?.type?.text);
  return {
    types: () => sum(all.types, since.types),
    attributes(type) {
      const names = new Set([...all.attributes.keys(), ...since.attributes.keys()]);
      return [...names].flatMap((name) => {
        const [one, other] = [all.attributes.get(name), since.attributes.get(name)];
        const count = (one?.count ?? 0) + (other?.count ?? 0);
        if (count <= 0) return [];
        const isOfType =
          type !== null &&
          [one, other].some(
            (seen) => seen?.types.has(type) || [...(seen?.entities.keys() ?? [])].some((key) => typeOf(key) === type),
          );
        return [{ name, count, isOfType }];
      });
    },
    values(attribute) {
      const key = keyOf(attribute);
      return sum(valuesOf(all, key), valuesOf(since, key));
    },
    ownKeys: (type) => sum(all.ownKeys.get(type), since.ownKeys.get(type)),
    sourceTypes() {
      const types: Tally = new Map(typesOfSources(canon, all));
      for (const [name, times] of since.sources) add(types, typeOf(name), times);
      types.delete('');
      return types;
    },
  };
}

/** The values of an attribute, however its name is spelled. @param key as `keyOf` gives it */
function valuesOf({ attributes }: Counts, key: string): Tally | undefined {
  const [values, ...others] = [...attributes].flatMap(([name, seen]) => (keyOf(name) === key ? [seen.values] : []));
  if (others.length === 0) return values;
  const together: Tally = new Map(values);
  for (const other of others) for (const [value, times] of other) add(together, value, times);
  return together;
}

const sourceTypes = new WeakMap<Counts, { readonly names: unknown; readonly types: Tally }>();

/** Counted once for what most entries say, by the names that most of them have. */
function typesOfSources(canon: Canon, counts: Counts): Tally {
  const [names, entries] = [flat(canon.names), flat(canon.entries)];
  let found = sourceTypes.get(counts);
  if (found?.names !== names.base) {
    const types: Tally = new Map();
    for (const [name, times] of counts.sources) {
      const [path] = names.base.get(name) ?? [];
      if (path !== undefined) add(types, lower(entries.base.get(path)?.type?.text), times);
    }
    sourceTypes.set(counts, (found = { names: names.base, types }));
  }
  return found.types;
}

type StatedValues = readonly [string, number];

const byCount = ([a, n]: StatedValues, [b, m]: StatedValues): number => m - n || (a < b ? -1 : 1);

/** Sorted once for what most entries say. */
const sorted = new WeakMap<ReadonlyMap<string, number>, readonly StatedValues[]>();

function sortedOf(tally: ReadonlyMap<string, number>): readonly StatedValues[] {
  let found = sorted.get(tally);
  if (!found) sorted.set(tally, (found = [...tally].sort(byCount)));
  return found;
}

/** The most frequent first, then by name. @param all what most entries say @param since what is to be added to that */
function sum(
  all: ReadonlyMap<string, number> | undefined,
  since: ReadonlyMap<string, number> | undefined,
): StatedValues[] {
  const changed = [...(since ?? [])]
    .map(([key, by]): StatedValues => [key, (all?.get(key) ?? 0) + by])
    .filter(([, n]) => n > 0)
    .sort(byCount);
  const total: StatedValues[] = [];
  let next = 0;
  for (const one of all ? sortedOf(all) : []) {
    if (since?.has(one[0])) continue;
    for (let other = changed[next]; other && byCount(other, one) < 0; other = changed[++next]) total.push(other);
    total.push(one);
  }
  return [...total, ...changed.slice(next)];
}
