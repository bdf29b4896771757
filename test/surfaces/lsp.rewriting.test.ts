/** Changing a value everywhere as an editor meets it: values to choose from, facts to look through, one new entry. */
import { afterEach, describe, expect, it } from 'vitest';
import type { CodeAction, TextDocumentEdit, WorkspaceEdit } from 'vscode-languageserver/node';
import type { AnswerPage } from '../../server/src/lsp/protocol/protocol';
import type {
  RetconMade,
  RetconRefused,
  RewriteParams,
  RewriteDialog,
  ValueChoice,
} from '../../server/src/lsp/protocol/protocolRetcons';
import { vyr } from '../support/caret';
import { type Editor, startEditor } from './editor';

let editor: Editor;
afterEach(() => editor.stop());

const seats = 'seats.md';
const story = {
  ...vyr,
  [seats]:
    '---\ntitle: Seats\ndate: 200 TA\ncanon: session-45\nfacts:\n  house-vyr: {seat: vyrhold, ruler: maric}\n  house-orm: {seat: vyrhold}\n---\n',
};
const capabilities = {
  workspace: {
    workspaceFolders: true,
    workspaceEdit: {
      documentChanges: true,
      resourceOperations: ['create' as const, 'rename' as const, 'delete' as const],
    },
  },
  textDocument: { codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['refactor'] } } } },
};

async function start(): Promise<void> {
  editor = await startEditor(story, { capabilities, initializationOptions: { hasDialogs: true } });
  await editor.open(seats);
  await editor.ready();
}

const wanted = { old: 'vyrhold', value: 'newhold', date: '' };
const asked = (more: object = {}) =>
  editor.request<RewriteDialog | RetconRefused>('retcon/rewriteQuestions', { ...wanted, ...more });
const made = (answers: RewriteParams) => editor.request<RetconMade | RetconRefused>('retcon/rewrite', answers);

describe('changing a value everywhere', () => {
  it('offers the values that are stated, that at the caret first', async () => {
    await start();
    const values = (more: object = {}) => editor.request<ValueChoice[]>('retcon/statedValues', more);
    expect(await values()).toEqual([
      { value: 'maric', title: 'Maric', detail: '2 facts · founder, ruler' },
      { value: 'vyrhold', title: 'vyrhold', detail: '2 facts · seat' },
      { value: 'aldric', title: 'Aldric', detail: '1 fact · founder' },
    ]);
    const [first] = await values({ uri: editor.uriOf(seats), position: { line: 5, character: 22 } });
    expect(first?.value).toBe('vyrhold');
  });

  it('says what the new value means, or what is wrong with it', async () => {
    await start();
    const check = (old: string, value: string) => editor.request('retcon/checkNewValue', { old, value });
    expect([await check('maric', ''), await check('maric', 'Maric')]).toEqual([
      { ok: false, message: 'Say what takes its place: a text, or the name of a note.' },
      { ok: false, message: 'It already says "Maric".' },
    ]);
    expect([await check('maric', 'Aldric'), await check('maric', 'Aldri')]).toEqual([
      { ok: true, message: 'Aldric · aldric.md' },
      { ok: true, message: 'A text that is not the name of a note' },
    ]);
  });

  it('lists every fact, and what is left alone with the reason', async () => {
    await start();
    expect(await asked({ old: 'maric', value: 'aldric' })).toMatchObject({
      title: 'Aldric in place of Maric',
      canon: { proposed: 'session-47' },
      facts: [
        { label: 'house-vyr.ruler: maric → aldric', detail: 'seats.md · from 200 TA' },
        {
          label: 'house-vyr.founder: maric',
          detail: 'founding-of-house-vyr.md · from 200 TA · until 412 TA',
          because:
            'The Refounding of House Vyr (refounding-of-house-vyr.md) has superseded it already: declare the next retcon of that page, or retract it first.',
        },
      ],
    });
    expect(await asked({ old: 'maric', value: 'aldric', date: '300 TA' })).toMatchObject({ facts: [{}, {}] });
    expect(await asked({ old: 'nothing' })).toEqual({ refusal: 'No fact says "nothing" now.', instead: [] });
  });

  it('makes one entry of the facts that were chosen, and changes nothing else', async () => {
    await start();
    const questions = (await asked()) as RewriteDialog;
    const facts = questions.facts.map(({ key }) => key).slice(0, 1);
    const answers: RewriteParams = {
      ...{ ...wanted, as: 'page', title: questions.title },
      ...{ canon: 'session-47', reason: 'So.', facts, date: '300 TA' },
    };
    const { edit, uri } = (await made(answers)) as RetconMade;
    expect(uri).toBe(editor.uriOf('newhold-in-place-of-vyrhold.md'));
    const [create, text, ...more] = (edit as WorkspaceEdit).documentChanges ?? [];
    expect(more).toEqual([]);
    expect(create).toEqual({ kind: 'create', uri, options: { overwrite: false } });
    expect((text as TextDocumentEdit).edits.map((one) => 'newText' in one && one.newText)).toEqual([
      '---\ntitle: newhold in place of vyrhold\ndate: 300 TA\ncanon: session-47\nfacts:\n  - {entity: house-vyr, attribute: seat, value: newhold}\nsupersedes:\n  - id: seats\n    as_of: 200 TA\n    reason: So.\n    only: [house-vyr.seat]\n---\n\n',
    ]);
  });

  it('is a code action on a value', async () => {
    await start();
    const uri = editor.uriOf(seats);
    const at = { line: 5, character: 22 };
    const context = { diagnostics: [], only: ['refactor.rewrite'] };
    const actions = await editor.request<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri },
      range: { start: at, end: at },
      context,
    });
    expect(actions.find(({ command }) => command?.command === 'retcon.rewrite')).toMatchObject({
      title: 'Change “vyrhold” everywhere…',
      kind: 'refactor.rewrite',
      command: { command: 'retcon.rewrite', arguments: [uri, 'vyrhold'] },
    });
  });
});

it('says what an open page would change: against what is saved of it, or as a page of its own', async () => {
  editor = await startEditor(story, { capabilities });
  const refounding = 'refounding-of-house-vyr.md';
  await editor.open(refounding);
  await editor.replace(refounding, '{founder: aldric}', '{founder: maric}');
  await editor.ready();
  const whatIf = (file: string) => editor.request<AnswerPage>('retcon/whatIf', { uri: editor.uriOf(file) });
  const { title, markdown } = await whatIf(refounding);
  expect(title).toBe('What The Refounding of House Vyr would change');
  expect(markdown).toContain('was [Aldric]');
  expect(markdown).toContain(`](<${editor.uriOf(refounding)}>)`);
  const unsaved = 'untitled:Untitled-1';
  await editor.open(unsaved, '---\nfacts: {house-orm: {ruler: Lysa}}\n---\n');
  expect((await whatIf(unsaved)).markdown).toContain('Untitled-1.md would be a new page');
  await expect(whatIf('maric.md')).rejects.toThrow('open the page first');
});
