/** What the language server has of a browser's worker: the files that the editor reads for it. There is no git, and nothing is kept. */
import { NO_FILE_STAMP, openLore } from '../../index/proseIndex';
import { serveIndex } from '../../index/indexThread';
import { loadSql } from '../../index/sql';
import type { FilesPort } from '../../platform/filesPort';
import type { Platform } from '../../platform/platform';
import type { StartSearcher } from '../../platform/prosePort';
import type { OpenStartupCache } from '../../platform/startupCachePort';
import type { AskFiles } from './editorFiles';
import { editorFiles } from './editorFiles';

export function workerPlatform(ask: AskFiles, home: string): Platform {
  const files = editorFiles(ask);
  return {
    files,
    git: null,
    editions: null,
    openStartupCache,
    startSearcher: searcherIn(files, () => sqlWasm(ask, home)),
    memory: { giveBack: () => Promise.resolve(), giveBackLater: () => undefined },
    home,
  };
}

/** Nothing is kept: what the editor has to read for us it has to read again. */
const openStartupCache: OpenStartupCache = (_root, _storage, onDisk) => ({
  begin: () => undefined,
  read: onDisk,
  touched: () => undefined,
  take: ({ files }) => Promise.resolve(files),
  keep: () => Promise.resolve(),
});

/** Searches in this worker, in slices. @param wasm reads what SQLite is compiled to */
const searcherIn =
  (files: FilesPort, wasm: () => Promise<Uint8Array>): StartSearcher =>
  ({ root, codexText }, { reply, failed }) => {
    const disk = { textOf: files.readerOf(root, () => undefined), stampOf: () => NO_FILE_STAMP, keep: () => undefined };
    const serving = wasm()
      .then(loadSql)
      .then((sql) => serveIndex(openLore(sql, null, codexText ?? ''), disk, reply));
    serving.catch(failed);
    return { tell: (told) => void serving.then((take) => take(told)).catch(() => undefined), close: () => undefined };
  };

/** The bytes of sql.js's WebAssembly, as they lie in the package. */
async function sqlWasm(ask: AskFiles, home: string): Promise<Uint8Array> {
  const { files } = await ask({ folders: [], files: [`${home}/dist/sql-wasm.wasm`] });
  const [bytes = null] = files;
  if (bytes === null || typeof bytes === 'string') throw new Error(bytes ?? 'sql-wasm.wasm is not in the package');
  return bytes;
}
