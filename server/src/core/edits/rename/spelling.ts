/** How a name is spelled once the entry it means is called otherwise: an id for an id, a title for a title, a path for a path. */
import { pathKey, idOf, type Known } from '../../canon';
import type { Entry } from '../../entry/entry';
import type { Naming } from '../../entry/naming';
import { nameKey } from '../../entry/slug';

/** The new spelling; null where the name may stay. Relative links are not asked about. */
export function respelled(
  known: Known,
  before: Entry,
  now: Known,
  after: Entry,
  naming: Pick<Naming, 'text' | 'linked'>,
): string | null {
  const { text, linked } = naming;
  const isNamed = (name: string): boolean => nameKey(text) === nameKey(name);
  if (linked && isPathOf(before, text)) return newPath(before, after, text);
  // Other tools follow links by the file's name alone.
  if (linked && isNamed(before.fileName) && before.fileName !== after.fileName) return after.fileName;
  const names: readonly (readonly [string, string])[] = [
    [idOf(known, before), idOf(now, after)],
    [before.title, after.title],
    ...before.aliases.map(({ text: alias }, i) => [alias, after.aliases[i]?.text ?? alias] as const),
    [before.fileName, after.fileName],
    [before.derivedId, after.derivedId],
    [before.folderId, after.folderId],
  ];
  const exact = names.filter(([name]) => name === text);
  if (exact.length === 0 && isPathOf(before, text)) return newPath(before, after, text);
  const meant = exact.length > 0 ? exact : names.filter(([name]) => isNamed(name));
  return meant.find(([old, next]) => old !== next)?.[1] ?? null;
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
