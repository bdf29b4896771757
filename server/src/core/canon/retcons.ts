/** Retcons: the edges between entries that `supersedes`, `retracts`, `restores` and `superseded_by` declare (model §5). */
import type { Moment } from '../chronology/types';
import { type CanonPosition, comparePositions } from '../codex/canonTime';
import { keyOf } from '../codex/codex';
import type { Declaration, DeclarationKind, Entry, OnlyWritten, Ref } from '../entry/entry';
import { filed } from './canon';
import { entityNamed, entryNamed, idOf, type Known, perKnown } from './known';

/** Where a declaration stands. */
export interface Declared {
  readonly entry: Entry;
  readonly declaration: Declaration;
}

/** One retcon: `by` supersedes, retracts or restores `old`. Declared at both ends, it is one, with the keys of both. */
export interface Retcon {
  readonly by: Entry;
  readonly old: Entry;
  readonly kind: DeclarationKind;
  readonly soft: boolean;
  readonly only: readonly OnlyWritten[] | null;
  readonly effective: Moment | 'always';
  readonly reason: string | null;
  readonly asOf: string | null;
  readonly sources: readonly Ref[];
  readonly position: CanonPosition;
  readonly declared: readonly [Declared, ...Declared[]];
}

/** The retcons of an entry, by whatever supersedes, retracts or restores it; in the order of declaring paths. */
export const edgesOf = perKnown((known: Known, old: Entry): readonly Retcon[] => {
  const found: Found[] = [];
  for (const declared of declarationsNaming(known, old, false)) found.push({ by: declared.entry, ...declared });
  for (const declaration of old.declarations) {
    const by = declaration.fromOldEnd && entryNamed(known, declaration.target.text);
    if (by && by !== old) found.push({ by, entry: old, declaration });
  }
  return merge(old, found);
});

/** The retcons that an entry makes: what it supersedes, retracts or restores. */
export const edgesBy = perKnown((known: Known, by: Entry): readonly Retcon[] => {
  const olds = new Set(declarationsNaming(known, by, true).map(({ entry }) => entry));
  for (const declaration of by.declarations) {
    const old = !declaration.fromOldEnd && entryNamed(known, declaration.target.text);
    if (old && old !== by) olds.add(old);
  }
  return [...olds].flatMap((old) => edgesOf(known, old).filter((retcon) => retcon.by === by));
});

interface Found extends Declared {
  readonly by: Entry;
}

function declarationsNaming(known: Known, entry: Entry, fromOldEnd: boolean): Declared[] {
  const declaring = new Set(entry.names.flatMap((name) => filed(known.canon, 'declaredOn', name)));
  return [...declaring]
    .filter((other) => other !== entry && known.has(other))
    .flatMap((other) => other.declarations.map((declaration) => ({ entry: other, declaration })))
    .filter(({ declaration }) => declaration.fromOldEnd === fromOldEnd)
    .filter(({ declaration }) => entryNamed(known, declaration.target.text) === entry);
}

/** Declarations of one edge that agree become one retcon; those that say different things all stand. */
function merge(old: Entry, found: readonly Found[]): Retcon[] {
  const sorted = [...found].sort(
    (a, b) => order(a.entry.path, b.entry.path) || a.declaration.span.start - b.declaration.span.start,
  );
  const groups: { by: Entry; declared: [Declared, ...Declared[]] }[] = [];
  for (const { by, entry, declaration } of sorted) {
    const same = groups.find(
      (group) => group.by === by && group.declared.every((one) => agree(one.declaration, declaration)),
    );
    if (same) same.declared.push({ entry, declaration });
    else groups.push({ by, declared: [{ entry, declaration }] });
  }
  return groups.map(({ by, declared }) => retconOf(by, old, declared));
}

export const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Whether two declarations can be one: from both ends no key differs; from one end all are the same. */
function agree(a: Declaration, b: Declaration): boolean {
  const bothEnds = a.fromOldEnd !== b.fromOldEnd;
  // The old end says `superseded_by` of a retraction too: what it is, is said where it is made.
  const isRetracted = bothEnds && (a.fromOldEnd ? b : a).kind === 'retracts';
  if (a.kind !== b.kind && !isRetracted) return false;
  const parts = (d: Declaration) => [
    d.asOf?.date?.text ?? d.asOf?.text,
    d.effective?.date?.text ?? d.effective?.text,
    d.reason?.text,
    d.only?.map((one) => one.text).join(),
    d.sources?.map((one) => one.text).join(),
    d.soft || undefined,
  ];
  const theirs = parts(b);
  return parts(a).every(
    (part, i) => part === theirs[i] || (bothEnds && (part === undefined || theirs[i] === undefined)),
  );
}

