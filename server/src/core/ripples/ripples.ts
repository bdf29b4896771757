/** What still says what a retcon changed: passages of prose, each with its state (model §14). */
import {
  entryAt,
  type Held,
  idOf,
  isSameValue,
  type Known,
  type Retcon,
  datesOfEvent,
  restingOn,
  retconsOf,
  isUndone,
  standingOf,
  boundaryOf,
  describersOf,
  isSettledFor,
  takenBy,
} from '../canon';
import type { WorldDate } from '../chronology';
import type { Entry } from '../entry/entry';
import { pageOf } from '../entry/versions';
import { memoized } from '../text/groups';
import { compareTexts } from '../text/sorted';
import { datesInProse } from './datesInProse';
import { isSameInProse, type InProse, inProseOf, type Naming, namingIn } from './naming';
import { namesWithoutPage } from './namesOf';
import { holdsThen, type Outdated } from './rightThen';
import { keepScan, type Passage, takeScan, type Wanted } from './proseScan';

type RippleKind = 'states' | 'cites' | 'rests';
export type RippleState = 'open' | 'settled' | 'then';

/** A passage that still says what a retcon changed, or a page that rests on what it superseded. */
export interface Ripple {
  readonly entry: Entry;
  readonly kind: RippleKind;
  readonly state: RippleState;
  /** Null where a page rests on the superseded entry. */
  readonly passage: Pick<Passage, 'lines' | 'span' | 'text'> | null;
  /** The old value that it states; null where it only points at the superseded entry. */
  readonly says: Held | null;
  /** The world date of which it speaks; null: none is certain. */
  readonly date: WorldDate | null;
  /** The other retcons of the same entry of which it is an open ripple. */
  readonly also?: readonly Retcon[];
}

/** The ripples of a retcon in one entity and attribute; of one that touches none, `pair` is null. */
export interface PairRipples {
  readonly retcon: Retcon;
  readonly pair: { readonly entity: string; readonly attribute: string } | null;
  /** The values at the point at which both sides are compared. */
  readonly was: readonly Held[];
  readonly is: readonly Held[];
  /** Open ones first; *states* before *cites* before *rests*, then by path. */
  readonly ripples: readonly Ripple[];
}

/** A value that a retcon took, and what holds in its place. */
interface Taken {
  readonly held: Held;
  readonly inProse: InProse;
  readonly instead: InProse[];
}

interface TouchedPair {
  readonly entity: string;
  readonly attribute: string;
  readonly was: readonly Held[];
  readonly is: readonly Held[];
  readonly taken: readonly Taken[];
}

/** The text of a file as the owner of the canon may read it; null if it can't be read. */
export type ReadProse = (path: string) => string | null;

/** The prose of a file as the known canon shows it: in a view it is redacted. */
export function proseIn({ canon: { eyes } }: Known, textOf: ReadProse): ReadProse {
  if (!eyes) return textOf;
  return (path) => {
    const text = textOf(path);
    return text === null ? null : eyes.proseOf(path, text);
  };
}

/** How many retcons are worked out in one go. */
const BATCH = 16;

/** A retcon, and what it took. */
export interface Touched {
  readonly retcon: Retcon;
  readonly pairs: readonly TouchedPair[];
  /** Whether it changed how its old entry stands, so that links to that entry count. */
  readonly isMoved: boolean;
  /** The paths of the pages that make it, and that state or are what it changed. */
  readonly pages: readonly string[];
  readonly wanted: Wanted;
}

/** A retcon, and what was worked out of it. */
export interface WorkedOut extends Touched {
  readonly groups: readonly PairRipples[];
}

export function* touchedSteps(known: Known, retcons: Iterable<Retcon>): Generator<void, readonly Touched[]> {
  const touched: Touched[] = [];
  for (const retcon of retcons) {
    const pairs = pairsOf(known, retcon);
    const inProse = pairs.flatMap(({ taken }) => taken.flatMap((one) => [one.inProse, ...one.instead]));
    const values = new Set(inProse.flatMap((one) => ('text' in one ? one.text : [])));
    const nameless = namelessAmong(
      known,
      pairs.map(({ entity }) => entity),
    );
    const held = pairs.flatMap(({ was, is, taken }) => [...was, ...is, ...taken.map((one) => one.held)]);
    const paths = held.flatMap(({ clipped, ref }) => (ref ? [clipped.entry.path, ref.path] : clipped.entry.path));
    touched.push({
      retcon,
      pairs,
      isMoved: hasChangedStanding(known, retcon, pairs),
      pages: [...new Set([retcon.by.path, retcon.old.path, ...paths])],
      wanted: { nameless, values },
    });
    if (touched.length % BATCH === 0) yield;
  }
  return touched;
}

/** The names of the entities that have no page, of some. */
export const namelessAmong = (known: Known, entities: readonly string[]): ReadonlySet<string> =>
  new Set(entities.flatMap((entity) => (describersOf(known, entity).length > 0 ? [] : namesWithoutPage(entity))));

