/** The conformance cases of test/conformance/cases, each run on the built command line; test/conformance/README.md says what a case holds. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Json, PROJECT, retcon } from './process';

const FOLDER = path.join(PROJECT, 'test/conformance');

/** Texts by their paths; null deletes a file. */
type Files = Readonly<Record<string, string | null>>;

interface WantedDiagnostic {
  readonly file: string;
  readonly code: string;
  readonly at?: string;
  readonly severity?: string;
}

interface Step {
  readonly run: string;
  readonly exit?: number;
  readonly expect?: Json;
  readonly answer?: readonly string[];
  readonly without?: readonly string[];
  readonly holds?: Readonly<Record<string, readonly string[]>>;
  readonly lacks?: Readonly<Record<string, readonly string[] | null>>;
  readonly diagnostics?: readonly WantedDiagnostic[];
  readonly hints?: boolean;
}

interface Case {
  readonly name: string;
  readonly files?: Files;
  readonly commits?: readonly { readonly files: Files; readonly tag?: string; readonly message?: string }[];
  readonly stage?: boolean;
  readonly steps: readonly Step[];
}

const CASE_KEYS = new Set(['name', 'files', 'commits', 'stage', 'steps']);
const STEP_KEYS = new Set('run exit expect answer without holds lacks diagnostics hints'.split(' '));

const namesIn = (folder: string): string[] =>
  readdirSync(path.join(FOLDER, folder))
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => path.basename(file, '.yaml'));

/** @throws where a key is unknown: what it asks for would not be looked at */
function readCase(name: string): Case {
  const read: Case = parse(readFileSync(path.join(FOLDER, 'cases', `${name}.yaml`), 'utf8'));
  const unknown = [
    ...Object.keys(read).filter((key) => !CASE_KEYS.has(key)),
    ...read.steps.flatMap((step) => Object.keys(step).filter((key) => !STEP_KEYS.has(key))),
  ];
  if (unknown.length > 0) throw new Error(`${name}: unknown keys: ${unknown.join(', ')}`);
  return read;
}

