/** Counts what waits for the author in the views, whether they are looked at or not: among the files that have problems. */
import type { Entry } from '../../core/entry/entry';
import { disputeRows } from '../../core/views/disputesView';
import { staleRows } from '../../core/views/staleView';
import type { Desk } from '../session/desk';
import type { LiveCodex } from '../session/liveCodex';
import { WAITING, type Waiting } from '../protocol/protocol';
import type { DiagnosticReport, Reports } from '../diagnostics/reports';
import { inSlices } from '../session/slices';
import type { Sweep } from '../diagnostics/sweep';
import { codicesInViews, renderContextNow } from './viewRows';

/** Reports the number when all files have been judged, where it differs from the last one. */
export function notifyWaiting(desk: Desk, reports: Reports, sweep: Sweep): () => Promise<void> {
  let lastSent = '';
  let counts = 0;
  const count = async (): Promise<void> => {
    const mine = ++counts;
    const all = reports.all();
    const waiting = { disputes: 0, stale: 0 };
    for (const codex of codicesInViews(desk)) {
      const found = await countIn(codex, reports.filesOf(codex), all, () => mine === counts && sweep.isDone);
      if (!found) return;
      waiting.disputes += found.disputes;
      waiting.stale += found.stale;
      // Counting them means looking at much that may never be shown.
      codex.forget();
    }
    const text = JSON.stringify(waiting);
    if (text === lastSent) return;
    lastSent = text;
    if (desk.options.hearsStatus === true) void desk.connection.sendNotification(WAITING, waiting);
  };
  return count;
}

/** Null where it was given up. */
async function countIn(
  codex: LiveCodex,
  files: readonly string[],
  all: ReadonlyMap<string, DiagnosticReport>,
  isWanted: () => boolean,
): Promise<Waiting | null> {
  function* withProblem(...wanted: readonly string[]): Generator<Entry> {
    for (const file of files) {
      const codes = all.get(file)?.codes;
      const entry = wanted.some((code) => codes?.has(code) === true) ? codex.entryAt(file) : undefined;
      if (entry) yield entry;
    }
  }
  const context = renderContextNow(codex);
  const disputes = await inSlices(disputeRows(context, withProblem('fact/disputed')), isWanted);
  const stale =
    disputes && (await inSlices(staleRows(context, withProblem('source/superseded', 'summary/stale')), isWanted));
  return stale && { disputes: disputes.filter(({ sort }) => sort === 'disputed').length, stale: stale.length };
}
