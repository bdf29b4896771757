/** The edges between entries that `supersedes`, `retracts`, `restores` and `superseded_by` declare. */
import type { Declaration, Entry, DeclarationKind, OnlyWritten, Ref } from '../../entry/entry';
import { compareTexts } from '../../text/sorted';
import type { Moment } from '../../chronology';
import { type CanonPosition, comparePositions, laterPosition } from '../../codex/canonTime';
import { keyOf } from '../../codex/codex';
import { filed, isNamed, positionOf } from './canon';
import { isShown, type Known } from './canonValue';
import { mentionKeys } from './indexKeys';
import { allOf, entityNamed, entryNamed, keptBeside, perKnown } from './known';
import { isStatedOf } from './statedFacts';
import { addTo, groupBy } from '../../text/groups';

/** Where a declaration stands. */
export interface Declared {
  readonly entry: Entry;
  readonly declaration: Declaration;
}

/** A declaration of an edge whose new end is `by`. */
export interface FoundOnEdge extends Declared {
  readonly by: Entry;
}

/** Declarations that are one retcon, and the values of the keys of each. */
interface Group {
  readonly by: Entry;
  readonly declared: [Declared, ...Declared[]];
  readonly keys: DeclarationKeys[];
}

/** What one entry declares of another, or the other of it. */
interface Groups {
  /** By the end, the kind and the keys of each declaration in it: of one end, no two groups have the same. */
  readonly byKeys: Map<string, Group>;
  /** Those that only the new end declares so far, and those that only the old one does. */
  readonly ofNewEnd: Set<Group>;
  readonly ofOldEnd: Set<Group>;
}

/**
 * Declarations of one edge that agree become one retcon; those that say different things all stand.
 * @param found all of one old entry @returns in the order of paths, then as written
 */
export function agreeing(found: readonly FoundOnEdge[]): readonly Group[] {
  const sorted = [...found].sort(
    (a, b) => compareTexts(a.entry.path, b.entry.path) || a.declaration.span.start - b.declaration.span.start,
  );
  const groups: Group[] = [];
  const groupsBy = new Map<Entry, Groups>();
  for (const { by, entry, declaration } of sorted) {
    let own = groupsBy.get(by);
    if (!own) groupsBy.set(by, (own = { byKeys: new Map(), ofNewEnd: new Set(), ofOldEnd: new Set() }));
    const [here, there] = declaration.fromOldEnd ? [own.ofOldEnd, own.ofNewEnd] : [own.ofNewEnd, own.ofOldEnd];
    const keys = keysOfDeclaration(declaration);
    const all = `${declaration.fromOldEnd} ${declaration.kind} ${JSON.stringify(keys)}`;
    const same = own.byKeys.get(all) ?? agreeingOne(there, declaration, keys);
    const group: Group = same ?? { by, declared: [{ entry, declaration }], keys: [keys] };
    own.byKeys.set(all, group);
    if (same) {
      same.declared.push({ entry, declaration });
      same.keys.push(keys);
      there.delete(same);
    } else {
      groups.push(group);
      here.add(group);
    }
  }
  return groups;
}

type DeclarationKeys = readonly (string | undefined)[];

const keysOfDeclaration = (d: Declaration): DeclarationKeys => [
  d.asOf?.date?.text ?? d.asOf?.text,
  d.effective?.date?.text ?? d.effective?.text,
  d.reason?.text,
  d.only?.map((one) => one.text).join(),
  d.sources?.map((one) => one.text).join(),
  d.soft ? 'soft' : undefined,
];

function agreeingOne(groups: Iterable<Group>, declaration: Declaration, keys: DeclarationKeys): Group | undefined {
  for (const one of groups) if (agrees(one, declaration, keys)) return one;
  return undefined;
}

/** Whether a declaration from the other end can be one with those of a group: no key differs. */
const agrees = ({ declared, keys }: Group, other: Declaration, keysThere: DeclarationKeys): boolean =>
  declared.every(({ declaration }, i) => {
    // The old end says `superseded_by` of a retraction too: what it is, is said where it is made.
    const isRetracted = (declaration.fromOldEnd ? other : declaration).kind === 'retracts';
    if (declaration.kind !== other.kind && !isRetracted) return false;
    return keysThere.every((one, j) => one === keys[i]?.[j] || one === undefined || keys[i]?.[j] === undefined);
  });

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

/** Whether no retcon can have to do with an entry: it declares none, and nobody declares any on its names. Most are so, and nothing is kept of them. */
export const isApart = ({ canon }: Known, entry: Entry): boolean =>
  entry.declarations.length === 0 && !isNamed(canon, 'declaredOn', entry);

