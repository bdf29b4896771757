/** What completion is asked with, and the names by which its answers are written. */
import { entityNamed, idOf, type Known, resolve } from '../canon';
import type { Entry } from '../entry/entry';

export interface CompletionContext {
  readonly known: Known;
  readonly entry: Entry;
  readonly text: string;
  readonly offset: number;
  /** The author has asked for it; otherwise the list comes unasked, and each choice must be certain to be useful. */
  readonly isAsked: boolean;
}

/** What a reference can't say, in quotes or without: it reads as nothing, as a template or as another shape. */
const NO_NAME = /^(?:|n\/a|tbd)$|^\s*!?\[\[|\{\{|<%|^[a-z][a-z0-9+.-]*:\/\//i;

/** The name by which an entry is written as a reference: its id, unless another answers to that too. Null where none is its own. */
export function nameFor(known: Known, entry: Entry): string | null {
  const isOwn = (name: string): boolean => !NO_NAME.test(name) && means(known, name, entry);
  const id = idOf(known, entry);
  if (isOwn(id)) return id;
  return [entry.fileName, withoutEnd(entry.path)].find(isOwn) ?? null;
}

/** The name by which an entry is linked to: its file's, which other tools know too. */
export function linkFor(known: Known, entry: Entry): string | null {
  const isOwn = (name: string): boolean => !/[\][|#^{}\\]|<%|:\/\//.test(name) && means(known, name, entry);
  // Nearly every file has a name of its own.
  if (isOwn(entry.fileName)) return entry.fileName;
  return [withoutEnd(entry.path), idOf(known, entry)].find(isOwn) ?? null;
}

/** The name by which an entity is written; null where that name means another. */
export const entityFor = (known: Known, entity: string): string | null =>
  !NO_NAME.test(entity) && entityNamed(known, entity) === entity ? entity : null;

function means(known: Known, name: string, entry: Entry): boolean {
  const found = resolve(known, name);
  return found.kind === 'one' && found.entry === entry;
}

const withoutEnd = (path: string): string => path.replace(/\.md$/i, '');
