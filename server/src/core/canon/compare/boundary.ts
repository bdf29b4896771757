/** The two sides of a retcon: what its facts said without it, and what they say with it. */
import type { Moment, WorldDate } from '../../chronology/types';
import type { Entry } from '../../entry/entry';
import {
  entityOfFact,
  idOf,
  isStill,
  keptBeside,
  type Known,
  knowing,
  perKnown,
  type Still,
  upTo,
} from '../model/known';
import { ALWAYS, looseAmong, type Window } from '../incremental/lanes';
import type { Ledger } from '../incremental/ledger';
import { openAbove } from '../incremental/openAbove';
import type { Retcon } from '../model/edges';
import { isNamedByMany, isVagueName } from '../model/namedByMany';
import { compareTexts } from '../../text/compareTexts';
import { possibleStaters } from '../model/possibleStaters';
import type { Clipped } from '../retcons/clips';
import { areSame, type BothHeld, holdingAt, MOST_FACTS, onlyOneHas, onOneSide } from './bothHeld';
import { boundWith } from '../retcons/boundTogether';
import { restsOnOrder } from '../retcons/canonOrder';
import { isCrowded } from '../retcons/crowded';
import { pairsTouched, type Touched } from '../retcons/touchedFacts';
import { followed, MOST_FOLLOWED } from './followedViews';
import { clippedOf, heldAmong, kindOfAttribute, refuseRetconPast } from '../truth/truth';
import { pairOf } from '../model/statedFacts';

export interface SideValue {
  readonly entity: string;
  readonly attribute: string;
  readonly value: string;
}

export interface Boundary {
  readonly before: readonly SideValue[];
  readonly after: readonly SideValue[];
  /** The pairs of which so much holds that only what comes and what goes stands here. */
  readonly amongOthers: ReadonlySet<string>;
  /** How many pairs more it touches. */
  readonly pairsLeft: number;
  /** Why no side is told: more retcons bear on each other here, more pages and values bear on what it changes, or more pages are called so, than it can be worked out from. */
  readonly untold?: 'retcons' | 'values' | 'names';
}

/** So many pairs are told of one retcon. */
const MOST_PAIRS = 100;

/** Where more retcons bear on each other, no sides are told: each would have to be worked out from all the others. */
export const MOST_BOUND = 100;

/** The same where of hundreds of entries of one position that name each other dozens restore something. */
const MOST_IN_ORDER = 20_000;

/**
 * Where so many pages tell of a pair, and so many of their values bear on what a retcon changes of it, that one number times the other
 * is more, and the values are hundreds, no sides are told of it: values without a date, each period of restored ones, and those that begin on the same days. A page
 * with a list of hundreds is no such thing.
 */
const MOST_WORK = 100_000;
const FEW_VALUES = 300;

/** The answers about them; the ledger has them made as its last step. */
interface Pair extends Touched {
  readonly ledger: Pick<Ledger, 'changed' | 'factsIn' | 'count' | 'staterCount' | 'countIn' | 'stepped'>;
}

/**
 * The values of the pairs that a retcon touches, without it and with it, at the first point of world time where they
 * differ (for a soft one: where it takes effect). Judged at the retcon's own canon point, so that nothing which was
 * decided later changes what it was about.
 */
export const boundaryOf = perKnown((known: Known, retcon: Retcon): Boundary => {
  refuseRetconPast(known, retcon);
  const isBound = boundWith(known, retcon) > MOST_BOUND || restsOnOrder(known, retcon.by) > MOST_IN_ORDER;
  if (isBound || isCrowded(known, retcon, MOST_BOUND))
    return { ...NO_SIDES, pairsLeft: pairsTouched(known, retcon).size, untold: 'retcons' };
  const sides = sidesOf(known, retcon);
  const all = pairsToTell(known, sides.withIt, retcon);
  const touched = all.slice(0, MOST_PAIRS);
  const told = pairsBetween(known, sides, retcon, touched);
  const pairsLeft = all.length - touched.length + told.loose;
  const isUntold = told.loose > 0 && told.loose === touched.length;
  return { ...told.sides, pairsLeft, ...(isUntold ? { untold: told.isNamed ? 'names' : 'values' } : {}) };
});

/** What is told of some pairs, and of how many of them nothing is. */
interface PairsBetween {
  readonly sides: SidesOfPairs;
  readonly loose: number;
  /** Whether it is so of one because of its entity's name. */
  readonly isNamed: boolean;
}

