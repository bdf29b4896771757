/** A codex as an ordinary SQLite database. */
import type { TableRow } from '../core/tools/exports/factRows';
import type { Tables } from '../core/tools/exports/exportRows';
import { schemaSql, SQL_TABLES } from './sqliteSchema';
import type { Sql } from './sql';

/** By which SQLite files say whose they are: "RTCN". */
export const APPLICATION_ID = 0x5254_434e;

/** Another number whenever a table or a view means something else. */
export const EXPORT_VERSION = 2;

/** @returns the bytes of the file */
export function sqliteBytes(sql: Sql, tables: Tables): Uint8Array {
  const db = new sql.Database();
  db.run(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${EXPORT_VERSION}; BEGIN; ${schemaSql()}`);
  for (const { name, columns } of SQL_TABLES) {
    const insert = db.prepare(`INSERT INTO ${name} VALUES (${columns.map(() => '?').join(', ')})`);
    for (const row of tables[name] ?? []) insert.run(columns.map((column) => cellOf(row[column.name])));
    insert.free();
  }
  db.run('COMMIT');
  const bytes = db.export();
  db.close();
  return bytes;
}

/** Half a character, which an escape in a page can name, has no bytes: everybody reads U+FFFD for it. */
const cellOf = (value: TableRow[string] | undefined): TableRow[string] =>
  typeof value === 'string' ? value.toWellFormed() : (value ?? null);

/** Whether a file was exported by us: it may be replaced. @param head its first 100 bytes */
export function isExport(head: Uint8Array): boolean {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  return head.byteLength >= 72 && view.getUint32(68) === APPLICATION_ID;
}
