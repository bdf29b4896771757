/**
 * Trials of repositories that somebody else has made, malicious or damaged: nothing of them is run, and each call ends
 * with an answer or a reason.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { anyText } from '../support/anyText';
import { CLI, folderWith } from '../surfaces/process';
import { newRepository } from '../surfaces/repository';
import { slowTrial, type Trial } from './attack';
import { refuseSlips } from './watched';

/** Settings that make git run something, or read elsewhere. `TRAP` is a program that leaves a mark. */
const CONFIG = [
  ...['core.fsmonitor=TRAP', 'core.pager=TRAP', 'core.editor=TRAP', 'core.sshCommand=TRAP', 'core.hooksPath=../hooks'],
  ...[
    'core.askPass=TRAP',
    'core.gitProxy=TRAP',
    'core.alternateRefsCommand=TRAP',
    'core.worktree=/',
    'core.worktree=..',
  ],
  ...['core.bare=true', 'core.attributesFile=/dev/zero', 'core.excludesFile=/dev/zero', 'core.quotePath=true'],
  ...['core.repositoryFormatVersion=9', 'core.repositoryFormatVersion=1', 'extensions.objectFormat=sha256'],
  ...['extensions.worktreeConfig=true', 'extensions.refStorage=reftable', 'extensions.partialClone=origin'],
  ...['core.symlinks=false', 'core.ignoreCase=true', 'core.precomposeUnicode=true', 'core.splitIndex=true'],
  ...['core.logAllRefUpdates=always', 'core.abbrev=4', 'core.autocrlf=input', 'core.eol=crlf', 'core.fileMode=false'],
  ...[
    'diff.external=TRAP',
    'diff.evil.command=TRAP',
    'diff.evil.textconv=TRAP',
    'diff.noprefix=true',
    'diff.renames=copies',
  ],
  ...['diff.relative=false', 'diff.ignoreSubmodules=all', 'diff.orderFile=/dev/zero', 'diff.mnemonicPrefix=true'],
  ...['filter.evil.clean=TRAP', 'filter.evil.smudge=TRAP', 'filter.evil.process=TRAP', 'filter.evil.required=true'],
  ...['merge.evil.driver=TRAP', 'merge.renames=false', 'log.showSignature=true', 'log.follow=true', 'log.date=raw'],
  ...['log.showRoot=false', 'log.mailmap=true', 'mailmap.file=/dev/zero', 'format.pretty=%x00%x1b', 'color.ui=always'],
  ...[
    'gpg.program=TRAP',
    'gpg.ssh.program=TRAP',
    'credential.helper=!TRAP',
    'alias.log=!TRAP',
    'alias.rev-parse=!TRAP',
  ],
  ...[
    'remote.origin.url=ext::TRAP',
    'remote.origin.promisor=true',
    'remote.origin.uploadpack=TRAP',
    'protocol.ext.allow=always',
  ],
  ...['url.ext::TRAP.insteadOf=https://', 'uploadpack.packObjectsHook=TRAP', 'index.version=4', 'index.sparse=true'],
  ...[
    'feature.manyFiles=true',
    'core.commitGraph=true',
    'core.multiPackIndex=true',
    'pack.packSizeLimit=1',
    'i18n.logOutputEncoding=UTF-16',
  ],
  ...['i18n.commitEncoding=EUC-JP', 'trace2.eventTarget=/dev/full', 'include.path=../config', 'include.path=/dev/zero'],
  ...[
    'include.path=config',
    'includeIf.gitdir:**.path=../config',
    'versionsort.suffix=-',
    'tag.sort=TRAP',
    'core.untrackedCache=true',
  ],
  ...[
    'branch.main.remote=.',
    'branch.main.merge=refs/heads/main',
    'submodule.recurse=true',
    'status.showUntrackedFiles=no',
  ],
];

