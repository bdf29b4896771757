/** Who belongs to a family: everybody to whom parents, spouses and children lead from the asked one, whenever that was told. */
import {
  attributesOf,
  clippedOf,
  describerOf,
  type Known,
  kindOfAttribute,
  pairOf,
  pairsNaming,
  perKnown,
  valueEntity,
} from '../../canon';
import { compareTexts } from '../../text/compareTexts';
import { readDate } from '../../chronology';
import type { AttributeKind } from '../../codex/codex';
import type { Entry, Ref } from '../../entry/entry';

export interface FamilyMember {
  readonly id: string;
  /** The page of them; null where nobody has written one. */
  readonly page: Entry | null;
  /** Somebody of whom a page says only that nobody knows. */
  readonly isUnknown: boolean;
}

/** What one attribute of somebody says of two people. */
export interface FamilyTie {
  readonly role: 'parent' | 'spouse';
  readonly attribute: string;
  readonly kind: AttributeKind;
  /** The child, or the one whose fact it is; and the parent, or the other spouse. */
  readonly of: string;
  readonly to: string;
  /** The one whose attribute it is. */
  readonly owner: string;
  /** The values that mean the other, as they are written. */
  readonly texts: ReadonlySet<string>;
}

export interface FoundFamily {
  /** By birth, then by name. */
  readonly members: readonly FamilyMember[];
  readonly ties: readonly FamilyTie[];
  /** How many generations around the asked one these are, where there are more. */
  readonly cut: number | null;
}

/** More than anybody sees at once. */
const MOST_MEMBERS_SHOWN = 1000;

/** @param most generations up and down from the asked one; all where left out, as long as the people are not too many */
export function familyOf(known: Known, asked: string, most = Infinity): FoundFamily {
  const members = new Map([[asked, memberOf(known, asked)]]);
  const ties = new Map<string, FamilyTie>();
  let ring: readonly string[] = [asked];
  let cut: number | null = null;
  let last = most;
  for (let distance = 0; ring.length > 0; distance++) {
    const found = ringFrom(known, ring, members);
    if (distance > 0 && members.size + found.members.size > MOST_MEMBERS_SHOWN) last = distance - 1;
    if (distance > last) {
      cut = last;
      break;
    }
    for (const [id, member] of found.members) members.set(id, member);
    for (const [key, tie] of found.ties) ties.set(key, tie);
    ring = found.next;
  }
  const all = [...members.values()].sort(
    (a, b) => birthOf(a) - birthOf(b) || compareTexts(nameIn(a), nameIn(b)) || compareTexts(a.id, b.id),
  );
  return { members: all, ties: [...ties.values()].filter(({ of, to }) => members.has(of) && members.has(to)), cut };
}

const birthOf = ({ page }: FamilyMember): number => page?.date?.date?.start.day ?? Infinity;
const nameIn = ({ id, page }: FamilyMember): string => page?.title ?? id;

/** Those of one generation more, with the spouses of each; and those whom their parents and children lead to next. */
function ringFrom(known: Known, ring: readonly string[], seen: ReadonlyMap<string, FamilyMember>) {
  const members = new Map<string, FamilyMember>();
  const ties = new Map<string, FamilyTie>();
  const next = new Set<string>();
  const all = new Set(ring);
  for (const id of all) {
    const member = seen.get(id) ?? memberOf(known, id);
    if (!seen.has(id)) members.set(id, member);
    for (const tie of member.isUnknown ? [] : tiesOf(known, id)) {
      ties.set(JSON.stringify([tie.owner, tie.attribute, tie.of, tie.to]), tie);
      const other = tie.of === id ? tie.to : tie.of;
      if (seen.has(other)) continue;
      if (tie.role === 'spouse') all.add(other);
      else next.add(other);
    }
  }
  return { members, ties, next: [...next].filter((id) => !members.has(id)) };
}

/** No value begins so, and no id. */
const UNKNOWN = '? ';

function memberOf(known: Known, id: string): FamilyMember {
  const page = describerOf(known, id, null) ?? null;
  return { id, page, isUnknown: page === null && id.startsWith(UNKNOWN) };
}

/** All that anybody's page tells of somebody's kin, at whatever time. */
function tiesOf(known: Known, id: string): FamilyTie[] {
  const { kin } = known.canon.codex;
  const own = attributesOf(known, id).filter((attribute) => kin.has(attribute));
  const others = pairsNaming(known, id).filter(({ attribute }) => kin.has(attribute));
  return [
    ...own.flatMap((attribute) => tiesIn(known, id, attribute, null)),
    ...others.flatMap(({ entity, attribute }) => tiesIn(known, entity, attribute, id)),
  ];
}

/** @param only those that lead to somebody; null: all */
function tiesIn(known: Known, owner: string, attribute: string, only: string | null): FamilyTie[] {
  const named = known.canon.codex.kin.get(attribute);
  const told = peopleIn(known, pairOf(owner, attribute), owner);
  return (only === null ? [...told.keys()] : [only]).flatMap((other): FamilyTie[] => {
    const texts = told.get(other);
    if (!texts || (other === owner && named === 'spouse')) return [];
    return [
      {
        role: named === 'spouse' ? 'spouse' : 'parent',
        attribute,
        kind: kindOfAttribute(known, attribute),
        of: named === 'child' ? other : owner,
        to: named === 'child' ? owner : other,
        owner,
        texts,
      },
    ];
  });
}

/** Whom the values of a pair mean, and as what they are written. It is asked for each of those people. */
const peopleIn = perKnown((known: Known, pair: string, owner: string): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>();
  for (const { fact } of clippedOf(known, pair)) {
    const other = personIn(known, fact.value, owner, fact.attribute.text);
    found.set(other, (found.get(other) ?? new Set()).add(fact.value.text));
  }
  return found;
});

/** Whom a value means; words that mean nobody in particular are somebody of their own. */
function personIn(known: Known, value: Ref, owner: string, attribute: string): string {
  const reading = readDate(known.canon.codex.chronology, value.text);
  // "unknown", "?", "none" and their like are the words for no date as well.
  if (!value.linked && reading.ok && !reading.date) return `${UNKNOWN}${owner}.${attribute}`;
  return valueEntity(known, value) ?? value.text;
}
