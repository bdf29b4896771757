/** The baseline against what is typed: in the editor, before anything is committed or staged. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { ClientCapabilities } from 'vscode-languageserver/node';
import type { Options, ViewAnswer, ViewRow } from '../../server/src/lsp/protocol/protocol';
import { HOOK_OFFERED, type HookOffer } from '../../server/src/lsp/protocol/protocolFolder';
import { startEditor } from './editor';
import { type Json, retconJson } from './process';
import { CAN_PULL, keepAsking } from './pulling';
import { gitIn } from './repository';

const OLD = '---\ndate: 200 TA\nfacts:\n  house-vyr: {founder: maric}\n---\nIt was a cold spring.\n';
const FILES = { 'codex.yaml': '', 'founding.md': OLD };

const TAKES_FILES: ClientCapabilities = {
  workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ['create', 'rename'] } },
};

/** An editor on a repository with one commit, and a tag that names it where one is asked for. */
async function startIn({ tag, ...initializationOptions }: Options & { readonly tag?: string } = {}) {
  const editor = await startEditor(FILES, { initializationOptions, capabilities: TAKES_FILES });
  const git = gitIn(editor.root);
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Write');
  if (tag !== undefined) git('tag', tag);
  await editor.open('founding.md');
  await editor.ready();
  return { ...editor, git };
}

it('an edit of the baseline is marked at once, and no longer when it is put back', async () => {
  const { replace, until, codes, diagnostics, stop } = await startIn({ tag: 'v1' });
  await replace('founding.md', 'maric', 'aldric');
  await until('the mark', () => codes('founding.md').includes('retcon/silent'));
  expect(diagnostics('founding.md')).toEqual([
    expect.objectContaining({
      severity: 1,
      range: { start: { line: 3, character: 23 }, end: { line: 3, character: 29 } },
      message: expect.stringContaining('founder of house-vyr was maric'),
    }),
  ]);
  await replace('founding.md', 'aldric', 'maric');
  await until('it to go', () => codes('founding.md').length === 0);
  await stop();
});

it('what is no more than committed is marked as a warning, and nothing once it is committed', async () => {
  const { replace, until, write, codes, diagnostics, git, textOf, stop } = await startIn();
  await replace('founding.md', 'maric', 'aldric');
  await until('the mark', () => codes('founding.md').includes('retcon/silent'));
  expect(diagnostics('founding.md')[0]?.severity).toBe(2);
  await write('founding.md', textOf('founding.md'));
  git('commit', '--quiet', '--all', '--message', 'Change');
  await until('it to go', () => codes('founding.md').length === 0);
  await stop();
});

it('what a deleted page and a changed codex.yaml do to it is reported at their place, until it is undone', async () => {
  const other = '---\ndate: 300 TA\nfacts:\n  house-vyr: {founder: orm}\n---\n';
  const editor = await startEditor(
    {
      ...FILES,
      'codex.yaml': 'attributes: {founder: constant}\n',
      'other.md': other,
      'oath.md': '---\nsources: [other]\n---\n',
    },
    { capabilities: CAN_PULL, initializationOptions: { opensCommitted: true } },
  );
  const git = gitIn(editor.root);
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Write');
  git('tag', 'v1');
  const { shown, stop: stopAsking } = keepAsking(editor);
  const { until, write, remove, root, request } = editor;
  const told = (file: string) => shown(file).filter(({ code }) => String(code).startsWith('retcon/'));
  await editor.ready();
  await remove('other.md');
  await until('that of the page', () => told('other.md').length > 0);
  expect(told('other.md').map(({ code, severity, range, message }) => [code, severity, range.end, message])).toEqual([
    [
      'retcon/deleted-entry',
      1,
      { line: 0, character: 0 },
      expect.stringMatching(
        /others rest on it: oath\. With it goes what was established: that founder of house-vyr is orm/,
      ),
    ],
  ]);
  const [then] = told('other.md')[0]?.relatedInformation ?? [];
  expect(then?.location.uri).toMatch(/^retcon-committed:.*other\.md\?[0-9a-f]{40}$/);
  const asChecked = retconJson(['check', '--since', 'v1'], { cwd: root }).json.diagnostics;
  expect(told('other.md').map(({ message }) => message)).toEqual(
    asChecked.flatMap(({ file, message }: Json) => (file === 'other.md' ? message : [])),
  );
  await write('other.md', other);
  await until('them to go', () => told('other.md').length === 0);
  await write('codex.yaml', 'present: 500 TA\nattributes: {founder: state}\n');
  await until('that of codex.yaml', () => told('codex.yaml').length === 1);
  expect(told('codex.yaml')).toMatchObject([
    {
      range: { start: { line: 1, character: 0 }, end: { line: 1, character: 28 } },
      message: expect.stringContaining('has changed one answer established as of v1 (founder of house-vyr)'),
    },
  ]);
  expect(retconJson(['check', '--since', 'v1'], { cwd: root }).json.diagnostics).toMatchObject([
    { file: 'codex.yaml', message: told('codex.yaml')[0]?.message },
  ]);
  // What a page declares is no longer its doing.
  const retcon = 'supersedes: {id: founding, reason: so, effective: 300 TA}\n';
  await write('other.md', other.replace('facts', `${retcon}facts`));
  await until('it to go', () => told('codex.yaml').length === 0);
  await write('other.md', other);
  await write('codex.yaml', 'attributes: {founder: state}\n');
  await until('it to come back', () => told('codex.yaml').length === 1);
  await write('codex.yaml', 'attributes: {founder: constant}\n');
  await until('it to go again', () => told('codex.yaml').length === 0);
  await request('retcon/view', { view: 'retcons' });
  await stopAsking();
  await editor.stop();
});

