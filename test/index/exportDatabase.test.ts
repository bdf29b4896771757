/** The exported database answers as `wasTrueAt` does, at every world time and every canon point. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Canon, knownAt, readCanonPoint, wasTrueAt } from '../../server/src/core/canon';
import type { WorldDate } from '../../server/src/core/chronology';
import { exportSteps } from '../../server/src/core/tools/exports/exportRows';
import { exportedFor } from '../../server/src/core/tools/asked/forKnower';
import { readWorldDateParam } from '../../server/src/core/tools/asked/question';
import { answerJson } from '../../server/src/core/tools/words/answerJson';
import { EXAMPLES } from '../../scripts/sqlExamples';
import { APPLICATION_ID, sqliteBytes, isExport, SQL_TABLES } from '../../server/src/index/sqliteSchema';
import type { Database, Sql } from '../../server/src/index/proseIndex';
import { canonOf, CODEX, world } from '../canon/world';
import { codexOf } from '../support/codex';
import { ended, sqlLoaded } from '../support/lore';

let sql: Sql;
beforeAll(async () => void (sql = await sqlLoaded()));

const EXAMPLE = path.resolve(__dirname, '../../examples/house-vyr');
const example = (): Canon =>
  codexOf(
    Object.fromEntries(
      readdirSync(EXAMPLE, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(?:md|yaml)$/.test(file))
        .map((file) => [file.split(path.sep).join('/'), readFileSync(path.join(EXAMPLE, file), 'utf8')]),
    ),
  ).canon;

const databaseOf = (canon: Canon): Database => new sql.Database(sqliteBytes(sql, ended(exportSteps(canon))));
const rows = (db: Database, query: string, ...given: (string | number | null)[]) =>
  db.exec(query, given)[0]?.values ?? [];

const VALUES = 'attribute, value, ref, "from", until, entry, superseded_by';

/** What `wasTrueAt` answers, as rows. */
function truth(canon: Canon, entity: string, asOf: string, at: WorldDate | null): string[] {
  const point = readCanonPoint(canon, asOf);
  if (!point.ok) throw new Error(point.message);
  const known = knownAt(canon, point.point);
  return wasTrueAt(known, entity, { at })
    .facts.flatMap((answer) => {
      const { attribute, values } = answerJson(known, answer);
      return values.map((one) => [attribute, one.value, one.ref, one.from, one.until, one.entry, one.superseded_by]);
    })
    .map((one) => JSON.stringify(one))
    .sort();
}

const asRows = (found: readonly unknown[]): string[] => found.map((one) => JSON.stringify(one)).sort();

/** The same, from the database, for any stretch of the world. */
const inStretch = (db: Database, entity: string, asOf: string, { start, end }: WorldDate): string[] =>
  asRows(
    rows(
      db,
      `SELECT ${VALUES} FROM as_of WHERE as_of = ? AND entity = ? AND ends_elsewhere IS NULL AND CASE
         WHEN line IS NULL THEN ?3 NOT IN (SELECT value FROM json_each(except_lines))
         ELSE line = ?3 AND (from_day IS NULL OR from_day < ?4) AND (until_day IS NULL OR ?5 < until_day) END`,
      asOf,
      entity,
      start.line,
      end.day,
      start.day,
    ),
  );

function dateOf(canon: Canon, text: string): WorldDate {
  const asked = readWorldDateParam(canon, text);
  if (!asked.ok || !asked.value) throw new Error(text);
  return asked.value;
}

const list = (db: Database, query: string): string[] => rows(db, query).map(([one]) => String(one));

/** How many questions are compared for each codex. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 8);

/** Asks a spread of all possible questions; returns how many values were answered. */
function compare(canon: Canon, dates: readonly string[], seed: number, count = RUNS): number {
  const db = databaseOf(canon);
  const entities = [...list(db, 'SELECT DISTINCT entity FROM fact'), 'nobody'];
  const points = list(db, 'SELECT as_of FROM canon_point');
  const one = <T>(all: readonly T[], n: number): T => all[n % all.length] as T;
  let compared = 0;
  for (let i = 0, n = seed; i < count; i++, n = (n * 48_271 + 11) % 2_147_483_647) {
    const [entity, asOf, text] = [one(entities, n), one(points, n >> 5), one(dates, n >> 9)];
    const at = dateOf(canon, text);
    const expected = truth(canon, entity, asOf, at);
    compared += expected.length;
    expect(inStretch(db, entity, asOf, at), `${entity} at ${text} as of ${asOf}`).toEqual(expected);
    if (rows(db, 'SELECT 1 FROM year WHERE at = ?', at.text).length === 0) continue;
    const year = `SELECT ${VALUES} FROM was_true WHERE at = ? AND as_of = ? AND entity = ?`;
    expect(asRows(rows(db, year, at.text, asOf, entity)), `year ${text}`).toEqual(expected);
  }
  const entity = one(entities, seed);
  const now = asRows(rows(db, `SELECT ${VALUES} FROM now WHERE entity = ?`, entity));
  expect(now, `${entity} now`).toEqual(truth(canon, entity, 'latest', canon.codex.present));
  db.close();
  return compared;
}

