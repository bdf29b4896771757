/** Declaring, retracting, restoring and extracting as an editor meets them: questions, answers, edits that make files. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SetUpFinding, WorldAnswer } from '../../server/src/lsp/protocol/protocolFolder';
import type { ManySecretMade } from '../../server/src/lsp/protocol/protocolSecrets';
import type { CodeAction, TextDocumentEdit, WorkspaceEdit } from 'vscode-languageserver/node';
import type {
  RetconAct,
  RetconAnswers,
  RetconMade,
  RetconQuestions,
  RetconRefused,
} from '../../server/src/lsp/protocol/protocolRetcons';
import { vyr } from '../support/caret';
import { type Editor, type Start, startEditor } from './editor';

let editor: Editor;
const WHOLE: Start['capabilities'] = {
  workspace: {
    workspaceFolders: true,
    workspaceEdit: { documentChanges: true, resourceOperations: ['create', 'rename', 'delete'] },
  },
  textDocument: { codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['refactor'] } } } },
};
const start = async (how: Start = {}): Promise<Editor> => {
  editor = await startEditor(vyr, { capabilities: WHOLE, ...how });
  await editor.open(refounding);
  await editor.ready();
  return editor;
};
afterEach(() => editor.stop());

const refounding = 'refounding-of-house-vyr.md';
const founding = 'founding-of-house-vyr.md';

const asked = (act: RetconAct, file = refounding) =>
  editor.request<RetconQuestions | RetconRefused>('retcon/retconQuestions', { act, uri: editor.uriOf(file) });
const made = (act: RetconAct, answers: RetconAnswers, file = refounding) =>
  editor.request<RetconMade | RetconRefused>('retcon/makeRetcon', { act, uri: editor.uriOf(file), answers });

/** The texts of the files that an edit makes, in the order in which it makes them. */
function madeBy(edit: object | undefined): Record<string, string> {
  const { documentChanges = [] } = (edit ?? {}) as WorkspaceEdit;
  const files: Record<string, string> = {};
  for (const change of documentChanges)
    if ('kind' in change) {
      if (change.kind === 'create') files[nameOf(change.uri)] = '';
    } else if (nameOf(change.textDocument.uri) in files)
      files[nameOf(change.textDocument.uri)] = change.edits
        .map((one) => ('newText' in one ? one.newText : ''))
        .join('');
  return files;
}
const nameOf = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1);

const answers: RetconAnswers = {
  manner: 'always',
  title: 'The Burning of the Rolls',
  date: '412 TA',
  canon: 'session-47',
  reason: 'Nobody had read them.',
  into: null,
  bringsBack: false,
};

describe('declaring a retcon', () => {
  it('asks what is not known, and makes a file that nothing points at before it is there', async () => {
    await start();
    expect(await asked('declare')).toEqual({
      entry: 'The Refounding of House Vyr',
      date: '412 TA',
      dates: [
        { text: '430 TA', detail: 'the present' },
        { text: '412 TA', detail: 'The Refounding of House Vyr' },
        { text: '200 TA', detail: 'The Founding of House Vyr' },
      ],
      canon: {
        points: [{ label: 'session-47', value: 'session-47', detail: 'The Refounding · 2026-05-12' }],
        proposed: 'session-47',
      },
      reasons: [
        {
          reason: 'Aldric was the true founder.',
          detail: 'session-47 · The Refounding of House Vyr, of The Founding of House Vyr',
        },
      ],
      places: [],
      gone: [],
      undeclared: [],
      proposed: {
        manner: 'always',
        title: '',
        date: '412 TA',
        canon: 'session-47',
        reason: '',
        into: null,
        bringsBack: false,
      },
    });
    const answer = (await made('declare', answers)) as RetconMade;
    const text = madeBy(answer.edit)['the-burning-of-the-rolls.md'];
    expect(text).toContain('title: The Burning of the Rolls\n');
    expect(text).toContain('reason: Nobody had read them.\n');
    const line = text?.split('\n').findIndex((one) => one.includes('founder: aldric'));
    expect(answer.range).toEqual({ start: { line, character: 23 }, end: { line, character: 29 } });
    expect(nameOf(answer.uri)).toBe('the-burning-of-the-rolls.md');
  });

  it('never takes the name of a file that is there, entry or not', async () => {
    await start();
    await editor.write('the-burning-of-the-rolls.md', '');
    await editor.write('drafts.txt', '');
    const answer = (await made('declare', { ...answers, title: 'The Burning of the Rolls' })) as RetconMade;
    expect(Object.keys(madeBy(answer.edit))).toEqual(['the-burning-of-the-rolls-2.md']);
  });

  it('leads on to the version that stands, where this one does not', async () => {
    await start();
    expect(await asked('declare', founding)).toEqual({
      refusal:
        'The Refounding of House Vyr has superseded The Founding of House Vyr already: declare the retcon of that one.',
      instead: [{ act: 'declare', uri: editor.uriOf(refounding), title: 'The Refounding of House Vyr' }],
    });
  });

  it('judges a date and a title as they are typed', async () => {
    await start();
    const uri = editor.uriOf(refounding);
    const date = (text: string, manner: string) =>
      editor.request('retcon/checkRetconDate', { act: 'declare', uri, manner, date: text });
    expect(await date('Thaw 420', 'from')).toEqual({ ok: true, text: 'Thaw 420 TA' });
    expect(await date('', 'from')).toEqual({ ok: false, message: 'Give the world date from which it holds.' });
    expect(await date('', 'always')).toEqual({ ok: true, text: '' });
    expect(await date('soon', 'always')).toMatchObject({ ok: false });
    const title = (text: string) => editor.request('retcon/checkNewTitle', { uri, title: text });
    expect(await title('Aldric')).toMatch(/^"Aldric" is the name of a note already/);
    expect(await title('Something New')).toBe(null);
  });

  it('says so where an editor lets nobody make files', async () => {
    await start({ capabilities: {} });
    await expect(made('declare', answers)).rejects.toThrow('this editor does not let extensions make files.');
  });
});