it('git is not asked in a folder that is not trusted, until it is', async () => {
  const { replace, until, quiet, codes, notify, stop } = await startIn({ tag: 'v1', isTrusted: false });
  await replace('founding.md', 'maric', 'aldric');
  await quiet();
  expect(codes('founding.md')).toEqual([]);
  await notify('retcon/trusted', {});
  await until('the mark', () => codes('founding.md').includes('retcon/silent'));
  await stop();
});

it('a quick fix puts the old text back, and makes the page that declares the new one', async () => {
  const { replace, until, codes, actions, diagnostics, uriOf, stop } = await startIn({ tag: 'v1', opensPlaces: true });
  await replace('founding.md', 'maric', 'aldric');
  await replace('founding.md', 'cold', 'mild');
  await until('the mark', () => codes('founding.md').includes('retcon/silent'));
  const [range] = diagnostics('founding.md').map((one) => one.range);
  if (!range) throw new Error('no mark');
  const [fix, back] = ((await actions('founding.md', range)) ?? []).filter(({ kind }) => kind === 'quickfix');
  expect([fix?.title, back?.title]).toEqual(['Declare this as a retcon', 'Put back what was established']);
  const today = new Date().toISOString().slice(0, 10);
  const page = `---\ndate: 200 TA\ncanon: ${today}\nfacts:\n  house-vyr: {founder: aldric}\nsupersedes:\n  - id: founding\n    as_of: 200 TA\n    reason: ""\n---\n`;
  const made = uriOf('founding-retold.md');
  const documentChanges = [
    { kind: 'create', uri: made, options: { overwrite: false } },
    expect.objectContaining({
      textDocument: { uri: made, version: null },
      edits: [expect.objectContaining({ newText: expect.stringContaining(page) })],
    }),
    { textDocument: { uri: uriOf('founding.md'), version: null }, edits: [{ range, newText: 'maric' }] },
  ];
  expect(fix).not.toHaveProperty('edit');
  expect(fix?.command).toMatchObject({
    command: 'retcon.apply',
    arguments: [{ edit: { documentChanges }, uri: made, range: { start: { line: 8, character: 13 } } }],
  });
  await stop();
});

it('what is wrong with what is staged stands above the retcons, until nothing is', async () => {
  const { close, write, request, until, git, viewsChanged, uriOf, stop } = await startIn({ tag: 'v1' });
  await close('founding.md');
  const top = async () => (await request<ViewAnswer>('retcon/view', { view: 'retcons' })).rows;
  expect(await top()).toEqual([]);
  await write('founding.md', OLD.replace('maric', 'aldric'));
  git('add', '--all');
  await until('the view to change', () => viewsChanged.includes('retcons'));
  const [group, ...others] = await top();
  expect(others).toEqual([]);
  expect(group).toMatchObject({ label: 'About to be committed', detail: '1 problem' });
  const start = OLD.indexOf('maric');
  expect(group?.rows).toEqual([
    expect.objectContaining({
      sort: 'error',
      label: expect.stringContaining('changed to aldric without a retcon'),
      detail: 'founding',
      opens: { uri: uriOf('founding.md'), start, end: start + 'aldric'.length },
    }),
  ]);
  // A file that is edited further is opened where the place is by now.
  await write('founding.md', `---\ntitle: X\n${OLD.slice(4).replace('maric', 'aldric')}`);
  await until('the place to move', async () => placeIn(await top())?.start === start + 'title: X\n'.length);
  git('reset', '--quiet', '--hard');
  await until('the group to go', async () => (await top()).length === 0);
  await stop();
});

