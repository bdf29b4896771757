/** On which entries a restoration can bear, found once for all canon points: mostly on none, and then nothing of restorations need be asked. */
import type { Declaration, Entry } from '../../entry/entry';
import { type Canon, countOf, filed } from './canon';
import { mentionKeys } from './indexKeys';
import { allOf, keptBeside, type Known } from './known';

/** Whether an entry may be restored, or supersede what may be, directly or down a chain, by something that is known, whatever a name means. It may be so where it is not: no answer rests on that. */
export function mayBeRestored({ canon, has }: Known, entry: Entry): boolean {
  if (countOf(canon, 'restores') === 0) return false;
  // Whoever looks through the eyes of others may hold declarations that no page makes.
  if (canon.eyes) return true;
  const restoring = restoringAny(allOf(canon)).get(entry);
  return restoring !== undefined && (restoring.length > FEW || restoring.some(has));
}

/** So few are looked through one by one; where there are more, some are mostly known. */
const FEW = 8;

/** By entry, all that make a restoration which may bear on it, or the first of too many. */
const restoringAny = keptBeside(({ canon }): ReadonlyMap<Entry, readonly Entry[]> => {
  const found = new Map<Entry, Entry[]>();
  for (const by of filed(canon, 'traits', 'restores')) {
    const reached = new Set<Entry>();
    const add = (old: Entry): void => {
      const restoring = found.get(old) ?? [];
      // All above it have so many as well.
      if (reached.has(old) || restoring.length > FEW) return;
      reached.add(old);
      restoring.push(by);
      found.set(old, restoring);
    };
    for (const one of by.declarations) if (one.kind === 'restores') entriesNamedBy(canon, one).forEach(add);
    for (const old of reached) mayReplace(canon, old).forEach(add);
  }
  return found;
});

/** What may supersede an entry. */
const mayReplace = (canon: Canon, old: Entry): Entry[] => [
  ...old.names.flatMap((name) => filed(canon, 'declaredOn', name).filter(supersedes)),
  ...old.declarations.flatMap((one) => (one.fromOldEnd ? entriesNamedBy(canon, one) : [])),
];

const supersedes = ({ declarations }: Entry): boolean => declarations.some(({ kind }) => kind === 'supersedes');

const entriesNamedBy = (canon: Canon, { target }: Declaration): Entry[] =>
  mentionKeys(target.text).flatMap((key) => filed(canon, 'names', key));
