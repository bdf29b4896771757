/**
 * The canon as a knower holds it (model §11): a canon like any other, from which all is absent that it has not learned. So whatever is
 * asked of it (names, near names, retcons, counts) is worked out of what it has, and nothing need be left out afterwards.
 */
import type { WorldDate } from '../../chronology';
import { type CanonPosition, END } from '../../codex/canonTime';
import type { Entry, Fact } from '../../entry/entry';
import type { Canon, CanonPoint, Eyes, HeldFact, Still } from '../model/canonValue';
import { entryAt } from '../model/canon';
import { knownAt, LATEST } from '../model/canonPoint';
import { positionOf } from '../model/canonPosition';
import { knowing } from '../model/known';
import { tableEntries } from '../model/table';
import type { Knower } from './knowers';
import { findHiddenNames, glanceAt, glanceAtAll } from './glances';
import {
  beginningFor,
  isPageOpen,
  isShownAt,
  learnedAt,
  lookThrough,
  type Look,
  proseReader,
  readerThrough,
  shownOf,
  VEILED,
} from './look';
import { hiddenIn, proseFor, shownWords } from './prose';
import { withPages, withVeiled } from './seenTables';
import { isFolderOpen, whyHidden } from './whyHidden';
import { wholeCanon } from './wholeCanon';

/** What is looked at, through whose eyes, and how far these see. */
export interface Sight {
  readonly canon: Canon;
  readonly point: CanonPoint;
  /** The knower, by what is so in the canon as of that point. */
  readonly knowerIn: (known: Still) => Knower;
  /** What it has learned by the end of this; null: by the end of time. */
  readonly until: WorldDate | null;
  /** Entries that count for nobody: drafts, where they are not to be told. */
  readonly without?: (entry: Entry) => boolean;
}

/** A canon that somebody sees. */
export interface SeenCanon extends Canon {
  readonly eyes: Eyes;
}

/**
 * The canon as of a point as somebody holds it; of a commit, that of the commit. All that it has is known as of that point.
 * @param points what questions may name beside that point
 */
export function seenBy(sight: Sight, points: Eyes['points'] = new Map()): SeenCanon {
  const { canon: now, point, knowerIn, until, without } = sight;
  const base = point.kind === 'git' ? point.canon : now;
  const canon = wholeCanon(base);
  const told = (known: Still): Still =>
    without ? knowing(known.canon, (entry) => known.has(entry) && !without(entry)) : known;
  const known = told(knownAt(canon, pointIn(canon, point)));
  const learner = { known, position: revisionsComeBy(base, point), knower: knowerIn(told(knownAt(now, point))) };
  const so = canon === base ? known : told(knownAt(base, pointIn(base, point)));
  const look = lookThrough(known, so, learner, until);
  const inPoint = (path: string): Entry | undefined => {
    const entry = entryAt(canon, path);
    return entry && known.has(entry) ? entry : undefined;
  };
  const pageAt = (path: string): Entry | undefined => {
    const entry = path.startsWith(VEILED) ? undefined : inPoint(path);
    return entry ? (shownOf(look, entry).page ?? undefined) : look.veiled.get(path);
  };
  const isOpenAt = (path: string): boolean => {
    const entry = inPoint(path);
    return entry !== undefined && isPageOpen(look, entry);
  };
  const veiledPathsAt = (path: string): string[] => {
    const entry = inPoint(path);
    const veiled = entry && !isPageOpen(look, entry) && shownOf(look, entry).veiled;
    return veiled ? [veiled.path] : [];
  };
  const veiling = { isOpenAt, veiledPathsAt };
  const own: CanonPoint = point.kind === 'latest' ? LATEST : { kind: 'position', text: point.text, position: END };
  return {
    ...canon,
    eyes: eyesOf(look, base, new Map([...points, [point.text, own]])),
    entries: withPages(canon, pageAt),
    statedOn: withVeiled(canon, 'statedOn', veiling),
    declaredOn: withVeiled(canon, 'declaredOn', veiling),
    valued: withVeiled(canon, 'valued', veiling),
    knowns: new Map(),
  };
}

function eyesOf(look: Look, canon: Canon, points: Eyes['points']): Eyes {
  const { all, learner, until, originals } = look;
  const [reader, prose] = [readerThrough(look), proseReader(look)];
  const originalOf = (entry: Entry): Entry => originals.get(entry) ?? entry;
  return {
    ...reader,
    canon,
    points,
    heldFact: (fact: Fact): HeldFact => look.facts.get(fact) ?? ALWAYS_SO,
    writtenValue: (fact) => (look.facts.get(fact)?.fact ?? fact).value,
    beginningOf(_entry, fact, undone) {
      const stated = look.facts.get(fact);
      if (!stated) return null;
      return beginningFor(look, stated, undone.map(originalOf));
    },
    targetOf: (declaration) => look.targets.get(declaration),
    isVeiled: ({ path }) => path.startsWith(VEILED),
    pathOf: (entry) => originalOf(entry).path,
    veiled: () => knownAmong(look, () => null),
    veiledAt(path) {
      const entry = entryAt(all.canon, path);
      return (entry && all.has(entry) && shownOf(look, entry).veiled) || undefined;
    },
    // What has been looked at already stays the same value.
    placed: () => knownAmong(look, (entry) => look.shown.get(entry)?.page ?? entry),
    proseOf(path, text) {
      const entry = isShownAt(look, path) ? entryAt(all.canon, path) : undefined;
      return entry ? proseFor(prose, entry, text) : '';
    },
    hiddenIn: (text) => hiddenIn(reader, text),
    glanceAt: (path) => glanceAt(look, path) ?? undefined,
    glanceAtAll: () => glanceAtAll(look),
    findHiddenNames: () => findHiddenNames(look),
    wordsOf: (text) => shownWords(prose, text),
    learnedAt: (path) => learnedAt(look, path),
    writtenAt: (path) => entryAt(all.canon, path),
    isOpenFolder: (path) => isFolderOpen(learner, path, until),
    whyHidden: (entry) => whyHidden(look, entry),
  };
}

/** Whatever was learned of pages that are not shown, each of which has to be looked at. @param shown gives what is to stand for each other */
function knownAmong(look: Look, shown: (entry: Entry) => Entry | null): Entry[] {
  const { canon: whole, has } = look.all;
  const found: Entry[] = [];
  for (const [, entry] of tableEntries(whole.entries)) {
    if (!has(entry)) continue;
    const known = isPageOpen(look, entry) ? shown(entry) : shownOf(look, entry).veiled;
    if (known) found.push(known);
  }
  return found;
}

const ALWAYS_SO: HeldFact = { learned: { line: null, day: -Infinity, text: null }, isBelief: false };

/** The same point, where a canon has an entry of its own for the one that it names. */
function pointIn(canon: Canon, point: CanonPoint): CanonPoint {
  if (point.kind === 'git') return LATEST;
  return point.kind === 'before' ? { ...point, entry: entryAt(canon, point.entry.path) ?? point.entry } : point;
}

/** All that is known at a point, with what some believe among what is so. */
export function everythingAt(canon: Canon, point: CanonPoint): Still {
  const whole = wholeCanon(point.kind === 'git' ? point.canon : canon);
  return knownAt(whole, pointIn(whole, point));
}

/** Which revisions have come at a point. */
export function revisionsComeBy(canon: Canon, point: CanonPoint): CanonPosition {
  if (point.kind === 'position') return point.position;
  return point.kind === 'before' ? positionOf(canon, point.entry) : END;
}