/** The retcons of an entry, by whatever supersedes, retracts or restores it; in the order of declaring paths. */
export const edgesOf = (known: Known, old: Entry): readonly Retcon[] =>
  isApart(known, old) ? NONE : edgesFound(known, old);

const edgesFound = perKnown((known: Known, old: Entry): readonly Retcon[] => {
  const found: FoundOnEdge[] = [];
  for (const { entry, declaration } of declaredOnOld(known, old)) found.push({ by: entry, entry, declaration });
  for (const declaration of old.declarations) {
    const by = declaration.fromOldEnd && targetOf(known, declaration);
    if (by && by !== old) found.push({ by, entry: old, declaration });
  }
  return found.length === 0 ? NONE : retconsAmong(known, old, found);
});

/**
 * The retcons that an entry makes: what it supersedes, retracts or restores. They are those of `edgesOf`, and rest on nothing that
 * others declare of the same old entries.
 */
export const edgesBy = (known: Known, by: Entry): readonly Retcon[] =>
  isApart(known, by) ? NONE : edgesFoundBy(known, by);

const edgesFoundBy = perKnown((known: Known, by: Entry): readonly Retcon[] => {
  const found = new Map<Entry, FoundOnEdge[]>();
  for (const { entry, declaration } of declaredOnNew(known, by)) addTo(found, entry, { by, entry, declaration });
  for (const declaration of by.declarations) {
    const old = !declaration.fromOldEnd && targetOf(known, declaration);
    if (old && old !== by) addTo(found, old, { by, entry: by, declaration });
  }
  return found.size === 0 ? NONE : [...found].flatMap(([old, own]) => retconsAmong(known, old, own));
});

/** Whether a retcon puts its old entry aside, and so can be an edge of a cycle; a restoration brings it back. */
export const putsAside = ({ kind }: Retcon): boolean => kind !== 'restores';

/** What an entry supersedes or retracts, in force or not. */
export const putAsideBy = (known: Known, by: Entry): Entry[] =>
  edgesBy(known, by).flatMap((retcon) => (putsAside(retcon) ? retcon.old : []));

/** What a declaration names, among what is known. */
function targetOf(known: Known, declaration: Declaration): Entry | undefined {
  const { eyes } = known.canon;
  if (!eyes) return entryNamed(known, declaration.target.text);
  const target = eyes.targetOf(declaration);
  return target && known.has(target) ? target : undefined;
}

const NONE: readonly never[] = [];

/** What other entries declare of an entry: that it is their old one, or that it is what took their place. */
const declaredOnOld = perKnown((known: Known, old: Entry) => declaredOn(known, old, false));
const declaredOnNew = perKnown((known: Known, by: Entry) => declaredOn(known, by, true));

function declaredOn(known: Known, entry: Entry, fromOldEnd: boolean): readonly Declared[] {
  const naming: Declared[] = [];
  for (const other of declaringOn(allOf(known.canon), entry)) {
    const declarations = declarationsOn(known, other, entry).filter((one) => one.fromOldEnd === fromOldEnd);
    if (declarations.length === 0 || other === entry || !known.has(other)) continue;
    for (const declaration of declarations)
      if (targetOf(known, declaration) === entry) naming.push({ entry: other, declaration });
  }
  return naming.length === 0 ? NONE : naming;
}

/** So few are looked through one by one. */
const FEW = 8;

/** What an entry declares by the names that it names: it may supersede thousands, each of which asks. */
const byTarget = new WeakMap<Entry, ReadonlyMap<string, ReadonlySet<Declaration>>>();

/** What one entry may declare of another, in the order written. */
function declarationsOn({ canon }: Known, other: Entry, { names }: Entry): readonly Declaration[] {
  const { declarations } = other;
  // Whoever looks through the eyes of others may not see all the names by which an entry is meant.
  if (declarations.length <= FEW || canon.eyes) return declarations;
  let kept = byTarget.get(other);
  if (!kept) byTarget.set(other, (kept = targetsOf(declarations)));
  const [first, ...more] = names.flatMap((name) => kept.get(name) ?? []);
  if (!first || more.length === 0) return [...(first ?? [])];
  return declarations.filter((one) => first.has(one) || more.some((others) => others.has(one)));
}

function targetsOf(declarations: readonly Declaration[]): ReadonlyMap<string, ReadonlySet<Declaration>> {
  const found = new Map<string, Set<Declaration>>();
  for (const one of declarations)
    for (const key of mentionKeys(one.target.text)) {
      const others = found.get(key);
      if (others) others.add(one);
      else found.set(key, new Set([one]));
    }
  return found;
}

