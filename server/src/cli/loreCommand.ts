/** Full text search for the command line: of now in an index that is kept between starts, of a commit in one for the moment. */
import type { Canon } from '../core/canon';
import { CODEX_FILE } from '../core/host';
import { atOnce } from '../core/text/groups';
import type { FoundPassage, ReadText, WantedPassages } from '../core/tools/asked/answering';
import {
  fill,
  isWorthCachingIndex,
  type LoreIndex,
  NO_FILE_STAMP,
  openLore,
  loadSql,
  type Sql,
} from '../index/proseIndex';
import { openCache } from '../workspace/cache';
import { proseStamp } from '../workspace/changedEntries';
import { readSqlWasm } from '../workspace/otherFiles';

/** One for all that is asked of this process: each takes megabytes. */
let loaded: Promise<Sql> | null = null;

const sqlOfProcess = (): Promise<Sql> =>
  (loaded ??= loadSql(readSqlWasm()).catch((error: unknown) => {
    loaded = null;
    throw error;
  }));

/** What is searched, until it is closed. */
export interface Prose {
  find(wanted: WantedPassages): readonly FoundPassage[];
  close(): void;
}

/** An index, and when all is done that was begun with it. */
interface OpenIndex {
  readonly index: LoreIndex;
  readonly done: Promise<unknown>;
}

/**
 * @param root the folder of the codex
 * @param textOf the text of a file as it is now
 */
export async function openProse(root: string, canon: Canon, textOf: ReadText): Promise<Prose> {
  const sql = await sqlOfProcess();
  const indexes = new Map<Canon, OpenIndex>();
  const indexOf = ({ canon: wanted, textOf: textThere }: WantedPassages): LoreIndex => {
    const made =
      indexes.get(wanted) ??
      (wanted === canon ? keptIndex(sql, root, canon, textOf) : newIndex(sql, wanted, textThere));
    indexes.set(wanted, made);
    return made.index;
  };
  return {
    find: (wanted) => atOnce(indexOf(wanted).find(wanted.query, wanted.needed)),
    close() {
      for (const { index, done } of indexes.values()) void done.then(index.close);
    },
  };
}

function newIndex(sql: Sql, canon: Canon, textOf: ReadText): OpenIndex {
  const index = openLore(sql, null);
  filled(index, canon, textOf, () => NO_FILE_STAMP);
  return { index, done: Promise.resolve() };
}

function keptIndex(sql: Sql, root: string, canon: Canon, textOf: ReadText): OpenIndex {
  const cache = openCache(root);
  const index = openLore(sql, cache.read('prose'), textOf(CODEX_FILE) ?? '');
  const taken = filled(index, canon, textOf, (file) => proseStamp(root, file) ?? NO_FILE_STAMP);
  // The index is written in the background; where it can't be written, the next search reads everything again.
  const isKept = isWorthCachingIndex(taken, index);
  return { index, done: isKept ? cache.write('prose', () => [index.bytes()]) : Promise.resolve() };
}

/** Fills an index; closes it where that fails, as SQLite stays. */
function filled(...given: Parameters<typeof fill>): number {
  try {
    return atOnce(fill(...given));
  } catch (error) {
    given[0].close();
    throw error;
  }
}
