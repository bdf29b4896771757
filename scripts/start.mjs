/**
 * Shows Retcon on the example codex: checks it and asks it in the terminal, then opens it in VS Code, the one of this machine
 * or else one served to the browser. `--print` stops before that.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { installDependencies, must, root, run } from './steps.mjs';

const example = path.join(root, 'examples/house-vyr');

await installDependencies();
await must('npm', 'run', '--silent', 'build');
await show('Two pages of an example world contradict each other, and neither is picked for you:', 'check');
const question = ['was-true-at', 'House Vyr', '--at', '420 TA', '--attribute', 'founder'];
await show(
  'Who founded House Vyr? Since session 47 it is Aldric, and the answer names who says so and why:',
  ...question,
);
await show('What did your table believe before that? Nothing is deleted:', ...question, '--as-of', 'session-46');
if (!process.argv.includes('--print')) await openInEditor();

/** Says what one sees, and calls `retcon` on the example. */
async function show(words, ...args) {
  const call = [...args, '--root', 'examples/house-vyr'];
  const typed = call.map((word) => (word.includes(' ') ? `"${word}"` : word)).join(' ');
  console.log(`\n${words}\n\n$ npx retcon ${typed}`);
  await run('node', 'dist/cli.js', ...call);
}

async function openInEditor() {
  const desktop = spawnSync('code', ['--version'], { shell: process.platform === 'win32' });
  if (desktop.status === 0) {
    console.log('\nOpening the example in VS Code …');
    await must('code', '--new-window', `--extensionDevelopmentPath=${root}`, example);
  } else await openInBrowser();
}

/** There is no `code` here: serves VS Code with the packaged extension, until Ctrl+C. */
async function openInBrowser() {
  if ((await run(path.join(root, 'test/editor/install.sh'))) !== 0) {
    console.error('Or install VS Code with its command `code`, and run npm start again.');
    process.exitCode = 1;
    return;
  }
  await must('npm', 'run', '--silent', 'package');
  const { installExtension, makeHome, startEditor, windowUrl } = await import('../test/editor/editor.mjs');
  const { home, remove } = await makeHome();
  await installExtension(home, path.join(root, 'retcon.vsix'));
  const editor = await startEditor(home);
  const openFile = path.join(example, 'events/refounding-of-house-vyr.md');
  console.log(`\nThe example codex is open in VS Code at\n\n  ${windowUrl(editor, example, { openFile })}\n`);
  console.log('Open that address in a browser on this machine. Ctrl+C stops it.');
  await new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, resolve);
  });
  await editor.stop();
  await remove();
}
