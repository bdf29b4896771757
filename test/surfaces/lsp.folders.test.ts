/** In the editor: codices that come and go as folders do, whichever of these changes the client reports. */
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { FileChangeType } from 'vscode-languageserver/node';
import { type Editor, startEditor } from './editor';
import { CAN_PULL, keepAsking, pull } from './pulling';

const nobody = '---\nsupersedes: nobody\n---\n';
const { Created, Changed, Deleted } = FileChangeType;

let editor: Editor;
afterEach(() => editor.stop());

const at = (file: string): string => path.join(editor.root, file);
const heard = (...changes: readonly (readonly [FileChangeType, string])[]) =>
  editor.notify('workspace/didChangeWatchedFiles', {
    changes: changes.map(([type, file]) => ({ type, uri: editor.uriOf(file) })),
  });

/** What is shown of everything, once it is what it should be. */
async function shows(asking: ReturnType<typeof keepAsking>, ...files: readonly string[]): Promise<void> {
  const expected = files.map(editor.uriOf).sort();
  await editor.until(files.join() || 'nothing', () => asking.files().sort().join() === expected.join());
}

it('an opened folder that is deleted holds nothing, and is read again when it comes back', async () => {
  editor = await startEditor(
    { 'vyr/codex.yaml': '', 'vyr/note.md': nobody, 'vyr/deep/codex.yaml': '', 'vyr/deep/note.md': nobody },
    { folders: ['vyr'], capabilities: CAN_PULL },
  );
  const asking = keepAsking(editor);
  await shows(asking, 'vyr/note.md', 'vyr/deep/note.md');
  fs.renameSync(at('vyr'), at('elsewhere'));
  await heard([Deleted, 'vyr']);
  await shows(asking);
  expect(editor.statuses.at(-1)).toMatchObject({ state: 'dormant', entries: 0 });
  fs.renameSync(at('elsewhere'), at('vyr'));
  await heard([Created, 'vyr']);
  await shows(asking, 'vyr/note.md', 'vyr/deep/note.md');
  await asking.stop();
});

it('pages of a folder that becomes a codex of its own leave the codex around it, though they change as well', async () => {
  editor = await startEditor(
    { 'codex.yaml': '', 'note.md': '[[deep/note]]', 'deep/note.md': nobody },
    { capabilities: CAN_PULL },
  );
  const asking = keepAsking(editor);
  await shows(asking, 'deep/note.md');
  await editor.open('deep/note.md');
  fs.writeFileSync(at('deep/other.md'), nobody);
  fs.writeFileSync(at('deep/note.md'), `${nobody}And so on.`);
  fs.writeFileSync(at('deep/codex.yaml'), '');
  await heard([Changed, 'deep/note.md'], [Created, 'deep/other.md'], [Created, 'deep/codex.yaml']);
  await shows(asking, 'note.md', 'deep/note.md', 'deep/other.md');
  await asking.stop();
});

it('a folder in which nothing uses the keys any more stops being a codex, though no page was reported', async () => {
  editor = await startEditor({ 'note.md': nobody, 'deep/note.md': 'Just a note.' }, { capabilities: CAN_PULL });
  await editor.ready();
  expect(editor.statuses.at(-1)).toMatchObject({ state: 'ready', lacksSetUp: true });
  fs.rmSync(at('note.md'));
  await heard([Created, 'codex.yaml'], [Deleted, 'codex.yaml']);
  await editor.until('it to be none', () => editor.statuses.at(-1)?.state === 'dormant');
});

it('a problem in one codex.yaml is not reported for another one that is open', async () => {
  editor = await startEditor({ 'codex.yaml': 'nonsense: 1\n', 'deep/codex.yaml': '' }, { capabilities: CAN_PULL });
  await editor.open('deep/codex.yaml');
  await editor.ready();
  fs.rmSync(at('deep'), { recursive: true });
  await heard([Deleted, 'deep']);
  expect(await pull(editor, 'deep/codex.yaml')).toMatchObject({ items: [] });
  expect(await pull(editor, 'codex.yaml')).toMatchObject({ items: [{ code: 'config/invalid' }] });
});

