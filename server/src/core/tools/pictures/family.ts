/** The family of an entity: parents, spouses and children in generations, with their lives and what was stated when. */
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
  describersOf,
  type Canon,
  type Commits,
} from '../../canon';
import { compareTexts } from '../../text/sorted';
import { readDate } from '../../chronology';
import type { AttributeKind } from '../../codex/codex';
import type { Entry, Ref } from '../../entry/entry';
import { KIN_ROLES } from '../../codex/codexKeys';
import { kinAttributes } from '../../codex/kin';
import { familyAt, type FamilyMoment } from '../../picture/family/familyUnions';
import type { Family, FamilyPerson, FamilyRelation } from '../../picture/shapes/kinShapes';
import { type FamilyRow, familyTable, type KinInCell } from '../../picture/family/familyView';
import { listWords } from '../../text/words';
import {
  headingLine,
  itemLine,
  link,
  type RichLine,
  type RichText,
  sectionLine,
  textLine,
  type TextPart,
} from '../words/richText';
import { isCount, findEntityByName, nameAtPoint, readPoints, type Result } from '../asked/question';
import { arrangeFamily } from '../../picture/family/familyLayout';
import type { Answered, AskSurroundings, Given } from '../asked/answering';
import { pairsOnBothAxes, type PairAnswer } from './pairsOnBothAxes';
import { daysOfDate } from './timelineEvents';
import { asOfText } from '../words/names';

/**
 * A member of a family: anyone reached by parents, spouses and children from the entity in question, whenever that was stated.
 */
interface FamilyMember {
  readonly id: string;
  /** The page of the member; null if none is written. */
  readonly page: Entry | null;
  /** An unnamed person: a page says only that nobody knows who it is. */
  readonly isUnknown: boolean;
}

/** What one attribute of an entity says of two people. */
interface FamilyTie {
  readonly role: 'parent' | 'spouse';
  readonly attribute: string;
  readonly kind: AttributeKind;
  /** The child, or the entity that has the attribute; and the parent, or the other spouse. */
  readonly of: string;
  readonly to: string;
  /** The entity that has the attribute. */
  readonly owner: string;
  /** The values that mean the other person, as they are written. */
  readonly texts: ReadonlySet<string>;
}

interface FoundFamily {
  /** By birth, then by name. */
  readonly members: readonly FamilyMember[];
  readonly ties: readonly FamilyTie[];
  /** The number of generations that these are limited to, where there are more. */
  readonly cut: number | null;
}

/** More members than anybody sees at once. */
const MOST_MEMBERS_SHOWN = 1000;

