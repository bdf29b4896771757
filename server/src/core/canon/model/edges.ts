/** The retcons that entries declare with `supersedes`, `retracts`, `restores` and `superseded_by`, as edges between entries (model §5). */
import type { Declaration, Entry, DeclarationKind, Fact, OnlyWritten, Ref } from '../../entry/entry';
import { allFactsOf, withVersions } from '../../entry/versions';
import { compareTexts } from '../../text/sorted';
import type { Moment } from '../../chronology';
import { type CanonPosition, comparePositions, laterPosition } from '../../codex/canonTime';
import { keyOf } from '../../codex/codex';
import { filed, isNamed, positionOf } from './canon';
import { type Canon, isShown, type Known } from './canonValue';
import { mentionKeys } from './indexKeys';
import { allOf, entityNamed, entityOf, entityOfFact, entryNamed, isSameRef, keptBeside, perKnown, upTo } from './known';
import { isStatedOf } from './statedFacts';
import { addTo, groupBy, once } from '../../text/groups';

/** A declaration, and the entry that contains it. */
export interface Declared {
  readonly entry: Entry;
  readonly declaration: Declaration;
}

/** A declaration of an edge whose new end is `by`. */
interface DeclaredEdge extends Declared {
  readonly by: Entry;
}

/** Declarations that make one retcon, and the values of the keys of each. */
interface Group {
  readonly by: Entry;
  readonly declared: [Declared, ...Declared[]];
  readonly keys: DeclarationKeys[];
}

/** All groups between two entries, whichever of the two declares them; thousands are found by their keys, not one by one. */
interface Groups {
  /** By the end, the kind and the keys of each declaration: no two groups contain an equal declaration of the same end. */
  readonly byKeys: Map<string, Group>;
  /** The groups that only the new end declares so far, and those that only the old end declares. */
  readonly ofNewEnd: Set<Group>;
  readonly ofOldEnd: Set<Group>;
}

/**
 * Declarations of one edge that agree become one retcon; those that disagree stay separate retcons.
 * @param found all declarations on one old entry @returns in the order of paths, then as written
 */
