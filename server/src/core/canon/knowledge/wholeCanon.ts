/** The canon with what some believe among what is so: what is decided for everybody alike is decided there. */
import type { Entry, Fact } from '../../entry/entry';
import type { Canon } from '../model/canonValue';
import { countOf } from '../model/canon';
import { hasBeliefs } from '../model/indexKeys';
import { at, type ReadableMap, tableEntries, tableKeys, sizeOf } from '../model/table';
import { remembered, knowing } from '../model/known';

/** The same canon, whose entries have their beliefs beside their facts, and what they declare as such. */
export function wholeCanon(canon: Canon): Canon {
  // Mostly nobody believes anything that is not so.
  if (countOf(canon, 'believed') === 0) return canon;
  // It is kept with the canon, like all that is worked out of it.
  return remembered(canon, 'with beliefs', () => knowing(merged(canon), () => true)).canon;
}

function merged(canon: Canon): Canon {
  const kept = new WeakMap<Entry, Entry>();
  const mergedEntry = (entry: Entry): Entry => {
    const { knowledge } = entry;
    if (!knowledge || !hasBeliefs(entry)) return entry;
    let whole = kept.get(entry);
    if (!whole) kept.set(entry, (whole = withBeliefs(entry, knowledge)));
    return whole;
  };
  const entries: ReadableMap<Entry> = {
    get size() {
      return sizeOf(canon.entries);
    },
    get(path) {
      const entry = at(canon.entries, path);
      return entry && mergedEntry(entry);
    },
    has: (path) => at(canon.entries, path) !== undefined,
    keys: () => tableKeys(canon.entries),
    *[Symbol.iterator]() {
      for (const [path, entry] of tableEntries(canon.entries)) yield [path, mergedEntry(entry)];
    },
  };
  return { ...canon, entries: { base: entries, over: new Map() }, knowns: new Map() };
}

function withBeliefs(entry: Entry, { beliefs, believedDeclarations }: NonNullable<Entry['knowledge']>): Entry {
  const facts: Fact[] = [...entry.facts, ...beliefs].sort((a, b) => a.value.span.start - b.value.span.start);
  return {
    ...entry,
    facts: facts.map((fact, index) => ({ ...fact, index })),
    declarations: [...entry.declarations, ...believedDeclarations],
  };
}
