/** Which declarations of an edge between two entries are one retcon (model §5). */
import type { Declaration, Entry } from '../../entry/entry';
import { compareTexts } from '../../text/compareTexts';

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
