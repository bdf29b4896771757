/** Questions about a codex with a million facts, in process, compared with the same questions in SQL. */
import path from 'node:path';
import initSqlJs from 'sql.js';
import { createHost } from '../../server/src/core/host';
import { median, quantile, RUNS, timed } from './measure';
import { askWasTrueAt } from '../support/ask';

const FACTS_OF_AN_ENTRY = 50;
/** Reigns of a house, for each of its attributes; none is stated twice. */
const REIGNS = 5;
const ATTRIBUTES = ['ruler', 'seat', 'colour', 'oath'];
const FACTS_OF_A_HOUSE = REIGNS * ATTRIBUTES.length;
const QUESTIONS = 2000;

interface Fact {
  readonly entity: string;
  readonly attribute: string;
  readonly value: string;
  /** Years: from the first of this one until the first of that one. */
  readonly from: number;
  readonly until: number;
}

function factAt(i: number): Fact {
  const house = Math.floor(i / FACTS_OF_A_HOUSE);
  const within = i % FACTS_OF_A_HOUSE;
  const reign = Math.floor(within / ATTRIBUTES.length);
  const begin = (n: number): number => 100 + n * 100 + ((house * 31) % 90);
  return {
    entity: `house-${house}`,
    attribute: ATTRIBUTES[within % ATTRIBUTES.length] ?? 'ruler',
    value: `value ${i}`,
    from: begin(reign),
    until: reign === REIGNS - 1 ? 100_000 : begin(reign + 1),
  };
}

const CODEX = `present: 900 TA
calendars:
  reckoning:
    default_era: TA
    months: [{name: Thaw, days: 360}]
    eras: [{id: TA, names: [Third Age], epoch: 0}]
attributes: {ruler: state, seat: state, colour: state, oath: state}
`;

/** The part of an answer that is compared. */
interface Asked {
  readonly facts: readonly { readonly values: readonly { readonly value: string }[] }[];
}

/** Pseudo-random integers, the same ones each time. */
const drawn = (i: number, below: number): number => (Math.imul(i + 1, 2654435761) >>> 0) % below;

/** @param project the folder of the project, in which sql.js is */
export async function wasTrueAtFigures(project: string, facts: number) {
  const entries = Math.ceil(facts / FACTS_OF_AN_ENTRY);
  const host = createHost(() => null);
  host.apply(new Map([['codex.yaml', CODEX]]));
  for (let begin = 0; begin < entries; begin += 1000)
    host.grow(
      new Map(
        Array.from({ length: Math.min(1000, entries - begin) }, (_, i) => [`${begin + i}.md`, textOf(begin + i)]),
      ),
    );
  const houses = Math.floor(facts / FACTS_OF_A_HOUSE);
  const questions = (round: number) =>
    Array.from({ length: QUESTIONS }, (_, i) => ({
      entity: `house-${drawn(round * QUESTIONS + i, houses)}`,
      year: 100 + drawn(i, 500),
    }));
  const p99 = (ask: (entity: string, year: number) => string): number =>
    median(
      Array.from({ length: RUNS }, (_, round) =>
        // The first round warms up: a process that has just started is not typical.
        quantile(
          questions(round + 1).map(({ entity, year }) => 1000 * timed(() => ask(entity, year))),
          0.99,
        ),
      ),
    );
  const ours = (entity: string, year: number): string => {
    const answered = askWasTrueAt(host.canon, { entity, at: `${year} TA`, attribute: 'ruler' });
    if (!answered.ok) throw new Error(`${entity} at ${year} TA has no answer`);
    const [fact] = (answered.json as unknown as Asked).facts;
    return fact?.values[0]?.value ?? '';
  };
  const sql = await sqlOf(project, facts);
  for (const { entity, year } of questions(0)) {
    const [a, b] = [ours(entity, year), sql(entity, year)];
    if (a !== b) throw new Error(`${entity} at ${year} TA: "${a}", and in SQL "${b}"`);
  }
  return { ask: p99(ours), askSql: p99(sql), askAgain: p99(ours) };
}

function textOf(entry: number): string {
  const lines = Array.from({ length: FACTS_OF_AN_ENTRY }, (_, i) => {
    const { entity, attribute, value, from } = factAt(entry * FACTS_OF_AN_ENTRY + i);
    return `  - {entity: ${entity}, attribute: ${attribute}, value: ${value}, from: ${from} TA}`;
  });
  return `---\nid: page-${entry}\nfacts:\n${lines.join('\n')}\n---\n`;
}

/** The same facts as rows, with the result of our own work already in them: when each of them ends. */
async function sqlOf(project: string, facts: number): Promise<(entity: string, year: number) => string> {
  const { Database } = await initSqlJs({ locateFile: (file) => path.join(project, 'node_modules/sql.js/dist', file) });
  const database = new Database();
  database.run('CREATE TABLE fact (entity TEXT, attribute TEXT, value TEXT, begins INTEGER, ends INTEGER); BEGIN');
  const insert = database.prepare('INSERT INTO fact VALUES (?, ?, ?, ?, ?)');
  for (let i = 0; i < facts; i++) {
    const { entity, attribute, value, from, until } = factAt(i);
    insert.run([entity, attribute, value, from, until]);
  }
  database.run('COMMIT; CREATE INDEX fact_of ON fact (entity, attribute, begins)');
  const question = database.prepare(
    'SELECT value FROM fact WHERE entity = ? AND attribute = ? AND begins <= ? AND ? < ends',
  );
  return (entity, year) => String(question.get([entity, 'ruler', year, year])[0] ?? '');
}
