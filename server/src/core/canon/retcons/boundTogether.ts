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

/** Nothing that is made later changes a number. */
function numbersOf(retcons: readonly Retcon[]): ReadonlyMap<Retcon, number> {
  const numbers = new Map<Retcon, number>();
  const parts = openParts();
  const sorted = [...retcons].sort((a, b) => comparePositions(a.position, b.position));
  for (let i = 0, end = 0; i < sorted.length; i = end) {
    const { position } = sorted[i] as Retcon;
    for (; end < sorted.length && comparePositions((sorted[end] as Retcon).position, position) === 0; end++)
      parts.join(sorted[end] as Retcon);
    for (const retcon of sorted.slice(i, end)) {
      const { count, restores } = parts.of(retcon.old);
      numbers.set(retcon, restores ? count : 0);
    }
  }
  return numbers;
}

interface Part {
  readonly entries: Entry[];
  count: number;
  restores: boolean;
}

/** Parts that grow together; of two the smaller one moves. */
function openParts() {
  const parts = new Map<Entry, Part>();
  const of = (entry: Entry): Part => {
    let part = parts.get(entry);
    if (!part) parts.set(entry, (part = { entries: [entry], count: 0, restores: false }));
    return part;
  };
  return {
    of,
    join({ by, old, kind }: Retcon): void {
      const [small, large] = [of(by), of(old)].sort((a, b) => a.entries.length - b.entries.length) as [Part, Part];
      if (small !== large) {
        for (const entry of small.entries) parts.set(entry, large);
        large.entries.push(...small.entries);
        large.count += small.count;
        large.restores ||= small.restores;
      }
      large.count++;
      large.restores ||= kind === 'restores';
    },
  };
}
