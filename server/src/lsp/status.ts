/** Tells the editor how far the reading is and how much there is, for its language-status item. */
import type { Connection } from 'vscode-languageserver/node';
import { entriesOf } from '../core/canon/table';
import { entryNamed } from '../core/canon/known';
import type { Codices } from './codices';
import type { LiveCodex } from './liveCodex';
import { STATUS, type Status } from './protocol';

/** Tells the status, where it differs from what was told last. */
export function makeStatus(connection: Connection, codices: Codices): () => void {
  let told = '';
  return () => {
    const status = statusOf(codices.all().filter(({ isOne, isDormant }) => !isOne || !isDormant));
    const text = JSON.stringify(status);
    if (text === told) return;
    told = text;
    void connection.sendNotification(STATUS, status);
  };
}

function statusOf(all: readonly LiveCodex[]): Status {
  const failed = all.find(({ failure }) => failure !== null);
  const awake = all.filter(({ isDormant }) => !isDormant);
  const counts = awake.map(countOf);
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

function countOf(codex: LiveCodex): Count {
  let count = counted.get(codex.state);
  if (!count) counted.set(codex.state, (count = countAnew(codex)));
  return count;
}

function countAnew({ canon, known, isReady }: LiveCodex): Count {
  let entries = 0;
  const retcons = new Set<string>();
  for (const [, entry] of entriesOf(canon.entries)) {
    entries++;
    if (!isReady) continue;
    // Declared at both ends, it is one.
    for (const { fromOldEnd, target } of entry.declarations) {
      const other = entryNamed(known, target.text);
      if (other && other !== entry)
        retcons.add((fromOldEnd ? [other, entry] : [entry, other]).map(({ path }) => path).join('\n'));
    }
  }
  return { entries, retcons: retcons.size };
}
