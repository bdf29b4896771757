/** Files as they are found on disks: hidden ones, huge ones, other encodings; and what happens while a folder is read. */
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { Files } from '../support/codex';
import { type Editor, type Start, startEditor } from './editor';
import { CAN_PULL, pull, pullAll } from './pulling';

let editor: Editor;
const start = async (files: Files, how: Start = {}): Promise<Editor> => {
  editor = await startEditor(files, { capabilities: CAN_PULL, ...how });
  return editor;
};
afterEach(() => editor.stop());

const nobody = '---\nsupersedes: {id: nobody-knows, reason: so}\n---\n';
const told = async (claims: Readonly<Record<string, string>> = {}) => {
  const { items } = await pullAll(editor, claims).answer;
  return items.map(({ uri }) => uri.replace(editor.uriOf(''), '').slice(1)).sort();
};

it('a file whose name begins with a dot is an entry; one in a folder of that kind is none', async () => {
  await start({ 'codex.yaml': '', '.note.md': '', '.obsidian/note.md': nobody });
  expect(await told()).toEqual([]);
  const asked = pullAll(editor);
  await editor.write('.note.md', nobody);
  await editor.write('.obsidian/other.md', nobody);
  expect((await asked.answer).items.map(({ uri }) => uri)).toEqual([editor.uriOf('.note.md')]);
});

it('a file that is not a readable page is left out, and the log says why', async () => {
  await start({ 'codex.yaml': '', 'big.md': `${nobody}${'And so on. '.repeat(500_000)}`, 'note.md': '' });
  fs.writeFileSync(path.join(editor.root, 'wide.md'), Buffer.from(`\uFEFF${nobody}`, 'utf16le'));
  await editor.write('narrow.md', nobody);
  expect(await told()).toEqual(['narrow.md']);
  await editor.open('wide.md', nobody);
  expect(await pull(editor, 'wide.md')).toMatchObject({ items: [{ code: 'supersedes/unknown-id' }] });
  await editor.close('wide.md');
  expect(await told()).toEqual(['narrow.md', 'wide.md']);
  expect(await told()).toEqual(['narrow.md']);
  const log = editor.complaints.splice(0).join('\n');
  expect(log).toContain('big.md is left out: it is longer than 4 MB. Split it, or list it under `exclude`.');
  expect(log).toContain('wide.md is left out: it is written in UTF-16. Save it as UTF-8.');
});

it('a page that grows too long while it is open counts as it was saved; its author is notified once', async () => {
  await start({ 'codex.yaml': '', 'note.md': nobody });
  await told();
  const shown: string[] = [];
  editor.connection.onNotification(
    'window/showMessage',
    ({ message }: { message: string }) => void shown.push(message),
  );
  const add = (words: string): Promise<void> => {
    const { length } = editor.textOf('note.md');
    return editor.edit('note.md', length, length, words);
  };
  const saved = { items: [{ code: 'supersedes/unknown-id', range: { start: { line: 1 } } }] };
  await editor.open('note.md', `---\n# mine\n${nobody.slice(4)}`);
  expect(await pull(editor, 'note.md')).toMatchObject({ items: [{ range: { start: { line: 2 } } }] });
  await add('And so on. '.repeat(500_000));
  expect(await pull(editor, 'note.md')).toMatchObject(saved);
  await add(' And on.');
  expect(await pull(editor, 'note.md')).toMatchObject(saved);
  expect(shown).toEqual(['note.md is left out: it is longer than 4 MB. Split it, or list it under `exclude`.']);
  await editor.replace('note.md', 'And so on. '.repeat(500_000), '');
  expect(await pull(editor, 'note.md')).toMatchObject({ items: [{ range: { start: { line: 2 } } }] });
});

it('other files written into the same folders cause no new check', async () => {
  await start({ 'codex.yaml': '', 'note.md': nobody });
  await editor.open('note.md');
  await pull(editor, 'note.md');
  await told();
  const before = editor.refreshes.length;
  await editor.write('.git/index', 'x');
  await editor.write('picture.png', 'x');
  await editor.write('node_modules/some/README.md', nobody);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(editor.refreshes.length).toBe(before);
});

it('questions that are taken back are not worked on', async () => {
  const crowd = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`${i}.md`, `---\nid: z${i}\n---\n`]));
  await start({ 'codex.yaml': '', ...crowd, 'note.md': `${nobody}[[z1]]` });
  await editor.open('note.md');
  await editor.ready();
  const ask = (method: string) => {
    const one = editor.ask(method, {
      textDocument: { uri: editor.uriOf('note.md') },
      position: { line: 3, character: 3 },
    });
    return {
      ...one,
      answer: one.answer.then(
        () => 'answered',
        (error: { code: number }) => error.code,
      ),
    };
  };
  // The server stands still until all are sent: they come in one go, and what was taken back is still waiting for its turn.
  const pid = editor.pid ?? expect.fail('the server is a process');
  process.kill(pid, 'SIGSTOP');
  const all = Array.from({ length: 60 }, () => ask('textDocument/hover'));
  for (const one of all.slice(0, -1)) one.cancel();
  await editor.notify('$/sent', {});
  process.kill(pid, 'SIGCONT');
  const answers = await Promise.all(all.map(({ answer }) => answer));
  expect(answers.at(-1)).toBe('answered');
  expect(answers.filter((answer) => answer === -32800).length).toBeGreaterThan(50);
});