function retconOf(by: Entry, old: Entry, declared: [Declared, ...Declared[]]): Retcon {
  const first = <T>(read: (declaration: Declaration) => T | null | undefined): T | null => {
    for (const { declaration } of declared) {
      const value = read(declaration);
      if (value !== null && value !== undefined) return value;
    }
    return null;
  };
  const { kind } = (declared.find(({ declaration }) => !declaration.fromOldEnd) ?? declared[0]).declaration;
  const effective = first((d) => (d.effective?.always ? 'always' : d.effective?.date?.start));
  const asOf = first((d) => d.asOf);
  return {
    by,
    old,
    kind,
    soft: kind === 'supersedes' && declared.some(({ declaration }) => declaration.soft),
    only: first((d) => d.only),
    effective: effective ?? (kind === 'retracts' ? 'always' : (by.date?.date?.start ?? 'always')),
    reason: first((d) => d.reason?.text),
    asOf: asOf ? (asOf.date?.text ?? asOf.text) : null,
    sources: first((d) => d.sources) ?? by.sources,
    position: comparePositions(by.position, old.position) < 0 ? old.position : by.position,
    declared,
  };
}

/** Whether a retcon is limited to other facts than this one. */
export function touches(known: Known, retcon: Retcon, entity: string, attribute: string): boolean {
  if (!retcon.only) return true;
  return retcon.only.some(
    (one) =>
      one.entity !== null && keyOf(one.attribute) === keyOf(attribute) && entityNamed(known, one.entity) === entity,
  );
}

/** The entries of the cycle of supersessions that an entry is on, in the order they supersede; empty where it is on none. */
export const cycleOf = perKnown((known: Known, start: Entry): readonly Entry[] => {
  if (comesToAnEnd(known, start)) return [];
  const cameFrom = new Map<Entry, Entry>();
  const queue = [start];
  for (let i = 0; i < queue.length; i++) {
    const current = queue[i] as Entry;
    for (const { kind, old } of edgesBy(known, current)) {
      if (kind !== 'supersedes' || cameFrom.has(old)) continue;
      cameFrom.set(old, current);
      if (old === start) return wayBack(start, cameFrom);
      queue.push(old);
    }
  }
  return [];
});

const supersededBy = (known: Known, by: Entry): Entry[] =>
  edgesBy(known, by).flatMap(({ kind, old }) => (kind === 'supersedes' ? old : []));

/** Entries from which every way down is known to come to an end. */
const endingOnes = perKnown((_known: Known, _all: 'all'): Set<Entry> => new Set());

/** Whether every way down from an entry comes to an end; each entry is walked over once, however long its chain. */
function comesToAnEnd(known: Known, start: Entry): boolean {
  const ending = endingOnes(known, 'all');
  if (ending.has(start)) return true;
  const way = [{ entry: start, below: supersededBy(known, start) }];
  const onWay = new Set([start]);
  for (let current = way.at(-1); current; current = way.at(-1)) {
    const next = current.below.pop();
    if (next && onWay.has(next)) return false;
    if (next && !ending.has(next)) {
      way.push({ entry: next, below: supersededBy(known, next) });
      onWay.add(next);
    } else if (!next) {
      ending.add(current.entry);
      onWay.delete(current.entry);
      way.pop();
    }
  }
  return true;
}

function wayBack(start: Entry, cameFrom: ReadonlyMap<Entry, Entry>): Entry[] {
  const way: Entry[] = [];
  for (let at = cameFrom.get(start); at && at !== start; at = cameFrom.get(at)) way.unshift(at);
  return [start, ...way];
}

/** Whether a retcon is an edge of a cycle: until it is mended, it clips nothing. */
export const isInCycle = perKnown((known: Known, { kind, by, old }: Retcon): boolean => {
  if (kind !== 'supersedes' || cycleOf(known, by).length === 0) return false;
  const seen = new Set([old]);
  for (const entry of seen)
    for (const edge of edgesBy(known, entry)) if (edge.kind === 'supersedes') seen.add(edge.old);
  return seen.has(by);
});