/** All that declare something on a name of an entry. They are looked for once, for both ends and for every view. */
const declaringOn = perKnown((all: Known, entry: Entry): readonly Entry[] => {
  let declaring: Set<Entry> | null = null;
  for (const name of entry.names)
    for (const other of filed(all.canon, 'declaredOn', name)) (declaring ??= new Set()).add(other);
  return declaring ? [...declaring] : NONE;
});

const retconsAmong = (known: Known, old: Entry, found: readonly FoundOnEdge[]): Retcon[] =>
  agreeing(found).map(({ by, declared }) => madeOnce(known, by, old, declared));

/** A retcon rests on its declarations alone, so of the same ones it is the same in every view, and from either end. */
function madeOnce(known: Known, by: Entry, old: Entry, declared: [Declared, ...Declared[]]): Retcon {
  const made = retconsMade(allOf(known.canon));
  const [{ declaration }] = declared;
  const beside = made.get(declaration) ?? [];
  const same = beside.find(
    (one) =>
      one.by === by &&
      one.old === old &&
      one.declared.length === declared.length &&
      one.declared.every((other, i) => other.declaration === declared[i]?.declaration),
  );
  if (same) return same;
  const retcon = retconOf(known, by, old, declared);
  made.set(declaration, [...beside, retcon]);
  return retcon;
}

const retconsMade = keptBeside(() => new Map<Declaration, readonly Retcon[]>());

function retconOf({ canon }: Known, by: Entry, old: Entry, declared: [Declared, ...Declared[]]): Retcon {
  const first = <T>(read: (declaration: Declaration) => T | null | undefined): T | null => {
    for (const { declaration } of declared) {
      const value = read(declaration);
      if (value !== null && value !== undefined) return value;
    }
    return null;
  };
  const { kind } = (declared.find(({ declaration }) => !declaration.fromOldEnd) ?? declared[0]).declaration;
  const effective = first(writtenEffect);
  const asOf = first((d) => d.asOf);
  return {
    by,
    old,
    kind,
    soft: kind === 'supersedes' && declared.some(({ declaration }) => declaration.soft),
    only: first((d) => d.only),
    effective: effective ?? unwrittenEffect(by, kind),
    reason: first((d) => d.reason?.text),
    asOf: asOf ? (asOf.date?.text ?? asOf.text) : null,
    sources: first((d) => d.sources) ?? by.sources,
    position: laterPosition(positionOf(canon, by), positionOf(canon, old)),
    declared,
  };
}

const writtenEffect = ({ effective }: Declaration) => (effective?.always ? 'always' : effective?.date?.start);

const unwrittenEffect = (by: Entry, kind: DeclarationKind) =>
  kind === 'retracts' ? 'always' : (by.date?.date?.start ?? 'always');

/** When a declaration of the new entry takes effect, if the old one says nothing of it. */
export const effectOf = (by: Entry, declaration: Declaration): Moment | 'always' =>
  writtenEffect(declaration) ?? unwrittenEffect(by, declaration.kind);

/** The entry with which a retcon takes effect: what it names may have entered the canon after it. */
export const enteredWith = ({ canon }: Known, { by, old, position }: Retcon): Entry =>
  comparePositions(positionOf(canon, by), position) < 0 && isShown({ canon }, old) ? old : by;

/** Whether a retcon is limited to other facts than this one. */
export function touches(known: Known, retcon: Retcon, entity: string, attribute: string): boolean {
  const { only } = retcon;
  if (!only) return true;
  let kept = byAttribute.get(only);
  if (!kept) byAttribute.set(only, (kept = groupBy(only, (one) => keyOf(one.attribute))));
  return (kept.get(keyOf(attribute)) ?? NONE).some(
    (one) => one.entity !== null && entityNamed(known, one.entity) === entity,
  );
}

/** The attributes of the facts to which a retcon is limited, as `keyOf` gives them. */
export const attributesIn = (only: readonly OnlyWritten[]): string[] => only.map(({ attribute }) => keyOf(attribute));

/** What a retcon is limited to, which may be thousands of facts, by attribute. */
const byAttribute = new WeakMap<readonly OnlyWritten[], ReadonlyMap<string, readonly OnlyWritten[]>>();

/** Whether a retcon touches a fact that its old entry states, so that what the new entry says takes the place of the fact. */
export function replaces(known: Known, retcon: Retcon, entity: string, attribute: string): boolean {
  return touches(known, retcon, entity, attribute) && isStatedOf(known, retcon.old, entity, attribute);
}