function groupsOf(found: readonly DeclaredEdge[]): readonly Pick<Group, 'by' | 'declared'>[] {
  const [first, ...more] = found;
  // Mostly there is one declaration, and nothing to compare it with.
  if (first && more.length === 0) return [{ by: first.by, declared: [first] }];
  const sorted = [...found].sort(
    (a, b) => compareTexts(a.entry.path, b.entry.path) || a.declaration.span.start - b.declaration.span.start,
  );
  const groups: Group[] = [];
  const groupsBy = new Map<Entry, Groups>();
  for (const { by, entry, declaration } of sorted) {
    let own = groupsBy.get(by);
    if (!own) groupsBy.set(by, (own = { byKeys: new Map(), ofNewEnd: new Set(), ofOldEnd: new Set() }));
    const [ofThisEnd, ofOtherEnd] = declaration.fromOldEnd
      ? [own.ofOldEnd, own.ofNewEnd]
      : [own.ofNewEnd, own.ofOldEnd];
    const keys = keysOfDeclaration(declaration);
    const all = `${declaration.fromOldEnd} ${declaration.kind} ${JSON.stringify(keys)}`;
    const same = own.byKeys.get(all) ?? [...ofOtherEnd].find((group) => agrees(group, declaration, keys));
    const group: Group = same ?? { by, declared: [{ entry, declaration }], keys: [keys] };
    own.byKeys.set(all, group);
    if (same) {
      same.declared.push({ entry, declaration });
      same.keys.push(keys);
      ofOtherEnd.delete(same);
    } else {
      groups.push(group);
      ofThisEnd.add(group);
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

/** Whether a declaration of the other end belongs to the retcon of a group: no key differs, where both have it. */
const agrees = ({ declared, keys }: Group, other: Declaration, otherKeys: DeclarationKeys): boolean =>
  declared.every(({ declaration }, i) => {
    // The old end writes `superseded_by` for a retraction too; the new end says which of the two it is.
    const isRetracted = (declaration.fromOldEnd ? other : declaration).kind === 'retracts';
    if (declaration.kind !== other.kind && !isRetracted) return false;
    return otherKeys.every((key, j) => key === keys[i]?.[j] || key === undefined || keys[i]?.[j] === undefined);
  });

/** One retcon: `by` supersedes, retracts or restores `old`. If both ends declare it, it has the keys of both. */
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
  /** Of a change within a page: for each value of `only` the place of the version that states it; `by` is the version that it leads to, and `old` the page. */
  readonly replaces?: readonly number[];
}

/** Whether no retcon can concern an entry: it declares none, and none is declared on its names. Holds for most entries, which need no memo. */
export const isApart = ({ canon }: Known, entry: Entry): boolean =>
  entry.declarations.length === 0 &&
  entry.formerly.length === 0 &&
  !entry.versionOf &&
  !isNamed(canon, 'declaredOn', entry);

/** The retcons that supersede, retract or restore an entry, in force or not, in the order of declaring paths. */
export const edgesOf = (known: Known, old: Entry): readonly Retcon[] =>
  isApart(known, old) ? NONE : edgesFound(known, old);

const edgesFound = perKnown((known: Known, old: Entry): readonly Retcon[] => {
  const found: DeclaredEdge[] = [];
  for (const { entry, declaration } of declaredOnOld(known, old)) found.push({ by: entry, entry, declaration });
  for (const declaration of old.declarations) {
    const by = declaration.fromOldEnd && targetOf(known, declaration);
    if (by && by !== old) found.push({ by, entry: old, declaration });
  }
  return found.length === 0 ? NONE : retconsAmong(known, old, found);
});

/**
 * The retcons that an entry makes, in force or not: of each entry that it supersedes, retracts or restores. They are the same
 * values as those of `edgesOf`, and do not depend on what other entries declare on the same old entries.
 */
export const edgesBy = (known: Known, by: Entry): readonly Retcon[] =>
  isApart(known, by) ? NONE : edgesFoundBy(known, by);

const edgesFoundBy = perKnown((known: Known, by: Entry): readonly Retcon[] => {
  const found = new Map<Entry, DeclaredEdge[]>();
  for (const { entry, declaration } of declaredOnNew(known, by)) addTo(found, entry, { by, entry, declaration });
  for (const declaration of by.declarations) {
    const old = !declaration.fromOldEnd && targetOf(known, declaration);
    if (old && old !== by) addTo(found, old, { by, entry: by, declaration });
  }
  return found.size === 0 ? NONE : [...found].flatMap(([old, own]) => retconsAmong(known, old, own));
});

/** The changes within a page that are known, as retcons of it, in canon order. */
export const changesOf = (known: Known, page: Entry): readonly Retcon[] =>
  page.formerly.length === 0 ? NONE : changesFound(known, page);

const changesFound = perKnown((known: Known, page: Entry): readonly Retcon[] =>
  withVersions(page).flatMap((version) => (known.has(version) ? (changeBy(known, version) ?? []) : [])),
);

/** The retcon by which a version came about; undefined: it is the first, or adds to what was said. */
export function changeBy(known: Known, by: Entry): Retcon | undefined {
  const { versionOf } = by;
  if (!versionOf?.change) return undefined;
  const { page, replaces, change } = versionOf;
  const made = retconsMade(allOf(known.canon));
  const [same] = made.get(change) ?? [];
  if (same) return same;
  const retcon: Retcon = {
    by,
    old: page,
    kind: change.kind,
    soft: change.soft,
    only: change.only,
    effective: writtenEffect(change) ?? 'always',
    reason: change.reason?.text ?? null,
    asOf: null,
    sources: change.sources ?? by.sources,
    position: positionOf(known.canon, by),
    declared: [{ entry: page, declaration: change }],
    replaces,
  };
  made.set(change, [retcon]);
  return retcon;
}

/** The known versions of the old entry that a retcon bears on; of a page that does not remember, the page itself. */
export function versionsTouched(known: Known, { old, replaces }: Pick<Retcon, 'old' | 'replaces'>): readonly Entry[] {
  if (old.formerly.length === 0) return [old];
  const versions = withVersions(old);
  if (!replaces) return versions.filter(known.has);
  const places = [...new Set(replaces)].sort((a, b) => a - b);
  return places.flatMap((place) => versions[place] ?? []).filter(known.has);
}

/** What decides which facts a retcon touches. */
export type RetconPart = Pick<Retcon, 'only' | 'old' | 'replaces'>;

/** What a retcon touches of one version of its old entry. */
export function partOn(retcon: RetconPart, { versionOf }: Entry): RetconPart {
  const { replaces, only, old } = retcon;
  if (!replaces || !only) return retcon;
  const place = versionOf?.place ?? 0;
  if (replaces.every((one) => one === place)) return retcon;
  let parts = partsOf.get(retcon);
  if (!parts) partsOf.set(retcon, (parts = new Map()));
  let part = parts.get(place);
  if (!part) parts.set(place, (part = { old, replaces, only: only.filter((_, i) => replaces[i] === place) }));
  return part;
}

const partsOf = new WeakMap<RetconPart, Map<number, RetconPart>>();

/** Whether a retcon supersedes or retracts its old entry, and so can be an edge of a cycle; a restoration brings it back. */
export const putsAside = ({ kind }: Retcon): boolean => kind !== 'restores';

/** The entries that an entry supersedes or retracts, in force or not. */
export const putAsideBy = (known: Known, by: Entry): Entry[] =>
  edgesBy(known, by).flatMap((retcon) => (putsAside(retcon) ? retcon.old : []));

/** The known entry that a declaration names. */
function targetOf(known: Known, declaration: Declaration): Entry | undefined {
  const { eyes } = known.canon;
  if (!eyes) return entryNamed(known, declaration.target.text);
  const target = eyes.targetOf(declaration);
  return target && known.has(target) ? target : undefined;
}

const NONE: readonly never[] = [];

/** The declarations of other entries that name an entry: as their old end, or as the entry that replaces them. */
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

/** Up to this many declarations are searched one by one. */
const FEW = 8;

/** The declarations of an entry by the names of their targets: it may supersede thousands, and each of these looks for its own. */
const byTarget = new WeakMap<Entry, ReadonlyMap<string, ReadonlySet<Declaration>>>();

/** The declarations of one entry that may be on another, in the order written. */
function declarationsOn({ canon }: Known, other: Entry, { names }: Entry): readonly Declaration[] {
  const { declarations } = other;
  // In a view, an entry may be a target under names that the view hides.
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

/** All entries that declare something on a name of an entry, memoized for both ends and for every canon point. */
const declaringOn = perKnown((all: Known, entry: Entry): readonly Entry[] => {
  let declaring: Set<Entry> | null = null;
  for (const name of entry.names)
    for (const other of filed(all.canon, 'declaredOn', name)) (declaring ??= new Set()).add(other);
  return declaring ? [...declaring] : NONE;
});

const retconsAmong = (known: Known, old: Entry, found: readonly DeclaredEdge[]): Retcon[] =>
  groupsOf(found).map(({ by, declared }) => madeOnce(known, by, old, declared));

/** A retcon depends on its declarations alone: the same declarations give the same value at every canon point, from either end. */
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
  const retcon: Retcon = {
    by,
    old,
    kind,
    soft: kind === 'supersedes' && declared.some(({ declaration }) => declaration.soft),
    only: first((d) => d.only),
    effective: effective ?? (kind === 'supersedes' ? (by.date?.date?.start ?? 'always') : 'always'),
    reason: first((d) => d.reason?.text),
    asOf: asOf ? (asOf.date?.text ?? asOf.text) : null,
    sources: first((d) => d.sources) ?? by.sources,
    position: laterPosition(positionOf(canon, by), positionOf(canon, old)),
    declared,
  };
  if (kind !== 'restores' || effective) return retcon;
  // Worked out on first use, since it rests on other retcons.
  return Object.defineProperty(retcon, 'effective', { get: once(() => earliestUndone(canon, retcon)) });
}

const writtenEffect = ({ effective }: Declaration) => (effective?.always ? 'always' : effective?.date?.start);

/**
 * Where the earliest of the retcons took effect that a restoration undoes (model §5), of those known at its own canon position; always,
 * if it undoes none.
 */
function earliestUndone(canon: Canon, restoration: Retcon): Moment | 'always' {
  const known = upTo(canon, restoration.position);
  let earliest: Moment | null = null;
  for (const { effective } of undoneBy(known, restoration)) {
    if (effective === 'always') return effective;
    if (!earliest || (effective.line === earliest.line && effective.day < earliest.day)) earliest = effective;
  }
  return earliest ?? 'always';
}

/** The retcons of its entry that a restoration undoes, among them the restorations that ended the entry. */
function undoneBy(known: Known, restoration: Retcon): readonly Retcon[] {
  const { old } = restoration;
  const isTouched = (...retcons: readonly Retcon[]): boolean =>
    retcons.every(({ only }) => !only) ||
    allFactsOf(old).some((fact) => {
      const entity = entityOfFact(known, old, fact);
      return retcons.every((one) => touches(known, one, entity, fact.attribute.text, fact.value));
    });
  const clips = edgesOf(known, old).filter(
    (one) => putsAside(one) && !one.soft && isUndoable(known, one, restoration) && isTouched(one, restoration),
  );
  const endings: Retcon[] = [];
  const below = new Map<Entry, readonly Retcon[]>([[old, []]]);
  for (const [entry, chain] of below)
    for (const link of edgesBy(known, entry)) {
      if (link.kind !== 'supersedes' || link.soft || below.has(link.old)) continue;
      const links = [...chain, link];
      below.set(link.old, links);
      for (const one of edgesOf(known, link.old))
        if (
          one.kind === 'restores' &&
          one.by !== old &&
          isUndoable(known, one, restoration) &&
          links.every((earlier) => isUndoable(known, earlier, one)) &&
          isTouched(...links, one, restoration)
        )
          endings.push(one);
    }
  return [...clips, ...endings];
}

/** Whether a retcon is known before a restoration, and is not an edge of a cycle. */
function isUndoable(known: Known, one: Retcon, restoration: Retcon): boolean {
  const compared = comparePositions(one.position, restoration.position);
  if (compared > 0) return false;
  // At one position an entry comes after those that it names.
  const isLater = compared === 0 && one.by !== restoration.by && leadsTo(known, one.by, restoration.by, () => true);
  return !isLater && !(putsAside(one) && leadsTo(known, one.old, one.by, putsAside));
}

/** Whether some retcons lead from an entry that makes them down to another. */
function leadsTo(known: Known, from: Entry, to: Entry, isStep: (retcon: Retcon) => boolean): boolean {
  const reached = new Set([from]);
  for (const one of reached) for (const retcon of edgesBy(known, one)) if (isStep(retcon)) reached.add(retcon.old);
  return from !== to && reached.has(to);
}

/** The entry with which a retcon enters the canon: its old entry, if that came later than the entry that makes it. */
export const enteredWith = ({ canon }: Known, { by, old, position }: Retcon): Entry =>
  comparePositions(positionOf(canon, by), position) < 0 && isShown({ canon }, old) ? old : by;

/**
 * Whether a retcon concerns the facts of an entity and attribute: it has no `only`, or lists them there.
 * @param value of one fact, since an item of `only` may name one value; without it, whether any value is concerned
 */
export function touches(
  known: Known,
  retcon: RetconPart,
  entity: string,
  attribute: string,
  value?: Fact['value'],
): boolean {
  const { only } = retcon;
  if (!only) return true;
  let kept = byAttribute.get(only);
  if (!kept) byAttribute.set(only, (kept = groupBy(only, (one) => keyOf(one.attribute))));
  return (kept.get(keyOf(attribute)) ?? NONE).some(
    (one) =>
      (one.entity === null
        ? retcon.replaces !== undefined && entityOf(known, retcon.old) === entity
        : entityNamed(known, one.entity) === entity) &&
      (!one.value || !value || isSameRef(known, one.value, value)),
  );
}

/** Whether a retcon touches a fact that its old entry states, so that the new entry's value replaces it. */
export const replaces = (known: Known, retcon: Retcon, entity: string, attribute: string): boolean =>
  touches(known, retcon, entity, attribute) &&
  versionsTouched(known, retcon).some((old) => isStatedOf(known, old, entity, attribute));

/** The attributes in an `only`, as `keyOf` gives them. */
export const attributesIn = (only: readonly OnlyWritten[]): string[] => only.map(({ attribute }) => keyOf(attribute));

/** The facts of an `only` by attribute: there may be thousands. */
const byAttribute = new WeakMap<readonly OnlyWritten[], ReadonlyMap<string, readonly OnlyWritten[]>>();
