/**
 * One question on every surface: the command line, an assistant's tool, the SQLite export and a hover say of random small codices what a
 * second reading of the model says.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import type { Codex, Page } from '../canon/secondReading/page';
import { asRead, type Lines, linesOfAnswer, type Question } from '../canon/secondReading/questions';
import { BENTS, codexOf, DAYS, POINTS, REVISIONS } from '../canon/secondReading/worlds';
import { filesOf, pathOf } from '../canon/secondReading/written';
import { knownAt } from '../canon/secondReading/canonTime';
import { lineIndex } from '../../server/src/core/text/span';
import { sqlLoaded } from '../support/lore';
import { connected, disconnectAll } from './connected';
import { type Editor, startEditor } from './editor';
import { folderWith, removeFolders, type Json, retcon, retconJson } from './process';

const RUNS = Number(process.env.FUZZ_RUNS ?? 2);
/** Each of them starts some processes. */
const PATIENCE = 300_000 + RUNS * 60_000;

afterAll(async () => {
  await disconnectAll();
  removeFolders();
});

/** One name for each entity, so that a row of SQLite belongs to the entity of the question. */
const { names: _, 'shared names': __, ...bents } = BENTS;
const world = fc.oneof(...Object.values(bents).map(codexOf));
const question = fc.record({
  asOf: fc.constantFrom(...POINTS.filter((point) => REVISIONS.some(({ id }) => id === point) || point === 'latest')),
  name: fc.constantFrom('gus', 'abe'),
});

/** The lines of each day without what not every surface shows: who superseded, and whether it is disputed. */
const bareLines = (days: readonly Lines[]): readonly string[][] =>
  days.map((day) =>
    [...new Set([...day].map((line) => line.replace(/, superseded by \w+/, '').replace(/ !$/, '')))].sort(),
  );

/** How many lines each surface was held to. */
const compared = { assistant: 0, command: 0, database: 0, hover: 0 };

it(
  'is answered as one',
  async () => {
    await fc.assert(
      fc.asyncProperty(world, fc.array(question, { minLength: 3, maxLength: 3 }), async (codex, questions) => {
        const files = Object.fromEntries(filesOf(codex));
        const root = folderWith(files);
        const database = await databaseOf(root);
        const editor = await startEditor(files);
        try {
          const drawn = Object.entries(files).flat().join('\n');
          const [asked] = questions;
          if (asked) compareCommand(root, codex, asked, drawn);
          for (const each of questions) await compare({ root, codex, database, editor }, each, drawn);
        } finally {
          database.close();
          await editor.stop();
        }
      }),
      { numRuns: RUNS },
    );
    expect(Math.min(...Object.values(compared))).toBeGreaterThan(0);
  },
  PATIENCE,
);

interface Surfaces {
  readonly root: string;
  readonly codex: Codex;
  readonly database: Database;
  readonly editor: Editor;
}

function hold(surface: keyof typeof compared, told: unknown, expected: readonly Lines[], where: string): void {
  compared[surface] += expected.flat().length;
  expect(told, `the ${surface} ${where}`).toEqual(expected);
}

/** A process for each day of each question would be long: one of the first, with something to tell, where there is one. */
function compareCommand(root: string, codex: Codex, asked: Question, drawn: string): void {
  const read = asRead(codex, asked, DAYS);
  const told = read.findIndex((day) => day.length > 0);
  const i = Math.max(told, 0);
  const day = DAYS[i] ?? 1;
  hold(
    'command',
    [byCommand(root, codex, asked, day)],
    read.slice(i, i + 1),
    `of ${JSON.stringify(asked)} in\n${drawn}`,
  );
}

async function compare({ root, codex, database, editor }: Surfaces, asked: Question, drawn: string): Promise<void> {
  const read = asRead(codex, asked, DAYS);
  const bare = bareLines(read);
  const where = `of ${JSON.stringify(asked)} in\n${drawn}`;
  hold('assistant', await byAssistant(root, codex, asked), read, where);
  const rows = byDatabase(database, asked);
  const isYear = (_: unknown, day: number) => rows[day] !== null;
  hold('database', rows.filter(isYear), bare.filter(isYear), where);
  for (const [attribute, told] of await byHover(editor, codex, asked)) {
    const ofIt = bare.map((day) => day.filter((line) => line.startsWith(`${attribute}:`)));
    hold('hover', told, ofIt, where);
  }
}

