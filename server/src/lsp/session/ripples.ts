/** What is left to revisit in each codex: worked out in slices when somebody looks, and kept until the codex changes. */
import { knownAt, LATEST } from '../../core/canon';
import { allRippleSteps, type PairRipples } from '../../core/ripples';
import type { LiveCodex } from './liveCodex';
import { inSlices } from './slices';

interface Kept {
  readonly state: object;
  readonly groups: readonly PairRipples[];
}

const kept = new WeakMap<LiveCodex, Kept>();

export function* ripplesOfSteps(codex: LiveCodex): Generator<void, readonly PairRipples[]> {
  const { state } = codex;
  const last = kept.get(codex);
  if (last?.state === state) return last.groups;
  const groups = yield* allRippleSteps(knownAt(codex.canon, LATEST), codex.currentText);
  kept.set(codex, { state, groups });
  return groups;
}

/** Null where it was given up. */
export const ripplesOf = (codex: LiveCodex, isWanted: () => boolean): Promise<readonly PairRipples[] | null> =>
  inSlices(ripplesOfSteps(codex), isWanted);

/** As they were when they were worked out last; null: they never were. */
export const ripplesKept = (codex: LiveCodex): readonly PairRipples[] | null => kept.get(codex)?.groups ?? null;

/** Whether they are of the codex as it is now. */
export const areRipplesFresh = (codex: LiveCodex): boolean => kept.get(codex)?.state === codex.state;
