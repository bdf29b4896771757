/** The names by which prose may call an entry, or an entity without one. */
import type { Entry } from '../entry/entry';

/** A file's own name says nothing where it is that of any folder. */
const INDEX_FILE = /^_?(?:index|readme)$/i;

/** The names of an entry that prose may call it by. */
export const namesOf = (entry: Entry): string[] => [
  entry.title,
  ...entry.aliases.map(({ text }) => text),
  entry.writtenId?.text ?? (INDEX_FILE.test(entry.fileName) ? entry.folderId : entry.derivedId),
  ...(INDEX_FILE.test(entry.fileName) ? [] : [entry.fileName]),
];

/** An entity without a page is called by its id. */
export const namesWithoutPage = (entity: string): string[] => [entity, entity.replace(/[-_]+/g, ' ')];
