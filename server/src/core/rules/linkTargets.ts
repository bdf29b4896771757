/** What the links in an entry's prose lead to. */
import { entryAt, entryNamed, type Known, perKnown, type Resolution, resolve, valueEntry } from '../canon';
import type { Link } from '../entry/body';
import type { Entry } from '../entry/entry';
import type { Naming } from '../entry/naming';

/** `.png`, `.canvas`: a link to something that is no entry. */
const OTHER_FILE = /\.(?!md$)[a-z][a-z0-9]{0,5}$/i;

/** What a link names; null for one that is not meant for an entry, or leads out of the codex. */
export function leadsTo(known: Known, entry: Entry, link: Link): Resolution | null {
  const target = link.target.normalize('NFC').trim();
  if (target === '') return null;
  if (link.kind === 'wiki') {
    const found = resolve(known, target);
    return found.kind === 'none' && OTHER_FILE.test(target) ? null : found;
  }
  if (!/\.md$/i.test(target)) return null;
  const path = pathFrom(entry.path, target);
  if (path === null) return null;
  const linkedEntry = entryAt(known.canon, path);
  return linkedEntry ? { kind: 'one', entry: linkedEntry } : resolve(known, target);
}

/** A link in the prose, and what it leads to. */
interface Followed {
  readonly link: Link;
  readonly found: Resolution;
}

/** The links of an entry that are meant for entries: several rules look at each. */
export const followedLinks = perKnown((known: Known, entry: Entry): readonly Followed[] =>
  entry.links.flatMap((link) => {
    const found = leadsTo(known, entry, link);
    return found ? { link, found } : [];
  }),
);

/** The entry that a name leads to where it stands: a link by its path, a fact's value only where it is a reference. */
export function namedEntry(known: Known, entry: Entry, naming: Naming): Entry | undefined {
  if (naming.role === 'value') return valueEntry(known, naming);
  if (!naming.link) return entryNamed(known, naming.text);
  const found = leadsTo(known, entry, naming.link);
  return found?.kind === 'one' ? found.entry : undefined;
}

/** A relative path, seen from a file; null where it leads out of the codex. */
export function pathFrom(file: string, target: string): string | null {
  const parts = target.startsWith('/') ? [] : file.split('/').slice(0, -1);
  for (const part of target.split('/')) {
    if (part === '..' && parts.pop() === undefined) return null;
    if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  return parts.join('/');
}
