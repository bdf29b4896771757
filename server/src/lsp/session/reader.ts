/** Reads codices, and shows the author the progress of a long reading. */
import type { Connection, WorkDoneProgressServerReporter } from 'vscode-languageserver';
import type { LiveCodex } from './liveCodex';
import { baseName } from '../convert/uris';
import { listeners } from './slices';

export interface Reader {
  /** Reads a codex from the beginning; a reading of it that is under way is given up. */
  read(codex: LiveCodex): void;
  /** Says whether the editor can show progress. */
  showsProgress(isAble: boolean): void;
  /** Asks to be called now and then while a codex is read. */
  whenUnderWay(run: () => void): void;
  /** Asks to be called when a codex has been read. */
  whenRead(run: () => void): void;
}

/** A shorter reading needs no progress item, in milliseconds. */
const PATIENCE = 1000;
/** How often the progress of a reading is reported, in milliseconds. */
const INTERVAL = 250;

export function makeReader(connection: Connection, log: (message: string) => void): Reader {
  const [underWay, done] = [listeners(), listeners()];
  let canShow = false;

  const readShowing = async (codex: LiveCodex): Promise<void> => {
    const began = performance.now();
    let lastReported = began;
    let isShown = false;
    const shown: WorkDoneProgressServerReporter[] = [];
    let isRead = false;
    const show = async (): Promise<void> => {
      const item = await connection.window.createWorkDoneProgress();
      if (isRead) return item.done();
      item.begin('Retcon', 0, `reading ${baseName(codex.root)}`);
      shown.push(item);
    };
    const wasRead = await codex.read({
      report(files, total) {
        if (performance.now() - lastReported > INTERVAL) {
          lastReported = performance.now();
          underWay.call();
          shown[0]?.report(Math.floor((100 * files) / total), `${files} of ${total} files`);
        }
        if (canShow && !isShown && performance.now() - began > PATIENCE) {
          isShown = true;
          show().catch((error: unknown) => log(`showing progress: ${String(error)}`));
        }
      },
    });
    isRead = true;
    shown[0]?.done();
    if (wasRead) done.call();
  };
  return {
    read: (codex) => void readShowing(codex).catch((error: unknown) => log(`reading ${codex.root}: ${String(error)}`)),
    showsProgress: (isAble) => void (canShow = isAble),
    whenUnderWay: underWay.add,
    whenRead: done.add,
  };
}
