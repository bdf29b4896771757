/** The prose of a codex in memory, searched. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type LoreQuestion, lorePassages } from '../../server/src/core/tools/lore';
import type { FoundPassage, WantedPassages } from '../../server/src/core/tools/loreTypes';
import type { AskResult } from '../../server/src/core/tools/question';
import { fill } from '../../server/src/index/fillProse';
import { openLore } from '../../server/src/index/proseIndex';
import { loadSql, type Sql } from '../../server/src/index/sql';
import { codexOf, type Files } from './codex';

let loading: Promise<Sql> | undefined;

export const sqlLoaded = (): Promise<Sql> =>
  (loading ??= loadSql(readFileSync(path.resolve(__dirname, '../../node_modules/sql.js/dist/sql-wasm.wasm'))));

/** Runs to the end. */
export function ended<T>(steps: Generator<void, T>): T {
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

/** Asks for passages; every search in an index of its own. */
export async function askLore(files: Files, question: LoreQuestion): Promise<AskResult> {
  const sql = await sqlLoaded();
  const search = ({ canon, textOf, query, needed }: WantedPassages): readonly FoundPassage[] => {
    const index = openLore(sql, null);
    ended(fill(index, canon, textOf, () => ''));
    const found = ended(index.find(query, needed));
    index.close();
    return found;
  };
  const steps = lorePassages(codexOf(files).canon, (file) => files[file] ?? null, question);
  for (let step = steps.next(); ; step = steps.next(step.value ? search(step.value) : []))
    if (step.done === true) return step.value;
}
