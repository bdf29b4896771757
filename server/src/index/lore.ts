/** The prose of a codex in SQLite, to be found by its words. It finds candidates: what they are worth is decided elsewhere. */
import type { Passage } from '../core/entry/passages';
import { foldedWords } from '../core/text/fold';
import type { Query } from '../core/text/query';
import type { Found, Needed } from '../core/tools/lore';
import type { Database, Sql } from './sql';

/** One file's prose. */
export interface LoreFile {
  readonly path: string;
  /** Another text whenever the file may read differently. */
  readonly stamp: string;
  /** The names it goes by: those who look for one of them look for it. */
  readonly names: readonly string[];
  readonly passages: readonly Passage[];
}

export interface LoreIndex {
  /** What it holds: the stamp of each file by path. */
  readonly stamps: ReadonlyMap<string, string>;
  /** Takes files, new or as they are now; yields after each. Nothing may be asked while it is under way. */
  put(files: Iterable<LoreFile>): Generator<void, void>;
  drop(paths: Iterable<string>): void;
  /** The passages that hold all words of a query or any of them, in no order; yields now and then. */
  find(query: Query, needed: Needed): Generator<void, readonly Found[]>;
  /** Everything, to be kept; `openLore` takes it back. */
  bytes(): Uint8Array;
  /** Lets go of its memory. Nothing can be asked of it any more. */
  close(): void;
}

/** Another number whenever what is kept means something else: what was kept before is then of no use. */
const VERSION = 1;

/** Of prose nothing is kept but where its words stand. Rows have numbers in the order in which they came; those of a file are side by side. */
const SCHEMA = `
  CREATE TABLE file (first INTEGER PRIMARY KEY, size INTEGER NOT NULL, path TEXT NOT NULL UNIQUE, stamp TEXT NOT NULL);
  CREATE VIRTUAL TABLE prose USING fts4(content="", names, heading, text, tokenize=simple);
  PRAGMA user_version = ${VERSION}`;

/** There is no disk to be careful of, and none to read from: what fails is thrown away as a whole. */
const IN_MEMORY = 'PRAGMA journal_mode = OFF; PRAGMA cache_size = -32768';

/** The rows of a file that is held. */
interface Rows {
  readonly path: string;
  readonly stamp: string;
  readonly first: number;
  readonly size: number;
}

/** How many rows are looked at in one go. */
const BATCH = 64;

/** @param kept what `bytes` gave. Whatever is wrong with it, the index is then empty */
export function openLore(sql: Sql, kept: Uint8Array | null): LoreIndex {
  const db = reopened(sql, kept) ?? created(sql);
  db.run(IN_MEMORY);
  const held = new Map<string, Rows>();
  for (const rows of rowsIn(db)) held.set(rows.path, rows);
  const stamps = new Map([...held].map(([path, { stamp }]) => [path, stamp]));
  let next = nextRow(db);
  /** The files that are held, in the order of their rows. */
  let ordered: readonly Rows[] | null = null;
  const fileOf = (row: number): Rows | undefined => {
    ordered ??= [...held.values()].sort((a, b) => a.first - b.first);
    const rows = ordered[firstBehind(ordered, row) - 1];
    return rows && row < rows.first + rows.size ? rows : undefined;
  };

  const drop = (paths: Iterable<string>): void => {
    // The words of a row can't be taken out: a row that belongs to no file counts for nothing.
    for (const path of paths) {
      if (!held.delete(path)) continue;
      stamps.delete(path);
      db.run('DELETE FROM file WHERE path = ?', [path]);
      ordered = null;
    }
  };
  return {
    stamps,
    *put(files) {
      db.run('BEGIN');
      const row = db.prepare('INSERT INTO prose (docid, names, heading, text) VALUES (?, ?, ?, ?)');
      const file = db.prepare('INSERT INTO file (first, size, path, stamp) VALUES (?, ?, ?, ?)');
      try {
        for (const { path, stamp, names, passages } of files) {
          drop([path]);
          const rows: Rows = { path, stamp, first: next, size: Math.max(1, passages.length) };
          const named = words(names.join(' '));
          for (const [i, { heading, text }] of passages.entries())
            row.run([next + i, named, words(heading ?? ''), words(text)]);
          file.run([rows.first, rows.size, path, stamp]);
          held.set(path, rows);
          stamps.set(path, stamp);
          next += rows.size;
          ordered = null;
          yield;
        }
      } finally {
        row.free();
        file.free();
        db.run('COMMIT');
      }
    },
    drop,
    *find(query, needed) {
      if (query.length === 0) return [];
      const found: Found[] = [];
      const statement = db.prepare("SELECT docid, matchinfo(prose, 'yl') FROM prose WHERE prose MATCH ?");
      try {
        statement.bind([expressionOf(query, needed)]);
        for (let i = 1; statement.step(); i++) {
          const [row, info] = statement.get();
          const rows = fileOf(Number(row));
          if (rows && info instanceof Uint8Array)
            found.push({ path: rows.path, nth: Number(row) - rows.first, ...hitsIn(info, query.length) });
          if (i % BATCH === 0) yield;
        }
      } finally {
        statement.free();
      }
      return found;
    },
    bytes: () => db.export(),
    close: () => db.close(),
  };
}

/** The place of the first file whose rows begin behind a row. */
function firstBehind(ordered: readonly Rows[], row: number): number {
  let low = 0;
  let high = ordered.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ordered[middle]?.first ?? 0) <= row) low = middle + 1;
    else high = middle;
  }
  return low;
}

function created(sql: Sql): Database {
  const db = new sql.Database();
  db.run(SCHEMA);
  return db;
}

/** Null where it is damaged, older, none of ours, or mostly made of what has gone. */
function reopened(sql: Sql, kept: Uint8Array | null): Database | null {
  if (!kept) return null;
  const db = new sql.Database(kept);
  try {
    // Bytes that are no database are taken without complaint, until they are read.
    const [[version, size] = []] =
      db.exec(`
      SELECT user_version, (SELECT total(size) FROM file) FROM pragma_user_version`)[0]?.values ?? [];
    if (version === VERSION && nextRow(db) <= 2 * Number(size) + 1) return db;
    db.close();
    return null;
  } catch {
    db.close();
    return null;
  }
}

/** A number that no row has had: the words of rows that were dropped are still there. */
function nextRow(db: Database): number {
  const [[row] = []] =
    db.exec(`
    SELECT 1 + max((SELECT coalesce(max(docid), 0) FROM prose_docsize),
                   (SELECT coalesce(max(first + size - 1), 0) FROM file))`)[0]?.values ?? [];
  return Number(row);
}

function* rowsIn(db: Database): Generator<Rows> {
  for (const [first, size, path, stamp] of db.exec('SELECT first, size, path, stamp FROM file')[0]?.values ?? [])
    yield { first: Number(first), size: Number(size), path: String(path), stamp: String(stamp) };
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
function hitsIn(info: Uint8Array, terms: number): Pick<Found, 'hits' | 'lengths'> {
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
