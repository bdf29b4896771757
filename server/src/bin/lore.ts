/** The thread in which the language server has prose searched. */
import { parentPort, workerData } from 'node:worker_threads';
import { openLore } from '../index/lore';
import { type Reply, serveIndex, type Told } from '../index/serving';
import { loadSql } from '../index/sql';
import { readerOf } from '../workspace/folder';
import { readSqlWasm } from '../workspace/wasm';

const { root } = workerData as { readonly root: string };
// The server has told already of what can't be read.
const onDisk = readerOf(root, () => undefined);
const index = openLore(await loadSql(readSqlWasm()), null);
const take = serveIndex(index, onDisk, (reply: Reply) => parentPort?.postMessage(reply));
parentPort?.on('message', (told: Told) => take(told));
