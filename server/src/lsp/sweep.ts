/** Judges all files of all codices, in slices, while nobody types: what an edit may have changed, and nothing else. */
import type { Codices } from './codices';
import type { LiveCodex } from './liveCodex';
import type { Reports } from './reports';
import { SLICE, turn } from './slices';

export interface Sweep {
  /** Whether everything is judged as it is now. */
  readonly isDone: boolean;
  /** Goes on where it was interrupted; true when everything is judged, false when it gave way again. */
  run(): Promise<boolean>;
  /** Asks to be called whenever everything has been judged. */
  whenDone(run: () => void): void;
  /** Gives way to whoever types. */
  interrupt(): void;
}

export function sweepCodices(codices: Codices, reports: Reports, log: (message: string) => void): Sweep {
  const pending = new Map<LiveCodex, Set<string>>();
  const waiting: (() => void)[] = [];
  let runs = 0;
  let isDone = false;

  const collect = (codex: LiveCodex): Set<string> => {
    let files = pending.get(codex);
    if (!files) pending.set(codex, (files = new Set()));
    const due = codex.takeDue();
    for (const file of due.files) files.add(file);
    // What was told of a file that has gone is to be taken back.
    if (due.isAll) for (const file of reports.filesOf(codex)) files.add(file);
    return files;
  };
  const judge = (codex: LiveCodex, file: string): void => {
    try {
      reports.of(codex, file);
    } catch (error) {
      log(`judging ${file}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  };

  return {
    get isDone() {
      return isDone;
    },
    async run() {
      const mine = ++runs;
      const all = codices.all();
      reports.keepOnly(all);
      for (const codex of pending.keys()) if (!all.includes(codex)) pending.delete(codex);
      // One that is being read says itself when it can be judged.
      if (all.some(({ isReading }) => isReading)) return false;
      let began = performance.now();
      for (const codex of all) {
        const files = collect(codex);
        for (const file of files) {
          judge(codex, file);
          files.delete(file);
          if (performance.now() - began < SLICE) continue;
          await turn();
          if (mine !== runs) return false;
          began = performance.now();
        }
      }
      isDone = true;
      for (const tell of waiting) tell();
      return true;
    },
    whenDone: (run) => void waiting.push(run),
    interrupt() {
      runs++;
      isDone = false;
    },
  };
}
