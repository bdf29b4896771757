/** Every command that a stopped commit names is run: less is wrong after it, and nothing else that its author has written has changed. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { swap, WORLD, withKeys } from './month';
import { removeFolders, retcon, retconJson } from './process';
import { type Changes, newRepository, type Repository } from './repository';

afterAll(removeFolders);

/** Other edits, on a new page and on one of the baseline: they must stay, whatever is done. */
const HONEST = { 'prose.md': `${WORLD['prose.md']}More of it.\n`, 'new.md': '---\ncanon: session-48\n---\nNew.\n' };

const filesOf = ({ git, root }: Repository): ReadonlyMap<string, string> =>
  new Map(
    git('ls-files')
      .split('\n')
      .map((file): [string, string] => [file, readFileSync(path.join(root, file), 'utf8')]),
  );

/** The words of all pages, as often as they stand there. */
function wordsOf(files: ReadonlyMap<string, string>): string[] {
  return [...files.values()].flatMap((text) => text.match(/[\p{L}\p{N}]+/gu) ?? []).sort();
}

/** The commands that are named for what is staged, as they are copied into a shell. */
function commandsFor({ root }: Repository): string[] {
  const { status, stdout } = retcon(['check', '--staged'], { cwd: root });
  expect(status).toBe(1);
  const lines = stdout.slice(stdout.indexOf('Nothing was committed')).split('\n');
  return lines.flatMap((line) =>
    [...line.matchAll(/`([^`]+)`/g)].flatMap(([, words = '']) =>
      /^\S+ \S/.test(words) && words !== 'git add' ? words : [],
    ),
  );
}

const errorsIn = ({ root }: Repository): number => retconJson(['check', '--staged'], { cwd: root }).json.summary.errors;

/** What is done, and what the commands that are named for it begin with. */
const CASES: readonly (readonly [what: string, edit: Changes, ways: readonly string[]])[] = [
  ['a value', swap('founding.md', 'founder: maric', 'founder: aldric'), ['declare', 'checkout']],
  ['a slip', swap('founding.md', 'We endure', 'We endrue'), ['declare', 'errata', 'checkout']],
  ['an end', swap('reign.md', 'until: 400 TA', 'until: 395 TA'), ['declare', 'checkout']],
  ['the date of an event', swap('battle.md', '301 TA', '302 TA'), ['checkout']],
  ['a page that has gone', { 'oath.md': null }, ['checkout']],
  ['a page of a chain that has gone', { 'fort.md': null }, ['checkout']],
  ['a retcon that was moved', swap('refort.md', 'effective: 300 TA', 'effective: 320 TA'), ['checkout']],
  ['a retraction taken out', swap('no-curse.md', 'retracts: [{id: curse, reason: A tale.}]\n', ''), ['checkout']],
  ['a page made a draft', withKeys('lonely.md', 'draft: true\n'), ['checkout']],
  ['what codex.yaml says', swap('codex.yaml', 'Thaw, days: 31', 'Thaw, days: 33'), ['checkout']],
  ['two pages', { ...swap('lonely.md', '"30"', '"31"'), ...swap('oath.md', 'vyr}', 'orm}') }, ['declare', 'checkout']],
];

it.each(CASES)('after %s, what is named does what it says', (_, edit, ways) => {
  const repository = newRepository();
  const { root, git, write, commit } = repository;
  commit(WORLD);
  git('tag', 'v1');
  write({ ...HONEST, ...edit });
  git('add', '--all');
  const [before, errors, commands] = [filesOf(repository), errorsIn(repository), commandsFor(repository)];
  const named = (way: string): string | undefined =>
    commands.find((one) => one.includes(` ${way} `) || one.endsWith(` ${way}`));
  expect(commands.map((one) => ['declare', 'errata', 'checkout'].find((way) => named(way) === one))).toEqual(ways);
  const tree = git('write-tree');
  for (const command of commands) {
    git('read-tree', '--reset', '-u', tree);
    git('clean', '--quiet', '--force', '-d');
    const call = /\bcheckout\b/.test(command) ? command : command.replace(/ declare\b/, ' declare --yes');
    const { status, stderr } = spawnSync('sh', ['-c', call], { cwd: root, encoding: 'utf8' });
    expect([call, status, stderr]).toEqual([call, 0, expect.anything()]);
    git('add', '--all');
    const after = filesOf(repository);
    expect(errorsIn(repository)).toBeLessThan(errors);
    const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
      (file) => before.get(file) !== after.get(file),
    );
    const isOurs = (file: string): boolean => Object.hasOwn(edit, file);
    if (/\bcheckout\b/.test(command)) {
      expect(changed.filter((file) => !isOurs(file))).toEqual([]);
      for (const file of changed)
        expect(after.get(file)).toBe(Object.entries(WORLD).find(([one]) => one === file)?.[1]);
    } else {
      // What is new makes pages of its own; no word that the author has written is anywhere less than it was.
      expect(changed.filter((file) => before.has(file) && !isOurs(file))).toEqual([]);
      const left = wordsOf(after);
      expect(wordsOf(before).filter((word) => !left.includes(word))).toEqual([]);
    }
  }
});
