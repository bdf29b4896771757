/** The ripples of all retcons: worked out once, and after an edit for the retcons and the pages that it concerns alone. */
import {
  affectedFiles,
  differing,
  entityOf,
  entryAt,
  entryNamed,
  inRetconOrder,
  type Known,
  pathsOf,
  type Retcon,
  retconsMadeOf,
  retconsSince,
  sourcesOf,
} from '../canon';
import type { Codex } from '../codex/codex';
import type { Entry } from '../entry/entry';
import { pageOf } from '../entry/versions';
import { addTo, groupBy, once } from '../text/groups';
import { type InProse, isRareIn, namedIn, type NamesKept, namingIn, wordsWithLetters } from './naming';
import { namedOnce } from './namedOnce';
import { keepScan, type ProseScan, type Scan, takeScan } from './proseScan';
import { eraNames } from './rightThen';
import {
  allWanted,
  type Around,
  inOrder,
  namingSteps,
  type PairRipples,
  pagesOf,
  proseIn,
  type ReadProse,
  ripplesOf,
  type Touched,
  touchedSteps,
  type WorkedOut,
  workOutSteps,
} from './ripples';

interface Kept {
  readonly known: Known;
  readonly scan: ProseScan;
  /** In canon order. */
  readonly worked: readonly WorkedOut[];
  readonly groups: readonly PairRipples[];
  /** The names that were looked up, by entity. */
  readonly names: NamesKept;
  readonly eras: () => ReadonlySet<string>;
}

/** What was worked out last; a view has ripples of its own, and they are not kept. */
const lastOf = new WeakMap<Codex, Kept>();

/** The ripples of all retcons, in canon order. */
export function* allRippleSteps(known: Known, textOf: ReadProse): Generator<void, readonly PairRipples[]> {
  const { canon } = known;
  const last = canon.eyes ? undefined : lastOf.get(canon.codex);
  if (last?.known === known) return last.groups;
  // Given up half-way, it begins again.
  lastOf.delete(canon.codex);
  const scan = takeScan(canon);
  const update = (touched: Iterable<Touched>) =>
    scan.updateSteps(known, proseIn(known, textOf), allWanted([...touched].map(({ wanted }) => wanted)));
  let kept = last?.scan === scan ? yield* revisedSteps(last, known, update) : null;
  if (!kept) {
    const touched = yield* touchedSteps(known, yield* retconsSince(known, null));
    yield* update(touched);
    const names: NamesKept = new Map();
    const eras = once(() => eraNames(known));
    const around: Around = { known, naming: namingIn(known, scan, names), pages: pagesOf(known, eras) };
    kept = keptOf(known, scan, yield* workOutSteps(around, touched), names, eras);
  }
  scan.settle();
  keepScan(canon, scan);
  if (!canon.eyes) lastOf.set(canon.codex, kept);
  return kept.groups;
}

const keptOf = (
  known: Known,
  scan: ProseScan,
  worked: readonly WorkedOut[],
  names: NamesKept,
  eras: Kept['eras'],
): Kept => ({ known, scan, worked, groups: namedOnce(worked.flatMap((one) => one.groups)), names, eras });

/** The ripples of some retcons, in their order. */
export function* rippleSteps(
  known: Known,
  retcons: readonly Retcon[],
  textOf: ReadProse,
): Generator<void, readonly PairRipples[]> {
  const { eyes, codex } = known.canon;
  if (eyes || !lastOf.has(codex)) {
    const touched = yield* touchedSteps(known, retcons);
    const naming = yield* namingSteps(known, allWanted(touched.map(({ wanted }) => wanted)), textOf);
    const pages = pagesOf(
      known,
      once(() => eraNames(known)),
    );
    return namedOnce((yield* workOutSteps({ known, naming, pages }, touched)).flatMap(({ groups }) => groups));
  }
  yield* allRippleSteps(known, textOf);
  const keys = keysOf();
  const byKey = new Map((lastOf.get(codex)?.worked ?? []).map((one) => [keys(one.retcon), one.groups]));
  return namedOnce(
    retcons.flatMap((retcon) => {
      const page = pageOf(retcon.old);
      return byKey.get(keyOf(page.path, retconsMadeOf(known, page).indexOf(retcon))) ?? [];
    }),
  );
}

const keyOf = (path: string, place: number): string => `${place} ${path}`;