it('a codex may be a part of a working tree that git keeps elsewhere', async () => {
  const file = 'tree/world/founding.md';
  const editor = await startEditor({ 'tree/world/codex.yaml': '', [file]: OLD }, { folders: ['tree/world'] });
  const { root, request, until, write, open, replace, codes, stop } = editor;
  const git = gitIn(path.join(root, 'tree'));
  for (const words of ['init --separate-git-dir=../kept', 'add --all', 'commit --message=Write', 'tag v1'])
    git(...words.split(' '));
  await open(file);
  await replace(file, 'maric', 'aldric');
  // The folder itself is not a repository: one is looked for when codex.yaml is read.
  await write('tree/world/codex.yaml', 'present: 430 TA\n');
  await until('the mark', () => codes(file).includes('retcon/silent'));
  await write(file, OLD.replace('maric', 'aldric'));
  git('add', '--all');
  const group = async () => (await request<ViewAnswer>('retcon/view', { view: 'retcons' })).rows[0]?.label;
  await until('the group', async () => (await group()) === 'About to be committed');
  await stop();
});

it('a file that is about to be deleted is opened as it is in the baseline', async () => {
  const { git, request, until, close, stop } = await startIn({ tag: 'v1', opensCommitted: true });
  await close('founding.md');
  git('rm', '--quiet', 'founding.md');
  const placed = async () => placeIn((await request<ViewAnswer>('retcon/view', { view: 'retcons' })).rows);
  await until('the row', async () =>
    /^retcon-committed:.*founding\.md\?[0-9a-f]{40}$/.test((await placed())?.uri ?? ''),
  );
  await stop();
});

it('a hook is offered where there is none, put there, and taken away', async () => {
  const { connection, notify, request, git, until, root, stop } = await startIn({
    tag: 'v1',
    hasDialogs: true,
    isTrusted: false,
  });
  const offers: HookOffer[] = [];
  connection.onNotification(HOOK_OFFERED, (told: HookOffer[]) => void offers.push(...told));
  await expect(request('retcon/hook', { does: 'install' })).rejects.toThrow('only in folders that you trust');
  await notify('retcon/trusted', {});
  await until('the offer', () => offers.length > 0);
  expect(offers).toEqual([{ repository: path.join(root, '.git'), root }]);
  expect(await request('retcon/hook', { does: 'install', root })).toMatch(/^\.git.hooks.pre-commit was written/);
  writeFileSync(path.join(root, 'founding.md'), OLD.replace('maric', 'aldric'));
  expect(() => git('commit', '--quiet', '--all', '--message', 'Edit')).toThrow('changed to aldric without a retcon');
  expect(await request('retcon/hook', { does: 'uninstall', root })).toMatch(/pre-commit was removed/);
  git('commit', '--quiet', '--all', '--message', 'Edit');
  await stop();
});

it('a hook that was installed goes along with a new version of the extension', async () => {
  const { notify, request, until, root, stop } = await startIn({ tag: 'v1', hasDialogs: true, isTrusted: false });
  const hook = path.join(root, '.git/hooks/pre-commit');
  const lost = "retcon_node='/gone/node' retcon_cli='/gone/cli.js'\n";
  writeFileSync(
    hook,
    `#!/bin/sh\n# >>> retcon: stop a commit that changes what was told without saying so >>>\n${lost}# <<< retcon <<<\n`,
    { mode: 0o755 },
  );
  await notify('retcon/trusted', {});
  await until('the hook to follow', () => !readFileSync(hook, 'utf8').includes('/gone/'));
  expect(await request('retcon/hook', { does: 'install', root })).toMatch(/was in .*pre-commit already/);
  await stop();
});

const placeIn = ([group]: readonly ViewRow[]) => (group?.rows === 'later' ? undefined : group?.rows?.[0]?.opens);

it('a slip of the pen is none any more once errata.yaml lists it', async () => {
  const { replace, until, codes, write, remove, stop } = await startIn({ tag: 'v1' });
  await replace('founding.md', 'maric', 'marik');
  await until('the mark', () => codes('founding.md').includes('retcon/silent'));
  await write('errata.yaml', '- {entity: house-vyr, attribute: founder, was: maric, is: marik}\n');
  await until('it to go', () => !codes('founding.md').includes('retcon/silent'));
  await remove('errata.yaml');
  await until('it to come back', () => codes('founding.md').includes('retcon/silent'));
  await stop();
});
