/** What an entry is called, as it is written. */
import type { Entry } from './entry';

/** The names of an entry as they are written: its id, its title, its aliases, and the name of its file. */
export const writtenNamesOf = (entry: Entry): string[] => [
  entry.writtenId?.text ?? entry.derivedId,
  entry.title,
  ...entry.aliases.map(({ text }) => text),
  entry.folderId,
  entry.derivedId,
  ...entry.names,
];