/** Names retcons as they come, in canon order: an edit makes other objects of them. */
function keysOf(): (retcon: Retcon) => string {
  const seen = new Map<string, number>();
  return ({ old }) => {
    const { path } = pageOf(old);
    const place = seen.get(path) ?? 0;
    seen.set(path, place + 1);
    return keyOf(path, place);
  };
}

/** So many files may change at once. */
const FEW = 64;

/** Null where the edit may concern everything. @param update scans the prose again, for what some retcons want */
function* revisedSteps(
  last: Kept,
  known: Known,
  update: (touched: Iterable<Touched>) => Generator<void, void>,
): Generator<void, Kept | null> {
  const { scan, names } = last;
  const { canon } = known;
  const before = last.known.canon;
  const changed = differing(before.entries, canon.entries);
  if (FEW < changed.length || before.committed !== canon.committed || before.others !== canon.others) return null;
  yield* update(last.worked);
  const affected = affectedBy(last, known, changed);
  if (!affected) return null;
  const eras = affected.size === 0 ? last.eras : once(() => eraNames(known));
  if (eras !== last.eras && !isSameSet(last.eras(), eras())) return null;
  const concerned = new Set([...affected, ...changed]);

  // The retcons of pages that changed, and of pages that state or take something with these.
  const pages = new Set(concerned);
  for (const one of last.worked) if (one.pages.some((path) => concerned.has(path))) pages.add(pathOf(one.retcon));
  const retcons: Retcon[] = [];
  for (const path of pages) {
    const entry = entryAt(canon, path);
    if (entry) retcons.push(...retconsMadeOf(known, entry));
  }
  const others = last.worked.filter(({ retcon }) => !pages.has(pathOf(retcon)));
  const touched = yield* touchedSteps(known, retcons);
  yield* update([...others, ...touched]);

  const isOtherwise = namedOtherwise(last, known, concerned);
  const [again, same]: [Touched[], WorkedOut[]] = [[...touched], []];
  for (const one of others) (isOtherwise(one) ? again : same).push(one);
  const shown = pagesOf(known, eras);
  const worked = new Map<Retcon, WorkedOut>();
  const around: Around = { known, naming: namingIn(known, scan, names), pages: shown };
  for (const one of yield* workOutSteps(around, again)) worked.set(one.retcon, one);
  const paths = new Set([...concerned, ...scan.changes.heads.keys()]);
  const some = scan.within(paths);
  const within: Around = { known, naming: namingIn(known, some, names), pages: shown };
  const resting = restingOnAny(known, paths);
  const mayBeOn = namedWithin(known, some, names, paths);
  for (const one of same) {
    const rests = resting.get(one.retcon.old) ?? [];
    const isOn = rests.length > 0 || mayBeOn(one) || hasRippleOn(one, paths);
    worked.set(one.retcon, isOn ? withRipplesOf(paths, within, one, rests) : one);
  }
  const order = orderKept(last, known, changed, retcons, worked) ?? inRetconOrder(known, [...worked.keys()]);
  return keptOf(
    known,
    scan,
    order.map((retcon) => worked.get(retcon) as WorkedOut),
    names,
    eras,
  );
}

/** The retcons in the order that they had, since to sort thousands takes longer than all else; null where an edit may change it. */
function orderKept(
  last: Kept,
  known: Known,
  changed: readonly string[],
  remade: readonly Retcon[],
  worked: ReadonlyMap<Retcon, WorkedOut>,
): Retcon[] | null {
  const isPlaced = (path: string): boolean => {
    const [was, is] = [entryAt(last.known.canon, path), entryAt(known.canon, path)];
    return was !== undefined && is !== undefined && placeOf(was) === placeOf(is);
  };
  if (!changed.every(isPlaced)) return null;
  const byPage = new Map([...groupBy(remade, pathOf)].map(([path, retcons]) => [path, retcons.values()]));
  const order = last.worked.map(({ retcon }) => byPage.get(pathOf(retcon))?.next().value ?? retcon);
  const isSame = order.every((one, i) => worked.has(one) && one.by.path === last.worked[i]?.retcon.by.path);
  return isSame && new Set(order).size === worked.size ? order : null;
}

const pathOf = ({ old }: Retcon): string => pageOf(old).path;

/** All that decides where the retcons of a page stand among others, as one text. */
const placeOf = ({ names, writtenId, position, draft, declarations, formerly }: Entry): string =>
  JSON.stringify([names, writtenId?.text, position, draft, declarations, formerly], (key, value: unknown) =>
    /span$/i.test(key) ? undefined : value,
  );

