/** Runs the extension host's tests in a desktop VS Code, where one can be downloaded: `node test/editor/desktop.mjs`. */
import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import { makeHome, results, root } from './editor.mjs';
import { buildSuite } from './host.mjs';

const { home, codex, remove } = await makeHome();
try {
  await runTests({
    extensionDevelopmentPath: root,
    extensionTestsPath: await buildSuite(),
    extensionTestsEnv: { RETCON_REPORT: path.join(results, 'host/report.json') },
    launchArgs: [codex, '--disable-extensions', '--user-data-dir', path.join(home, 'data')],
  });
} finally {
  await remove();
}