describe('code actions', () => {
  const at = async (word: string, kind = 'refactor'): Promise<CodeAction[]> => {
    const text = editor.textOf(refounding);
    const before = text.slice(0, text.indexOf(word)).split('\n');
    const place = { line: before.length - 1, character: (before.at(-1) ?? '').length };
    const found = await editor.request<CodeAction[] | null>('textDocument/codeAction', {
      textDocument: { uri: editor.uriOf(refounding) },
      range: { start: place, end: place },
      context: { diagnostics: [], only: [kind] },
    });
    return found ?? [];
  };

  it('lead to the dialogs, where the editor has them', async () => {
    await start({ initializationOptions: { hasDialogs: true } });
    const uri = editor.uriOf(refounding);
    expect(await at('type')).toEqual(
      [
        ['declare', uri],
        ['retract', uri],
        ['makeSecret', uri, expect.anything()],
      ].map(([act, ...given]) =>
        expect.objectContaining({
          kind: 'refactor.rewrite',
          command: expect.objectContaining({ command: `retcon.${act}`, arguments: given }),
        }),
      ),
    );
    expect((await at('aldric}')).map(({ title }) => title)).toEqual([
      'Retcon house-vyr.founder: “aldric”…',
      'Move fact to its own note',
      'Change “aldric” everywhere…',
      'Retcon this page…',
      'Remove this note from canon…',
      'Make this fact secret…',
    ]);
  });

  it('are edits with the likeliest answers in any other editor', async () => {
    await start();
    const actions = await at('type');
    expect(actions.map(({ title }) => title)).toEqual(['Retcon this page', 'Remove this note from canon']);
    expect(Object.keys(madeBy(actions[0]?.edit))).toEqual(['the-refounding-of-house-vyr-retold.md']);
    expect(madeBy(actions[1]?.edit)).toEqual({
      'the-refounding-of-house-vyr-retracted.md':
        '---\ntitle: The Refounding of House Vyr (retracted)\ncanon: session-47\nretracts:\n  - id: refounding-of-house-vyr\n---\n\n',
    });
  });

  it('extract a fact in one edit, the new file first', async () => {
    editor = await startEditor(
      {
        ...vyr,
        'seat.md':
          '---\ntitle: The Seat\ndate: 200 TA\nfacts:\n  house-vyr: {seat: vyrhold, words: We keep the fire}\n---\n',
      },
      { capabilities: WHOLE },
    );
    await editor.open('seat.md');
    await editor.ready();
    const [action] =
      (await editor.request<CodeAction[] | null>('textDocument/codeAction', {
        textDocument: { uri: editor.uriOf('seat.md') },
        range: { start: { line: 4, character: 22 }, end: { line: 4, character: 22 } },
        context: { diagnostics: [], only: ['refactor.extract'] },
      })) ?? [];
    expect(madeBy(action?.edit)).toEqual({
      'seat-of-house-vyr-vyrhold.md':
        '---\ntitle: Seat of House Vyr (vyrhold)\ntype: event\ndate: 200 TA\nfacts:\n  house-vyr: {seat: vyrhold}\n---\n\n',
    });
    const [, , removed] = (action?.edit?.documentChanges ?? []) as TextDocumentEdit[];
    expect(removed).toMatchObject({
      textDocument: { uri: editor.uriOf('seat.md') },
      edits: [{ range: { start: { line: 4, character: 14 }, end: { line: 4, character: 29 } }, newText: '' }],
    });
  });
});

