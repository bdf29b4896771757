/** Everything that can be asked about: each entity once, with the entry that describes it at the viewpoint. */
import { allEntries, describerAmong, entityOf, entityOfFact } from '../canon';
import type { Entry } from '../entry/entry';
import type { Viewpoint } from './viewpoint';

export interface EntityFound {
  readonly id: string;
  readonly title: string;
  /** null where no entry describes it. */
  readonly entry: Entry | null;
  /** The other names of all the entries that describe it. */
  readonly aliases: readonly string[];
}

/** In the order of titles. It yields after each entry that was looked at, and after each entity that was found. */
export function* lookUpEntities({
  known,
  present,
}: Pick<Viewpoint, 'known' | 'present'>): Generator<void, EntityFound[]> {
  const describing = new Map<string, Entry[]>();
  const describersOf = (id: string): Entry[] => {
    let describers = describing.get(id);
    if (!describers) describing.set(id, (describers = []));
    return describers;
  };
  for (const entry of allEntries(known.canon)) {
    const describers = describersOf(entityOf(known, entry));
    if (known.has(entry)) describers.push(entry);
    for (const fact of entry.facts) describersOf(entityOfFact(known, entry, fact));
    yield;
  }
  const found: EntityFound[] = [];
  for (const [id, describers] of describing) {
    const entry = describerAmong(known, describers, present) ?? null;
    const title = entry?.title ?? id;
    const names = describers.flatMap((one) => [one.title, ...one.aliases.map((alias) => alias.text)]);
    found.push({ id, title, entry, aliases: [...new Set(names)].filter((name) => name !== title) });
    yield;
  }
  return found.sort((a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : 0));
}
