/** How many retcons bear on one another, where restorations are among them: what one of them changes then rests on all of them. */
import { comparePositions } from '../../codex/canonTime';
import type { Entry } from '../../entry/entry';
import { edgesBy, edgesOf, type Retcon } from '../model/edges';
import { keptTogether } from '../model/keptTogether';
import type { Known } from '../model/known';
import { mayBeRestored } from '../model/mayBeRestored';

/** How many bear on each other when a retcon is made, it among them; 0: no restoration has to do with it. */
export function boundWith(known: Known, retcon: Retcon): number {
  const { by } = retcon;
  if (!mayBeRestored(known, by) && !edgesBy(known, by).some(({ old }) => mayBeRestored(known, old))) return 0;
  return (groups.keptWith(known, by) ?? groups.workOut(known, by)).get(by)?.get(retcon) ?? 0;
}

/** By the entries that make them, the numbers of all retcons that come to bear on each other some day. */
const groups = keptTogether((known: Known, start: Entry): ReadonlyMap<Entry, ReadonlyMap<Retcon, number>> => {
  const reached = new Set([start]);
  const found = new Set<Retcon>();
  for (const one of reached) {
    const edges = [...edgesBy(known, one), ...(mayBeRestored(known, one) ? edgesOf(known, one) : [])];
    for (const retcon of edges.filter(({ soft }) => !soft)) {
      found.add(retcon);
      reached.add(retcon.by);
      if (mayBeRestored(known, retcon.old)) reached.add(retcon.old);
    }
  }
  const numbers = numbersOf([...found]);
  return new Map([...found].map(({ by }) => [by, numbers]));
});

/** Nothing that is made later changes a number: each is that of the moment. */
function numbersOf(retcons: readonly Retcon[]): ReadonlyMap<Retcon, number> {
  const numbers = new Map<Retcon, number>();
  const bound = openBound();
  const sorted = [...retcons].sort((a, b) => comparePositions(a.position, b.position));
  for (let i = 0, end = 0; i < sorted.length; i = end) {
    const { position } = sorted[i] as Retcon;
    for (; end < sorted.length && comparePositions((sorted[end] as Retcon).position, position) === 0; end++)
      bound.add(sorted[end] as Retcon);
    for (const retcon of sorted.slice(i, end)) numbers.set(retcon, bound.countOf(retcon));
  }
  return numbers;
}

/**
 * Of an entry that is restored, or that supersedes such a one, all retcons count; and of whoever makes one of them, what they make
 * beside it.
 */
function openBound() {
  const parts = openParts();
  const on = new Map<Entry, Retcon[]>();
  const by = new Map<Entry, Retcon[]>();
  const restorable = new Set<Entry>();
  const making = new Set<Entry>();
  const counted = new Set<Retcon>();
  const due: (() => void)[] = [];
  const file = (lists: Map<Entry, Retcon[]>, entry: Entry, retcon: Retcon): void => {
    const list = lists.get(entry);
    if (list) list.push(retcon);
    else lists.set(entry, [retcon]);
  };
  function count(retcon: Retcon): void {
    if (retcon.kind === 'supersedes' && restorable.has(retcon.old)) restore(retcon.by);
    if (counted.has(retcon)) return;
    counted.add(retcon);
    parts.join(retcon);
    make(retcon.by);
  }
  function make(entry: Entry): void {
    if (making.has(entry)) return;
    making.add(entry);
    due.push(() => by.get(entry)?.forEach(count));
  }
  function restore(entry: Entry): void {
    if (restorable.has(entry)) return;
    restorable.add(entry);
    make(entry);
    due.push(() => on.get(entry)?.forEach(count));
  }
  return {
    add(retcon: Retcon): void {
      file(on, retcon.old, retcon);
      file(by, retcon.by, retcon);
      if (retcon.kind === 'restores') restore(retcon.old);
      if (restorable.has(retcon.old) || making.has(retcon.by)) count(retcon);
      for (let next = due.pop(); next; next = due.pop()) next();
    },
    countOf: (retcon: Retcon): number => (counted.has(retcon) ? parts.countOf(retcon.old) : 0),
  };
}

/** How many retcons there are in each of some parts, which grow together; of two the smaller one moves. */
function openParts() {
  const parts = new Map<Entry, { readonly entries: Entry[]; count: number }>();
  const partOf = (entry: Entry) => {
    let part = parts.get(entry);
    if (!part) parts.set(entry, (part = { entries: [entry], count: 0 }));
    return part;
  };
  return {
    countOf: (entry: Entry): number => partOf(entry).count,
    join({ by, old }: Retcon): void {
      const [one, other] = [partOf(by), partOf(old)];
      const [small, large] = one.entries.length < other.entries.length ? [one, other] : [other, one];
      if (small !== large) {
        for (const entry of small.entries) parts.set(entry, large);
        for (const entry of small.entries) large.entries.push(entry);
        large.count += small.count;
      }
      large.count++;
    },
  };
}
