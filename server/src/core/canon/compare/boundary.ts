/** The boundary of a retcon: the values of what it touches, without it and with it (model §5). */
import type { Moment, WorldDate } from '../../chronology';
import { type CanonPosition, comparePositions } from '../../codex/canonTime';
import type { Entry } from '../../entry/entry';
import { compareTexts } from '../../text/sorted';
import { movingView } from '../incremental/movingView';
import { aboveOf } from '../model/canonPoint';
import type { Retcon } from '../model/edges';
import { idOf, isStill, keptBeside, knowing, perKnown, upTo } from '../model/known';
import type { Known, Still } from '../model/canonValue';
import { endDay, startDay } from '../model/segments';
import { retconsBy } from '../retcons/inForce';
import { pairsTouched } from '../retcons/touchedFacts';
import { isSameValue, type Held, heldOf, kindOfAttribute, meets, refuseRetconPast } from '../truth/truth';

/** A value of one side, at the point at which its pair is compared. */
export interface SideValue {
  readonly entity: string;
  readonly attribute: string;
  readonly value: string;
  /** null: for all time. */
  readonly at: Moment | null;
}

/** A stretch of world time over which the answers about a pair differ: what they are without the retcon, and with it. */
interface SidesApart {
  /** null: every line, since nothing is dated. */
  readonly line: string | null;
  /** null: since ever, or for ever. */
  readonly from: Moment | null;
  readonly until: Moment | null;
  readonly was: readonly Held[];
  readonly is: readonly Held[];
}

/** What a retcon does to the answers about one entity and attribute. */
export interface PairBoundary {
  readonly entity: string;
  readonly attribute: string;
  /** The point at which the pair is compared; null: for all time. */
  readonly at: Moment | null;
  /** The answers at that point, without the retcon and with it. */
  readonly was: readonly Held[];
  readonly is: readonly Held[];
  /** The stretches that differ because of the old entry, line by line, earliest first; of many, some around that point. Of a set they have only what differs. */
  readonly apart: readonly SidesApart[];
  /** Whether more stretches differ. */
  readonly isCut: boolean;
  /** Whether, with the retcon, a value that goes in these stretches is answered at any other time. */
  readonly isKeptElsewhere: boolean;
}

export interface Boundary {
  readonly pairs: readonly PairBoundary[];
  readonly before: readonly SideValue[];
  readonly after: readonly SideValue[];
  /** The earliest of the points; null: for all time. */
  readonly differsFrom: Moment | null;
}

/** How many stretches of a pair are given. */
const MOST_APART = 4;

/**
 * The values of the pairs that a retcon touches, without it and with it. Each pair is compared at the first moment of world time at
 * which a value that the old entry states is answered otherwise, else at the first at which any is; that of a soft retcon, or one that
 * changes nothing, where the retcon takes effect. Computed at the canon position of the retcon, so that later entries do not change it.
 */
export const boundaryOf = perKnown((known: Known, retcon: Retcon): Boundary => {
  refuseRetconPast(known, retcon);
  const walk = isStill(known) ? walksKept(known) : openWalk(knowing(known.canon, known.has));
  const { withIt, pairs } = walk(retcon);
  // By stated beginning, not by the beginning of the gap that an undated value fills.
  const inOrder = ({ clipped: a }: Held, { clipped: b }: Held): number =>
    (a.begins?.day ?? -Infinity) - (b.begins?.day ?? -Infinity) ||
    compareTexts(idOf(withIt, a.entry), idOf(withIt, b.entry)) ||
    a.fact.index - b.fact.index;
  const others = new Set(retconsBy(withIt, retcon.by).map(({ old }) => old));
  others.delete(retcon.old);
  const takesEffect = retcon.effective === 'always' ? null : retcon.effective;
  const points: Moment[] = [];
  const compared = pairs.map((sides): PairBoundary => {
    const { entity, attribute, before, after } = sides;
    const { all, first } = apartBy(retcon, others, sides, kindOfAttribute(withIt, attribute) === 'set');
    if (first?.begins && !retcon.soft) points.push(first.begins);
    const point = retcon.soft || !first ? takesEffect : first.begins;
    const at = point && dayOf(point);
    // One stretch before it shows what it follows on.
    const skipped = Math.max(0, (first ? all.indexOf(first) : 0) - 1);
    const shown = all.slice(skipped, skipped + MOST_APART);
    return {
      entity,
      attribute,
      at: momentOf(point),
      was: holdingAt(before, at).sort(inOrder),
      is: holdingAt(after, at).sort(inOrder),
      apart: shown.map(({ begins, until, was, is }) => ({
        line: begins && begins.line,
        from: momentOf(begins),
        until,
        was: was.toSorted(inOrder),
        is: is.toSorted(inOrder),
      })),
      isCut: shown.length < all.length,
      isKeptElsewhere: shown.some(({ was }) => was.some((one) => after.some((other) => isSameValue(one, other)))),
    };
  });
  const side = (heldOn: (pair: PairBoundary) => readonly Held[]): SideValue[] =>
    compared.flatMap((pair) =>
      heldOn(pair).map(({ clipped }) => ({
        entity: pair.entity,
        attribute: pair.attribute,
        value: clipped.fact.value.text,
        at: pair.at,
      })),
    );
  points.sort((a, b) => compareTexts(a.line, b.line) || (a.day < b.day ? -1 : 1));
  return {
    pairs: compared,
    before: side(({ was }) => was),
    after: side(({ is }) => is),
    differsFrom: momentOf(points[0] ?? takesEffect),
  };
});