it('offers to make properties facts that no attribute is declared for, and carries them over then', async () => {
  editor = await startEditor(
    {
      'codex.yaml': '# Ours\nrevisions: [r1]\n',
      'vyr.md': '---\ntitle: House Vyr\ndate: 10 TA\nruler: "[[Maric]]"\n---\n',
    },
    { capabilities: WHOLE },
  );
  await editor.open('vyr.md');
  await editor.ready();
  expect(await asked('declare', 'vyr.md')).toMatchObject({ undeclared: ['ruler'] });
  expect(await asked('retract', 'vyr.md')).toMatchObject({ undeclared: [] });
  const edit = await editor.request<WorkspaceEdit>('retcon/declareKeys', {
    uri: editor.uriOf('vyr.md'),
    keys: ['ruler'],
  });
  expect(edit.changes).toMatchObject({
    [editor.uriOf('codex.yaml')]: [{ newText: expect.stringContaining('attributes:\n  ruler: state') }],
  });
  await editor.write('codex.yaml', '# Ours\nrevisions: [r1]\nattributes:\n  ruler: state\n');
  await vi.waitFor(async () => expect(await asked('declare', 'vyr.md')).toMatchObject({ undeclared: [] }), 180_000);
  const done = await made('declare', { ...answers, title: 'House Vyr again', date: '10 TA', canon: 'r1' }, 'vyr.md');
  expect(Object.values(madeBy('edit' in done ? done.edit : undefined)).join('')).toContain('ruler: "[[Maric]]"');
});

it('makes many notes and folders secrets in one edit', async () => {
  editor = await startEditor(
    { 'codex.yaml': '', 'gm/plot.md': 'The plot.\n', 'inn.md': 'Ale.\n', 'bad.md': '---\nx: [\n---\n' },
    { capabilities: WHOLE, initializationOptions: { hasDialogs: true } },
  );
  await editor.ready();
  const { uriOf } = editor;
  const chosen = { folders: [uriOf('gm')], files: [uriOf('inn.md'), uriOf('bad.md'), uriOf('codex.yaml')] };
  const ask = (more: object) => editor.request<ManySecretMade>('retcon/makeManySecret', { ...chosen, ...more });
  expect(await ask({ knowers: null })).toEqual({ notes: 3, edit: null, left: [] });
  const made = await ask({ knowers: ['players'] });
  expect(made).toMatchObject({ notes: 3, left: ['bad'] });
  const { changes = {} } = made.edit as WorkspaceEdit;
  expect(Object.entries(changes).map(([uri, edits]) => [nameOf(uri), edits.map(({ newText }) => newText)])).toEqual([
    ['codex.yaml', ['circles:\n  players: []\naudience:\n  gm/**: [players]\n']],
    ['inn.md', ['---\nknown_by: [players]\n---\n']],
  ]);
  expect(await ask({ folders: [], files: [uriOf('codex.yaml')], knowers: [] })).toMatchObject({
    refusal: 'None of what you chose is a note of your world.',
  });
});