/** The retcons of an entry that are in force, in canon order. */
export const retconsOf = perKnown((known: Known, old: Entry): readonly Retcon[] =>
  inRetconOrder(
    known,
    edgesOf(known, old).filter((retcon) => !isInCycle(known, retcon)),
  ),
);

/** The retcons that an entry makes and that are in force, in canon order. */
export const retconsBy = perKnown((known: Known, by: Entry): readonly Retcon[] =>
  inRetconOrder(
    known,
    edgesBy(known, by).filter((retcon) => !isInCycle(known, retcon)),
  ),
);

/** Retcons in canon order, then by `by`, then by what they supersede, then by the path of the declaration. */
export function inRetconOrder(known: Known, retcons: readonly Retcon[]): readonly Retcon[] {
  if (retcons.length < 2) return retcons;
  const place = new Map(inCanonOrder(known, [...new Set(retcons.map((retcon) => retcon.by))]).map((by, i) => [by, i]));
  return [...retcons].sort(
    (a, b) =>
      comparePositions(a.position, b.position) ||
      (place.get(a.by) ?? 0) - (place.get(b.by) ?? 0) ||
      order(idOf(known, a.old), idOf(known, b.old)) ||
      order(a.declared[0].entry.path, b.declared[0].entry.path) ||
      a.declared[0].declaration.span.start - b.declared[0].declaration.span.start,
  );
}

/**
 * Entries in canon order: by position; at one position what supersedes, retracts or restores comes after what it names,
 * a restoration after the other retcons of what it names, and of those free to come next the lowest id first (model §7).
 */
export function inCanonOrder(known: Known, entries: readonly Entry[]): readonly Entry[] {
  const sorted = [...entries].sort((a, b) => comparePositions(a.position, b.position));
  const result: Entry[] = [];
  for (let i = 0; i < sorted.length; ) {
    const first = sorted[i] as Entry;
    let end = i + 1;
    while (end < sorted.length && comparePositions((sorted[end] as Entry).position, first.position) === 0) end++;
    const group = sorted.slice(i, end);
    result.push(...(group.length > 1 ? atOnePosition(known, group) : group));
    i = end;
  }
  return result;
}

/** Kahn's algorithm on the entries and all that must come before them: their order among each other is then that of all. */
function atOnePosition(known: Known, group: readonly Entry[]): Entry[] {
  const waitsFor = new Map<Entry, Set<Entry>>();
  const awaitedBy = new Map<Entry, Entry[]>();
  const all = new Set(group);
  for (const entry of all) {
    const before = predecessors(known, entry);
    waitsFor.set(entry, before);
    for (const one of before) {
      all.add(one);
      awaitedBy.set(one, [...(awaitedBy.get(one) ?? []), entry]);
    }
  }
  const rank = new Map(
    [...all]
      .sort((a, b) => order(idOf(known, a), idOf(known, b)) || order(a.path, b.path))
      .map((entry, i) => [entry, i]),
  );
  const byRank = [...rank.keys()];
  const free = new Set(byRank.filter((entry) => waitsFor.get(entry)?.size === 0).map((entry) => rank.get(entry) ?? 0));
  const wanted = new Set(group);
  const done = new Set<Entry>();
  const result: Entry[] = [];
  while (done.size < byRank.length) {
    // What is left without any free entry waits on itself, in a circle: the lowest id breaks it.
    const lowest = free.size > 0 ? Math.min(...free) : byRank.findIndex((entry) => !done.has(entry));
    const next = byRank[lowest] as Entry;
    free.delete(lowest);
    done.add(next);
    if (wanted.has(next)) result.push(next);
    for (const other of awaitedBy.get(next) ?? []) {
      const before = waitsFor.get(other);
      before?.delete(next);
      if (before?.size === 0 && !done.has(other)) free.add(rank.get(other) ?? 0);
    }
  }
  return result;
}

function predecessors(known: Known, entry: Entry): Set<Entry> {
  const before = new Set<Entry>();
  for (const { kind, old } of edgesBy(known, entry)) {
    before.add(old);
    if (kind === 'restores')
      for (const other of edgesOf(known, old)) if (other.kind !== 'restores') before.add(other.by);
  }
  before.delete(entry);
  for (const one of before) if (comparePositions(one.position, entry.position) !== 0) before.delete(one);
  return before;
}
