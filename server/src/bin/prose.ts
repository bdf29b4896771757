/** The thread in which the language server has prose searched. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ProseHome } from '../platform/platform';
import { NO_FILE_STAMP, openLore, loadSql } from '../index/proseIndex';
import { serveIndex, type IndexMessage } from '../index/indexThread';
import { openCache } from '../workspace/cache';
import { readerOf } from '../workspace/folder';
import { proseStamp } from '../workspace/changedEntries';
import { readSqlWasm } from '../workspace/otherFiles';

export async function serveProse(): Promise<void> {
  const { root, storage, codexText } = workerData as ProseHome;
  const cache = codexText === null ? null : openCache(root, storage);
  const index = openLore(await loadSql(readSqlWasm()), cache?.read('prose') ?? null, codexText ?? '');
  const disk = {
    // The server has reported already what can't be read.
    textOf: readerOf(root, () => undefined),
    stampOf: (file: string) => (cache && proseStamp(root, file)) ?? NO_FILE_STAMP,
    // Where it can't be kept, the next start indexes everything again.
    keep: (bytes: Uint8Array) => void cache?.write('prose', () => [bytes]),
  };
  const take = serveIndex(index, disk, (reply) =>
    parentPort?.postMessage(reply, reply.found ? [reply.found.numbers.buffer] : []),
  );
  parentPort?.on('message', (message: IndexMessage) => take(message));
}
