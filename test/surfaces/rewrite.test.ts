/** `retcon rewrite`: shown first, written whole or not at all, and silent to nobody. */
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { newRepository } from './repository';
import { EXAMPLE, folderWith, type Json, removeFolders, retcon, retconJson } from './process';

afterAll(removeFolders);

const story = {
  'codex.yaml': 'revisions: [r1, {id: r2, open: true}]\n',
  'house.md': '---\ndate: 200 TA\ncanon: r1\nfacts: {house: {seat: vyrhold, words: We keep the fire}}\n---\n',
  'market.md': '---\ncanon: r1\nfacts: {market: {place: vyrhold}}\n---\n',
  'founding.md': '---\ndate: 100 TA\ncanon: r1\nfacts: {house: {hall: vyrhold}}\n---\n',
  'refounding.md':
    '---\ndate: 300 TA\ncanon: r1\nsupersedes: {id: founding, reason: So.}\nfacts: {house: {hall: ashhold}}\n---\n',
};
const call = ['rewrite', 'vyrhold', 'newhold', '--reason', 'It was renamed.'];
const files = (cwd: string): Json =>
  Object.fromEntries(readdirSync(cwd).map((file) => [file, readFileSync(path.join(cwd, file), 'utf8')]));

describe('rewrite', () => {
  it('shows every fact and what is left alone, and writes nothing in a dry run', () => {
    const cwd = folderWith(story);
    const { status, stdout, stderr } = retcon([...call, '--dry-run'], { cwd });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toBe(`vyrhold becomes newhold, always, as if it had never been otherwise; decided in r2
house.md
  4:23    house.seat: vyrhold → newhold, from 200 TA

market.md
  3:25    market.place: vyrhold → newhold

Left alone
founding.md
  4:23    house.hall: vyrhold, from 100 TA, until 300 TA: refounding (refounding.md) has superseded it already: declare the next retcon of that page, or retract it first.

New: newhold-in-place-of-vyrhold.md, a retcon of 2 facts in 2 files.
Nothing was written.
`);
    expect(files(cwd)).toEqual(story);
  });

  it('writes one new entry, after which both states are answered and nothing is wrong', () => {
    const cwd = folderWith(story);
    const { status, json } = retconJson([...call, '--yes', '--effective', '400 TA'], { cwd });
    expect(status).toBe(0);
    expect(Object.keys(json)).toEqual([
      'old',
      'new',
      'effective',
      'canon',
      'reason',
      'facts',
      'left_alone',
      'diagnostics',
      'creates',
      'edits',
      'written',
    ]);
    expect(json).toMatchObject({ effective: '400 TA', canon: 'r2', diagnostics: [], written: true });
    expect(json.facts[0]).toEqual({
      file: 'house.md',
      range: { start: { line: 3, character: 22 }, end: { line: 3, character: 29 } },
      entry: 'house',
      entity: 'house',
      attribute: 'seat',
      value: 'vyrhold',
      from: '200 TA',
      until: null,
      new: 'newhold',
      ref: null,
      by: 'newhold-in-place-of-vyrhold.md',
    });
    const [{ file, text }] = json.creates;
    expect(files(cwd)).toEqual({ ...story, [file]: text });
    expect(retcon(['check'], { cwd }).stdout).toBe('5 entries read: 0 errors, 0 warnings.\n');
    const seat = (...more: string[]): Json =>
      retconJson(['was-true-at', 'house', '--attribute', 'seat', ...more], { cwd }).json.facts[0].values.map(
        (one: Json) => one.value,
      );
    expect([seat(), seat('--at', '399 TA'), seat('--as-of', 'r1')]).toEqual([['newhold'], ['vyrhold'], ['vyrhold']]);
  });

  it('is not a silent retcon', () => {
    const repository = newRepository();
    repository.commit(story);
    repository.git('tag', 'v1');
    const cwd = repository.root;
    expect(retcon([...call, '--yes'], { cwd }).status).toBe(0);
    repository.git('add', '--all');
    const { status, stdout } = retcon(['check', '--staged'], { cwd });
    expect([status, stdout]).toEqual([0, '5 entries read: 0 errors, 0 warnings.\n']);
  });

  it('can be narrowed down to an attribute or an entity', () => {
    const cwd = folderWith(story);
    const said = (...more: string[]): Json =>
      retconJson([...call, '--dry-run', ...more], { cwd }).json.facts.map((one: Json) => one.entity);
    expect([said('--attribute', 'place'), said('--entity', 'house')]).toEqual([['market'], ['house']]);
  });

  it('asks nobody who is not there', () => {
    const cwd = folderWith(story);
    const { status, stderr } = retcon(call, { cwd });
    expect([status, stderr]).toEqual([
      2,
      'retcon: nobody is there to answer: give --yes to write, or --dry-run to see what would be written.\n',
    ]);
    expect(retcon([...call, '--effective', 'soon'], { cwd }).stderr).toMatch(/^retcon: [^\n]*"soon"/);
    expect(files(cwd)).toEqual(story);
  });

  it('refuses what makes no sense, with the words that were given', () => {
    const cwd = folderWith({
      ...story,
      'a/twin.md': '---\ntitle: Twin\n---\n',
      'b/twin.md': '---\ntitle: Twin\n---\n',
      'newhold.md': '---\ntitle: Newhold\n---\n',
    });
    const refusal = (...args: string[]): Json => {
      const { status, json } = retconJson(['rewrite', ...args, '--dry-run'], { cwd });
      return [status, json.error.code, json.error.message];
    };
    expect(refusal('vyrhol', 'x')).toEqual([
      1,
      'not-found',
      'No fact in question says "vyrhol" now. Did you mean vyrhold?',
    ]);
    expect(refusal('Newhold', 'x')[2]).toMatch(
      /^"Newhold" is the title of newhold.md, and no fact .* change it there: F2/,
    );
    expect(refusal('vyrhold', '[[Twin]]')).toEqual([1, 'ambiguous', '"Twin" could be a/twin or b/twin: say which.']);
    expect(refusal('vyrhold', ' ')).toEqual([2, 'usage', 'Say what takes its place: a text, or the name of a note.']);
    expect(refusal('vyrhold', 'vyrhold')).toEqual([2, 'usage', 'It already says "vyrhold".']);
    expect(refusal('vyrhold', 'TBD')).toEqual([2, 'usage', '"TBD" says nothing: say what takes its place.']);
    expect(refusal('vyrhold', 'x', '--effective', 'soon').slice(0, 2)).toEqual([2, 'bad-date']);
    expect(refusal('vyrhold', 'x', '--entity', 'nobody').slice(0, 2)).toEqual([1, 'not-found']);
    expect(refusal('vyrhold', 'x', '--canon', 'r9')).toEqual([
      2,
      'usage',
      '"r9" is neither a revision in codex.yaml nor a real-world date. Accepted: r1, r2, a date such as 2026-05-12.',
    ]);
    expect(refusal('vyrhold', 'x', '--attribute', 'seats')).toEqual([
      1,
      'not-found',
      'No fact has the attribute "seats". Did you mean seat?',
    ]);
    expect(refusal('vyrhold', 'x', '--correction', '--effective', '400 TA').slice(0, 2)).toEqual([2, 'usage']);
    expect(refusal('vyrhold', 'x', '--yes').slice(0, 2)).toEqual([2, 'usage']);
    expect(refusal('vyrhold', 'x', '--attribute', 'hall')).toEqual([
      1,
      'not-found',
      'nothing that says "vyrhold" can be changed: founding.md: refounding (refounding.md) has superseded it already: declare the next retcon of that page, or retract it first.',
    ]);
  });

  it('leaves the example codex with no more problems than it had', () => {
    const cwd = folderWith({});
    cpSync(EXAMPLE, cwd, { recursive: true });
    const before = retconJson(['check'], { cwd }).json.summary;
    expect(retcon(['rewrite', 'vyrhold', 'The Long Hall', '--yes', '--reason', 'So.'], { cwd }).status).toBe(0);
    expect(retconJson(['check'], { cwd }).json.summary).toEqual({
      ...before,
      files: before.files + 1,
      entries: before.entries + 1,
    });
  });
});
