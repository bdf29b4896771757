/** Names that look like one that nobody answers to, to be offered instead. */
import { nameKey } from '../entry/slug';
import { allEntries } from './canon';
import { idOf, type Known } from './known';

/** Ids of entries whose id, title, alias or file name is near a name, the nearest first. */
export function nearNames(known: Known, name: string, limit = 3): string[] {
  const wanted = nameKey(name);
  const allowed = Math.max(1, Math.floor(wanted.length / 4));
  const best = new Map<string, number>();
  for (const entry of allEntries(known.canon)) {
    if (!known.has(entry)) continue;
    for (const other of entry.names) {
      const distance = nearness(wanted, other, allowed);
      if (distance > allowed) continue;
      const id = idOf(known, entry);
      best.set(id, Math.min(distance, best.get(id) ?? Infinity));
    }
  }
  const ranked = [...best].sort(([a, da], [b, db]) => da - db || (a < b ? -1 : 1));
  return ranked.slice(0, limit).map(([id]) => id);
}

/** Typing distance; a whole word or the beginning of a name counts as near. */
function nearness(wanted: string, name: string, allowed: number): number {
  if (wanted.length >= 4 && (name.startsWith(wanted) || name.split(/[^\p{L}\p{N}]+/u).includes(wanted))) return allowed;
  if (Math.abs(wanted.length - name.length) > allowed) return Infinity;
  return editDistance(wanted, name);
}

/** Insertions, deletions, replacements and swaps of neighbours (Damerau–Levenshtein, optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1);
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
