/** The ripples of all retcons: worked out once, and after an edit of prose for the files that changed alone. */
import { entryAt, type Held, type Known, pathsOf, type Retcon, retconsMadeOf, retconsSince } from '../canon';
import type { Codex } from '../codex/codex';
import { pageOf } from '../entry/versions';
import { memoized } from '../text/groups';
import { isRareIn, type NamesKept, namingIn } from './naming';
import { scanFor } from './proseScan';
import {
  type Around,
  eraNames,
  inOrder,
  type PairRipples,
  pagesOf,
  pairsOf,
  proseIn,
  type ReadProse,
  type Ripple,
  ripplesOf,
  type TouchedPair,
  type WorkedOut,
  workOutSteps,
} from './ripples';

interface Kept {
  readonly known: Known;
  readonly worked: readonly WorkedOut[];
  readonly groups: readonly PairRipples[];
  /** What only frontmatter says. */
  readonly names: NamesKept;
  readonly isEra: (name: string) => boolean;
  readonly entries: number;
}

/** What was worked out last; a view has ripples of its own, and they are not kept. */
const lastOf = new WeakMap<Codex, Kept>();

/** The ripples of all retcons, in canon order. */
export function* allRippleSteps(known: Known, textOf: ReadProse): Generator<void, readonly PairRipples[]> {
  const { canon } = known;
  const last = canon.eyes ? undefined : lastOf.get(canon.codex);
  if (last?.known === known) return last.groups;
  let kept = last && revised(last, known, textOf);
  if (!kept) {
    const names: NamesKept = new Map();
    const worked = yield* workOutSteps(known, yield* retconsSince(known, null), textOf, names);
    const groups = worked.flatMap((one) => one.groups);
    kept = { known, worked, groups, names, isEra: eraNames(known), entries: pathsOf(canon).length };
  }
  if (!canon.eyes) lastOf.set(canon.codex, kept);
  return kept.groups;
}

/** The ripples of some retcons, in their order. */
export function* rippleSteps(
  known: Known,
  retcons: readonly Retcon[],
  textOf: ReadProse,
): Generator<void, readonly PairRipples[]> {
  const { eyes, codex } = known.canon;
  if (eyes || !lastOf.has(codex)) return (yield* workOutSteps(known, retcons, textOf)).flatMap(({ groups }) => groups);
  yield* allRippleSteps(known, textOf);
  const keys = keysOf();
  const byKey = new Map((lastOf.get(codex)?.worked ?? []).map((one) => [keys(one.retcon), one.groups]));
  return retcons.flatMap((retcon) => {
    const page = pageOf(retcon.old);
    return byKey.get(keyOf(page.path, retconsMadeOf(known, page).indexOf(retcon))) ?? [];
  });
}

const keyOf = (path: string, place: number): string => `${place} ${path}`;

/** Names retcons as they come, in canon order: an edit of prose makes other objects of them. */
function keysOf(): (retcon: Retcon) => string {
  const seen = new Map<string, number>();
  return ({ old }) => {
    const { path } = pageOf(old);
    const place = seen.get(path) ?? 0;
    seen.set(path, place + 1);
    return keyOf(path, place);
  };
}

/** Null where more has changed than the prose of a few files, and which retcons they have `reviewed`. */
function revised(last: Kept, known: Known, textOf: ReadProse): Kept | null {
  const { canon } = known;
  const found = scanFor(canon).revised(last.known.canon, known, proseIn(known, textOf), isRareIn(last.entries));
  if (!found) return null;
  const { paths, scan } = found;
  const naming = namingIn(known, scan, last.entries, last.names);
  const around: Around = { known, naming, pages: pagesOf(known, last.isEra) };
  const nowOf = memoized((path: string): readonly Retcon[] => {
    const entry = entryAt(canon, path);
    return entry ? retconsMadeOf(known, entry) : [];
  });
  const seen = new Map<string, number>();
  const worked: WorkedOut[] = [];
  for (const one of last.worked) {
    const { path } = pageOf(one.retcon.old);
    const place = seen.get(path) ?? 0;
    seen.set(path, place + 1);
    const retcon = isOf(one, paths) ? nowOf(path)[place] : one.retcon;
    if (!retcon) return null;
    const now = retcon === one.retcon ? one : { ...one, retcon, pairs: pairsOf(known, retcon) };
    worked.push(withRipplesOf(paths, around, one, now));
  }
  return { ...last, known, worked, groups: worked.flatMap((one) => one.groups) };
}

/** Whether a retcon is made by, or of, one of some pages, or what it changed is stated or named by one. */
function isOf({ retcon, pairs }: WorkedOut, paths: ReadonlySet<string>): boolean {
  const isFrom = ({ clipped, ref }: Held): boolean =>
    paths.has(clipped.entry.path) || (ref != null && paths.has(ref.path));
  return (
    paths.has(retcon.by.path) ||
    paths.has(retcon.old.path) ||
    pairs.some(({ was, is, taken }) => was.some(isFrom) || is.some(isFrom) || taken.some(({ held }) => isFrom(held)))
  );
}

/** Finds the ripples on some pages again, and keeps the others. @param now with its entries as they are now */
function withRipplesOf(paths: ReadonlySet<string>, around: Around, then: WorkedOut, now: WorkedOut): WorkedOut {
  const isThere = ({ entry }: Ripple): boolean => paths.has(entry.path);
  const resting = then.groups.flatMap(({ ripples }) =>
    ripples.flatMap((one) => (one.kind === 'rests' && isThere(one) ? { path: one.entry.path } : [])),
  );
  const fresh = ripplesOf(around, now, resting);
  const isSame = then === now && fresh.every(({ ripples }) => ripples.length === 0);
  if (isSame && !then.groups.some(({ ripples }) => ripples.some(isThere))) return then;
  const groups = fresh.map((group, i): PairRipples => {
    const kept = (then.groups[i]?.ripples ?? []).filter((one) => !isThere(one));
    return {
      ...group,
      ripples: inOrder([...kept.map((one) => withValueOfNow(one, then.pairs[i], now.pairs[i])), ...group.ripples]),
    };
  });
  return { ...now, groups };
}

/** A ripple with the value that it states as it stands now. */
function withValueOfNow(ripple: Ripple, then: TouchedPair | undefined, now: TouchedPair | undefined): Ripple {
  const place = then?.taken.findIndex(({ held }) => held === ripple.says) ?? -1;
  return place < 0 ? ripple : { ...ripple, says: now?.taken[place]?.held ?? ripple.says };
}