/** Files of a repository that git no longer reads as it wrote them, or that it never writes. */
const PLACES = [
  ...[
    'HEAD',
    'ORIG_HEAD',
    'MERGE_HEAD',
    'CHERRY_PICK_HEAD',
    'packed-refs',
    'index',
    'index.lock',
    'HEAD.lock',
    'config.lock',
  ],
  ...[
    'shallow',
    'commondir',
    'gitdir',
    'config.worktree',
    'refs/heads/main',
    'refs/tags/v1',
    'refs/tags/v2',
    'refs/tags/a.lock',
  ],
  ...[
    'refs/remotes/origin/HEAD',
    'refs/replace/x',
    'info/grafts',
    'info/sparse-checkout',
    'info/attributes',
    'info/exclude',
  ],
  ...[
    'objects/info/alternates',
    'objects/info/commit-graph',
    'logs/HEAD',
    'rebase-merge/head-name',
    'rebase-merge/onto',
    'rebase-apply/x',
  ],
  ...['sequencer/todo', 'BISECT_LOG', 'modules/x/HEAD', 'worktrees/w/gitdir', 'refs/stash'],
];

const content = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      '\n',
      'ref: refs/heads/main\n',
      'ref: refs/heads/none\n',
      'ref: HEAD\n',
      'ref: ../../../etc/passwd\n',
      'gitdir: ..\n',
    ],
    ...[
      'ID\n',
      'ID',
      `${'0'.repeat(40)}\n`,
      `${'f'.repeat(40)}\n`,
      'ID refs/tags/v1\n',
      'ID ID\n',
      '../..\n',
      '/\n',
      '/dev/zero\n',
    ],
    ...[
      '<<<<<<<\n',
      '/*\n!/*/\n',
      '* filter=evil diff=evil merge=evil working-tree-encoding=UTF-16 ident\n',
      'DIRC\x00\x00\x00\x02',
    ],
  ),
  anyText({ maxLength: 40 }),
);

const harm = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('config' as const),
      lines: fc.array(fc.constantFrom(...CONFIG), { minLength: 1, maxLength: 20 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('file' as const), file: fc.constantFrom(...PLACES), content }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('attributes' as const), content }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('object' as const), which: fc.nat(99), keep: fc.nat(60) }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constantFrom('hooks' as const, 'gitfile' as const, 'folder' as const), content }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('established' as const), content }) },
);
type Harm = typeof harm extends fc.Arbitrary<infer T> ? T : never;

/** Each command uses git; none writes a page. */
const CALLS = [
  ['check'],
  ['check', '--staged'],
  ['check', '--since', 'v1'],
  ['check', '--since', 'HEAD~1', '--format', 'json'],
  ['log', '--since', 'git:v1'],
  ['diff', 'git:v1'],
  ['diff', 'git:v1', 'git:HEAD'],
  ['lookup', 'founding', '--as-of', 'git:main'],
  ['was-true-at', 'vyr', '--as-of', 'git:v2'],
  ['declare', '--dry-run'],
  ['hook', 'tell', 'merge'],
  ['hook', 'install'],
];

const page = (founder: string): string =>
  `---\nid: founding\ndate: 200 TA\nfacts: {vyr: {founder: ${founder}}}\n---\nProse.\n`;

let model: { readonly root: string; readonly id: string } | null = null;

/** Made once, and copied for each input. */
function modelRepository() {
  const { root, git, commit, write } = newRepository();
  commit({ 'codex.yaml': 'attributes: {founder: constant}\n', 'founding.md': page('maric') });
  git('tag', 'v1');
  commit({ 'other.md': '# Other\n' });
  git('tag', '--annotate', 'v2', '--message', 'Second');
  write({ 'founding.md': page('aldric') });
  git('add', '--all');
  return { root, id: git('rev-parse', 'HEAD').trim() };
}

/** As a file of settings has it. */
function settingOf(line: string, trap: string): string {
  const [, section = '', sub, key = '', value = ''] =
    /^([^.]+)\.(?:(.*)\.)?([^.=]+)=(.*)$/.exec(line.replaceAll('TRAP', trap)) ?? [];
  return `[${sub === undefined ? section : `${section} "${sub}"`}]\n\t${key} = ${value}\n`;
}

