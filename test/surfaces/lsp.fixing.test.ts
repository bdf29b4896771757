/** Quick fixes, mends of everything at once and organised frontmatter, as an editor is given them. */
import { afterEach, describe, expect, it } from 'vitest';
import type { CodeAction, Range, WorkspaceEdit } from 'vscode-languageserver/node';
import { lineIndex } from '../../server/src/core/text/span';
import type { Files } from '../support/codex';
import { type Editor, startEditor } from './editor';
import { CAN_PULL, pullAll } from './pulling';

let editor: Editor;
afterEach(async () => editor.stop());

const CAN_RESOLVE = {
  ...CAN_PULL,
  textDocument: { ...CAN_PULL.textDocument, codeAction: { resolveSupport: { properties: ['edit'] } } },
};

const files: Files = {
  'codex.yaml': '',
  'old.md': '---\ndate: 200 TA\nfacts:\n  vyr: {founder: maric, seat: vyrhold}\n---\n',
  'new.md': '---\r\nsupersedes: {id: old}\r\ndate: 412 TA\r\nalaises: x # 🐉\r\n---\r\n',
  'far/third.md': '---\ndate: 412 TA\nsupersedes: {id: fourth, reason: x}\n---\n',
  'far/fourth.md': '---\ndate: 1 TA\nattributes: {colour: grey}\nentity: wall\n---\n',
};

async function start(capabilities: object = CAN_RESOLVE): Promise<void> {
  editor = await startEditor(files, { capabilities, initializationOptions: { opensPlaces: true } });
  await editor.open('new.md');
  await editor.ready();
  await pullAll(editor).answer;
}

/** What is offered at a word. */
async function actionsAt(word: string, only?: readonly string[]): Promise<CodeAction[]> {
  const lines = lineIndex(editor.textOf('new.md'));
  const place = lines.placeAt(editor.textOf('new.md').indexOf(word));
  const range: Range = { start: place, end: place };
  const found = await editor.request<CodeAction[] | null>('textDocument/codeAction', {
    textDocument: { uri: editor.uriOf('new.md') },
    range,
    context: { diagnostics: [], ...(only && { only }) },
  });
  return found ?? [];
}

/** The texts of the files after an edit. */
function after(edit: WorkspaceEdit | undefined): Files {
  return Object.fromEntries(
    Object.keys(files).flatMap((file) => {
      const edits = edit?.changes?.[editor.uriOf(file)];
      if (!edits) return [];
      const text = files[file] ?? '';
      const { offsetAt } = lineIndex(text);
      const changed = [...edits]
        .sort((a, b) => offsetAt(b.range.start) - offsetAt(a.range.start))
        .reduce(
          (one, { range, newText }) => one.slice(0, offsetAt(range.start)) + newText + one.slice(offsetAt(range.end)),
          text,
        );
      return [[file, changed]];
    }),
  );
}

describe('code actions', () => {
  it('mend one problem, and put the caret where something is left to be written', async () => {
    await start();
    const actions = await actionsAt('old}');
    expect(actions.map(({ title }) => title)).toEqual([
      'Carry vyr.founder forward',
      'Let vyr.founder stand, with `only`',
      'Carry vyr.seat forward',
      'Let vyr.seat stand, with `only`',
      'Add a reason',
      'Carry all 3 dropped facts forward in the codex',
      'Add as_of: 200 TA, the date of old',
    ]);
    const reason = actions.find(({ title }) => title === 'Add a reason');
    expect(after(reason?.edit)).toEqual({ 'new.md': files['new.md']?.replace('old}', 'old, reason: ""}') });
    expect(reason?.command).toMatchObject({
      command: 'retcon.open',
      arguments: [editor.uriOf('new.md'), { start: { line: 1, character: 31 }, end: { line: 1, character: 31 } }],
    });
    expect(after(actions.at(-1)?.edit)).toEqual({ 'new.md': files['new.md']?.replace('old}', 'old, as_of: 200 TA}') });
  });

  it('mend all of a kind in the codex, when they are chosen', async () => {
    await start();
    const all = (await actionsAt('old}')).find(({ title }) => title.includes('all 3'));
    expect(all?.edit).toBeUndefined();
    const { edit } = await editor.request<CodeAction>('codeAction/resolve', all ?? {});
    expect(after(edit)).toEqual({
      'new.md': files['new.md']?.replace(
        'date: 412 TA\r\n',
        'date: 412 TA\r\nfacts:\r\n  vyr: {founder: maric, seat: vyrhold}\r\n',
      ),
      'far/third.md': files['far/third.md']?.replace('TA\n', 'TA\nfacts:\n  wall: {colour: grey}\n'),
    });
  });

  it('are whole at once for editors that ask only once', async () => {
    await start(CAN_PULL);
    const all = (await actionsAt('old}')).find(({ title }) => title.includes('all 3'));
    expect(Object.keys(after(all?.edit))).toEqual(['new.md', 'far/third.md']);
  });

  it('correct the slips of a file, and organise its frontmatter, for those who ask for that', async () => {
    await start();
    const [fixAll] = await actionsAt('---', ['source.fixAll']);
    expect(fixAll?.kind).toBe('source.fixAll.retcon');
    expect(after(fixAll?.edit)).toEqual({ 'new.md': files['new.md']?.replace('alaises', 'aliases') });
    const organised = '---\r\ndate: 412 TA\r\nsupersedes: {id: old}\r\nalaises: x # 🐉\r\n---\r\n';
    const [organise] = await actionsAt('---', ['source.retcon.organiseFrontmatter']);
    expect(after(organise?.edit)).toEqual({ 'new.md': organised });
    const ask = () =>
      editor.request<WorkspaceEdit | string>('retcon/organiseFrontmatter', {
        uri: editor.uriOf('new.md'),
      });
    expect(after((await ask()) as WorkspaceEdit)).toEqual({ 'new.md': organised });
    await editor.edit('new.md', 0, editor.textOf('new.md').length, organised);
    expect(await ask()).toBe('in order');
    expect(await actionsAt('---', ['source.retcon.organiseFrontmatter'])).toEqual([]);
    await editor.replace('new.md', 'date: ', 'date: "');
    expect(await ask()).toBe('unreadable');
  });
});

it('a fork is looked at, page by page, before one of them is chosen', async () => {
  const fork = (value: string): string =>
    `---\nsupersedes: {id: old, reason: x}\nfacts: {vyr: {founder: ${value}}}\n---\n`;
  editor = await startEditor(
    {
      'codex.yaml': '',
      'old.md': '---\nfacts: {vyr: {founder: maric}}\n---\n',
      'new.md': fork('a'),
      'b.md': fork('b'),
    },
    { capabilities: CAN_RESOLVE, initializationOptions: { hasDialogs: true, opensPlaces: true } },
  );
  await editor.open('new.md');
  await editor.ready();
  await pullAll(editor).answer;
  const given = [editor.uriOf('old.md'), [editor.uriOf('b.md'), editor.uriOf('new.md')], 'old, forked'];
  const looking = { command: 'retcon.lookAtFork', arguments: given };
  expect((await actionsAt('old')).filter(({ command }) => command?.command === looking.command)).toMatchObject([
    { title: 'Compare all three', command: looking },
  ]);
  expect((await editor.lenses('new.md'))?.map(({ command }) => command)).toContainEqual({
    title: 'forked: b too · look at all 3',
    ...looking,
  });
});
