/** How a name is spelled once the entry it means is called otherwise: an id for an id, a title for a title, a path for a path. */
import { pathKey, idOf, type Known } from '../../canon';
import type { Entry } from '../../entry/entry';
import type { Naming } from '../../entry/naming';
import { nameKey } from '../../entry/slug';

/** Tells the new spelling of a name that means the entry; null where it may stay. Relative links are not asked about. */
export function spellingsAfter(
  known: Known,
  before: Entry,
  now: Known,
  after: Entry,
): (naming: Pick<Naming, 'text' | 'linked'>) => string | null {
  const names: readonly (readonly [string, string])[] = [
    [idOf(known, before), idOf(now, after)],
    [before.title, after.title],
    ...before.aliases.map(({ text: alias }, i) => [alias, after.aliases[i]?.text ?? alias] as const),
    [before.fileName, after.fileName],
    [before.derivedId, after.derivedId],
    [before.folderId, after.folderId],
  ];
  const [exactly, nearly] = [changedBy(names, (name) => name), changedBy(names, nameKey)];
  return ({ text, linked }) => {
    if (linked && isPathOf(before, text)) return newPath(before, after, text);
    // Other tools follow links by the file's name alone.
    const isFileName = linked && nameKey(text) === nameKey(before.fileName);
    if (isFileName && before.fileName !== after.fileName) return after.fileName;
    const exact = exactly.get(text);
    if (exact !== undefined) return exact;
    if (isPathOf(before, text)) return newPath(before, after, text);
    return nearly.get(nameKey(text)) ?? null;
  };
}

/** What each old name becomes, by its key; null where all that have that key stay. Of several that change, the first counts. */
function changedBy(
  names: readonly (readonly [string, string])[],
  keyOf: (name: string) => string,
): ReadonlyMap<string, string | null> {
  const found = new Map<string, string | null>();
  for (const [old, next] of names)
    if (typeof found.get(keyOf(old)) !== 'string') found.set(keyOf(old), old === next ? null : next);
  return found;
}

const isPathOf = ({ path }: Entry, text: string): boolean =>
  text.includes('/') && `/${nameKey(path)}`.endsWith(`/${pathKey(nameKey(text))}.md`);

/** `people/maric` → `lords/maric`: as much of the new path as was written of the old one. */
function newPath(before: Entry, after: Entry, text: string): string | null {
  if (before.path === after.path) return null;
  const path = pathKey(nameKey(text));
  const parts = after.path.replace(/\.md$/i, '').split('/');
  const isWhole = nameKey(before.path) === `${path}.md`;
  const start = /^(?:\.{0,2}\/)+/.exec(text)?.[0] ?? '';
  const end = /\.md$/i.exec(text)?.[0] ?? '';
  return `${start}${parts.slice(isWhole ? 0 : -path.split('/').length).join('/')}${end}`;
}