it('a codex.yaml that is gone for a moment leaves no second codex of the folder in it', async () => {
  editor = await startEditor(
    { 'vyr/codex.yaml': '', 'vyr/note.md': '', 'vyr/deep/note.md': nobody },
    { folders: ['vyr', 'vyr/deep'], capabilities: CAN_PULL },
  );
  await editor.open('vyr/deep/note.md');
  await editor.ready();
  fs.renameSync(at('vyr/codex.yaml'), at('vyr/codex.off'));
  // For how long what the disk said of a folder is kept.
  await new Promise((resolve) => setTimeout(resolve, 200));
  await pull(editor, 'vyr/deep/note.md');
  fs.renameSync(at('vyr/codex.off'), at('vyr/codex.yaml'));
  await heard([Changed, 'vyr/codex.yaml']);
  await editor.until('one codex', () => editor.statuses.at(-1)?.root === at('vyr'));
});

it('a codex.yaml that was not there when its folder was looked at may merely be said to have changed', async () => {
  editor = await startEditor(
    { 'codex.yaml': '', 'note.md': '[[deep/note]]', 'deep/note.md': '' },
    { capabilities: CAN_PULL },
  );
  const asking = keepAsking(editor);
  await editor.ready();
  await editor.open('note.md');
  expect(await pull(editor, 'note.md')).toMatchObject({ items: [] });
  fs.writeFileSync(at('deep/codex.yaml'), '');
  await heard([Changed, 'deep/codex.yaml']);
  await shows(asking, 'note.md');
  await asking.stop();
});

it('a folder that is not set up and looks like a world is reported as one, until it is set up', async () => {
  const dated = [1, 2, 3, 4, 5].map((year) => [`note-${year}.md`, `---\nborn: ${year} TA\n---\n`] as const);
  editor = await startEditor(Object.fromEntries(dated));
  await editor.ready();
  expect(editor.statuses.at(-1)).toMatchObject({ state: 'dormant', looksLikeWorld: true });
  fs.writeFileSync(at('codex.yaml'), '');
  await heard([Created, 'codex.yaml']);
  await editor.until('it to be set up', () => editor.statuses.at(-1)?.state === 'ready');
  expect(editor.statuses.at(-1)?.looksLikeWorld).toBeUndefined();
  expect(editor.statuses.at(-1)?.lacksSetUp).toBeUndefined();
});

it('what was understood of a folder that is being set up is answered once all of it is read', async () => {
  const notes = Array.from({ length: 1500 }, (_, i) => [`note-${i}.md`, `---\nborn: ${i + 1} TA\n---\n`] as const);
  editor = await startEditor(Object.fromEntries(notes));
  await editor.ready();
  const world = () => editor.request<{ notes: number } | null>('retcon/yourWorld', { folder: editor.uriOf('') });
  expect(await world()).toBeNull();
  fs.writeFileSync(at('codex.yaml'), '');
  await heard([Created, 'codex.yaml']);
  let first = await world();
  await editor.until('the world to be read', async () => (first ??= await world()) !== null);
  expect(first?.notes).toBe(1500);
});

it('a calendar of a plug-in makes a world of few notes, and a page of our time makes none', async () => {
  editor = await startEditor({ 'README.md': '# Read me', 'vault/note.md': 'Hi.' });
  await editor.ready();
  expect(editor.statuses.at(-1)?.looksLikeWorld).toBeUndefined();
  await editor.stop();
  editor = await startEditor({ 'vault/note.md': 'Hi.', 'vault/.obsidian/plugins/calendarium/data.json': '{}' });
  await editor.ready();
  expect(editor.statuses.at(-1)).toMatchObject({ state: 'dormant', looksLikeWorld: true });
});