function pairsBetween(known: Known, sides: Sides, retcon: Retcon, touched: readonly Touched[]): PairsBetween {
  if (!isStill(known)) return boundaryBetween(known, sides, retcon, touched);
  const of = boundariesKept(known);
  if (of.by !== retcon.by) [of.by, of.told] = [retcon.by, new Map()];
  const key = JSON.stringify([touched, retcon.soft, retcon.effective, retcon.position]);
  let told = of.told.get(key);
  if (!told) of.told.set(key, (told = boundaryBetween(known, sides, retcon, touched)));
  return told;
}

/** Those of the entry that was asked about last, by all that decides them: a page that supersedes hundreds mostly says the same of all. */
const boundariesKept = keptBeside((): { by: Entry | null; told: Map<string, PairsBetween> } => ({
  by: null,
  told: new Map(),
}));

type SidesOfPairs = Omit<Boundary, 'pairsLeft' | 'untold'>;

const NO_SIDES: SidesOfPairs = { before: [], after: [], amongOthers: new Set() };

function boundaryBetween(known: Known, sides: Sides, retcon: Retcon, touched: readonly Touched[]): PairsBetween {
  const clear = touched.filter(({ entity }) => !isNamedByMany(known, entity, retcon.position));
  const all = answersOf(known, sides, retcon, clear);
  const pairs = all.filter((pair) => isLargeSet(sides, pair) || !isTooMuch(pair));
  const loose = touched.length - pairs.length;
  const point = retcon.soft ? retcon.effective : (firstDifference(sides, pairs) ?? retcon.effective);
  const at = point === 'always' ? null : dayOf(point);
  return { sides: valuesAt(sides, pairs, at), loose, isNamed: clear.length < touched.length };
}

function isTooMuch({ ledger }: Pair): boolean {
  const pages = ledger.staterCount();
  // Most are told by a few pages.
  if (pages * ledger.count() < MOST_WORK) return false;
  const most = Math.max(FEW_VALUES, MOST_WORK / pages);
  return most < ledger.countIn(ledger.changed(), most);
}

interface Sides {
  readonly without: Known;
  readonly withIt: Known;
}

/** What was known when a retcon was made, without the entry that makes it and with it. */
function sidesOf(known: Known, { by, position }: Retcon): Sides {
  const base = upTo(known.canon, position);
  const above = aboveIn(base, by);
  const visible = (entry: Entry): boolean => known.has(entry) && base.has(entry) && !above.has(entry);
  const withIt = (entry: Entry): boolean => entry === by || visible(entry);
  return { without: knowing(known.canon, visible), withIt: knowing(known.canon, withIt) };
}

/** All that was made of an entry, and the entry: what a canon point that comes before it does not know. It holds until another is asked for. */
function aboveIn(base: Still, by: Entry): ReadonlySet<Entry> {
  const above = aboveKept(base);
  above.to(by);
  return above.all;
}

const aboveKept = keptBeside(openAbove);

/** What a retcon touches; of too much that first of which the new version says something. */
function pairsToTell(known: Known, withIt: Known, retcon: Retcon): readonly Touched[] {
  const { by, position } = retcon;
  const all = [...pairsTouched(withIt, retcon, (name) => isVagueName(known, name, position)).values()];
  if (all.length <= MOST_PAIRS) return all;
  const said = new Set(by.facts.map((fact) => pairOf(entityOfFact(withIt, by, fact), fact.attribute.text)));
  const isSaid = ({ entity, attribute }: Touched): boolean => said.has(pairOf(entity, attribute));
  return [...all.filter(isSaid), ...all.filter((pair) => !isSaid(pair))];
}

function answersOf(known: Known, sides: Sides, retcon: Retcon, touched: readonly Touched[]): readonly Pair[] {
  const entities = new Set(touched.map(({ entity }) => entity));
  return isStill(known) &&
    entities.size <= MOST_FOLLOWED &&
    ![...entities].some((entity) => isBelievedOf(known, entity))
    ? followed(known, retcon, touched, entities)
    : pairsOfEntities(sides, touched);
}

/** Whether a view holds a belief about an entity: that may hold however early it began, so all that is stated has to be looked at. */
const isBelievedOf = perKnown(({ canon }: Known, entity: string): boolean => {
  const { eyes } = canon;
  if (!eyes) return false;
  const { entries } = possibleStaters(canon, entity);
  return entries.some(({ facts }) => facts.some((fact) => eyes.heldFact(fact).isBelief));
});

