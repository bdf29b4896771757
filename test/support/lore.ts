/** The prose of a codex in memory, searched. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Lore } from '../../server/src/core/tools/loreTypes';
import { fill } from '../../server/src/index/fillProse';
import { openLore } from '../../server/src/index/proseIndex';
import { loadSql, type Sql } from '../../server/src/index/sql';
import type { Files } from './codex';

let loading: Promise<Sql> | undefined;

export const sqlLoaded = (): Promise<Sql> =>
  (loading ??= loadSql(readFileSync(path.resolve(__dirname, '../../node_modules/sql.js/dist/sql-wasm.wasm'))));

/** Runs to the end. */
export function ended<T>(steps: Generator<void, T>): T {
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

/** Every search in an index of its own. */
export async function loreOf(files: Files): Promise<Lore> {
  const sql = await sqlLoaded();
  return {
    textOf: (file) => files[file] ?? null,
    search({ canon, textOf, query, needed }) {
      const index = openLore(sql, null);
      ended(fill(index, canon, textOf, () => ''));
      const found = ended(index.find(query, needed));
      index.close();
      return found;
    },
  };
}
