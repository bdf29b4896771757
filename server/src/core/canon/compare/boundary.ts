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
import { pairsTouched } from '../retcons/touchedFacts';
import { isSameValue, type Held, heldOf, meets, refuseRetconPast } from '../truth/truth';

export interface SideValue {
  readonly entity: string;
  readonly attribute: string;
  readonly value: string;
}

export interface Boundary {
  readonly before: readonly SideValue[];
  readonly after: readonly SideValue[];
}

/**
 * The values of the pairs that a retcon touches, without it and with it, at the first moment of world time where they differ (of a
 * soft retcon: where it takes effect). Computed at the canon position of the retcon, so that later entries do not change it.
 */
export const boundaryOf = perKnown((known: Known, retcon: Retcon): Boundary => {
  refuseRetconPast(known, retcon);
  const walk = isStill(known) ? walksKept(known) : openWalk(knowing(known.canon, known.has));
  const { withIt, pairs } = walk(retcon);
  const point = retcon.soft ? retcon.effective : (firstDifference(pairs) ?? retcon.effective);
  const at = point === 'always' ? null : dayOf(point);
  // By stated beginning, not by the beginning of the gap that an undated value fills.
  const inOrder = ({ clipped: a }: Held, { clipped: b }: Held): number =>
    (a.begins?.day ?? -Infinity) - (b.begins?.day ?? -Infinity) ||
    compareTexts(idOf(withIt, a.entry), idOf(withIt, b.entry)) ||
    a.fact.index - b.fact.index;
  const side = (heldOn: (pair: PairSides) => readonly Held[]): SideValue[] =>
    pairs.flatMap((pair) =>
      holdingAt(heldOn(pair), at)
        .sort(inOrder)
        .map(({ clipped }) => ({ entity: pair.entity, attribute: pair.attribute, value: clipped.fact.value.text })),
    );
  return { before: side(({ before }) => before), after: side(({ after }) => after) };
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

/** The first moment, on the first line, where the values differ: only ends of stretches that one side lacks need to be tried. */
function firstDifference(pairs: readonly PairSides[]): Moment | undefined {
  const points = new Map<string, Moment>();
  for (const { segment, line } of pairs.flatMap(onOneSide)) {
    if (line !== null) points.set(`${line} -`, { line, day: -Infinity, text: '', approximate: false });
    for (const end of [segment.from, segment.until]) if (end) points.set(`${end.line} ${end.day}`, end);
  }
  const ordered = [...points.values()].sort((a, b) => (a.line < b.line ? -1 : a.line > b.line ? 1 : a.day - b.day));
  return ordered.find((point) => {
    const at = dayOf(point);
    return pairs.some(({ before, after }) => !areSame(holdingAt(before, at), holdingAt(after, at)));
  });
}

/** The stretches that only one side has. */
function onOneSide({ before, after }: PairSides): Held[] {
  if (before === after) return [];
  const keyOf = ({ clipped, segment, line }: Held): string =>
    `${line}\n${startDay(segment)}\n${endDay(segment)}\n${clipped.fact.index}\n${clipped.entry.path}`;
  const [was, is] = [before, after].map((all) => new Map(all.map((held) => [keyOf(held), held])));
  const lacking = [...(was ?? [])].filter(([key]) => !is?.delete(key));
  return [...lacking.map(([, held]) => held), ...(is?.values() ?? [])];
}

/** Whether each value on one side is on the other side too. */
function areSame(a: readonly Held[], b: readonly Held[]): boolean {
  const isIn = (all: readonly Held[]) => {
    const texts = new Set(all.map(({ clipped }) => clipped.fact.value.text));
    return (one: Held) => texts.has(one.clipped.fact.value.text) || all.some((other) => isSameValue(one, other));
  };
  return a.every(isIn(b)) && b.every(isIn(a));
}
