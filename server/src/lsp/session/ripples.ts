/** What is left to revisit in each codex: worked out in slices when somebody looks, and kept until the codex changes. */
import { knownAt, LATEST } from '../../core/canon';
import { allRippleSteps, type PairRipples } from '../../core/ripples';
import type { LiveCodex } from './liveCodex';
import { inSlices } from './slices';

interface Kept {
  /** All that it was worked out of: any edit makes another table of entries, one of prose alone too. */
  readonly of: readonly object[];
  readonly groups: readonly PairRipples[];
}

const kept = new WeakMap<LiveCodex, Kept>();

const partsOf = ({ state, canon: { entries } }: LiveCodex): readonly object[] => [state, entries];

const isOfNow = (last: Kept | undefined, codex: LiveCodex): last is Kept =>
  last !== undefined && partsOf(codex).every((part, i) => part === last.of[i]);

export function* ripplesOfSteps(codex: LiveCodex): Generator<void, readonly PairRipples[]> {
  const last = kept.get(codex);
  if (isOfNow(last, codex)) return last.groups;
  const of = partsOf(codex);
  const groups = yield* allRippleSteps(knownAt(codex.canon, LATEST), codex.currentText);
  kept.set(codex, { of, groups });
  return groups;
}

/** Null where it was given up. */
export const ripplesOf = (codex: LiveCodex, isWanted: () => boolean): Promise<readonly PairRipples[] | null> =>
  inSlices(ripplesOfSteps(codex), isWanted);

/** As they were when they were worked out last; null: they never were. */
export const ripplesKept = (codex: LiveCodex): readonly PairRipples[] | null => kept.get(codex)?.groups ?? null;

/** Whether they are of the codex as it is now. */
export const areRipplesFresh = (codex: LiveCodex): boolean => isOfNow(kept.get(codex), codex);