/** The date of one day (on a line of years: one year). */
export const dayOf = (moment: Moment): WorldDate => ({
  start: moment,
  end: { ...moment, day: moment.day === -Infinity ? -Number.MAX_VALUE : moment.day + 1 },
  approximate: moment.approximate,
  text: moment.text,
});

/** An entity and attribute that a retcon touches, and all its values on each side. */
interface PairSides {
  readonly entity: string;
  readonly attribute: string;
  readonly before: readonly Held[];
  readonly after: readonly Held[];
}

interface Sides {
  readonly pairs: readonly PairSides[];
  /** The canon with the retcon; valid until the next retcon is requested. */
  readonly withIt: Known;
}

/**
 * One moving view goes from retcon to retcon and keeps what does not change on the way: in canon order, each retcon costs only what
 * its own entry changes. On both sides everything that supersedes, retracts or restores `by` is unknown.
 */
function openWalk(known: Still): (retcon: Retcon) => Sides {
  const { canon } = known;
  const view = movingView(known);
  let last: { by: Entry; position: CanonPosition; befores: Map<string, readonly Held[]> } | null = null;
  return (retcon) => {
    const { by, position } = retcon;
    const above = aboveOf(upTo(canon, position), by);
    const aboveBy = new Set(above);
    aboveBy.delete(by);
    view.to(position, aboveBy);
    const touched = [...pairsTouched(view.known, retcon)];
    // An entry may supersede hundreds of entries that state the same pair: the side without it is computed once for all.
    if (last?.by !== by || comparePositions(last.position, position) !== 0) last = { by, position, befores: new Map() };
    const { befores } = last;
    const missing = touched.filter(([pair]) => !befores.has(pair));
    if (missing.length > 0) {
      view.to(position, above);
      for (const [pair] of missing) befores.set(pair, heldOf(view.known, pair));
      view.to(position, aboveBy);
    }
    const pairs = touched.map(([pair, names]) => ({
      ...names,
      before: befores.get(pair) ?? [],
      after: heldOf(view.known, pair),
    }));
    return { pairs, withIt: view.known };
  };
}

const walksKept = keptBeside(openWalk);

const holdingAt = (all: readonly Held[], at: WorldDate | null): Held[] => all.filter((one) => meets(one, at) === true);

/** A stretch that differs. */
interface Apart {
  /** Its first moment, which may be the beginning of its line; null where nothing is dated. */
  readonly begins: Moment | null;
  readonly until: Moment | null;
  readonly was: readonly Held[];
  readonly is: readonly Held[];
}

/**
 * The stretches that differ because of the old entry, and the first of them at which the pair is compared.
 * @param others what the same entry supersedes beside the old one: where only that is answered otherwise, another retcon says so
 */
function apartBy({ old, by }: Retcon, others: ReadonlySet<Entry>, sides: PairSides, isSet: boolean) {
  // A page that remembers states its values as several versions.
  const own = [...sides.before, ...sides.after].filter(
    ({ clipped: { entry } }) => entry.path === old.path && entry !== by,
  );
  const isOwn = (one: Held): boolean => own.some((other) => isSameValue(one, other));
  const all: Apart[] = [];
  let first: Apart | undefined;
  let any: Apart | undefined;
  for (const one of stretchesApart(sides, isSet)) {
    const [gone, come] = [lacking(one.was, one.is), lacking(one.is, one.was)];
    any ??= one;
    const isOfOld = [...gone, ...come].some(isOwn);
    if (!isOfOld && gone.some(({ clipped }) => others.has(clipped.entry))) continue;
    if (isOfOld) first ??= one;
    all.push(one);
    if (first && MOST_APART + 1 < all.length - all.indexOf(first)) break;
  }
  first ??= any;
  return { all: all.length > 0 ? all : first ? [first] : [], first };
}

