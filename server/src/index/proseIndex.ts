/** The prose of a codex in SQLite, to be found by its words. It finds candidates: what they are worth is decided elsewhere. */
import initSqlJs from 'sql.js';
import type { Database, SqlJsStatic } from 'sql.js';
import { type Passage, passagesOf } from '../core/entry/passages';
import { foldedWords, type Query } from '../core/text/query';
import { firstPast } from '../core/text/sorted';
import type { FoundPassage, Needed, ReadText, PerColumn } from '../core/tools/asked/answering';
import { type Canon, entryAt, pathsOf } from '../core/canon';
import type { Entry } from '../core/entry/entry';

/** SQLite in this process. Loaded when it is first needed: its bytes come from the room that may open files. */
export type { Database };
export type Sql = SqlJsStatic;

/** @param wasm the bytes of `sql-wasm.wasm` as sql.js brings it along */
export const loadSql = (wasm: Uint8Array): Promise<Sql> =>
  // The bytes are all it needs; its types know only an ArrayBuffer.
  initSqlJs({ wasmBinary: wasm.slice().buffer });

/** One file's prose. */
export interface LoreFile {
  readonly path: string;
  /** Another text whenever the file may read differently. */
  readonly stamp: string;
  /** The names it goes by: those who look for one of them look for it. */
  readonly names: readonly string[];
  readonly passages: readonly Passage[];
}

/** The stamp of a file that the next start has to read again in any case. */
export const NO_FILE_STAMP = '';

export interface LoreIndex {
  /** The paths of the files that it holds. */
  paths(): Iterable<string>;
  /** How many they are. */
  size(): number;
  /** The stamp of a file; undefined where it does not hold it. */
  stampOf(path: string): string | undefined;
  /** Takes files, new or as they are now; yields after each. Nothing may be asked while it is under way. */
  put(files: Iterable<LoreFile>): Generator<void, void>;
  drop(paths: Iterable<string>): void;
  /** The passages that hold all words of a query or any of them, in no order; yields now and then. */
  find(query: Query, needed: Needed): Generator<void, readonly FoundPassage[]>;
  /** Everything, to be kept; `openLore` takes it back. */
  bytes(): Uint8Array;
  /** Lets go of its memory. Nothing can be asked of it any more. */
  close(): void;
}

/**
 * Of prose nothing is kept but where its words stand. Rows have numbers in the order in which they came; those of a file are
 * side by side. Which rows are whose is one text: a table of them would have to be read row by row at each start.
 */
const SCHEMA = `
  CREATE VIRTUAL TABLE prose USING fts4(content="", names, heading, text, tokenize=simple);
  CREATE TABLE made (under TEXT NOT NULL, next INTEGER NOT NULL, files TEXT NOT NULL)`;

/** There is no disk to be careful of, and none to read from: what fails is thrown away as a whole. */
const IN_MEMORY = 'PRAGMA journal_mode = OFF; PRAGMA cache_size = -32768';

/** The rows of a file that is held. */
type Rows = readonly [path: string, stamp: string, first: number, size: number];

/** How many rows are looked at in one go. */
const BATCH = 64;

/**
 * @param kept what `bytes` gave. Whatever is wrong with it, the index is then empty
 * @param under what the names of entries depend on beside their files; an index that was made under something else is of no use
 */
export function openLore(sql: Sql, kept: Uint8Array | null, under = ''): LoreIndex {
  const { db, files: before, next: unused } = (kept && reopened(sql, kept, under)) ?? created(sql, under);
  db.run(IN_MEMORY);
  let next = unused;
  /** In the order of their rows: a file that was read again comes last. */
  const held = new Map(before.map((rows) => [rows[0], rows]));
  let ordered: readonly Rows[] | null = null;
  const fileOf = (row: number): Rows | undefined => {
    ordered ??= [...held.values()];
    const rows = ordered[firstPast(ordered, ([, , first]) => first > row) - 1];
    return rows && row < rows[2] + rows[3] ? rows : undefined;
  };
  // The words of a row can't be taken out: a row that belongs to no file counts for nothing.
  const drop = (path: string): void => {
    if (held.delete(path)) ordered = null;
  };
  return {
    paths: () => held.keys(),
    size: () => held.size,
    stampOf: (path) => held.get(path)?.[1],
    *put(files) {
      db.run('BEGIN');
      const row = db.prepare('INSERT INTO prose (docid, names, heading, text) VALUES (?, ?, ?, ?)');
      try {
        for (const { path, stamp, names, passages } of files) {
          drop(path);
          const named = words(names.join(' '));
          for (const [i, { heading, text }] of passages.entries())
            row.run([next + i, named, words(heading ?? ''), words(text)]);
          held.set(path, [path, stamp, next, passages.length]);
          ordered = null;
          next += passages.length;
          yield;
        }
      } finally {
        row.free();
        db.run('COMMIT');
      }
    },
    drop: (paths) => [...paths].forEach(drop),
    *find(query, needed) {
      if (query.length === 0) return [];
      const found: FoundPassage[] = [];
      const statement = db.prepare("SELECT docid, matchinfo(prose, 'yl') FROM prose WHERE prose MATCH ?");
      try {
        statement.bind([expressionOf(query, needed)]);
        for (let i = 1; statement.step(); i++) {
          const [row, info] = statement.get();
          const rows = fileOf(Number(row));
          if (rows && info instanceof Uint8Array)
            found.push({ path: rows[0], nth: Number(row) - rows[2], ...hitsIn(info, query.length) });
          if (i % BATCH === 0) yield;
        }
      } finally {
        statement.free();
      }
      return found;
    },
    bytes() {
      db.run('UPDATE made SET next = ?, files = ?', [next, JSON.stringify([...held.values()])]);
      const bytes = db.export();
      // For that it was closed and opened again.
      db.run(IN_MEMORY);
      return bytes;
    },
    close: () => db.close(),
  };
}

