/** SQLite's code, as it lies beside ours in the package. */
import fs from 'node:fs';
import path from 'node:path';

/** The bytes of sql.js's WebAssembly. */
export const readSqlWasm = (): Uint8Array => fs.readFileSync(path.join(__dirname, 'sql-wasm.wasm'));
