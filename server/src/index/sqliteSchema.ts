/** The tables and views of an exported codex: what is written, and what docs/reference/sqlite.md is made of. */
import type { TableRow, Tables } from '../core/tools/exports/exportRows';
import type { Sql } from './proseIndex';

interface Column {
  readonly name: string;
  readonly type: 'TEXT' | 'INTEGER' | 'REAL';
  readonly doc: string;
}

interface TableSchema {
  readonly name: string;
  readonly doc: string;
  readonly columns: readonly Column[];
  /** Lists of columns by which it is looked up. */
  readonly indexes: readonly string[];
}

interface ViewSchema {
  readonly name: string;
  readonly doc: string;
  /** The query that it stands for. */
  readonly sql: string;
}

const text = (name: string, doc: string): Column => ({ name, type: 'TEXT', doc });
const whole = (name: string, doc: string): Column => ({ name, type: 'INTEGER', doc });
const day = (name: string, doc: string): Column => ({ name, type: 'REAL', doc });

const STRETCH = [
  text('line', 'the line of time it lies on: days are comparable on one line only'),
  day('from_day', 'the first day, counted on that line; null: no beginning'),
  day('until_day', 'the first day after; null: no end'),
];

export const SQL_TABLES: readonly TableSchema[] = [
  {
    name: 'present',
    doc: 'Where the story stands: one row, of nulls where codex.yaml does not say.',
    columns: [text('at', 'as an author writes it'), ...STRETCH],
    indexes: [],
  },
  {
    name: 'canon_point',
    doc: 'The points of canon time, under each name that `--as-of` takes for them: the revisions, instants of entries between them, `latest`.',
    columns: [
      text('as_of', 'its name'),
      whole('point', 'its number: a later point has a higher one'),
      text('title', 'of a revision'),
      text('date', 'ISO'),
    ],
    indexes: ['as_of'],
  },
  {
    name: 'year',
    doc: 'The years of the world from the first to the last in which a fact begins or ends; where those are more than 20,000 years, or 200,000 names of years in different eras, only the years in which one does, and 200,000 names at most.',
    columns: [text('at', 'as an author writes it: `412 TA`'), ...STRETCH],
    indexes: ['at'],
  },
  {
    name: 'entry',
    doc: 'Every entry, as it is named and stands now.',
    columns: [
      text('file', 'relative to the codex, with `/`'),
      text('id', ''),
      text('title', ''),
      text('type', ''),
      text('entity', 'what it describes'),
      text('date', 'as an author writes it'),
      ...STRETCH,
      text('until', 'the end of its content, exclusive'),
      text('standing', '`current`, `ended`, `superseded`, `retracted` or `not_yet`, at the present'),
      text('tier', ''),
      whole('draft', '1 or 0'),
      text('canon', 'when it entered the canon, as its author wrote it'),
      whole('known_from', 'the point at which it did'),
    ],
    indexes: ['id', 'entity'],
  },
  {
    name: 'fact',
    doc: 'Every stretch of world time over which a stated value holds, retcons and neighbours applied, with the stretch of canon time over which it is known. A value that a retcon cuts short has a row for what was known before, and one for what is known since.',
    columns: [
      text('entity', ''),
      text('attribute', ''),
      text('kind', '`constant`, `state` or `set`'),
      text('value', 'as its author wrote it, without link brackets'),
      text('ref', 'the id of the entry that the value refers to'),
      text('entry', 'the id of the entry that states it'),
      text('file', 'its file'),
      whole('nth', 'its place among the facts of that file, from 0'),
      ...STRETCH,
      text('from', 'the first day as an author writes it'),
      text('until', 'the first day after, likewise'),
      text('except_lines', 'where `line` is null: a JSON list of the lines on which it does not hold'),
      text('ends_elsewhere', 'an end on another line than the beginning: the end of its stretch is unknown'),
      whole('approximate', '1 where an end is'),
      text('superseded_by', 'the first entry, in canon order, that cuts it short'),
      whole('known_from', 'the point from which this is known'),
      whole('known_until', 'the point from which it no longer is; null: it is known now'),
    ],
    indexes: ['entity, attribute', 'entry'],
  },
  {
    name: 'retcon',
    doc: 'Every retcon that is in force.',
    columns: [
      text('superseded', 'the id of the old entry; of a restoration, of the one that is brought back'),
      text('by', 'the id of the entry that declares it'),
      text('kind', '`correction`, `change`, `retraction`, `soft` or `restoration`'),
      text('effective', 'since when in the world, or `always`'),
      text('effective_line', 'its line of time; null: always'),
      day('effective_day', 'its day'),
      text('as_of', 'the date of the old version, as the retcon names it'),
      text('only', 'a JSON list of the facts it is limited to; null: all of them'),
      text('canon', 'when it was decided, as its author wrote it'),
      whole('known_from', 'the point from which it is known'),
      text('reason', ''),
      text('sources', 'a JSON list, as written'),
    ],
    indexes: ['superseded', 'by'],
  },
  {
    name: 'link',
    doc: 'Everything by which one entry names another, except facts and retcons.',
    columns: [
      text('from', 'the id of the entry that has it'),
      text('file', 'its file'),
      text(
        'kind',
        '`wiki` and `markdown` in the prose, `source` among its sources, `property` in another value of its frontmatter',
      ),
      text('target', 'as it is written'),
      text('to', 'the id of the entry that it means now; null where that is none, or several'),
    ],
    indexes: ['"from"', '"to"'],
  },
];

