/** Compares this build with the build of another revision, in processor time and in pairs: `npm run bench -- --vs REV`. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { root } from './steps.mjs';

/** Runs of a row in each pair: a short command is run more often, since the shell counts in hundredths of a second. */
const SHORT = 10;

/**
 * @param folder an empty folder for all that is written
 * @param probed runs a probe of test/bench/run.ts
 * @returns the table, as text
 */
export function compareBuilds({ rev, pairs, sizes, folder, env, probed }) {
  const other = path.join(folder, 'other');
  execFileSync('git', ['worktree', 'add', '--detach', other, rev], { cwd: root, stdio: 'ignore' });
  try {
    symlinkSync(path.join(root, 'node_modules'), path.join(other, 'node_modules'));
    for (const cwd of [root, other]) execFileSync(process.execPath, ['scripts/build.mjs', '--production'], { cwd });
    const rows = sizes.flatMap((size) => rowsOf({ size, pairs, folder, env, probed, builds: [root, other] }));
    return tableOf(rows, execFileSync('git', ['rev-parse', '--short', rev], { cwd: root }).toString().trim());
  } finally {
    execFileSync('git', ['worktree', 'remove', '--force', other], { cwd: root });
  }
}

function rowsOf({ size, pairs, folder, env, probed, builds }) {
  const codex = path.join(folder, String(size));
  const staged = path.join(folder, `${size}-staged`);
  probed('write', codex, size);
  probed('writeStaged', staged, size);
  // Built first: a revision of which it can't be made is known before minutes of measuring.
  const cold = coldIndexes(folder, builds);
  const commands = [
    ['check, cold', codex, true, 'check'],
    ['check, warm', codex, false, 'check'],
    ['lookup, cold', codex, true, 'lookup', 'entry-1'],
    ['check --staged, cold', staged, true, 'check', '--staged'],
    ['check --staged, warm', staged, false, 'check', '--staged'],
  ];
  const rows = commands.map(([what, cwd, isCold, ...args]) => {
    const cost = (project) => processSpent(project, { cwd, args, isCold, env: envOf(env, folder, project) });
    return { what, size, ...paired(pairs, builds, (project) => ({ only: cost(project) })).only };
  });
  const found = {
    ...paired(pairs, builds, (project) => probed('serverSpent', codex, size, project, envOf(env, folder, project))),
    ...paired(pairs, builds, (project) =>
      JSON.parse(execFileSync(process.execPath, [cold.get(project), codex], { env: envOf(env, folder, project) })),
    ),
  };
  for (const [name, what] of Object.entries(SERVER)) rows.push({ what, size, ...found[name] });
  return rows;
}

const SERVER = {
  ready: 'process started → first diagnostics',
  key: 'key → diagnostics, median',
  keyP95: 'key → diagnostics, p95',
  hover: 'key → hover, median',
  definition: 'key → definition, median',
  definitionP95: 'key → definition, p95',
  coldIndex: 'cold index',
  rawReads: 'cold index, in raw reads',
};

/** Each build keeps what it keeps in a folder of its own. */
const cacheOf = (folder, project) => path.join(folder, 'caches', path.basename(project));
const envOf = (env, folder, project) => ({
  ...env,
  XDG_CACHE_HOME: cacheOf(folder, project),
  LOCALAPPDATA: cacheOf(folder, project),
});

/** Milliseconds of processor time of a command and all that it starts; the shell counts both. */
function processSpent(project, { cwd, args, isCold, env }) {
  const times = isCold ? 1 : SHORT;
  const command = `i=0; while [ $i -lt ${times} ]; do "$@" >/dev/null; s=$?; [ $s -lt 2 ] || exit $s; i=$((i+1)); done; times`;
  if (isCold) rmSync(env.XDG_CACHE_HOME, { recursive: true, force: true });
  const shell = ['-c', command, 'sh', process.execPath, path.join(project, 'dist/cli.js'), ...args];
  const { status, stdout, stderr } = spawnSync('sh', shell, { cwd, env });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr.toString()}`);
  const [, children = ''] = stdout.toString().trim().split('\n');
  const spent = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, seconds]) => 60 * minutes + Number(seconds),
  );
  return (1000 * spent.reduce((sum, one) => sum + one, 0)) / times;
}

/** Reading files, and reading them as a codex, in a process; made of the sources of each build. */
function coldIndexes(folder, builds) {
  return new Map(
    builds.map((project, i) => {
      const file = path.join(folder, `cold-${i}.cjs`);
      // Older revisions have it elsewhere.
      const from = ['openFolder', 'folder'].find((name) =>
        existsSync(path.join(project, `server/src/workspace/${name}.ts`)),
      );
      const contents = `
        import fs from 'node:fs';
        import path from 'node:path';
        import { openFolder } from './server/src/workspace/${from}';
        const spent = (run) => {
          const began = process.cpuUsage();
          run();
          const { user, system } = process.cpuUsage(began);
          return (user + system) / 1000;
        };
        const codex = process.argv[2];
        fs.rmSync(process.env.XDG_CACHE_HOME, { recursive: true, force: true });
        const files = fs.readdirSync(codex, { recursive: true }).filter((name) => name.endsWith('.md'));
        const raw = spent(() => files.forEach((name) => fs.readFileSync(path.join(codex, name), 'utf8')));
        const coldIndex = spent(() => openFolder(codex, () => undefined));
        console.log(JSON.stringify({ coldIndex, rawReads: coldIndex / raw }));`;
      buildSync({
        stdin: { contents, resolveDir: project, loader: 'ts' },
        outfile: file,
        bundle: true,
        platform: 'node',
        format: 'cjs',
        target: 'node20',
        mainFields: ['module', 'main'],
      });
      return [project, file];
    }),
  );
}

/**
 * Measures both builds in turns, A B B A, after one run of each that does not count.
 * @param take answers figures by name
 * @returns by name: the median of each build, and of the ratios of the pairs
 */
function paired(pairs, [ours, other], take) {
  for (const project of [ours, other]) take(project);
  const taken = Array.from({ length: pairs }, (_, i) => {
    if (i % 2 === 0) return [take(ours), take(other)];
    const second = take(other);
    return [take(ours), second];
  });
  return Object.fromEntries(
    Object.keys(taken[0][0]).map((name) => [
      name,
      {
        ours: median(taken.map(([a]) => a[name])),
        other: median(taken.map(([, b]) => b[name])),
        ratio: median(taken.map(([a, b]) => a[name] / b[name])),
      },
    ]),
  );
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

function tableOf(rows, rev) {
  const cells = [
    ['processor time', 'pages', 'here', rev, 'ratio'],
    ...rows.map(({ what, size, ours, other, ratio }) => [
      what,
      size.toLocaleString('en'),
      ours.toFixed(1),
      other.toFixed(1),
      ratio.toFixed(2),
    ]),
  ];
  return cells.map((row) => `| ${row.join(' | ')} |`).join('\n');
}
