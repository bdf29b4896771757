/** Runs what the guide asks others to run: the hook for pre-commit, and the steps of the workflow. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import manifest from '../../package.json';
import { CLI, type Json, PROJECT, removeFolders, retcon, wordsOf } from './process';
import { newRepository, type Repository } from './repository';

afterAll(removeFolders);

const page = (founder: string): string => `---\nid: founding\ndate: 200 TA\nfacts: {vyr: {founder: ${founder}}}\n---\n`;
const RETCON = '---\ndate: 412 TA\nsupersedes: {id: founding, reason: so}\nfacts: {vyr: {founder: aldric}}\n---\n';

const GUIDE = readFileSync(path.join(PROJECT, 'docs/guide/working-together.md'), 'utf8');
const blocks = (language: string): string[] =>
  [...GUIDE.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].map(([, text = '']) => text);
const [lefthook, preCommit, workflow, codexYaml] = blocks('yaml').map((text): Json => parse(text));
const [
  ownPreCommit = '',
  ownPostMerge = '',
  ownPostRewrite = '',
  huskys = '',
  elsewhere = '',
  tagging = '',
  notes = '',
] = blocks('sh');

/** What npm puts on the way of those who call `npx`. */
const npx = `#!/bin/sh\nwhile [ "$1" != retcon ]; do shift; done\nshift\nexec "${process.execPath}" "${CLI}" "$@"\n`;
function withNpx(clone: Repository): Repository {
  clone.write({ 'bin/npx': npx });
  spawnSync('chmod', ['+x', path.join(clone.root, 'bin/npx')]);
  return clone;
}
const pathOf = (root: string): string => `${path.join(root, 'bin')}${path.delimiter}${process.env.PATH}`;

describe('the hook for pre-commit', () => {
  const hooks: Json = parse(readFileSync(path.join(PROJECT, '.pre-commit-hooks.yaml'), 'utf8'));
  const [hook] = hooks;
  const documented = preCommit.repos[0];

  it('is the one of the guide, and is called whatever is committed', () => {
    expect(hooks).toHaveLength(1);
    expect(documented.hooks.map(({ id }: Json) => id)).toEqual([hook.id]);
    expect(documented.rev).toBe(`v${manifest.version}`);
    expect(hook).toMatchObject({ language: 'node', always_run: true, pass_filenames: false });
    expect(Object.keys(manifest.bin)).toContain(wordsOf(hook.entry)[0]);
  });

  it('stops a silent change, and one that deletes a page of the baseline', () => {
    const { root, git, commit, write } = newRepository();
    const run = () => retcon([...wordsOf(hook.entry).slice(1), ...documented.hooks[0].args], { cwd: root });
    commit({ 'lore/founding.md': page('maric'), 'lore/refounding.md': RETCON });
    git('tag', 'v1');
    expect(run().status).toBe(0);
    write({ 'lore/founding.md': page('lysa') });
    git('add', '--all');
    expect(run()).toMatchObject({ status: 1, stdout: expect.stringContaining('founder of vyr was') });
    write({ 'lore/founding.md': null });
    git('add', '--all');
    expect(run()).toMatchObject({ status: 1, stdout: expect.stringContaining('retcon/deleted-entry') });
  });
});

