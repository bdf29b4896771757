/** The package that npm makes: installed into an empty folder, every command of it runs there. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyOfProject, terminal } from './copy';
import { startEditor } from './editor';
import { removeFolders } from './process';
import { newRepository } from './repository';

afterAll(removeFolders);

const WORLD = {
  'new/note.md': 'A note.\n',
  'claims.json': '{"claims": [{"entity": "vyr", "attribute": "founder", "value": "aldric"}]}\n',
  'evals/first.yaml': 'questions:\n  - ask: was_true_at\n    entity: vyr\n    expect: {founder: aldric}\n',
  'codex.yaml': 'revisions: [s1, s2]\nexclude: [new, node_modules]\n',
  'founding.md': '---\ncanon: s1\ndate: 200 TA\nfacts: {vyr: {founder: maric}}\n---\nAn oath was sworn.\n',
  'world.csv': 'title,type,seat\nKeep,place,Hill\n',
  'refounding.md':
    '---\ncanon: s2\ndate: 412 TA\nsupersedes: {id: founding, reason: so}\nfacts: {vyr: {founder: aldric}}\n---\n',
};

/** The folder that was empty, and what `npm pack` said. */
let [installed, printed] = ['', ''];

function npm(cwd: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('npm', args, {
    cwd,
    encoding: 'utf8',
    env: terminal(),
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm ${args.join(' ')}: ${stderr}`);
  return stdout;
}

beforeAll(() => {
  const project = copyOfProject();
  printed = npm(project, 'pack');
  const world = newRepository();
  world.write(WORLD);
  installed = world.root;
  npm(installed, 'install', '--offline', '--no-save', '--no-audit', '--no-fund', path.join(project, printed.trim()));
});

/** The command as npm has linked it; on Windows the link is a script of the shell, which takes no arguments as they are. */
function retconThere(args: readonly string[], input?: string) {
  const link = path.join(installed, 'node_modules/.bin/retcon');
  const [command, before] =
    process.platform === 'win32'
      ? [process.execPath, [path.join(installed, 'node_modules/retcon/dist/cli.js')]]
      : [link, []];
  return spawnSync(command, [...before, ...args], { cwd: installed, encoding: 'utf8', env: terminal(), input });
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));

/** The commands that a help names. */
const commandsIn = (help: string): string[] =>
  [...(help.split('\nCommands:\n')[1] ?? '').matchAll(/^ {2}([a-z][a-z-]*)/gm)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'help');

const HELLO = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

/** How each command is called in a world, and something that it then says. */
const CALLS: Readonly<Record<string, readonly [args: readonly string[], says: string, input?: string]>> = {
  'was-true-at': [['vyr', '--at', '300 TA'], 'founder: maric, from 200 TA until 412 TA'],
  lookup: [['founding'], 'Current now: refounding.'],
  lore: [['oath', '--all'], 'An oath was sworn.'],
  chain: [['founding'], 'refounding (change, 412 TA)'],
  knows: [['vyr'], 'vyr is wrong about nothing, and knows all of it.'],
  timeline: [['vyr'], 'maric   from 200 TA until 412 TA'],
  family: [['vyr'], 'does not say which facts name kin'],
  succession: [['vyr'], 'aldric  from 412 TA'],
  fork: [[], 'No two pages supersede the same one'],
  errata: [[], 'No slips of the pen'],
  log: [[], 'In s2, refounding supersedes founding'],
  diff: [['s1'], 'was maric, is aldric'],
  check: [[], '2 entries read: 0 errors, 0 warnings.'],
  rewrite: [['aldric', 'lysa', '--dry-run'], 'lysa-in-place-of-aldric.md'],
  declare: [['--dry-run'], 'Nothing has been committed yet'],
  init: [['--root', 'new'], 'codex.yaml'],
  export: [['world.sqlite'], '2 entries, 3 facts, 1 retcon'],
  share: [['.edition', '--for', 'everyone', '--at', '412 TA', '--yes'], '.edition written.'],
  'hook install': [[], 'pre-commit was written'],
  'hook tell': [['merge'], ''],
  'hook uninstall': [[], 'pre-commit was removed'],
  brief: [['vyr'], '# Brief: vyr'],
  verify: [['claims.json'], '1 holds.'],
  eval: [['evals/first.yaml'], 'canon violation rate'],
  'what-if': [['refounding.md'], 'Every answer would be the same.'],
  'propose-retcon': [['refounding', '--facts', 'vyr.founder: lysa'], 'refounding-retold.md would be a new page.'],
  schema: [['codex'], '"title": "Retcon: codex"'],
  ripples: [[], 'left to revisit'],
  similar: [[], 'say nearly the same'],
  import: [['world.csv', '--into', 'brought', '--dry-run'], 'a table: 1 page, 1 fact.'],
  mcp: [[], '"name":"retcon"', `${JSON.stringify(HELLO)}\n`],
};

describe('the package', () => {
  it('is named in one line, which older releases of pre-commit take for the name of the file', () => {
    expect(printed).toMatch(/^retcon-[\d.]+\.tgz\n$/);
  });

  it('holds what runs and what is read, and no source', () => {
    const wanted =
      /^(?:package\.json|README(?:\.marketplace)?\.md|LICENSE|dist\/(?:[a-zA-Z-]+\.js|program\.js\.gz|sql-wasm\.wasm|THIRD-PARTY-NOTICES\.txt)|media\/pages\/(?:edition|picture)\.css|schemas\/[a-z-]+\.json|docs\/(?:guide|reference|rules)\/.+\.md)$/;
    const files = filesIn(path.join(installed, 'node_modules/retcon'));
    expect(files.filter((file) => !wanted.test(file))).toEqual([]);
    expect(files).toContain('dist/THIRD-PARTY-NOTICES.txt');
    const sizes = files.map((file) => statSync(path.join(installed, 'node_modules/retcon', file)).size);
    expect(
      sizes.reduce((sum, size) => sum + size),
      'it takes less than 3 MB',
    ).toBeLessThan(3_000_000);
  });

  it('is unpacked by the first call for those that follow, and again where that is lost, damaged or cannot be kept', () => {
    const cache = newRepository().root;
    const kept = (): string[] =>
      existsSync(path.join(cache, 'retcon')) ? filesIn(cache).filter((file) => file.endsWith('/program')) : [];
    const call = (folder = cache) => {
      const env = { ...terminal(), XDG_CACHE_HOME: folder, LOCALAPPDATA: folder, HOME: folder };
      const cli = path.join(installed, 'node_modules/retcon/dist/cli.js');
      const { stdout, stderr } = spawnSync(process.execPath, [cli, '--version'], { encoding: 'utf8', env });
      return { stdout, stderr };
    };
    const first = call();
    expect(first).toEqual({ stdout: expect.stringMatching(/^\d/), stderr: '' });
    const [program = expect.fail('it is not kept')] = kept();
    const bytes = readFileSync(path.join(cache, program));
    expect(call()).toEqual(first);
    rmSync(path.join(cache, program));
    expect(call()).toEqual(first);
    expect(kept()).toEqual([program]);
    writeFileSync(path.join(cache, program), Buffer.from(bytes).fill('x', 5000, 6000));
    expect(call()).toEqual(first);
    expect(readFileSync(path.join(cache, program)).equals(bytes)).toBe(true);
    expect(call(path.join(installed, 'codex.yaml'))).toEqual(first);
  });

  it('has commands that are all tried here', () => {
    const nested = commandsIn(retconThere(['hook', '--help']).stdout).map((name) => `hook ${name}`);
    const all = commandsIn(retconThere(['--help']).stdout).flatMap((name) => (name === 'hook' ? nested : name));
    expect(all.sort()).toEqual([...Object.keys(CALLS), 'lsp'].sort());
  });

  it.each(Object.entries(CALLS))('runs `retcon %s`', (name, [args, says, input]) => {
    const { status, stdout, stderr } = retconThere([...name.split(' '), ...args], input);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain(says);
  });

  it('runs `retcon lsp`, whose problems lead to pages that are there', async () => {
    const cli = path.join(installed, 'node_modules/retcon/dist/cli.js');
    const editor = await startEditor(
      { 'codex.yaml': '', 'a.md': '---\ndate: 300 TA .. 200 TA\n---\nAn oath was sworn.\n' },
      { cli },
    );
    await editor.open('a.md');
    await editor.until('a problem', () => editor.diagnostics('a.md').length > 0);
    const pages = editor.diagnostics('a.md').map(({ codeDescription }) => fileURLToPath(codeDescription?.href ?? ''));
    expect(pages).toEqual([path.join(realpathSync(installed), 'node_modules/retcon/docs/rules/date/inverted.md')]);
    expect(existsSync(pages[0] ?? '')).toBe(true);
    // Prose is searched in a thread, by SQLite.
    expect(JSON.stringify(await editor.request('retcon/lore', { text: 'oath' }))).toContain('"file":"a.md"');
    await editor.stop();
  });
});
