/** Tells the editor how far the reading is and how much there is, for its language-status item. */
import { renderBehind } from '../../core/commits/behind';
import { entryAt, tableEntries, sizeOf, entryNamed } from '../../core/canon';
import type { Codices } from './codices';
import type { LiveCodex } from './liveCodex';
import type { Status } from '../protocol/protocol';
import { toTheEnd } from './slices';

export interface StatusNotifier {
  /** Tells it at once. */
  notify(): void;
  /** Counts the retcons first, where that was not done yet: it takes a look at each of them. */
  count(): Promise<void>;
}

/** Sends the status, where it differs from the last one. @param tells sends it, where the editor listens */
export function makeStatusNotifier(tells: (status: Status) => void, codices: Codices): StatusNotifier {
  let lastSent = '';
  let calls = 0;
  const shownCodices = (): readonly LiveCodex[] => codices.all().filter(({ isOne, isDormant }) => !isOne || !isDormant);
  const notify = (): void => {
    const status = statusOf(shownCodices());
    const text = JSON.stringify(status);
    if (text === lastSent) return;
    lastSent = text;
    tells(status);
  };
  return {
    notify,
    async count() {
      const mine = ++calls;
      for (const codex of shownCodices()) await countIn(codex);
      if (mine === calls) notify();
    },
  };
}

function statusOf(all: readonly LiveCodex[]): Status {
  const failed = all.find(({ failure }) => failure !== null);
  const awake = all.filter(({ isDormant }) => !isDormant);
  const [only] = awake;
  const counts = awake.map(({ state }) => retconsOf.get(state));
  return {
    state: failed
      ? 'failed'
      : all.some(({ isReady }) => !isReady)
        ? 'reading'
        : awake.length === 0
          ? 'dormant'
          : 'ready',
    entries: awake.reduce((sum, { canon }) => sum + sizeOf(canon.entries), 0),
    retcons: counts.includes(undefined) ? null : counts.reduce<number>((sum, count = 0) => sum + count, 0),
    ...(failed?.failure != null
      ? { message: `${failed.root} could not be read: ${failed.failure}` }
      : only?.baseline?.behind && awake.length === 1 && { message: renderBehind(only.baseline.behind) }),
    ...(only && awake.length === 1 && { root: only.root }),
  };
}

/** By the state of a codex: it is another one whenever a file comes, goes, or declares something else. */
const retconsOf = new WeakMap<object, number>();

async function countIn(codex: LiveCodex): Promise<void> {
  const { state, isReady, isDormant } = codex;
  if (!isReady || isDormant || retconsOf.has(state)) return;
  const retcons = await toTheEnd(recount(codex));
  retconsOf.set(state, retcons);
  // Counting retcons means looking at much that may never be shown.
  if (retcons > 0) codex.forget();
}

/** Yields after each name and each entry that it looks at. */
function* recount({ canon, known }: LiveCodex): Generator<void, number> {
  const declaring = new Set<string>();
  for (const [, paths] of tableEntries(canon.declaredOn)) {
    for (const path of paths) declaring.add(path);
    yield;
  }
  const retcons = new Set<string>();
  for (const path of declaring) {
    const entry = entryAt(canon, path);
    // Declared at both ends, it is one.
    for (const { fromOldEnd, target } of entry?.declarations ?? []) {
      const other = entryNamed(known, target.text);
      if (entry && other && other !== entry)
        retcons.add((fromOldEnd ? [other, entry] : [entry, other]).map(({ path }) => path).join('\n'));
    }
    yield;
  }
  return retcons.size;
}