describe('hooks that reach everybody', () => {
  /** What git does where its author has `npx` on the way, with what is said of it. */
  const does = ({ root }: Repository, command: string, ...args: string[]) => {
    const env = { ...process.env, PATH: pathOf(root), GIT_CONFIG_GLOBAL: '/dev/null', GIT_EDITOR: 'true' };
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8', env });
    return { status, said: `${stdout}${stderr}` };
  };
  function told(): Repository {
    const repository = newRepository();
    repository.commit({ 'codex.yaml': '', 'founding.md': page('maric') });
    repository.git('tag', 'v1');
    return withNpx(repository);
  }
  const silent = expect.stringContaining('founder of vyr was');

  it('stop commits and merges from a folder that is committed, and say what a pull or a rebase has brought', () => {
    const repository = told();
    const { root, git, write } = repository;
    write({
      '.githooks/pre-commit': ownPreCommit,
      '.githooks/pre-merge-commit': ownPreCommit,
      '.githooks/post-merge': ownPostMerge,
      '.githooks/post-rewrite': ownPostRewrite,
    });
    const [adding = '', configuring = ''] = [...GUIDE.matchAll(/`(git (?:add|config) [^`]*githooks[^`]*)`/g)].map(
      ([, line = '']) => line.replace(/\s+/g, ' '),
    );
    expect(does(repository, 'sh', '-c', `git add --all && ${adding} && ${configuring}`).status).toBe(0);
    spawnSync('sh', ['-c', 'chmod +x .githooks/*'], { cwd: root });
    git('switch', '--quiet', '--create', 'side');
    write({ 'founding.md': page('aldric') });
    expect(does(repository, 'git', 'commit', '--all', '-m', 'Slip')).toEqual({ status: 1, said: silent });
    expect(does(repository, 'git', 'commit', '--all', '--no-verify', '-m', 'Slip').status).toBe(0);
    git('switch', '--quiet', '--create', 'other', 'main');
    expect(does(repository, 'git', 'commit', '--allow-empty', '-m', 'More').status).toBe(0);
    expect(does(repository, 'git', 'merge', '--no-edit', 'side')).toEqual({ status: expect.any(Number), said: silent });
    git('reset', '--quiet', '--hard');
    const line = expect.stringContaining('leaves a silent retcon (founding.md)');
    expect(does(repository, 'git', 'merge', '--no-edit', '--no-verify', 'side')).toEqual({ status: 0, said: line });
    git('switch', '--quiet', 'side');
    expect(does(repository, 'git', 'rebase', '--force-rebase', 'v1')).toEqual({ status: 0, said: line });
    expect(JSON.parse(blocks('json')[0] ?? '').scripts.prepare).toBe(configuring);
  });

  it('are a line for husky and for lefthook, and another elsewhere', () => {
    const repository = told();
    const { root, git, write } = repository;
    const runs: string[] = [
      ...Object.values<Json>(lefthook).flatMap(({ jobs }) => jobs.map(({ run }: Json) => run)),
      huskys,
    ];
    expect(Object.keys(lefthook)).toEqual(['pre-commit', 'pre-merge-commit', 'post-merge']);
    write({ 'founding.md': page('aldric') });
    git('add', 'founding.md');
    const status = (line: string) => does(repository, 'sh', '-e', '-c', line).status;
    expect(runs.map(status)).toEqual([1, 1, 0, 1]);
    const clone = newRepository();
    clone.git('remote', 'add', 'origin', `file://${root}`);
    clone.git('pull', '--quiet', 'origin', 'main');
    expect(does(withNpx(clone), 'sh', '-c', elsewhere).status).toBe(0);
    clone.commit({ 'founding.md': page('aldric') });
    expect(does(clone, 'sh', '-c', elsewhere)).toEqual({ status: 1, said: silent });
  });

  it('compare with the newest book, which is what its notes tell of', () => {
    const origin = told();
    origin.git('tag', 'book-1');
    const clone = newRepository();
    clone.git('remote', 'add', 'origin', `file://${origin.root}`);
    clone.git('pull', '--quiet', '--tags', 'origin', 'main');
    withNpx(clone);
    clone.commit({ 'codex.yaml': `established: ${codexYaml.established}\n`, 'refounding.md': RETCON });
    expect(does(clone, 'sh', '-c', tagging.replaceAll('\n', '')).status).toBe(0);
    expect(retcon(['hook', 'install'], { cwd: clone.root }).stdout).toContain('as of book-2');
    expect(does(clone, 'sh', '-c', notes).said).toContain('> so — refounding');
  });
});

