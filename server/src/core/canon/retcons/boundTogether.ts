/** How many retcons bear on one another, where restorations are among them: what one of them changes of a fact then rests on all of them. */
import { comparePositions } from '../../codex/canonTime';
import type { Entry } from '../../entry/entry';
import { edgesBy, edgesOf, type Retcon, touches } from '../model/edges';
import { keptTogether } from '../model/keptTogether';
import { entityOfFact, type Known } from '../model/known';
import { mayBeRestored } from '../model/mayBeRestored';
import { pairOf } from '../model/statedFacts';
import { addTo } from '../../text/groups';

/** How many bear on a fact that a retcon touches when it is made, it among them; 0: no restoration has to do with it. */
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
  const numbers = numbersOf(known, [...found]);
  return new Map([...found].map(({ by }) => [by, numbers]));
});

/** Nothing that is made later changes a number: each is that of the moment. */
function numbersOf(known: Known, retcons: readonly Retcon[]): ReadonlyMap<Retcon, number> {
  const numbers = new Map<Retcon, number>();
  const bound = openBound(known);
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
function openBound(known: Known) {
  const parts = openParts(known);
  const on = new Map<Entry, Retcon[]>();
  const by = new Map<Entry, Retcon[]>();
  const restorable = new Set<Entry>();
  const making = new Set<Entry>();
  const counted = new Set<Retcon>();
  const due: (() => void)[] = [];
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
      addTo(on, retcon.old, retcon);
      addTo(by, retcon.by, retcon);
      if (retcon.kind === 'restores') restore(retcon.old);
      if (restorable.has(retcon.old) || making.has(retcon.by)) count(retcon);
      for (let next = due.pop(); next; next = due.pop()) next();
    },
    countOf: (retcon: Retcon): number => (counted.has(retcon) ? parts.countOf(retcon) : 0),
  };
}

/** What is told of an entity and an attribute by an entry, and by those that take its place. */
interface Part {
  readonly entity: string;
  readonly attribute: string;
  /** The lists of the entries that tell it. */
  readonly filed: Map<string, Part>[];
  /** How many retcons touch it. */
  count: number;
}

/** One page may supersede hundreds that have nothing to do with each other. Of two parts that grow together the smaller one moves. */
function openParts(known: Known) {
  const parts = new Map<Entry, Map<string, Part>>();
  const partsOf = (entry: Entry): Map<string, Part> => {
    let own = parts.get(entry);
    if (!own) {
      const found = new Map<string, Part>();
      for (const fact of entry.facts) {
        const [entity, attribute] = [entityOfFact(known, entry, fact), fact.attribute.text];
        const pair = pairOf(entity, attribute);
        if (!found.has(pair)) found.set(pair, { entity, attribute, filed: [found], count: 0 });
      }
      parts.set(entry, (own = found));
    }
    return own;
  };
  function joined(pair: string, one: Part, other: Part): Part {
    const [small, large] = one.filed.length < other.filed.length ? [one, other] : [other, one];
    if (small === large) return large;
    for (const own of small.filed) {
      own.set(pair, large);
      large.filed.push(own);
    }
    large.count += small.count;
    return large;
  }
  return {
    countOf: ({ old }: Retcon): number =>
      [...partsOf(old).values()].reduce((most, { count }) => Math.max(most, count), 0),
    join(retcon: Retcon): void {
      const [below, above] = [partsOf(retcon.old), partsOf(retcon.by)];
      for (const [pair, part] of [...below]) {
        if (!touches(known, retcon, part.entity, part.attribute)) continue;
        const other = above.get(pair);
        (other ? joined(pair, part, other) : part).count++;
      }
    },
  };
}
