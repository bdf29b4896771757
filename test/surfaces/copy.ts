/** The project as it would be committed now, in a folder of its own: what is built there is in the way of no other test. */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { folderWith, PROJECT } from './process';

/** Its packages are those that are here. Removed by `removeFolders`. */
export function copyOfProject(): string {
  const root = folderWith({});
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: PROJECT,
    encoding: 'utf8',
  });
  for (const file of listed.split('\0'))
    if (file !== '' && existsSync(path.join(PROJECT, file))) cpSync(path.join(PROJECT, file), path.join(root, file));
  symlinkSync(path.join(PROJECT, 'node_modules'), path.join(root, 'node_modules'), 'junction');
  return root;
}

/** What of npm's variables may come from the user, and says how to reach packages. */
export const REACHING =
  /^npm_config_(?:registry|cafile|strict_ssl|cache|userconfig|globalconfig|proxy|https_proxy|noproxy)$/i;

/** What a terminal has around it: nothing of the npm that runs the tests, nor of the git that runs a hook. */
export const terminal = (more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => REACHING.test(name) || !/^(?:npm_.*|git_.*|node|init_cwd)$/i.test(name),
    ),
  ),
  ...more,
});

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command while others go on. @param cwd absolute */
export function running(cwd: string, env: NodeJS.ProcessEnv, command: string, ...args: string[]): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (data: Buffer) => (stdout += String(data)));
    child.stderr.on('data', (data: Buffer) => (stderr += String(data)));
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, stdout, stderr }));
  });
}