describe('the workflow of the guide', () => {
  const { steps, env } = workflow.jobs.retcon;
  const checkout = steps.find(({ uses }: Json) => uses?.startsWith('actions/checkout@'));
  const runs: string[] = steps.flatMap(({ run }: Json) => run ?? []);

  /** A clone as the checkout makes it, with a branch that goes on from main. */
  function pulled(origin: Repository, changes: Readonly<Record<string, string>>, depth: number): Repository {
    const clone = newRepository();
    clone.git('remote', 'add', 'origin', `file://${origin.root}`);
    clone.git('fetch', '--quiet', ...(depth === 0 ? [] : ['--depth', String(depth)]), 'origin', 'main');
    clone.git('switch', '--quiet', '--create', 'change', 'FETCH_HEAD');
    clone.git('update-ref', '-d', 'refs/remotes/origin/main');
    if (depth === 0) clone.git('fetch', '--quiet', 'origin');
    clone.commit(changes);
    return clone;
  }

  /** Runs the steps as a runner does: each in a shell, one after another. `npm ci` has put retcon on the way. */
  function ran({ root }: Repository): { readonly status: number | null; readonly stdout: string }[] {
    const surroundings = {
      ...process.env,
      PATH: pathOf(root),
      BASE: env.BASE.replace('${{ github.base_ref }}', 'main'),
      GITHUB_STEP_SUMMARY: path.join(root, 'summary.md'),
    };
    return runs
      .filter((run) => run !== 'npm ci')
      .map((run) => spawnSync('bash', ['-e', '-c', run], { cwd: root, encoding: 'utf8', env: surroundings }));
  }

  function told(): Repository {
    const origin = newRepository();
    origin.commit({ 'codex.yaml': '', 'founding.md': page('maric') });
    return origin;
  }

  it('stops a silent change at its line, says what changes, and collects it', () => {
    const clone = withNpx(pulled(told(), { 'founding.md': page('aldric') }, checkout.with['fetch-depth']));
    const [check, note, sarif] = ran(clone);
    expect(check).toMatchObject({ status: 1, stdout: expect.stringMatching(/^::error file=founding\.md,line=4,/) });
    const summary = readFileSync(path.join(clone.root, 'summary.md'), 'utf8').replace(/\b[0-9a-f]{40}\b/, 'BASE');
    expect([note?.status, summary]).toEqual([
      0,
      `## What changed since BASE

### vyr

- **Founder**, from 200 TA: was maric, is **aldric**

> **No retcon declares this**: founding
`,
    ]);
    const uploaded = steps.find(({ uses }: Json) => uses?.includes('upload-sarif')).with.sarif_file;
    const log: Json = JSON.parse(readFileSync(path.join(clone.root, uploaded), 'utf8'));
    expect([sarif?.status, log.runs[0].results[0].ruleId]).toEqual([0, 'retcon/silent']);
  });

  it('lets a declared one through', () => {
    const clone = withNpx(pulled(told(), { 'refounding.md': RETCON }, checkout.with['fetch-depth']));
    expect(ran(clone).map(({ status }) => status)).toEqual([0, 0, 0]);
    expect(readFileSync(path.join(clone.root, 'summary.md'), 'utf8')).toContain('> so — refounding');
  });

  it('fetches the history, without which there is nothing to compare with', () => {
    expect(checkout.with['fetch-depth']).toBe(0);
    const clone = withNpx(pulled(told(), { 'founding.md': page('aldric') }, 1));
    expect(ran(clone)[0]).toMatchObject({ status: 2, stderr: expect.stringContaining('origin/main') });
  });
});

it('problems are named from where one is, where the codex lies below', () => {
  const { root, commit } = newRepository();
  commit({ 'my lore/a.md': '---\ndate: 200 TA\nsupersedes: {id: nobody, reason: so}\n---\n' });
  const report = (format: string) => retcon(['check', '--root', 'my lore', '--format', format], { cwd: root }).stdout;
  expect(report('github')).toMatch(/^::error file=my lore\/a\.md,line=3,/);
  const log: Json = JSON.parse(report('sarif'));
  expect(log.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri).toBe('my%20lore/a.md');
  const quality: Json = JSON.parse(report('gitlab'));
  expect(quality).toMatchObject([
    {
      check_name: 'supersedes/unknown-id',
      severity: 'critical',
      location: { path: 'my lore/a.md', lines: { begin: 3, end: 3 } },
    },
    ...quality.slice(1),
  ]);
  const known = quality.map(({ fingerprint }: Json) => fingerprint);
  expect(new Set(known).size).toBe(known.length);
});