/** @param most generations up and down from the entity in question; if left out, all, while the people are few enough */
function familyOf(known: Known, asked: string, most = Infinity): FoundFamily {
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

/** The next generation around a ring, with the spouses of each; and the people that their parents and children lead to. */
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

/** No value and no id begins like this. */
const UNKNOWN = '? ';

function memberOf(known: Known, id: string): FamilyMember {
  const page = describerOf(known, id, null) ?? null;
  return { id, page, isUnknown: page === null && id.startsWith(UNKNOWN) };
}

/** The kin of an entity by any page, at any time. */
function tiesOf(known: Known, id: string): FamilyTie[] {
  const { kin } = known.canon.codex;
  const own = attributesOf(known, id).filter((attribute) => kin.has(attribute));
  const others = pairsNaming(known, id).filter(({ attribute }) => kin.has(attribute));
  return [
    ...own.flatMap((attribute) => tiesIn(known, id, attribute, null)),
    ...others.flatMap(({ entity, attribute }) => tiesIn(known, entity, attribute, id)),
  ];
}

/** @param only ties to this person; null: all */
function tiesIn(known: Known, owner: string, attribute: string, only: string | null): FamilyTie[] {
  const named = known.canon.codex.kin.get(attribute);
  const onAxes = peopleIn(known, pairOf(owner, attribute), owner);
  return (only === null ? [...onAxes.keys()] : [only]).flatMap((other): FamilyTie[] => {
    const texts = onAxes.get(other);
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

/** The people that the values of a pair mean, with the values as written. It is called for each of these people. */
const peopleIn = perKnown((known: Known, pair: string, owner: string): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>();
  for (const { fact } of clippedOf(known, pair)) {
    const other = personIn(known, fact.value, owner, fact.attribute.text);
    found.set(other, (found.get(other) ?? new Set()).add(fact.value.text));
  }
  return found;
});

/** The person that a value means; words for nobody in particular stand for a person of their own. */
function personIn(known: Known, value: Ref, owner: string, attribute: string): string {
  const reading = readDate(known.canon.codex.chronology, value.text);
  // "unknown", "?", "none" and the like are also the words for an unknown date.
  if (!value.linked && reading.ok && !reading.date) return `${UNKNOWN}${owner}.${attribute}`;
  return valueEntity(known, value) ?? value.text;
}

/** A family in words, for a terminal and for an assistant: by generation, the eldest first. */
function familyText(known: Known, family: Family): RichText {
  const { entity, at, as_of, people, relations, cut, cycles } = family;
  const asked = people.find(({ id }) => id === entity);
  const when = [at === null ? '' : ` at ${at}`, asOfText(as_of)].join('');
  const moment = pointInQuestion(family);
  const rows = familyTable(family, moment);
  const generations = [...new Set(rows.map(({ person }) => person.generation))];
  return [
    headingLine('Family of ', nameOfRow(known, entity, asked?.title ?? entity), when),
    ...(people.length > 1 || relations.length > 0
      ? generations.flatMap((generation) =>
          sectionLine(
            generationWords(generation),
            rows.filter(({ person }) => person.generation === generation).map((row) => rowLine(known, row)),
          ),
        )
      : cut
        ? []
        : [textLine(whyNobody(known, asked?.title ?? entity))]),
    ...(cut ? [textLine(cutWords(cut.generations))] : []),
    ...cycles.map((cycle) => textLine(cycleWords(family, cycle))),
  ];
}

/** The point in question: its world date, if that is on the line of the days, and all that is known. */
const pointInQuestion = (family: Family): FamilyMoment =>
  familyAt(family, { day: family.at_days?.[0] ?? null, stop: Math.max(family.points.length - 1, 0) });

const nameOfRow = (known: Known, id: string, name: string): TextPart => {
  const [page] = describersOf(known, id);
  return page ? link(page, name) : name;
};

function rowLine(known: Known, { person, name, life, shown, parents, spouses, children }: FamilyRow): RichLine {
  const is = shown.is === 'unborn' ? 'not yet born' : shown.is === 'dead' ? 'dead' : '';
  const about = [life, is].filter((part) => part !== '').join(', ');
  const cells = [cellText('parents', parents), cellText('spouses', spouses), cellText('children', children)];
  const kin = cells.filter((part) => part !== '').join('; ');
  return itemLine(nameOfRow(known, person.id, name), about === '' ? '' : ` (${about})`, kin === '' ? '' : `: ${kin}`);
}

function cellText(head: string, all: readonly KinInCell[]): string {
  const names = all.map(({ name, strength, isDisputed }) => {
    const marks = [...(isDisputed ? ['disputed'] : []), ...(strength === 'faint' ? ['at another time'] : [])];
    return name + (marks.length > 0 ? ` (${marks.join(', ')})` : '');
  });
  return names.length === 0 ? '' : `${head}: ${names.join(', ')}`;
}

/** −2: two generations before. */
function generationWords(generation: number): string {
  if (generation === 0) return 'The same generation';
  const count = Math.abs(generation);
  return `${count} generation${count === 1 ? '' : 's'} ${generation < 0 ? 'before' : 'after'}`;
}

const cutWords = (count: number): string =>
  count === 0
    ? 'The nearest generation has too many people to be shown.'
    : `${count === 1 ? 'This is the nearest generation' : `These are the nearest ${count} generations`}; there are more.`;

function cycleWords({ people }: Family, cycle: readonly string[]): string {
  const names = cycle.map((id) => people.find((person) => person.id === id)?.title ?? id);
  const [first = ''] = names;
  if (names.length === 1) return `${first} is stated to be their own parent, which does not count as a generation.`;
  return `${first} is stated to be their own ancestor: ${[...names, first].join(' → ')}. The last step does not count as a generation.`;
}

/** Why there is nobody else, and what to do. @param name of the entity in question */
function whyNobody({ canon }: Known, name: string): string {
  const { kin, attributes } = canon.codex;
  if (kin.size === 0)
    return 'codex.yaml does not say which facts name kin: write `kin: {parent: [mother, father], spouse: married-to}` with the attributes of your own pages.';
  const named = KIN_ROLES.flatMap((role) => kinAttributes(kin, role));
  const undeclared = named.filter((attribute) => !attributes.has(attribute));
  const none = `No page states ${name}'s kin, by ${listWords(named, 'or')}.`;
  if (undeclared.length === 0) return none;
  return `${none} At the top of a page such a key counts as a fact once codex.yaml lists it: \`attributes: {${undeclared[0]}: constant}\`.`;
}

/** Yields after some entries and lanes. */
export function* familySteps(
  canon: Canon,
  given: Given,
  { commits }: AskSurroundings,
): Generator<void, Answered<'family'>> {
  const found = yield* familyData(canon, given, commits);
  if (!found.ok) return found;
  const { family, known } = found.value;
  return { ok: true, json: { ...family }, prose: familyText(known, family) };
}

/** The data alone. */
export function* familyData(
  canon: Canon,
  given: Given,
  commits?: Commits,
): Generator<void, Result<{ readonly family: Family; readonly known: Known }>> {
  const points = readPoints(canon, given, commits);
  if (!points.ok) return points;
  const { point, known, at } = points.value;
  const resolved = nameAtPoint(canon, point, given.entity ?? '', findEntityByName);
  if (!resolved.ok) return resolved;
  const generations = readGenerations(given.generations);
  if (!generations.ok) return generations;
  yield;
  const { id } = resolved.value;
  const { members, ties, cut } = familyOf(known, id, generations.value);
  const owners = new Set(ties.map(({ owner }) => owner));
  const { kin } = known.canon.codex;
  const onAxes = yield* pairsOnBothAxes(canon, point, {
    entities: [...owners],
    living: members.map((member) => member.id),
    hasLane: (_, attribute) => kin.has(attribute),
  });
  const relations = relationsHeld(ties, onAxes);
  const kept = members.filter((one) => one.id === id || relations.some(({ of, to }) => of === one.id || to === one.id));
  const arranged = arrangeFamily(
    kept.map((member) => member.id),
    relations,
    onAxes.points,
    Math.max(
      kept.findIndex((member) => member.id === id),
      0,
    ),
  );
  const { line, calendars, present, points: stops } = onAxes;
  const family: Family = {
    entity: id,
    at: at?.text ?? null,
    at_days: at && at.start.line === line ? daysOfDate(at) : null,
    as_of: point.text,
    people: arranged.order.flatMap((i) => {
      const member = kept[i];
      return member ? personJson(member, arranged.generations[i] ?? 0, onAxes) : [];
    }),
    unions: arranged.unions,
    relations,
    cycles: arranged.cycles,
    cut: cut === null ? null : { generations: cut },
    line,
    calendars,
    present,
    points: stops,
  };
  return { ok: true, value: { family, known } };
}

function readGenerations(given: string | undefined): Result<number> {
  if (given === undefined) return { ok: true, value: Infinity };
  if (isCount(given.trim())) return { ok: true, value: Number(given) };
  const message = `"${given}" is not a number of generations: write a whole number from 1 on.`;
  return { ok: false, failure: { code: 'bad-limit', message, given, accepted: ['1', '2', '3'] } };
}

/** A relation that never holds, at any canon point, is left out. */
function relationsHeld(ties: readonly FamilyTie[], { lanes }: PairAnswer): FamilyRelation[] {
  const byPair = new Map(lanes.map((lane) => [`${lane.entity}\n${lane.attribute}`, lane]));
  return ties.flatMap(({ role, attribute, kind, of, to, owner, texts }) => {
    const spans = byPair.get(`${owner}\n${attribute}`)?.spans.filter(({ value }) => texts.has(value)) ?? [];
    return spans.length === 0 ? [] : { role, attribute, kind, of, to, spans };
  });
}

function personJson({ id, page, isUnknown }: FamilyMember, generation: number, onAxes: PairAnswer): FamilyPerson {
  return {
    id,
    title: page?.title ?? (isUnknown ? '?' : id),
    type: page?.type?.text ?? null,
    file: page?.path ?? null,
    canon_from: page ? onAxes.knownFrom(page) : null,
    ...(isUnknown && { is_unknown: true as const }),
    generation,
    lives: onAxes.lives.get(id) ?? [],
  };
}