/** When a fact holds somewhere in a stretch `at`. */
const holds = (at: string): string => `(
    fact.ends_elsewhere IS NULL AND CASE WHEN fact.line IS NULL
      THEN NOT EXISTS (SELECT 1 FROM json_each(fact.except_lines) WHERE value = ${at}.line)
      ELSE fact.line = ${at}.line
        AND (fact.from_day IS NULL OR fact.from_day < ${at}.until_day)
        AND (fact.until_day IS NULL OR ${at}.from_day < fact.until_day) END)`;

const VALUES =
  'fact.entity, fact.attribute, fact.kind, fact.value, fact.ref, fact."from", fact.until, fact.entry, fact.superseded_by';

export const SQL_VIEWS: readonly ViewSchema[] = [
  {
    name: 'now',
    doc: 'What holds at the present, as it is known now. Where codex.yaml has no `present`: what holds at the end of time.',
    sql: `SELECT ${VALUES}
  FROM fact, present
  WHERE fact.known_until IS NULL AND CASE WHEN present.at IS NULL
    THEN fact.until_day IS NULL AND fact.except_lines IS NULL AND fact.ends_elsewhere IS NULL
    ELSE ${holds('present')} END`,
  },
  {
    name: 'as_of',
    doc: 'Every stretch of every value, as it was known at each point of the canon: ask with `as_of = …`.',
    sql: `SELECT canon_point.as_of, ${VALUES},
    fact.line, fact.from_day, fact.until_day, fact.except_lines, fact.ends_elsewhere
  FROM canon_point JOIN fact ON fact.known_from <= canon_point.point
    AND (fact.known_until IS NULL OR canon_point.point < fact.known_until)`,
  },
  {
    name: 'was_true',
    doc: 'What held in a year of the world, as it was known at a point of the canon: ask with `at = … AND as_of = …`.',
    sql: `SELECT year.at, canon_point.as_of, ${VALUES}
  FROM canon_point JOIN fact ON fact.known_from <= canon_point.point
    AND (fact.known_until IS NULL OR canon_point.point < fact.known_until)
  JOIN year ON ${holds('year')}`,
  },
];

/** The statements that make an empty database. */
const schemaSql = (): string =>
  [
    ...SQL_TABLES.map(
      ({ name, columns }) => `CREATE TABLE ${name} (${columns.map((one) => `"${one.name}" ${one.type}`).join(', ')})`,
    ),
    ...SQL_TABLES.flatMap(({ name, indexes }) =>
      indexes.map((columns, i) => `CREATE INDEX ${name}_${i + 1} ON ${name} (${columns})`),
    ),
    ...SQL_VIEWS.map(({ name, sql }) => `CREATE VIEW ${name} AS ${sql}`),
  ].join(';\n');

/** By which SQLite files say whose they are: "RTCN". */
export const APPLICATION_ID = 0x5254_434e;

/** Another number whenever a table or a view means something else. */
const EXPORT_VERSION = 2;

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
