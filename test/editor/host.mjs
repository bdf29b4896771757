/** Runs test/editor/host inside VS Code's own extension host, on the extension under development. */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { build } from 'esbuild';
import { makeHome, openBrowser, results, root, startEditor, windowUrl } from './editor.mjs';

/** Bundles the suite for the extension host, which reads CommonJS. Answers the path of the file that runs it. */
export async function buildSuite() {
  const sources = path.join(root, 'test/editor/host');
  const outdir = path.join(results, 'host');
  await rm(outdir, { recursive: true, force: true });
  await build({
    entryPoints: (await readdir(sources)).map((name) => path.join(sources, name)),
    outdir,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['vscode', 'mocha'],
    logLevel: 'warning',
  });
  return path.join(outdir, 'index.js');
}

/** Runs the suite. Answers { passed, failed, names }: `names` lists what failed. */
export async function testInHost() {
  const suite = await buildSuite();
  const report = path.join(results, 'host/report.json');
  const { home, codex, remove } = await makeHome();
  const editor = await startEditor(home, { testDriver: true, variables: { RETCON_REPORT: report } });
  const { page, close } = await openBrowser(home);
  const log = [];
  try {
    // VS Code reports to its test driver through these two functions.
    await page.exposeFunction('codeAutomationLog', (type, words) => log.push(`${type}: ${words.join(' ')}`));
    const ended = new Promise((resolve) => void page.exposeFunction('codeAutomationExit', resolve));
    const crashed = new Promise((resolve) => page.on('crash', resolve)).then(() =>
      Promise.reject(new Error('the page crashed')),
    );
    const late = wait(600_000, undefined, { ref: false }).then(() =>
      Promise.reject(new Error('no result in ten minutes')),
    );
    const payload = { extensionDevelopmentPath: root, extensionTestsPath: suite, skipWelcome: 'true' };
    await page.goto(windowUrl(editor, codex, payload));
    await Promise.race([ended, crashed, late]);
    const { passed, failed, names, text } = JSON.parse(await readFile(report, 'utf8'));
    console.log(text);
    return { passed, failed, names };
  } catch (error) {
    await mkdir(path.join(results, 'shots'), { recursive: true });
    await page.screenshot({ path: path.join(results, 'shots/host-failure.png') });
    console.error(error, log.join('\n'), editor.log());
    return { passed: 0, failed: 1, names: [`the extension host: ${error.message}`] };
  } finally {
    await close();
    await editor.stop();
    await remove();
  }
}