/** Each day's lines, from the tool of an assistant. */
async function byAssistant(root: string, codex: Codex, { asOf, name }: Question) {
  const client = await connected(root);
  const days: (readonly string[])[] = [];
  for (const day of DAYS) {
    const given = { entity: name, as_of: asOf, at: `${day} TA` };
    const { structuredContent, isError }: Json = await client.callTool({ name: 'was_true_at', arguments: given });
    days.push(isError ? [] : linesOfAnswer(codex, structuredContent));
  }
  return days;
}

/** One day's lines, from the command. */
function byCommand(root: string, codex: Codex, { asOf, name }: Question, day: number): readonly string[] {
  const { json } = retconJson(['was-true-at', name, '--at', `${day} TA`, '--as-of', asOf, '--root', root]);
  if (json.error) expect(json.error.code).toBe('not-found');
  return json.error ? [] : linesOfAnswer(codex, json);
}

async function databaseOf(root: string) {
  const file = path.join(root, 'export.sqlite');
  expect(retcon(['export', file, '--root', root])).toMatchObject({ status: 0, stderr: '' });
  return new (await sqlLoaded()).Database(readFileSync(file));
}

type Database = Awaited<ReturnType<typeof databaseOf>>;

/** The lines of each day that the export has a year for. */
function byDatabase(database: Database, { asOf, name }: Question): (readonly string[] | null)[] {
  const rows = (sql: string, ...given: string[]) => database.exec(sql, given)[0]?.values ?? [];
  return DAYS.map((day) => {
    if (rows('SELECT at FROM year WHERE at = ?', `${day} TA`).length === 0) return null;
    const asked = 'FROM was_true WHERE entity = ? AND as_of = ? AND at = ?';
    const held = rows(`SELECT attribute, value, entry ${asked}`, name, asOf, `${day} TA`);
    const lines = held
      .map((row) => row.map(String))
      .map(([attribute, value, entry]) => `${attribute}: ${value} by ${entry}`);
    return [...new Set(lines)].sort();
  });
}

/** The lines of each day, from the hovers of the attributes of a fact about the entity, where a page that is known states one. */
async function byHover(editor: Editor, codex: Codex, { asOf, name }: Question) {
  const told = new Map<string, readonly (readonly string[])[]>();
  for (const page of knownAt(codex, asOf))
    for (const { attribute } of page.facts.filter(({ entity }) => entity === name))
      if (!told.has(attribute)) told.set(attribute, await hovered(editor, page, { asOf, name }, attribute));
  return told;
}

async function hovered(editor: Editor, page: Page, { asOf, name }: Question, attribute: string) {
  if (editor.textOf(pathOf(page)) === '') await editor.open(pathOf(page));
  await editor.connection.sendRequest('retcon/setViewpoint', { asOf, uri: editor.uriOf(pathOf(page)) });
  const text = editor.textOf(pathOf(page));
  const head = `entity: ${name}, attribute: `;
  const position = lineIndex(text).placeAt(text.indexOf(head + attribute) + head.length);
  const hover: Json = await editor.connection.sendRequest('textDocument/hover', {
    textDocument: { uri: editor.uriOf(pathOf(page)) },
    position,
  });
  const words = hover.contents.value as string;
  const stretches = words.split('\n').flatMap((line) => stretchOf(line, attribute));
  return DAYS.map((day) =>
    [...new Set(stretches.filter(({ from, until }) => from <= day && day < until).map(({ line }) => line))].sort(),
  );
}

/** `- *ash* from 3 TA until 7 TA — [abe](…), r1`. What is undated among dated ones holds on other lines of time. */
function stretchOf(line: string, attribute: string) {
  const found = /^- \*(?:\[(\w+)\]\([^)]*\)|(\w+))\*(.*?) — \[(\w+)\]/.exec(line);
  if (!found || found[3]?.includes('undated')) return [];
  const [, linked, plain, when = '', entry] = found;
  const day = (word: string, otherwise: number) =>
    Number(new RegExp(`${word} \\D*(\\d+)`).exec(when)?.[1] ?? otherwise);
  return [
    {
      line: `${attribute}: ${linked ?? plain} by ${entry}`,
      from: day('from', -Infinity),
      until: day('until', Infinity),
    },
  ];
}