function harmed(root: string, id: string, one: Harm): void {
  const git = path.join(root, '.git');
  const trap = path.join(root, 'trap.sh');
  const put = (file: string, text: string): void => {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  };
  switch (one.does) {
    case 'config':
      return fs.appendFileSync(path.join(git, 'config'), one.lines.map((line) => settingOf(line, trap)).join(''));
    case 'file':
      return put(path.join(git, one.file), one.content.replaceAll('ID', id));
    case 'attributes':
      return put(path.join(root, '.gitattributes'), `*.md filter=evil diff=evil merge=evil\n${one.content}`);
    case 'object': {
      const objects = fs.readdirSync(path.join(git, 'objects'), { recursive: true, withFileTypes: true });
      const found = objects.filter((file) => file.isFile() && file.name.length > 30);
      const file = found[one.which % Math.max(1, found.length)];
      if (!file) return;
      const whole = path.join(file.parentPath, file.name);
      const bytes = fs.readFileSync(whole);
      fs.rmSync(whole);
      return fs.writeFileSync(whole, bytes.subarray(0, one.keep));
    }
    case 'hooks':
      for (const name of [
        'pre-commit',
        'post-index-change',
        'reference-transaction',
        'fsmonitor-watchman',
        'post-checkout',
      ])
        fs.copyFileSync(trap, path.join(git, 'hooks', name));
      return;
    case 'gitfile':
      fs.rmSync(git, { recursive: true });
      return fs.writeFileSync(git, one.content);
    case 'folder':
      fs.rmSync(path.join(git, 'refs'), { recursive: true, force: true });
      return;
    case 'established':
      return put(path.join(root, 'codex.yaml'), `established: ${JSON.stringify(`git:${one.content}`)}\n`);
  }
}

/** Some damage cannot be done twice. */
function trying(run: () => void): void {
  try {
    run();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
  }
}

/** The limit for a command on so little input, in seconds of processor time. */
const DEADLINE = 20;

const called = fc.asyncProperty(
  fc.array(harm, { minLength: 1, maxLength: 5 }),
  fc.constantFrom(...CALLS),
  async (harms, args) => {
    const { root: from, id } = (model ??= modelRepository());
    const root = fs.realpathSync(folderWith({}));
    try {
      fs.cpSync(from, root, { recursive: true });
      const mark = path.join(root, 'sprung');
      fs.writeFileSync(path.join(root, 'trap.sh'), `#!/bin/sh\ntouch '${mark}'\ncat\n`, { mode: 0o755 });
      fs.writeFileSync(path.join(root, 'config'), `[core]\n\tfsmonitor = ${path.join(root, 'trap.sh')}\n`);
      for (const one of harms) trying(() => harmed(root, id, one));
      const { status, said } = await runs(args, root);
      refuseSlips(said);
      expect([0, 1, 2]).toContain(status);
      if (status === 2) expect(said).toMatch(/retcon: ./);
      expect(fs.existsSync(mark)).toBe(false);
      expect(fs.readFileSync(path.join(root, 'founding.md'), 'utf8')).toBe(page('aldric'));
    } finally {
      fs.rmSync(root, { recursive: true });
    }
  },
);

/** Runs a command, which the system ends after that much processor time. */
async function runs(args: readonly string[], cwd: string) {
  const command = ['-c', `ulimit -t ${DEADLINE}; exec "$@"`, 'sh', process.execPath, CLI, ...args];
  const child = spawn('sh', command, { cwd, stdio: ['ignore', 'pipe', 'pipe'], timeout: 300_000 });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (said += String(data)));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, said };
}

function close(): Promise<void> {
  if (model) fs.rmSync(model.root, { recursive: true });
  model = null;
  return Promise.resolve();
}

export const HOSTILE_GIT: readonly Trial[] = [slowTrial('git/hostile', called, { runs: 4, close })];
