/** Tells the editor how far the reading is and how much there is, for its language-status item. */
import type { Connection } from 'vscode-languageserver/node';
import { entryAt } from '../core/canon/canon';
import { entriesOf, sizeOf } from '../core/canon/table';
import { entryNamed } from '../core/canon/known';
import type { Codices } from './codices';
import type { LiveCodex } from './liveCodex';
import { STATUS, type Status } from './protocol';
import { toTheEnd } from './slices';

/** Tells the status, where it differs from what was told last. */
export function makeStatus(connection: Connection, codices: Codices): () => Promise<void> {
  let told = '';
  let calls = 0;
  return async () => {
    const mine = ++calls;
    const all = codices.all().filter(({ isOne, isDormant }) => !isOne || !isDormant);
    const counts: Count[] = [];
    for (const codex of all) if (!codex.isDormant) counts.push(await countOf(codex));
    if (mine !== calls) return;
    const status = statusOf(all, counts);
    const text = JSON.stringify(status);
    if (text === told) return;
    told = text;
    void connection.sendNotification(STATUS, status);
  };
}

function statusOf(all: readonly LiveCodex[], counts: readonly Count[]): Status {
  const failed = all.find(({ failure }) => failure !== null);
  const awake = all.filter(({ isDormant }) => !isDormant);
  const [only] = awake;
  return {
    state: failed
      ? 'failed'
      : all.some(({ isReady }) => !isReady)
        ? 'reading'
        : awake.length === 0
          ? 'dormant'
          : 'ready',
    entries: counts.reduce((sum, { entries }) => sum + entries, 0),
    retcons: counts.reduce((sum, { retcons }) => sum + retcons, 0),
    ...(failed?.failure != null && { message: `${failed.root} could not be read: ${failed.failure}` }),
    ...(only && awake.length === 1 && { root: only.root }),
  };
}

interface Count {
  readonly entries: number;
  readonly retcons: number;
}

/** By the state of a codex: it is another one whenever a file comes, goes, or declares something else. */
const counted = new WeakMap<object, Count>();

async function countOf(codex: LiveCodex): Promise<Count> {
  const { state } = codex;
  const kept = counted.get(state);
  if (kept) return kept;
  const count = await toTheEnd(countAnew(codex));
  counted.set(state, count);
  // To count retcons is to look at much that nobody may ask about.
  if (count.retcons > 0) codex.forget();
  return count;
}

/** Yields after each name and each entry that it looks at. */
function* countAnew({ canon, known, isReady }: LiveCodex): Generator<void, Count> {
  const entries = sizeOf(canon.entries);
  if (!isReady) return { entries, retcons: 0 };
  const declaring = new Set<string>();
  for (const [, paths] of entriesOf(canon.declaredOn)) {
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
  return { entries, retcons: retcons.size };
}
