/** Functions that the scripts share: they run commands and install the dependencies. They need only node. */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs a command in the project's folder, on this process's input and output. Answers its exit status. */
export function run(command, ...args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
    child.on('error', reject);
    child.on('close', (status, signal) => resolve(status ?? (signal ? 1 : 0)));
  });
}

/** Runs a command beside others, without input, and begins each line that it prints with a label. Answers its exit status. */
export function runBeside(label, command, ...args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => console.log(`${label} │ ${line}`));
    child.on('error', reject);
    child.on('close', (status, signal) => resolve(status ?? (signal ? 1 : 0)));
  });
}

/** Runs a command, and throws an error when it fails. */
export async function must(command, ...args) {
  const status = await run(command, ...args);
  if (status !== 0) throw new Error(`${[command, ...args].join(' ')} failed with status ${status}`);
}

/** Runs `npm ci` unless node_modules holds every package that package-lock.json names. */
export async function installDependencies() {
  const [wanted, present] = await Promise.all([
    packagesOf(path.join(root, 'package-lock.json')),
    packagesOf(path.join(root, 'node_modules/.package-lock.json')).catch(() => ({})),
  ]);
  const missing = Object.entries(wanted).filter(
    ([place, { version, optional }]) => place !== '' && !optional && present[place]?.version !== version,
  );
  if (missing.length === 0) return;
  console.log(`Installing ${missing.length} packages …`);
  await must('npm', 'ci', '--no-audit', '--no-fund');
}

const packagesOf = async (file) => JSON.parse(await readFile(file, 'utf8')).packages;