it('makes a page, a fact or a passage a secret, and reveals it', async () => {
  editor = await startEditor(
    {
      'codex.yaml': 'revisions: [s1, s2]\ncircles: {players: [tom]}\n',
      'note.md': '---\ntitle: Oath\nfacts: {vyr: {seat: mill}}\n---\nThe walls are thick.\n',
    },
    { capabilities: WHOLE, initializationOptions: { hasDialogs: true } },
  );
  await editor.open('note.md');
  await editor.ready();
  const uri = editor.uriOf('note.md');
  const at = (line: number, from: number, until = from) => ({
    start: { line, character: from },
    end: { line, character: until },
  });
  const ask = (reveal: boolean, range: object) => editor.request('retcon/secretQuestions', { uri, range, reveal });
  expect(await ask(false, at(1, 2))).toMatchObject({ kind: 'page', what: 'Oath', names: null });
  expect(await ask(false, at(2, 21))).toMatchObject({ kind: 'fact', what: 'seat: mill' });
  expect(await ask(false, at(4, 2, 9))).toMatchObject({ kind: 'passage' });
  expect(await ask(true, at(1, 2))).toMatchObject({ names: null });
  const actions = await editor.request<CodeAction[] | null>('textDocument/codeAction', {
    textDocument: { uri },
    range: at(4, 2, 9),
    context: { diagnostics: [], only: ['refactor'] },
  });
  expect(actions?.map(({ title }) => title)).toContain('Make this passage secret…');
  const hidden = await editor.request<RetconMade>('retcon/makeSecret', { uri, range: at(1, 2), knowers: ['tom'] });
  expect(JSON.stringify(hidden.edit)).toContain('known_by: [tom]');
  await editor.replace('note.md', 'facts: {vyr: {seat: mill}}', 'known_by: nobody');
  expect(await ask(true, at(1, 2))).toMatchObject({ names: ['nobody'], hasDates: true });
  expect(await ask(false, at(1, 2))).toMatchObject({ names: [] });
  const params = { uri, range: at(1, 2), name: 'players', when: 's2' };
  const shown = await editor.request<RetconMade>('retcon/reveal', params);
  expect(JSON.stringify(shown.edit)).toContain('{players: s2}');
});

it('says what was understood of a world, and has more properties count', async () => {
  const codex = '# attributes:\n#   seat: state   # 1 note\n';
  editor = await startEditor(
    { 'codex.yaml': codex, 'a.md': '---\nseat: hill\nmood: sad\n---\n', 'b.md': '---\nseat: dale\nmood: sad\n---\n' },
    { capabilities: WHOLE },
  );
  await editor.ready();
  const folder = editor.uriOf('');
  expect(await editor.request<WorldAnswer>('retcon/yourWorld', { folder })).toMatchObject({
    notes: 2,
    facts: 0,
    properties: [],
  });
  const found = await editor.request<readonly SetUpFinding[]>('retcon/factChoices', {});
  expect(found.map(({ label, remark, isTaken }) => [label, remark, isTaken])).toEqual([
    ['seat', 'one at a time; 2 notes: hill, dale', true],
    ['mood', 'one at a time; 2 notes: sad', true],
  ]);
  const edit = await editor.request<WorkspaceEdit>('retcon/countFacts', { taken: [found[0]?.id] });
  expect(JSON.stringify(edit)).toContain(editor.uriOf('codex.yaml'));
  await editor.write('codex.yaml', 'attributes:\n  seat: state   # 1 note\n');
  await vi.waitFor(async () => {
    const world = await editor.request<WorldAnswer>('retcon/yourWorld', {});
    expect(world).toMatchObject({
      facts: 2,
      propertyCount: 1,
      properties: [{ name: 'seat', facts: 2, example: { title: 'a' } }],
    });
  }, 180_000);
});

it('where no session is listed, nobody is asked when a value or a page was decided, and what was before is found by its day', async () => {
  const note = (formerly: string): string => `---\ntitle: The Keep\nseat: hill\n${formerly}---\n`;
  editor = await startEditor(
    { 'codex.yaml': 'attributes: {seat: state}\n', 'keep.md': note('') },
    { capabilities: WHOLE },
  );
  await editor.ready();
  const uri = editor.uriOf('keep.md');
  const points = () => editor.request<{ label: string; value: string; detail: string }[]>('retcon/canonPoints');
  expect(await points()).toHaveLength(1);
  const params = { uri, position: { line: 2, character: 7 } };
  const { values } = await editor.request<{ values: { key: string }[] }>('retcon/retconableValues', params);
  const [{ key } = { key: '' }] = values;
  expect(await editor.request('retcon/valueQuestions', { uri, key })).toMatchObject({ canon: null });
  await editor.write('keep.md', note('formerly:\n  - {seat: dale, canon: 2026-05-02}\n'));
  await vi.waitFor(async () => {
    expect((await points())[1]).toEqual({
      label: 'Before 2026-05-02',
      value: '2026-05-01',
      detail: 'without the changes of The Keep',
    });
  }, 60_000);
  expect(await editor.request('retcon/retconQuestions', { act: 'declare', uri })).toMatchObject({
    canon: null,
    proposed: { canon: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
  });
  const given = { entity: 'keep', as_of: '2026-05-01' };
  const { markdown } = await editor.request<{ markdown: string }>('retcon/ask', { question: 'was_true_at', given });
  expect(markdown).toContain('dale');
});
