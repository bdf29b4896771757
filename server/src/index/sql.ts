/** SQLite in this process. Loaded when it is first needed: its bytes come from whoever may open files. */
import initSqlJs, { type Database, type SqlJsStatic } from 'sql.js';

export type { Database };
export type Sql = SqlJsStatic;

/** @param wasm the bytes of `sql-wasm.wasm` as sql.js brings it along */
export const loadSql = (wasm: Uint8Array): Promise<Sql> =>
  // The bytes are all it needs; its types know only an ArrayBuffer.
  initSqlJs({ wasmBinary: wasm.slice().buffer });