/** The words of a call, with `\"` for a quote inside quotes. */
function wordsOf(line: string): string[] {
  const word = /"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g;
  if (/["']/.test(line.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, ''))) throw new Error(`unbalanced quotes: ${line}`);
  return [...line.matchAll(word)].map(([, double, single, bare]) => double ?? single ?? bare ?? '');
}

/** Where an answer differs from the part of it that is expected, a line for each difference. */
function differences(want: Json, got: Json, where: string): string[] {
  const shown = JSON.stringify(got)?.slice(0, 300);
  if (typeof want === 'string' && want.startsWith('~'))
    return typeof got === 'string' && new RegExp(want.slice(1), 'i').test(got)
      ? []
      : [`${where}: want ${want}, got ${shown}`];
  if (Array.isArray(want)) {
    if (!Array.isArray(got)) return [`${where}: want a list, got ${shown}`];
    if (want.length !== got.length) return [`${where}: want ${want.length} item(s), got ${got.length}: ${shown}`];
    return want.flatMap((item, i) => differences(item, got[i], `${where}[${i}]`));
  }
  if (want !== null && typeof want === 'object') {
    if (got === null || typeof got !== 'object') return [`${where}: want an object, got ${shown}`];
    return Object.entries(want).flatMap(([key, value]) =>
      differences(value, got[key], where === '' ? key : `${where}.${key}`),
    );
  }
  return want === got ? [] : [`${where}: want ${JSON.stringify(want)}, got ${shown}`];
}

/** The text that the range of a diagnostic covers. */
function coveredText(root: string, { file, range }: Json): string {
  if (!existsSync(path.join(root, file))) return '';
  const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
  const { start, end } = range;
  const covered = lines.slice(start.line, end.line + 1);
  const last = covered.length - 1;
  return covered
    .map((line, i) => line.slice(i === 0 ? start.character : 0, i === last ? end.character : undefined))
    .join('\n');
}

function diagnosticDifferences(root: string, step: Step, json: Json): string[] {
  const wanted = [...(step.diagnostics ?? [])];
  const codes = new Set(wanted.map(({ code }) => code));
  const isQuiet = ({ severity, code }: Json): boolean => /^(?:hint|info)$/.test(severity) && !codes.has(code);
  const unwanted = json.diagnostics
    .filter((found: Json) => step.hints === true || !isQuiet(found))
    .flatMap((found: Json) => {
      const text = coveredText(root, found);
      const i = wanted.findIndex(
        ({ file, code, at = text, severity = found.severity }) =>
          file === found.file && code === found.code && at === text && severity === found.severity,
      );
      if (i >= 0) wanted.splice(i, 1);
      return i >= 0 ? [] : [`not wanted: ${found.file} ${found.code} at ${JSON.stringify(text)}: ${found.message}`];
    });
  return [
    ...unwanted,
    ...wanted.map((one) => `missing: ${JSON.stringify(one)}`),
    ...orderDifferences(json.diagnostics),
  ];
}

/** Diagnostics come in file, then position order. */
function orderDifferences(diagnostics: readonly Json[]): string[] {
  const isBefore = (a: Json, b: Json): boolean => {
    if (a.file !== b.file) return a.file < b.file;
    const [one, other] = [a.range.start, b.range.start];
    return one.line === other.line ? one.character <= other.character : one.line < other.line;
  };
  return diagnostics.flatMap((one, i) => {
    const next = diagnostics[i + 1];
    return next === undefined || isBefore(one, next) ? [] : [`${one.file}: diagnostics are not in order`];
  });
}

function fileDifferences(tmp: string, { holds = {}, lacks = {} }: Step): string[] {
  const textOf = (file: string): string | null => {
    const name = path.join(tmp, file);
    return existsSync(name) ? readFileSync(name, 'utf8') : null;
  };
  return [
    ...Object.entries(holds).flatMap(([file, words]) =>
      words.filter((word) => !textOf(file)?.includes(word)).map((word) => `${file} lacks ${JSON.stringify(word)}`),
    ),
    ...Object.entries(lacks).flatMap(([file, words]) => {
      const text = textOf(file);
      if (words === null) return text === null ? [] : [`${file} is there`];
      if (text === null) return [`${file} is absent`];
      return words.filter((word) => text.includes(word)).map((word) => `${file} holds ${JSON.stringify(word)}`);
    }),
  ];
}

function answerDifferences({ answer = [] }: Step, json: Json): string[] {
  const told = String(json.answer ?? '').toLowerCase();
  let from = 0;
  for (const word of answer) {
    const found = told.indexOf(word.toLowerCase(), from);
    if (found < 0) return [`answer: "${word}" is missing or out of order in: ${json.answer}`];
    from = found + word.length;
  }
  return [];
}

function stepDifferences(root: string, tmp: string, step: Step): string[] {
  const args = [...wordsOf(step.run.replaceAll('{tmp}', tmp)), '--root', root, '--format', 'json'];
  const { status, stdout, stderr } = retcon(args, { cwd: root });
  const hasError = step.diagnostics?.some(({ severity = 'error' }) => severity === 'error');
  const wantedExit = step.exit ?? (hasError ? 1 : 0);
  const exit =
    status === wantedExit ? [] : [`exit: want ${wantedExit}, got ${status}: ${(stderr || stdout).slice(0, 300)}`];
  const json: Json = JSON.parse(stdout);
  return [
    ...exit,
    ...(step.expect === undefined ? [] : differences(step.expect, json, '')),
    ...(step.without ?? [])
      .filter((word) => stdout.toLowerCase().includes(word.toLowerCase()))
      .map((word) => `stdout holds ${word}`),
    ...fileDifferences(tmp, step),
    ...answerDifferences(step, json),
    ...(step.diagnostics ? diagnosticDifferences(root, step, json) : []),
  ];
}

function writeFiles(root: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    if (text === null) rmSync(file, { force: true });
    else writeFileSync(file, text);
  }
}

/** Git without the settings of the user who runs the test. */
const CONFIG = 'user.name=t user.email=t@example.org commit.gpgsign=false tag.gpgsign=false core.hooksPath=/dev/null'
  .split(' ')
  .flatMap((setting) => ['-c', setting]);

function layOut(root: string, { files = {}, commits = [], stage = false }: Case): void {
  const git = (...args: string[]) => execFileSync('git', [...CONFIG, ...args], { cwd: root, stdio: 'pipe' });
  if (commits.length > 0) git('init', '-q', '-b', 'main');
  for (const commit of commits) {
    writeFiles(root, commit.files);
    git('add', '-A');
    git('commit', '-q', '-m', commit.message ?? 'x');
    if (commit.tag !== undefined) git('tag', commit.tag);
  }
  writeFiles(root, files);
  if (stage) git('add', '-A');
}

const made: string[] = [];

function newFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'codex-'));
  made.push(folder);
  return folder;
}

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('the conformance case', () => {
  it.each(namesIn('cases'))('%s', (name) => {
    const read = readCase(name);
    const [root, tmp] = [newFolder(), newFolder()];
    layOut(root, read);
    expect(read.steps.length > 0).toBe(true);
    for (const step of read.steps) expect(stepDifferences(root, tmp, step), `retcon ${step.run}`).toEqual([]);
  });
});

it('test/conformance/coming/README.md names the issue of each case that is not run yet', () => {
  const rows = readFileSync(path.join(FOLDER, 'coming/README.md'), 'utf8').matchAll(/^\| `([\w-]+)` \| \S.* \|$/gm);
  expect(new Set([...rows].map(([, name]) => name))).toEqual(new Set(namesIn('coming')));
});