export function allWanted(all: Iterable<Wanted>): Wanted {
  const [nameless, values] = [new Set<string>(), new Set<string>()];
  for (const one of all) {
    for (const name of one.nameless) nameless.add(name);
    for (const value of one.values) values.add(value);
  }
  return { nameless, values };
}

/** Scans what has to be scanned. @param wanted what is looked for now, beside what has been before */
export function* namingSteps(known: Known, wanted: Wanted, textOf: ReadProse): Generator<void, Naming> {
  const scan = takeScan(known.canon);
  yield* scan.updateSteps(known, proseIn(known, textOf), allWanted([scan.wanted, wanted]));
  keepScan(known.canon, scan);
  return namingIn(known, scan);
}

/** Works out the ripples of some retcons, in their order. */
export function* workOutSteps(around: Around, touched: Iterable<Touched>): Generator<void, readonly WorkedOut[]> {
  const found: WorkedOut[] = [];
  for (const one of touched) {
    const resting = one.isMoved ? restingOn(around.known, one.retcon.old) : [];
    found.push({ ...one, groups: ripplesOf(around, one, resting) });
    if (found.length % BATCH === 0) yield;
  }
  return found;
}

/** The pairs that a retcon touches, in their order, and the values that it took. */
function pairsOf(known: Known, retcon: Retcon): readonly TouchedPair[] {
  const { pairs } = boundaryOf(known, retcon);
  return pairs
    .map(({ entity, attribute, was, is, apart }): TouchedPair => {
      const taken: { held: Held; inProse: InProse; instead: InProse[] }[] = [];
      for (const stretch of retcon.soft ? [] : apart)
        for (const held of stretch.was) {
          if (stretch.is.some((one) => isSameValue(one, held))) continue;
          const inProse = inProseOf(known, held);
          const instead = stretch.is.map((one) => inProseOf(known, one)).filter((one) => !isSameInProse(one, inProse));
          const same = taken.find((one) => isSameInProse(one.inProse, inProse));
          if (same) same.instead.push(...instead);
          else taken.push({ held, inProse, instead });
        }
      return { entity, attribute, was, is, taken };
    })
    .sort((a, b) => compareTexts(a.entity, b.entity) || compareTexts(a.attribute, b.attribute));
}

export interface Pages {
  /** The entry at a path, if it stands: a page that is superseded or retracted has nothing left to do. */
  readonly standing: (path: string) => Entry | null;
  /** The dates in a passage. */
  readonly datesIn: (passage: Passage) => readonly WorldDate[];
}

/** @param eras in which the codex counts */
export function pagesOf(known: Known, eras: () => ReadonlySet<string>): Pages {
  const { canon } = known;
  const { chronology, present } = canon.codex;
  return {
    standing: memoized((path) => {
      const entry = entryAt(canon, path);
      if (!entry || !known.has(entry)) return null;
      return isUndone(standingOf(known, entry, present)) ? null : entry;
    }),
    datesIn: memoized((passage) => datesInProse(chronology, passage.text, (name) => eras().has(name.toLowerCase()))),
  };
}

export interface Around {
  readonly known: Known;
  readonly naming: Naming;
  readonly pages: Pages;
}

/** @param resting the pages that rest on the old entry */
export function ripplesOf(
  around: Around,
  { retcon, pairs, isMoved }: Touched,
  resting: readonly { readonly path: string }[],
): PairRipples[] {
  const { naming } = around;
  const aside = [retcon.old.path, retcon.by.path];
  const stated = new Set<Passage>();
  const groups = pairs.map((pair) => ({ pair, ripples: [] as Ripple[] }));
  for (const { pair, ripples } of groups) {
    const byPassage = new Map<Passage, Ripple>();
    for (const taken of pair.taken)
      for (const passage of statingPassages(naming, pair.entity, taken.inProse, aside)) {
        const instead = (): boolean => taken.instead.some((one) => naming.of(one, aside).has(passage));
        const ripple = rippleOf(around, { retcon, pair, says: taken.held }, 'states', passage, instead);
        if (!ripple) continue;
        stated.add(passage);
        // Of several values that it still says, one that is open counts.
        const other = byPassage.get(passage);
        if (!other || (other.state !== 'open' && ripple.state === 'open')) byPassage.set(passage, ripple);
      }
    ripples.push(...byPassage.values());
  }
  const standing = isMoved ? pointingRipples(around, { retcon, pairs }, resting, stated) : [];
  const [first] = groups;
  if (!first) return [{ retcon, pair: null, was: [], is: [], ripples: inOrder(standing) }];
  first.ripples.push(...standing);
  return groups.map(({ pair: { entity, attribute, was, is }, ripples }) => ({
    retcon,
    pair: { entity, attribute },
    was,
    is,
    ripples: inOrder(ripples),
  }));
}

