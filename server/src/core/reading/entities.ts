/** Everything that can be asked about: each entity once, with the entry that describes it at the viewpoint. */
import { allEntries, describersOf, entityOf, entityOfFact, describerOf } from '../canon';
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
export function* lookUpEntities({ known, present }: Viewpoint): Generator<void, EntityFound[]> {
  const ids = new Set<string>();
  for (const entry of allEntries(known.canon)) {
    ids.add(entityOf(known, entry));
    for (const fact of entry.facts) ids.add(entityOfFact(known, entry, fact));
    yield;
  }
  const found: EntityFound[] = [];
  for (const id of ids) {
    const describers = describersOf(known, id);
    const [only] = describers;
    const entry = (describers.length > 1 ? describerOf(known, id, present) : only) ?? null;
    const title = entry?.title ?? id;
    const names = describers.flatMap((one) => [one.title, ...one.aliases.map((alias) => alias.text)]);
    found.push({ id, title, entry, aliases: [...new Set(names)].filter((name) => name !== title) });
    yield;
  }
  return found.sort((a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : 0));
}
