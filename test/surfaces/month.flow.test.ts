/** A month of two authors with git's hooks installed: branches, merges, rebases and two releases. */
import { spawnSync } from 'node:child_process';
import { afterAll, expect, it } from 'vitest';
import { WORLD } from './month';
import { removeFolders, retcon, retconJson } from './process';
import { type Changes, type Repository, twoAuthors } from './repository';

afterAll(removeFolders);

/** What git does with its hooks: whether it did, and what retcon has said. */
function does({ root }: Repository, ...args: string[]): readonly [boolean, string] {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null', GIT_EDITOR: 'true' };
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8', env });
  const said = `${stdout}${stderr}`
    .split(/[\r\n]/)
    .filter((line) => /retcon: |(?:retcon|supersedes)\/[a-z-]+$/.test(line));
  return [status === 0, said.join('\n')];
}
function commits(one: Repository, changes: Changes, ...more: string[]): readonly [boolean, string] {
  one.write(changes);
  one.git('add', '--all');
  return does(one, 'commit', '--message', 'Write', ...more);
}
const PASSED = [true, ''] as const;
const STOPPED = [false, expect.stringContaining('without a retcon')] as const;
const founding = (founder: string): Changes => ({
  'founding.md': WORLD['founding.md'].replace('founder: maric', `founder: ${founder}`),
});
const SLIP: Changes = { 'houses/house-orm.md': WORLD['houses/house-orm.md'].replace('ormhold', 'orm keep') };
const page = (id: string, facts: string, more = ''): Changes => ({
  [`${id}.md`]: `---\nid: ${id}\ncanon: session-48\n${more}facts: {${facts}}\n---\n`,
});

it('they are stopped exactly where the baseline has changed, and go on when they have declared it', () => {
  const { ilse, tom } = twoAuthors({ ...WORLD, 'codex.yaml': `${WORLD['codex.yaml']}established: git:book-*\n` });
  for (const { root } of [ilse, tom]) expect(retcon(['hook', 'install'], { cwd: root }).status).toBe(0);

  // Before the first book, the baseline is what has been pushed.
  const draft = commits(ilse, founding('orm'));
  expect(draft).toEqual([
    false,
    expect.stringContaining('no tag matches "book-*" here yet, so it was compared with origin/main.'),
  ]);
  ilse.git('reset', '--quiet', '--hard');
  ilse.git('tag', 'book-1');
  ilse.git('push', '--quiet', 'origin', 'main', 'book-1');
  tom.git('pull', '--quiet', '--tags');

  // Tom changes his mind, is stopped, and declares it.
  expect(commits(tom, founding('aldric'))).toEqual(STOPPED);
  expect(retcon(['declare', '--yes', '--reason', 'The ledger names Aldric.'], { cwd: tom.root }).status).toBe(0);
  expect(commits(tom, {})).toEqual(PASSED);
  tom.git('push', '--quiet');

  // Ilse writes on meanwhile; hers goes on top of his, by a rebase and by a merge.
  expect(commits(ilse, page('mill', 'mill: {owner: orm}'))).toEqual(PASSED);
  expect(does(ilse, 'pull', '--rebase')).toEqual(PASSED);
  expect(commits(ilse, page('well', 'well: {depth: "9"}'))).toEqual(PASSED);
  ilse.git('push', '--quiet');
  expect(commits(tom, page('oak', 'oak: {age: "90"}'))).toEqual(PASSED);
  expect(does(tom, 'pull', '--no-rebase', '--no-edit')).toEqual(PASSED);

  // What is amended is asked about; of what is picked, or squashed, nobody was.
  expect(commits(tom, page('oak', 'oak: {age: "95"}'), '--amend')).toEqual(PASSED);
  expect(commits(tom, { 'oath.md': null }, '--amend')).toEqual([false, expect.stringContaining('oath has gone')]);
  tom.git('reset', '--quiet', '--hard');
  tom.git('switch', '--quiet', '--create', 'slip');
  expect(commits(tom, SLIP, '--no-verify')[0]).toBe(true);
  tom.git('switch', '--quiet', 'main');
  expect(does(tom, 'cherry-pick', 'slip')).toEqual([
    true,
    expect.stringMatching(/^retcon: this commit leaves a silent/),
  ]);
  tom.git('reset', '--quiet', '--hard', 'HEAD~1');
  tom.git('merge', '--quiet', '--squash', 'slip');
  expect(commits(tom, {})).toEqual(STOPPED);
  tom.git('reset', '--quiet', '--hard');

  // Three branches at once.
  for (const name of ['birch', 'ash']) {
    tom.git('switch', '--quiet', '--create', name, 'main~1');
    expect(commits(tom, page(name, `${name}: {age: "7"}`))).toEqual(PASSED);
    tom.git('switch', '--quiet', 'main');
  }
  expect(does(tom, 'merge', '--no-edit', 'birch', 'ash')).toEqual(PASSED);
  tom.git('push', '--quiet');

  // Both supersede the same page; who comes second is stopped, and chains them.
  const superseding = (id: string): string => `date: 310 TA\nsupersedes: [{id: ${id}, reason: So.}]\n`;
  expect(does(ilse, 'pull', '--rebase')).toEqual(PASSED);
  expect(commits(ilse, page('ilses-oath', 'bridge: {sworn_by: ilse}', superseding('oath')))).toEqual(PASSED);
  ilse.git('push', '--quiet');
  expect(commits(tom, page('toms-oath', 'bridge: {sworn_by: tom}', superseding('oath')))).toEqual(PASSED);
  expect(does(tom, 'pull', '--no-rebase', '--no-edit')).toEqual([false, expect.stringMatching(/supersedes\/fork$/)]);
  expect(retconJson(['fork'], { cwd: tom.root }).json.forks).toMatchObject([
    { superseded: { id: 'oath' }, by: [{ id: 'ilses-oath' }, { id: 'toms-oath' }] },
  ]);
  expect(commits(tom, page('toms-oath', 'bridge: {sworn_by: tom}', superseding('ilses-oath')))).toEqual(PASSED);
  tom.git('push', '--quiet');

  // The second book closes the session, and publishes what has been declared since the first: from now on that is in the baseline as well.
  const closed = WORLD['codex.yaml'].replace('{id: session-48, open: true}', 'session-48');
  expect(commits(tom, { 'codex.yaml': `${closed}established: git:book-*\n` })).toEqual(PASSED);
  tom.git('push', '--quiet');
  tom.git('tag', 'book-2');
  tom.git('push', '--quiet', 'origin', 'book-2');
  const notes = retcon(['diff', 'git:book-1', 'git:book-2', '--format', 'markdown'], { cwd: tom.root }).stdout;
  expect(notes).toContain('> The ledger names Aldric.');
  expect(notes).not.toContain('No retcon declares this');
  ilse.git('fetch', '--quiet', '--tags');
  ilse.write(page('mill', 'mill: {owner: nobody}'));
  expect(retconJson(['check', '--since', 'book-2'], { cwd: ilse.root })).toMatchObject({
    stderr: expect.stringMatching(/^retcon: your branch is behind book-2 by \d+: merge it first\.\n$/),
  });
  ilse.git('checkout', '--quiet', '--', '.');
  expect(does(ilse, 'pull', '--ff-only')).toEqual(PASSED);
  expect(commits(ilse, { 'toms-oath.md': null })).toEqual([
    false,
    expect.stringContaining('toms-oath has been deleted since book-2'),
  ]);
});