/** The passages that name both an entity and a value; on a page that describes one of the two, those that name the other. */
export function statingPassages(
  naming: Naming,
  entity: string,
  value: InProse,
  aside: readonly string[],
): Set<Passage> {
  const about: InProse = { entity };
  const [entityNamed, valueNamed] = [naming.of(about, aside), naming.of(value, aside)];
  const [entityPages, valuePages] = [naming.pagesOf(about), naming.pagesOf(value)];
  const found = new Set<Passage>();
  for (const passage of valueNamed)
    if (entityPages.has(passage.path) || (entityNamed.has(passage) && !isLabelledList(passage))) found.add(passage);
  for (const passage of entityNamed) if (valuePages.has(passage.path)) found.add(passage);
  return found;
}

/** Whether a retcon changed how its old entry stands, and a link to that entry does not mean the entity instead. */
function hasChangedStanding(known: Known, retcon: Retcon, pairs: readonly TouchedPair[]): boolean {
  const { old, kind, soft, only, replaces } = retcon;
  if (kind === 'restores' || soft || only || replaces) return false;
  const id = idOf(known, old);
  return !pairs.some(({ entity }) => entity === id) && takenBy(known, old, known.canon.codex.present) !== null;
}

/** The passages that link to the superseded entry, and the pages that rest on it. */
function pointingRipples(
  around: Around,
  { retcon, pairs }: Pick<WorkedOut, 'retcon' | 'pairs'>,
  resting: readonly { readonly path: string }[],
  stated: ReadonlySet<Passage>,
): Ripple[] {
  const { naming } = around;
  const aside = [retcon.old.path, retcon.by.path];
  const outdated: Outdated = { retcon, pair: null, says: null };
  const instead = (passage: Passage | null): boolean =>
    passage !== null &&
    pairs.some(({ taken }) => taken.some((one) => one.instead.some((value) => naming.of(value, aside).has(passage))));
  const cites = [...naming.linksTo(retcon.old)].flatMap((passage) =>
    stated.has(passage) || isListOfLinks(passage.text)
      ? []
      : (rippleOf(around, outdated, 'cites', passage, () => instead(passage)) ?? []),
  );
  const rests = resting.flatMap(({ path }) => rippleOf(around, outdated, 'rests', { path }, () => false) ?? []);
  return [...cites, ...rests];
}

const LINKS = /!?\[\[[^\][\n]*\]\]|!?\[[^\][\n]*\]\([^()\s]*\)/g;
const LETTERS = /[\p{L}\p{N}]/u;
const LABEL = /^[^\p{L}\p{N}]*[\p{L}\p{N} ]+:/u;

/** Whether a passage names pages by several links after a label alone: it points at all of them, and says nothing of one to another. */
const isLabelledList = ({ names, text }: Passage): boolean =>
  names.length === 0 && LABEL.test(text.replace(LINKS, '')) && isListOfLinks(text);

/** Whether a passage holds links and nothing else, or several after a label: it points at pages, and says nothing of them. */
function isListOfLinks(text: string): boolean {
  const links = text.match(LINKS) ?? [];
  const rest = text.replace(LINKS, '');
  return !LETTERS.test(links.length > 1 ? rest.replace(LABEL, '') : rest);
}

/**
 * Null on a page that has no ripples of a retcon: one that is gone, and one that supersedes or retracts the old entry itself.
 * @param instead whether the passage names what holds instead
 */
function rippleOf(
  { known, naming, pages }: Around,
  outdated: Outdated,
  kind: RippleKind,
  at: Passage | { readonly path: string },
  instead: () => boolean,
): Ripple | null {
  const { retcon, says } = outdated;
  const entry = pages.standing(at.path);
  const page = pageOf(retcon.by);
  if (!entry || (entry === page && !retcon.replaces) || isMadeBy(known, entry, retcon.old)) return null;
  const passage = 'lines' in at ? at : null;
  const ripple = (state: RippleState, date: WorldDate | null): Ripple => ({ entry, kind, state, passage, says, date });
  const written = passage ? pages.datesIn(passage) : [];
  const dates = written.length > 0 ? written : datesOfEvent(known, entry);
  const [date = null] = dates;
  const isSettled =
    isSettledFor(known, entry, retcon) ||
    (passage !== null && (instead() || (page !== retcon.old && naming.linksTo(page).has(passage))));
  if (isSettled) return ripple('settled', date);
  return ripple(dates.length > 0 && dates.every((one) => holdsThen(known, outdated, one)) ? 'then' : 'open', date);
}

/** Whether a page declares a retcon of an entry. */
const isMadeBy = (known: Known, page: Entry, old: Entry): boolean =>
  retconsOf(known, old).some(({ by, replaces }) => !replaces && pageOf(by) === page);

const STATES: readonly RippleState[] = ['open', 'settled', 'then'];
const KINDS: readonly RippleKind[] = ['states', 'cites', 'rests'];

export const inOrder = (ripples: readonly Ripple[]): readonly Ripple[] =>
  ripples.toSorted(
    (a, b) =>
      STATES.indexOf(a.state) - STATES.indexOf(b.state) ||
      KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
      compareTexts(a.entry.path, b.entry.path) ||
      (a.passage?.lines[0] ?? 0) - (b.passage?.lines[0] ?? 0),
  );
