/** The prose of a codex in memory, searched. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Canon } from '../../server/src/core/canon';
import { answerSteps, type AnswerSteps, type Given, questionNamed } from '../../server/src/core/tools';
import { lorePassages } from '../../server/src/core/tools/lore/lore';
import type { FoundPassage, ReadText, WantedPassages } from '../../server/src/core/tools/asked/answering';
import type { AskResult } from '../../server/src/core/tools/asked/question';
import { fill, openLore, loadSql, type Sql } from '../../server/src/index/proseIndex';
import { codexOf, type Files } from './codex';

let loading: Promise<Sql> | undefined;

export const sqlLoaded = (): Promise<Sql> =>
  (loading ??= loadSql(readFileSync(path.resolve(__dirname, '../../node_modules/sql.js/dist/sql-wasm.wasm'))));

/** Runs to the end. */
export function ended<T>(steps: Generator<void, T>): T {
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

export interface LoreQuestion {
  readonly query: string;
  readonly at?: string;
  readonly asOf?: string;
  readonly limit?: string;
  readonly all?: boolean;
}

/** Searches passages; every search has an index of its own. */
export const askLore = (files: Files, { asOf, all, ...words }: LoreQuestion): Promise<AskResult> =>
  searched(files, (canon, textOf) => {
    const given = { ...words, as_of: asOf, all: all === true ? '' : undefined };
    return lorePassages(canon, given, { commits: new Map(), textOf });
  });

/** The same with the words of any surface, which may name a knower. */
export const askLoreFor = (files: Files, given: Given): Promise<AskResult> =>
  searched(files, (canon, textOf) => {
    const question = questionNamed('lore');
    if (!question) throw new Error('lore is no question');
    return answerSteps(question, canon, given, { commits: new Map(), textOf });
  });

async function searched(files: Files, ask: (canon: Canon, textOf: ReadText) => AnswerSteps): Promise<AskResult> {
  const sql = await sqlLoaded();
  const search = ({ canon, textOf, query, needed }: WantedPassages): readonly FoundPassage[] => {
    const index = openLore(sql, null);
    ended(fill(index, canon, textOf, () => ''));
    const found = ended(index.find(query, needed));
    index.close();
    return found;
  };
  const steps = ask(codexOf(files).canon, (file) => files[file] ?? null);
  for (let step = steps.next(); ; step = steps.next(step.value ? search(step.value) : []))
    if (step.done === true) return step.value;
}