/** Few of many entities are asked for again, so what both sides say of each is worked out once. */
const pairsOfEntities = ({ without, withIt }: Sides, touched: readonly Touched[]): Pair[] =>
  touched.map(({ entity, attribute }) => {
    const key = pairOf(entity, attribute);
    const factsIn = () => ({ before: clippedOf(without, key), after: clippedOf(withIt, key) });
    const count = () => clippedOf(withIt, key).length;
    const countIn = () => looseAmong(clippedOf(withIt, key));
    const staterCount = () => new Set(clippedOf(withIt, key).map(({ entry }) => entry)).size;
    return {
      entity,
      attribute,
      ledger: { changed: () => [ALWAYS], factsIn, count, staterCount, countIn, stepped: factsIn },
    };
  });

/** One day (or one year, on a line of years). */
export const dayOf = (moment: Moment): WorldDate => ({
  start: moment,
  end: { ...moment, day: moment.day === -Infinity ? -Number.MAX_VALUE : moment.day + 1 },
  approximate: moment.approximate,
  text: moment.text,
});

/** What holds of a pair on either side, for some windows at least. */
function heldIn(sides: Sides, pair: Pair, windows: readonly Window[]): BothHeld {
  const { without, withIt } = sides;
  // The values of a set have nothing to do with each other.
  const { before, after } = isLargeSet(sides, pair) ? pair.ledger.stepped() : pair.ledger.factsIn(windows);
  const kind = kindOfAttribute(withIt, pair.attribute);
  return [heldAmong(without, before, kind), heldAmong(withIt, after, kind)];
}

const isLargeSet = ({ withIt }: Sides, { attribute, ledger }: Pair): boolean =>
  MOST_FACTS < ledger.count() && kindOfAttribute(withIt, attribute) === 'set';

/** The first point, on the first line, where the values differ: only where a stretch begins or ends that one side lacks. */
function firstDifference(sides: Sides, pairs: readonly Pair[]): Moment | undefined {
  const changed = pairs.flatMap((pair) => {
    const windows = pair.ledger.changed();
    return windows.length > 0 ? [heldIn(sides, pair, windows)] : [];
  });
  const points = new Map<string, Moment>();
  for (const { segment, line } of changed.flatMap(onOneSide)) {
    if (line !== null) points.set(`${line} -`, { line, day: -Infinity, text: '', approximate: false });
    for (const end of [segment.from, segment.until]) if (end) points.set(`${end.line} ${end.day}`, end);
  }
  const ordered = [...points.values()].sort((a, b) => (a.line < b.line ? -1 : a.line > b.line ? 1 : a.day - b.day));
  return ordered.find((point) => {
    const at = dayOf(point);
    return changed.some(([a, b]) => !areSame(holdingAt(a, at), holdingAt(b, at)));
  });
}

/** What holds at a point, without the retcon and with it. */
function valuesAt(sides: Sides, pairs: readonly Pair[], at: WorldDate | null): SidesOfPairs {
  const [line, from, until] = at ? [at.start.line, at.start.day, at.end.day] : [null, Infinity, Infinity];
  const amongOthers = new Set<string>();
  const valueTexts = pairs.map((pair) => {
    const { entity, attribute } = pair;
    const both = heldIn(sides, pair, [{ line, from, until }]).map((held) => holdingAt(held, at));
    const isCut = isLargeSet(sides, pair) || both.some(({ length }) => MOST_FACTS < length);
    if (isCut) amongOthers.add(pairOf(entity, attribute));
    return (isCut ? onlyOneHas(both) : both).map((held) =>
      held
        .toSorted((a, b) => byBeginning(sides.withIt, a.clipped, b.clipped))
        .map(({ clipped }): SideValue => ({ entity, attribute, value: clipped.fact.value.text })),
    );
  });
  return {
    before: valueTexts.flatMap(([before]) => before ?? []),
    after: valueTexts.flatMap(([, after]) => after ?? []),
    amongOthers,
  };
}

/** By where each was stated to begin: where a gap begins that an undated value fills, a window does not tell. */
const byBeginning = (known: Known, a: Clipped, b: Clipped): number =>
  (a.begins?.day ?? -Infinity) - (b.begins?.day ?? -Infinity) ||
  compareTexts(idOf(known, a.entry), idOf(known, b.entry)) ||
  a.fact.index - b.fact.index;