describe('the views answer as the canon does', () => {
  it('for the example', () => {
    const dates = ['12 BF', '200 TA', '300 TA', '14 Smokefall 309 TA', '412 TA', '431 TA', '400 TA .. 440 TA'];
    expect(compare(example(), dates, 1, 60)).toBeGreaterThan(50);
  });

  it.each([
    ['', CODEX],
    [' that has a present', `${CODEX}present: 21 TA\n`],
  ])('for any codex%s', (_, codex) => {
    fc.assert(
      fc.property(world, fc.nat(), (files, seed) => {
        compare(canonOf(files, codex), ['10 TA', '21 TA', '29 TA .. 31 TA', '15 XX'], seed);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('an answer that changes as canon goes on', () => {
  const pages = (all: Readonly<Record<string, string>>): Canon =>
    codexOf({ 'codex.yaml': 'revisions: [s1, s2]\n', ...all }).canon;

  it('because a name means something else', () => {
    const canon = pages({
      'e.md': '---\nid: e\ncanon: s1\nfacts: {Foo: {ruler: anna}, Bar: {ruler: bert}}\n---\n',
      'f.md': '---\nid: f\nentity: house\naliases: [Foo]\ncanon: s1\n---\n',
      'g.md': '---\nid: Foo\ncanon: s2\n---\n',
      'h.md': '---\nid: h\nentity: house\naliases: [Bar]\ncanon: s2\n---\n',
      'house.md': '---\nid: house\ncanon: s1\n---\n',
    });
    expect(compare(canon, ['100 CE'], 1, 60)).toBeGreaterThan(10);
  });

  it('because it begins on the same day by another date', () => {
    const canon = pages({
      'a.md': '---\nid: a\ncanon: s2\ndate: 300 CE\nfacts: {house: {ruler: maric}}\n---\n',
      'b.md':
        '---\nid: b\ncanon: s1\ndate: 412 CE\nsupersedes: [{id: a, effective: 412-01-01}]\nfacts: {house: {ruler: lysa}}\n---\n',
    });
    expect(compare(canon, ['413 CE'], 1, 60)).toBeGreaterThan(10);
  });

  it('because a first dated value leaves nothing of the undated one on its line', () => {
    const canon = pages({
      'a.md': '---\nid: a\ncanon: s1\nfacts: {house: {ruler: maric}}\n---\n',
      'b.md':
        '---\nid: b\ncanon: s2\nfacts: [{entity: house, attribute: ruler, value: lysa, from: before 412 CE}]\n---\n',
    });
    expect(compare(canon, ['300 CE', '413 CE', '421 CE', '3 AS'], 1, 60)).toBeGreaterThan(20);
    const db = databaseOf(canon);
    const told = 'SELECT value, except_lines FROM as_of WHERE as_of = ? ORDER BY value';
    expect(rows(db, told, 's1')).toEqual([['maric', null]]);
    expect(rows(db, told, 's2')).toEqual([
      ['lysa', null],
      ['maric', '[""]'],
    ]);
    db.close();
  });
});

describe('a row', () => {
  const rowsOf = (canon: Canon, ...columns: readonly string[]) =>
    (ended(exportSteps(canon)).fact ?? []).map((row) => columns.map((column) => row[column]));

  it('continues where only a source of its page is resolved differently', () => {
    const { canon } = codexOf({
      'codex.yaml': 'revisions: [s1, s2]\n',
      'a.md': '---\ncanon: s1\nsources: Keep\nfacts: {house: {ruler: maric}}\n---\n',
      'b.md': '---\ncanon: s1\naliases: [Keep]\n---\n',
      'c.md': '---\ncanon: s2\naliases: [Keep]\n---\n',
    });
    expect(rowsOf(canon, 'value', 'known_from', 'known_until')).toEqual([['maric', 1, null]]);
  });

  it('names the first page that ends it, among those that the knower may see', () => {
    const { canon } = codexOf({
      'codex.yaml': 'revisions: [r1]\npresent: 35 TA\n',
      'old.md': '---\nid: b1\nfacts: [{entity: x, attribute: ruler, value: a2, until: 25 TA}]\n---\n',
      'hidden.md': '---\ndate: 16 XX\nretracts: [{id: b1, effective: c. 11 TA}]\n---\n',
      'new.md': '---\ndate: 9 TA\ncanon: r1\nsupersedes: b1\n---\n',
      'other.md': '---\nfacts: [{entity: x, attribute: ruler, value: b0, from: 9 TA .. 20 TA}]\n---\n',
      'a1.md': '---\n---\n',
    });
    const seen = exportedFor(canon, 'a1', undefined);
    if (!seen.ok) throw new Error(seen.failure.message);
    const rows = rowsOf(seen.value.canon, 'value', 'superseded_by').filter(([value]) => value === 'a2');
    expect(rows).toEqual([
      ['a2', null],
      ['a2', 'new'],
    ]);
  });
});

describe('the table of years', () => {
  const database = (...facts: readonly string[]): Database =>
    databaseOf(codexOf({ 'a.md': `---\nfacts:\n${facts.map((one) => `  - {${one}}\n`).join('')}---\n` }).canon);
  const ruler = (value: string, from: string): string =>
    `entity: house, attribute: ruler, value: ${value}, from: ${from}`;

  it('spells an undeclared era as its dates do', () => {
    const db = database(ruler('maric', '5400 AS'), ruler('lysa', '5402 AS'));
    expect(
      rows(db, "SELECT value FROM was_true WHERE entity = 'house' AND at = '5401 AS' AND as_of = 'latest'"),
    ).toEqual([['maric']]);
    expect(list(db, 'SELECT at FROM year')).toEqual(['5399 AS', '5400 AS', '5401 AS', '5402 AS']);
    db.close();
  });

  it('has each year of an era by itself where its direction is unknown', () => {
    const db = database(ruler('maric', '1245 BS'), ruler('lysa', '295 BS'));
    const at = "SELECT value FROM was_true WHERE entity = 'house' AND as_of = 'latest' AND at = ?";
    expect(rows(db, at, '1245 BS')).toEqual([['maric']]);
    expect(rows(db, at, '295 BS')).toEqual([['lysa']]);
    db.close();
  });

  it('has the years that each of hundreds of eras counts, and 200,000 names of years at most', () => {
    const eras = Array.from({ length: 300 }, (_, i) => `{id: E${i}, epoch: ${10 * i}, last: 9}`);
    const few = codexOf({
      'codex.yaml': `eras: [${eras.join(', ')}]\n`,
      'a.md': '---\ndate: 5 E0\nuntil: 2 E2\nfacts: {house: {ruler: maric}}\n---\n',
    });
    const short = databaseOf(few.canon);
    expect(list(short, 'SELECT at FROM year ORDER BY from_day').slice(0, 8)).toEqual([
      '4 E0',
      '5 E0',
      '6 E0',
      '7 E0',
      '8 E0',
      '9 E0',
      '1 E1',
      '2 E1',
    ]);
    short.close();
    const endless = Array.from({ length: 1000 }, (_, i) => `{id: E${i}, epoch: ${i}}`);
    const facts = Array.from(
      { length: 400 },
      (_, i) => `  - {entity: house, attribute: ruler, value: q${i}, from: ${2000 + 10 * i} E0}\n`,
    );
    const many = codexOf({
      'codex.yaml': `eras: [${endless.join(', ')}]\n`,
      'a.md': `---\nfacts:\n${facts.join('')}---\n`,
    });
    const long = databaseOf(many.canon);
    expect(rows(long, 'SELECT count(*) FROM year')).toEqual([[200_000]]);
    expect(list(long, "SELECT at FROM year WHERE at IN ('5990 E0', '5985 E0')")).toEqual(['5990 E0']);
    long.close();
  });

  it('has, among billions of years, those in which something begins or ends', () => {
    const db = database(ruler('stars', '-13800000000'), ruler('maric', '40000'));
    expect(list(db, 'SELECT at FROM year ORDER BY from_day')).toEqual([
      '13800000001 BCE',
      '13800000000 BCE',
      '39999 CE',
      '40000 CE',
    ]);
    db.close();
  });
});

describe('the file', () => {
  let db: Database | undefined;
  afterAll(() => db?.close());

  it('identifies its application', () => {
    const bytes = sqliteBytes(sql, ended(exportSteps(example())));
    const reopened = new sql.Database(bytes);
    expect(rows(reopened, 'PRAGMA application_id')).toEqual([[APPLICATION_ID]]);
    expect(rows(reopened, 'PRAGMA integrity_check')).toEqual([['ok']]);
    reopened.close();
    const other = new sql.Database();
    other.run('CREATE TABLE x (y)');
    expect([bytes, other.export(), new Uint8Array(3)].map((one) => isExport(one.slice(0, 100)))).toEqual([
      true,
      false,
      false,
    ]);
    other.close();
  });

  it('has rows with documented columns only', () => {
    const tables = ended(exportSteps(example()));
    expect(Object.keys(tables).sort()).toEqual(SQL_TABLES.map(({ name }) => name).sort());
    for (const { name, columns } of SQL_TABLES)
      for (const row of tables[name] ?? [])
        expect(Object.keys(row).sort(), name).toEqual(columns.map((one) => one.name).sort());
  });

  it('contains no half of a character', () => {
    const halved = databaseOf(codexOf({ 'a.md': '---\ntitle: "Vyr\\ud83d"\n---\n' }).canon);
    expect(rows(halved, 'SELECT title FROM entry')).toEqual([['Vyr\ufffd']]);
    halved.close();
  });

  it.each(EXAMPLES)('answers: $asks', ({ sql: query, rows: expected }) => {
    db ??= databaseOf(example());
    expect(rows(db, query)).toEqual(expected);
  });
});