/** The values that another side lacks. */
function lacking(all: readonly Held[], others: readonly Held[]): Held[] {
  const texts = new Set(others.map(({ clipped }) => clipped.fact.value.text));
  return all.filter(
    (one) => !texts.has(one.clipped.fact.value.text) && !others.some((other) => isSameValue(one, other)),
  );
}

/** Whether each value of one list is in the other too. */
const areSame = (a: readonly Held[], b: readonly Held[]): boolean =>
  lacking(a, b).length === 0 && lacking(b, a).length === 0;

/** The stretches over which two sides differ, line by line, earliest first. */
function* stretchesApart(sides: PairSides, isSet: boolean): Generator<Apart> {
  const changed = onOneSide(sides);
  // What is undated differs on every line on which anything is dated.
  const isUndated = changed.some(({ line }) => line === null);
  const dated = isUndated ? [...sides.before, ...sides.after] : changed;
  const lines = [...new Set(dated.flatMap(({ line }) => line ?? []))].sort(compareTexts);
  for (const line of lines) yield* stretchesApartOn(line, sides, changed, isSet);
  if (lines.length > 0 || changed.length === 0) return;
  const [was, is] = [holdingAt(sides.before, null), holdingAt(sides.after, null)];
  if (!areSame(was, is)) yield { begins: null, until: null, ...(isSet ? differing(was, is) : { was, is }) };
}

const differing = (was: readonly Held[], is: readonly Held[]) => ({ was: lacking(was, is), is: lacking(is, was) });

/** The same on one line. What holds beside a change ends a stretch too, but not of a set. */
function* stretchesApartOn(
  line: string,
  { before, after }: PairSides,
  changed: readonly Held[],
  isSet: boolean,
): Generator<Apart> {
  const isOn = ({ line: own, except, segment }: Held): boolean =>
    (own === null ? !except.includes(line) : own === line) && !segment.endsElsewhere;
  let [start, end] = [Infinity, -Infinity];
  const changedHere = changed.filter(isOn);
  for (const { segment } of changedHere) {
    start = Math.min(start, startDay(segment));
    end = Math.max(end, endDay(segment));
  }
  // A set may have hundreds of values that go on beside those that come and go.
  const isNear = (one: Held): boolean =>
    isOn(one) &&
    startDay(one.segment) < end &&
    start < endDay(one.segment) &&
    (!isSet || changedHere.some((other) => isSameValue(one, other)));
  const [was, is] = [before.filter(isNear), after.filter(isNear)];
  const turns = new Map<number, Moment>();
  for (const { segment } of [...was, ...is])
    for (const moment of [segment.from, segment.until])
      if (moment && start <= moment.day && moment.day <= end) turns.set(moment.day, moment);
  if (start < end && !turns.has(start)) turns.set(start, { line, day: start, text: '', approximate: false });
  const points = [...turns.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
  const [holdsBefore, holdsAfter] = [holdingFrom(was), holdingFrom(is)];
  let last = null as (Apart & { until: Moment | null }) | null;
  for (const [i, begins] of points.entries()) {
    const here = { was: holdsBefore(begins.day), is: holdsAfter(begins.day) };
    const apart = isSet ? differing(here.was, here.is) : here;
    const until = momentOf(points[i + 1] ?? null);
    if (last && areSame(last.was, apart.was) && areSame(last.is, apart.is)) {
      last.until = until;
      continue;
    }
    if (last) yield last;
    last = areSame(apart.was, apart.is) ? null : { begins, until, ...apart };
  }
  if (last) yield last;
}

/** Returns a function from a day to the values that hold on it; the days must be given in order. */
function holdingFrom(all: readonly Held[]): (day: number) => Held[] {
  const byStart = all.toSorted((a, b) => (startDay(a.segment) < startDay(b.segment) ? -1 : 1));
  let holding: Held[] = [];
  let next = 0;
  return (day) => {
    holding = holding.filter(({ segment }) => day < endDay(segment));
    for (let one = byStart[next]; one && startDay(one.segment) <= day; one = byStart[++next])
      if (day < endDay(one.segment)) holding.push(one);
    return [...holding];
  };
}

/** null for the beginning and the end of time. */
const momentOf = (moment: Moment | null): Moment | null => (moment && Number.isFinite(moment.day) ? moment : null);

/** The stretches that only one side has. */
function onOneSide({ before, after }: PairSides): Held[] {
  if (before === after) return [];
  const keyOf = ({ clipped, segment, line, except }: Held): string =>
    `${line} ${except.join()}\n${startDay(segment)}\n${endDay(segment)}\n${clipped.fact.index}\n${clipped.entry.path}`;
  const [was, is] = [before, after].map((all) => new Map(all.map((held) => [keyOf(held), held])));
  const lacking = [...(was ?? [])].filter(([key]) => !is?.delete(key));
  return [...lacking.map(([, held]) => held), ...(is?.values() ?? [])];
}