interface Opened {
  readonly db: Database;
  readonly files: readonly Rows[];
  /** A number that no row has had: the words of rows that were dropped are still there. */
  readonly next: number;
}

function created(sql: Sql, under: string): Opened {
  const db = new sql.Database();
  db.run(SCHEMA);
  db.run('INSERT INTO made VALUES (?, ?, ?)', [under, 1, '[]']);
  return { db, files: [], next: 1 };
}

/** Null where the file is damaged, not ours, or mostly filled with removed passages. */
function reopened(sql: Sql, kept: Uint8Array, under: string): Opened | null {
  const db = new sql.Database(kept);
  try {
    // SQLite takes bytes that are not a database without complaint, until they are read.
    const [[madeUnder, next, text] = []] = db.exec('SELECT under, next, files FROM made')[0]?.values ?? [];
    const files = JSON.parse(String(text)) as readonly Rows[];
    const size = files.reduce((sum, rows) => sum + rows[3], 0);
    if (madeUnder === under && Number(next) <= 2 * size + 1) return { db, files, next: Number(next) };
    db.close();
    return null;
  } catch {
    db.close();
    return null;
  }
}

const words = (text: string): string =>
  foldedWords(text)
    .map((word) => word.text)
    .join(' ');

/** Folded words hold nothing that FTS4 could take for an operator, and in quotes they are words in any case. */
const expressionOf = (query: Query, needed: Needed): string =>
  query
    .map(({ words: [...all], isPrefix }) => `"${all.join(' ')}${isPrefix ? '*' : ''}"`)
    .join(needed === 'every' ? ' ' : ' OR ');

const COLUMNS = 3;

/** How often each term stands in each column, then how many words each column has. */
function hitsIn(info: Uint8Array, terms: number): Pick<FoundPassage, 'hits' | 'lengths'> {
  const numbers = new Uint32Array(info.slice().buffer);
  const at = (from: number): [number, number, number] => [
    numbers[from] ?? 0,
    numbers[from + 1] ?? 0,
    numbers[from + 2] ?? 0,
  ];
  return {
    hits: Array.from({ length: terms }, (_, term) => at(term * COLUMNS)),
    lengths: at(terms * COLUMNS),
  };
}

/**
 * Yields after each file that it takes in; gives how many that were.
 * @param stampOf another text whenever a file may read differently
 */
export function* fill(
  index: LoreIndex,
  canon: Canon,
  textOf: ReadText,
  stampOf: (path: string) => string,
): Generator<void, number> {
  const paths = pathsOf(canon);
  const present = new Set(paths);
  index.drop([...index.paths()].filter((path) => !present.has(path)));
  const changed = paths.flatMap((path) => {
    const stamp = stampOf(path);
    return stamp === NO_FILE_STAMP || index.stampOf(path) !== stamp ? { path, stamp } : [];
  });
  yield* index.put(filesOf(changed, canon, textOf));
  return changed.length;
}

function* filesOf(
  changed: readonly Pick<LoreFile, 'path' | 'stamp'>[],
  canon: Canon,
  textOf: ReadText,
): Generator<LoreFile, void> {
  for (const { path, stamp } of changed) {
    const entry = entryAt(canon, path);
    yield { path, stamp, names: entry ? searchNames(entry) : [], passages: passagesOf(textOf(path) ?? '') };
  }
}

/** What people call an entry. */
export const searchNames = ({ title, aliases, fileName }: Entry): string[] => [
  title,
  ...aliases.map(({ text }) => text),
  fileName,
];

/** Whether so much had to be taken in that the index is better kept for the next start. */
export const isWorthCachingIndex = (taken: number, index: LoreIndex): boolean =>
  index.size() >= FEW && taken * 20 > index.size();

/** The prose of fewer files is taken in as soon as an index of it is read. */
const FEW = 100;

/** What was found, as one list of numbers: between threads that costs next to nothing, however much it is. */
export interface FoundBytes {
  /** Each once. */
  readonly paths: readonly string[];
  /**
   * Of each passage: the number of its path, its own number in the file, the lengths of its columns, and the hits of each term in
   * them.
   */
  readonly numbers: Uint32Array<ArrayBuffer>;
  readonly terms: number;
}

const widthOf = (terms: number): number => 5 + 3 * terms;

export function packFound(found: readonly FoundPassage[], terms: number): FoundBytes {
  const paths = new Map<string, number>();
  const numbers = new Uint32Array(found.length * widthOf(terms));
  let at = 0;
  for (const { path, nth, hits, lengths } of found) {
    let place = paths.get(path);
    if (place === undefined) paths.set(path, (place = paths.size));
    for (const number of [place, nth, ...lengths, ...hits.flat()]) numbers[at++] = number;
  }
  return { paths: [...paths.keys()], numbers, terms };
}

/** One by one, as they are looked at. */
export function* unpackFound({ paths, numbers, terms }: FoundBytes): Generator<FoundPassage, void> {
  const columns = (at: number): PerColumn => [numbers[at] ?? 0, numbers[at + 1] ?? 0, numbers[at + 2] ?? 0];
  for (let at = 0; at < numbers.length; at += widthOf(terms)) {
    const hits = Array.from({ length: terms }, (_, term) => columns(at + 5 + 3 * term));
    yield { path: paths[numbers[at] ?? 0] ?? '', nth: numbers[at + 1] ?? 0, lengths: columns(at + 2), hits };
  }
}
