/** Starts a real VS Code workbench (code-server, see install.sh) on this machine and shows it in a Chromium. */
import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const results = path.join(root, 'test-results');
const installed = path.join(process.env.HOME || userInfo().homedir, '.cache/retcon-editor');
const node = path.join(installed, 'node/bin/node');
const codeServer = path.join(installed, 'node_modules/code-server/out/node/entry.js');

/** Settings of a quiet workbench: no news, no telemetry, no animation. */
const quiet = {
  'chat.disableAIFeatures': true,
  'editor.cursorBlinking': 'solid',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'files.autoSave': 'off',
  'git.enabled': false,
  'npm.autoDetect': 'off',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'workbench.enableExperiments': false,
  'workbench.reduceMotion': 'on',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/** Makes a folder for everything that one run writes: settings, extensions, browser profile, and a copy of the example codex. */
export async function makeHome(settings = {}) {
  const home = await mkdtemp(path.join(tmpdir(), 'retcon-editor-'));
  await mkdir(path.join(home, 'data/User'), { recursive: true });
  await writeFile(path.join(home, 'config.yaml'), 'auth: none\n');
  await writeFile(path.join(home, 'data/User/settings.json'), JSON.stringify({ ...quiet, ...settings }));
  const codex = path.join(home, 'house-vyr');
  await cp(path.join(root, 'examples/house-vyr'), codex, { recursive: true });
  return { home, codex, remove: () => rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }) };
}

const environment = (home) => ({
  PATH: process.env.PATH,
  LANG: 'C.UTF-8',
  HOME: home,
  XDG_CONFIG_HOME: home,
  XDG_DATA_HOME: home,
  XDG_CACHE_HOME: home,
  EXTENSIONS_GALLERY: '{"serviceUrl":""}',
});

// biome-ignore format: a table of options
const folders = (home) => [
  '--config', path.join(home, 'config.yaml'),
  '--user-data-dir', path.join(home, 'data'),
  '--extensions-dir', path.join(home, 'extensions'),
];

/** Installs a packaged extension. */
export async function installExtension(home, vsix) {
  const child = spawn(node, [codeServer, ...folders(home), '--install-extension', vsix], { env: environment(home) });
  const log = logOf(child);
  const status = await new Promise((resolve) => child.on('close', resolve));
  if (status !== 0) throw new Error(`${vsix} could not be installed:\n${log()}`);
}

/**
 * Starts the editor and waits until it answers. `testDriver`: only with it does a built VS Code load an extension under
 * development and its tests; it hides notifications.
 */
export async function startEditor(home, { testDriver = false, variables = {} } = {}) {
  const port = await freePort();
  const options = [
    '--disable-telemetry',
    '--disable-update-check',
    '--disable-workspace-trust',
    '--ignore-last-opened',
  ];
  if (testDriver) options.push('--vscode-option', 'enable-smoke-test-driver');
  const child = spawn(node, [codeServer, ...folders(home), '--bind-addr', `127.0.0.1:${port}`, ...options], {
    env: { ...environment(home), ...variables },
    detached: true,
  });
  const log = logOf(child);
  const closed = new Promise((resolve) => child.on('close', resolve));
  const stop = async () => {
    if (child.exitCode === null) process.kill(-Number(child.pid), 'SIGTERM');
    await closed;
  };
  const url = `http://127.0.0.1:${port}`;
  for (const end = Date.now() + 180_000; Date.now() < end && child.exitCode === null; await wait(100)) {
    if (
      await fetch(`${url}/healthz`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return { url, log, stop };
  }
  await stop();
  throw new Error(`VS Code did not start:\n${log()}`);
}

/** The address of a window on a folder; `payload` is VS Code's own, absolute paths in it are files of the editor's machine. */
export function windowUrl(editor, folder, payload = {}) {
  const url = new URL(editor.url);
  const remote = (value) => (value.startsWith('/') ? `vscode-remote://${url.host}${value}` : value);
  url.searchParams.set('folder', folder);
  url.searchParams.set('payload', JSON.stringify(Object.entries(payload).map(([key, value]) => [key, remote(value)])));
  return url.href;
}

/** A page of a fresh, headless Chromium. */
export async function openBrowser(home) {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launchPersistentContext(path.join(home, 'chromium'), {
    executablePath: '/usr/bin/chromium',
    viewport: { width: 1280, height: 800 },
    env: environment(home),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
    ],
  });
  const [page = await browser.newPage()] = browser.pages();
  return { page, close: () => browser.close() };
}

function logOf(child) {
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (log += text));
  return () => log;
}

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
