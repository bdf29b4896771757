/** Full text search for the command line: of now in an index that is kept between starts, of a commit in one for the moment. */
import type { Canon } from '../core/canon';
import { CODEX_FILE } from '../core/host';
import { atOnce } from '../core/text/steps';
import type { FoundPassage, ReadText, WantedPassages } from '../core/tools/asked/loreTypes';
import { fill, isWorthCachingIndex } from '../index/fillProse';
import { type LoreIndex, NO_FILE_STAMP, openLore } from '../index/proseIndex';
import { loadSql, type Sql } from '../index/sql';
import { openCache } from '../workspace/cache';
import { proseStamp } from '../workspace/proseStamps';
import { readSqlWasm } from '../workspace/wasm';

/**
 * @param root the folder of the codex
 * @param textOf the text of a file as it is now
 */
export async function openProse(
  root: string,
  canon: Canon,
  textOf: ReadText,
): Promise<(wanted: WantedPassages) => readonly FoundPassage[]> {
  const sql = await loadSql(readSqlWasm());
  const indexes = new Map<Canon, LoreIndex>();
  const indexOf = ({ canon: wanted, textOf: textThere }: WantedPassages): LoreIndex => {
    const made =
      indexes.get(wanted) ??
      (wanted === canon ? keptIndex(sql, root, canon, textOf) : newIndex(sql, wanted, textThere));
    indexes.set(wanted, made);
    return made;
  };
  return (wanted) => atOnce(indexOf(wanted).find(wanted.query, wanted.needed));
}

function newIndex(sql: Sql, canon: Canon, textOf: ReadText): LoreIndex {
  const index = openLore(sql, null);
  atOnce(fill(index, canon, textOf, () => NO_FILE_STAMP));
  return index;
}

function keptIndex(sql: Sql, root: string, canon: Canon, textOf: ReadText): LoreIndex {
  const cache = openCache(root);
  const index = openLore(sql, cache.read('prose'), textOf(CODEX_FILE) ?? '');
  const taken = atOnce(fill(index, canon, textOf, (file) => proseStamp(root, file) ?? NO_FILE_STAMP));
  // The index is written in the background; where it can't be written, the next search reads everything again.
  if (isWorthCachingIndex(taken, index)) void cache.write('prose', () => [index.bytes()]);
  return index;
}
