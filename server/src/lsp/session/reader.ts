/** Reads codices, and shows the author how far it is where that takes a while. */
import type { Connection, WorkDoneProgressServerReporter } from 'vscode-languageserver';
import type { LiveCodex } from './liveCodex';
import { baseName } from '../convert/uris';

export interface Reader {
  /** Reads a codex from the beginning; a reading of it that is under way is given up. */
  read(codex: LiveCodex): void;
  /** What the editor can show. */
  showsProgress(isAble: boolean): void;
}

/** A shorter reading needs no progress item, in milliseconds. */
const PATIENCE = 1000;
/** How often the progress of a reading is reported, in milliseconds. */
const INTERVAL = 250;

/** What a reader reports. */
export interface ReadListener {
  /** Called now and then while a codex is read. */
  readonly underWay: () => void;
  /** Called when one has been read. */
  readonly done: () => void;
  readonly log: (message: string) => void;
}

export function makeReader(connection: Connection, { underWay, done, log }: ReadListener): Reader {
  let canShow = false;

  const readShowing = async (codex: LiveCodex): Promise<void> => {
    const began = performance.now();
    let lastTold = began;
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
        if (performance.now() - lastTold > INTERVAL) {
          lastTold = performance.now();
          underWay();
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
    if (wasRead) done();
  };
  return {
    read: (codex) => void readShowing(codex).catch((error: unknown) => log(`reading ${codex.root}: ${String(error)}`)),
    showsProgress: (isAble) => void (canShow = isAble),
  };
}