const isSameSet = <T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean =>
  a.size === b.size && [...a].every((one) => b.has(one));

/** The files that the edit of some can concern beside themselves; null: any file. Of an edit of prose there are none. */
function affectedBy({ known, scan }: Kept, { canon }: Known, changed: readonly string[]): ReadonlySet<string> | null {
  // What stands in the prose may be read as keys.
  const isInline = canon.codex.inline || canon.codex.preset !== null;
  const loud = changed.filter((path) => isInline || scan.changes.heads.get(path) !== scan.headOf(path));
  return loud.length === 0 ? new Set() : affectedFiles(known.canon, canon, loud);
}

/**
 * Whether what a retcon took goes by other names than before, or its words say more, or less. Brings the names that are kept up to date.
 * @param paths the pages that may describe another entity, or be called otherwise
 */
function namedOtherwise(
  { known: before, scan: { changes, book, filesWith }, names }: Kept,
  known: Known,
  paths: ReadonlySet<string>,
): (one: Touched) => boolean {
  const entities = new Set<string>();
  for (const path of paths)
    for (const at of [before, known]) {
      const entry = entryAt(at.canon, path);
      if (!entry) continue;
      const entity = entityOf(at, entry);
      const was = names.get(entity);
      if (!was) continue;
      const is = namedIn(known, book, entity);
      if (was.names.join() === is.names.join() && isSameSet(was.pages, is.pages)) continue;
      entities.add(entity);
      names.set(entity, is);
    }
  if (changes.small.size > 0)
    for (const [entity, one] of names) if (one.names.some((name) => changes.small.has(name))) entities.add(entity);
  const wasRare = isRareIn(pathsOf(before.canon).length);
  const isRare = isRareIn(pathsOf(known.canon).length);
  const words = new Set<number>();
  for (const [word, { size }] of filesWith) {
    const was = wasRare(changes.counts.get(word) ?? size);
    if (was !== isRare(size) || (was === null && changes.counts.has(word))) words.add(word);
  }
  const isMoved = (one: InProse): boolean =>
    'entity' in one
      ? entities.has(one.entity)
      : words.size > 0 && wordsWithLetters(one.text).some((word) => words.has(word));
  return ({ pairs }) =>
    pairs.some(
      ({ entity, taken }) =>
        isMoved({ entity }) || taken.some(({ inProse, instead }) => isMoved(inProse) || instead.some(isMoved)),
    );
}

/** By what they rest on, those of some pages that rest on anything. */
function restingOnAny(known: Known, paths: Iterable<string>): ReadonlyMap<Entry, readonly Entry[]> {
  const resting = new Map<Entry, Entry[]>();
  for (const path of paths) {
    const entry = entryAt(known.canon, path);
    if (entry && known.has(entry)) for (const source of new Set(sourcesOf(known, entry))) addTo(resting, source, entry);
  }
  return resting;
}

/** Whether a retcon may have a ripple in some prose. @param paths the files that it is of */
function namedWithin(
  known: Known,
  scan: Scan,
  names: NamesKept,
  paths: ReadonlySet<string>,
): (one: Touched) => boolean {
  const entities = new Set<string>();
  for (const [entity, one] of names)
    if (one.names.some((name) => scan.named.has(name)) || [...one.pages].some((path) => paths.has(path)))
      entities.add(entity);
  const entries = new Set<Entry>();
  for (const target of scan.linked.keys()) {
    const entry = entryNamed(known, target);
    if (!entry) continue;
    entries.add(entry);
    entities.add(entityOf(known, entry));
  }
  return ({ pairs, retcon }) => entries.has(retcon.old) || pairs.some(({ entity }) => entities.has(entity));
}

const hasRippleOn = ({ groups }: WorkedOut, paths: ReadonlySet<string>): boolean =>
  groups.some(({ ripples }) => ripples.some(({ entry }) => paths.has(entry.path)));

/** Finds the ripples on some pages again, and keeps the others. @param resting those of the pages that rest on the old entry */
function withRipplesOf(
  paths: ReadonlySet<string>,
  around: Around,
  one: WorkedOut,
  resting: readonly Entry[],
): WorkedOut {
  const fresh = ripplesOf(around, one, one.isMoved ? resting : []);
  const groups = fresh.map((group, i): PairRipples => {
    const kept = (one.groups[i]?.ripples ?? []).filter(({ entry }) => !paths.has(entry.path));
    return { ...group, ripples: inOrder([...kept, ...group.ripples]) };
  });
  return { ...one, groups };
}
