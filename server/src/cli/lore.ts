/** Full text search for the command line. */
import type { Lore, TextOf } from '../core/tools/lore';
import { fill } from '../index/fill';
import { openLore } from '../index/lore';
import { loadSql } from '../index/sql';
import { readSqlWasm } from '../workspace/wasm';

/** @param textOf the text of a file as it is now */
export async function openProse(textOf: TextOf): Promise<Lore> {
  const sql = await loadSql(readSqlWasm());
  return {
    textOf,
    search({ canon, textOf: textThere, query, needed }) {
      const index = openLore(sql, null);
      drained(fill(index, canon, textThere, () => ''));
      return drained(index.find(query, needed));
    },
  };
}

/** Runs to the end. */
export function drained<T>(steps: Generator<void, T>): T {
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}
