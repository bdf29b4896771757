/** The language clients that there are, each by what it announces: nothing else is sent to it, and all that it can take is. */
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { CodeAction, Command, TextDocumentEdit } from 'vscode-languageserver/node';
import { vyr } from '../support/caret';
import { unannounced } from './announced';
import { type PlainClient, type Sent, startPlainClient } from './plainClient';
import type { Json } from './process';

const FOLDER = path.join(__dirname, 'clients');
const PROFILES = fs.readdirSync(FOLDER).map((file) => path.basename(file, '.json'));
const profile = (name: string): Json => JSON.parse(fs.readFileSync(path.join(FOLDER, `${name}.json`), 'utf8'));

/** The commands of the extension for VS Code. */
const OWN = [
  'open',
  'apply',
  'compare',
  'lookAtFork',
  'declare',
  'retract',
  'restore',
  'extractFact',
  'rewrite',
  'makeSecret',
  'retconValue',
  'reveal',
];
const SUGGEST = 'editor.action.triggerSuggest';

const founding = 'founding-of-house-vyr.md';
const refounding = 'refounding-of-house-vyr.md';
const FILES = {
  ...vyr,
  [founding]: `${vyr[founding]}Maric raised the first hall.\n\n## Later\n\nSee [[maric]].\n`,
  'note.md':
    '---\nid: note\ntitle: A Note\nsources: [founding-of-house-vyr]\nsupersedes:\n  - id: nobody\ndate: 31 Nonth 12 TA\nfacts:\n  vyr: {seat: maric}\n---\nSee [[founding-of-house-vyr#Later]] and [[refounding-of-house-vyr]].\n',
  'other.md': '---\nfacts:\n  vyr: {seat: aldric}\n---\n',
};

let client: PlainClient;
afterEach(async () => {
  if ((await client.stop()) !== 0) throw new Error('the server did not end well');
});

/** What the client answers to what the server asks. */
const answered = ({ method }: Sent): Pick<Sent, 'result'> => ({
  result:
    method === 'workspace/applyEdit' ? { applied: true } : method === 'window/showDocument' ? { success: true } : null,
});

let initialized: Sent;
async function start(name: string): Promise<Json> {
  client = startPlainClient(FILES, answered);
  const params = profile(name);
  const rootUri = client.uriOf('');
  const workspaceFolders = params.capabilities.workspace?.workspaceFolders && [{ uri: rootUri, name: 'vyr' }];
  initialized = await client.request('initialize', { processId: null, rootUri, workspaceFolders, ...params });
  client.notify('initialized', {});
  for (const file of ['note.md', 'other.md', founding, refounding]) client.open(file);
  // An outline is given once everything has been read.
  await client.request('textDocument/documentSymbol', { textDocument: { uri: client.uriOf('note.md') } });
  return params;
}

const WHOLE = { start: { line: 0, character: 0 }, end: { line: 40, character: 0 } };

/** Everything that a client may ask of a document at a place. */
function* questions(uri: string, line: number, character: number): Generator<[string, object]> {
  const textDocument = { uri };
  const at = { textDocument, position: { line, character } };
  for (const method of ['hover', 'definition', 'completion', 'documentHighlight', 'prepareRename'])
    yield [`textDocument/${method}`, at];
  yield ['textDocument/prepareTypeHierarchy', at];
  yield ['textDocument/prepareCallHierarchy', at];
  yield ['textDocument/references', { ...at, context: { includeDeclaration: true } }];
  yield ['textDocument/rename', { ...at, newName: 'called-otherwise' }];
  yield ['textDocument/selectionRange', { textDocument, positions: [at.position] }];
  const range = { start: at.position, end: at.position };
  yield ['textDocument/codeAction', { textDocument, range, context: { diagnostics: [] } }];
  yield [
    'textDocument/codeAction',
    { textDocument, range, context: { diagnostics: [], only: ['refactor', 'source'] } },
  ];
}

function* aboutWhole(uri: string): Generator<[string, object]> {
  const textDocument = { uri };
  for (const method of ['codeLens', 'documentSymbol', 'documentLink', 'foldingRange', 'diagnostic'])
    yield [`textDocument/${method}`, { textDocument }];
  yield ['textDocument/inlayHint', { textDocument, range: WHOLE }];
  yield ['textDocument/semanticTokens/full', { textDocument }];
  yield ['workspace/symbol', { query: 'fo' }];
}

describe.each(PROFILES)('%s', (name) => {
  it('is sent nothing that it has not announced', async () => {
    const { capabilities, initializationOptions } = await start(name);
    const isOwn = initializationOptions?.opensPlaces === true;
    const served = initialized.result.capabilities.executeCommandProvider?.commands ?? [];
    const own = { hears: isOwn, commands: isOwn ? ['', SUGGEST, ...OWN.map((one) => `retcon.${one}`)] : served };
    const found = unannounced(capabilities, 'initialize', initialized, own);
    const ask = async (method: string, params: object): Promise<Json> => {
      const answer = await client.request(method, params);
      if (answer.error) expect(answer.error.code, `${method}: ${answer.error.message}`).not.toBe(-32603);
      found.push(...unannounced(capabilities, method, answer, own));
      return answer.result;
    };
    for (const [file, text] of Object.entries(FILES)) {
      if (!['note.md', founding, refounding].includes(file)) continue;
      const uri = client.uriOf(file);
      for (const [method, params] of aboutWhole(uri)) {
        const result = await ask(method, params);
        if (method === 'textDocument/documentLink') await ask('documentLink/resolve', result[0]);
      }
      if (file === founding) continue;
      for (const [line, words] of text.split('\n').entries())
        for (const character of [words.indexOf(':') + 2, words.length])
          for (const [method, params] of questions(uri, line, Math.min(character, words.length))) {
            const result = await ask(method, params);
            if (method === 'textDocument/completion' && result) await ask('completionItem/resolve', result.items[0]);
          }
    }
    for (const message of client.sent)
      if (message.method !== undefined) found.push(...unannounced(capabilities, message.method, message, own));
    expect([...new Set(found)]).toEqual([]);
  });
});

/** What is offered at the name of an entry. */
async function refactorings(): Promise<(CodeAction | Command)[]> {
  const place = { line: 1, character: 5 };
  const { result } = await client.request('textDocument/codeAction', {
    textDocument: { uri: client.uriOf(refounding) },
    range: { start: place, end: place },
    context: { diagnostics: [], only: ['refactor.rewrite'] },
  });
  return result ?? [];
}
const RETCONS = ['Retcon this page', 'Remove this note from canon'];
const made = 'the-refounding-of-house-vyr-retold.md';
const ops = (action: CodeAction | Command | undefined): Json[] =>
  (action as CodeAction | undefined)?.edit?.documentChanges as Json[];

describe('a retcon is declared', () => {
  it.each(['neovim-0.7', 'neovim-0.10', 'helix-24'])('by an edit that makes the file, in %s', async (name) => {
    await start(name);
    const actions = await refactorings();
    expect(actions.map(({ title }) => title)).toEqual(RETCONS);
    const [create, text] = ops(actions[0]);
    expect(create).toMatchObject({ kind: 'create', uri: client.uriOf(made) });
    expect((text as TextDocumentEdit).edits).toMatchObject([{ newText: expect.stringContaining('supersedes:') }]);
  });

  it('by an edit of a text that is not there yet, in Eglot', async () => {
    await start('eglot-1.9');
    const actions = await refactorings();
    expect(actions.map(({ title }) => title)).toEqual(RETCONS);
    const [text] = ops(actions[0]);
    expect(text).toMatchObject({ textDocument: { uri: client.uriOf(made) } });
    expect(ops(actions[0])).not.toContainEqual(expect.objectContaining({ kind: 'create' }));
  });

  it.each(['edits-only', 'commands-only'])('by the server, for %s', async (name) => {
    await start(name);
    const actions = await refactorings();
    expect(actions.map(({ title }) => title)).toEqual(RETCONS);
    const [first] = actions;
    const command = (typeof first?.command === 'string' ? first : first?.command) as Command;
    expect(command.command).toBe('retcon.do');
    const asked = { command: command.command, arguments: command.arguments };
    expect(await client.request('workspace/executeCommand', asked)).toMatchObject({ result: null });
    expect(fs.readFileSync(path.join(client.root, made), 'utf8')).toContain('supersedes:');
    const told = await client.next('where it is', ({ method }) => method === 'window/showMessage');
    expect(told.params.message).toBe(path.join(client.root, made));
    // Done once more, it is another one; asked of a place where it can't be done, that is said.
    const elsewhere = { ...(command.arguments?.[0] as object), uri: client.uriOf('nowhere.md') };
    await client.request('workspace/executeCommand', { ...asked, arguments: [elsewhere] });
    const refused = await client.next('a refusal', ({ params }) => params?.type === 1 && params.message.includes(':'));
    expect(refused.params.message).toBe(`${RETCONS[0]}: this can no longer be done here. Ask for the actions again.`);
    const nonsense = { command: 'retcon.do', arguments: [17] };
    expect(await client.request('workspace/executeCommand', nonsense)).toMatchObject({ error: { code: -32602 } });
  });

  it('is not offered where nothing could be done', async () => {
    await start('nothing');
    expect(await refactorings()).toEqual([]);
  });
});

it('a fix of one text is done by the server where an editor takes no literals', async () => {
  await start('commands-only');
  const uri = client.uriOf('note.md');
  const place = { line: 4, character: 3 };
  const { result } = await client.request('textDocument/codeAction', {
    textDocument: { uri },
    range: { start: place, end: place },
    context: { diagnostics: [], only: ['quickfix'] },
  });
  const [fix] = result as Command[];
  await client.request('workspace/executeCommand', { command: fix?.command, arguments: fix?.arguments });
  const asked = await client.next('the edit', ({ method }) => method === 'workspace/applyEdit');
  expect(asked.params).toMatchObject({ label: fix?.title, edit: { changes: { [uri]: expect.any(Array) } } });
});

it('a lens is run by the server: it shows the entry, or says where it is', async () => {
  await start('neovim-0.10');
  const { result } = await client.request('textDocument/codeLens', { textDocument: { uri: client.uriOf(refounding) } });
  expect(result[0].command).toMatchObject({
    title: 'supersedes The Founding of House Vyr · 200 TA · change · show',
    command: 'retcon.show',
  });
  await client.request('workspace/executeCommand', result[0].command);
  const shown = await client.next('the page', ({ method }) => method === 'window/showDocument');
  expect(shown.params).toMatchObject({
    uri: client.uriOf(founding),
    takeFocus: true,
    selection: { start: { line: 1 } },
  });
});

it('hovers are plain where an editor wants them so', async () => {
  await start('eglot-1.9');
  const at = { textDocument: { uri: client.uriOf('note.md') }, position: { line: 3, character: 15 } };
  const { result } = await client.request('textDocument/hover', at);
  expect(result.contents.kind).toBe('plaintext');
  expect(result.contents.value).toContain('Superseded by The Refounding of House Vyr');
  expect(result.contents.value).not.toMatch(/\]\(|\*\*|---/);
});

it('files that change on the disk are noticed where the editor watches none', async () => {
  await start('neovim-0.7');
  const uri = client.uriOf('note.md');
  const problems = (): Json[] =>
    client.sent.findLast(({ method, params }) => method === 'textDocument/publishDiagnostics' && params.uri === uri)
      ?.params.diagnostics ?? [];
  const isUnknown = (): boolean => problems().some(({ code }) => code === 'supersedes/unknown-id');
  await client.next('the problem', isUnknown);
  fs.mkdirSync(path.join(client.root, 'late'));
  fs.writeFileSync(path.join(client.root, 'late/nobody.md'), '');
  await client.next('its end', () => !isUnknown());
  fs.rmSync(path.join(client.root, 'late/nobody.md'));
  await client.next('its return', isUnknown);
});

it('words are coloured by what they mean, and later answers hold only what has changed', async () => {
  await start('neovim-0.10');
  const { legend, full, range } = initialized.result.capabilities.semanticTokensProvider;
  expect([full, range]).toEqual([{ delta: true }, false]);
  const textDocument = { uri: client.uriOf('note.md') };
  const ask = async (method: string, more: object = {}): Promise<Json> =>
    (await client.request(`textDocument/semanticTokens/${method}`, { textDocument, ...more })).result;
  const first = await ask('full');
  /** Places, and what is there. */
  const seen = (data: readonly number[]): string[] => {
    let [line, character] = [0, 0];
    return Array.from({ length: data.length / 5 }, (_, i) => {
      const [lines = 0, characters = 0, length, type = 0, marks] = data.slice(5 * i);
      [line, character] = [line + lines, lines === 0 ? character + characters : characters];
      return `${line}:${character}+${length} ${legend.tokenTypes[type]}${marks === 2 ? ' deprecated' : ''}`;
    });
  };
  expect(seen(first.data).slice(0, 3)).toEqual(['1:4+4 class', '2:7+6 class', '3:10+21 class deprecated']);
  const within = { start: { line: 3, character: 0 }, end: { line: 3, character: 99 } };
  expect(seen((await ask('range', { range: within })).data)).toEqual(['3:10+21 class deprecated']);
  const before = { previousResultId: first.resultId };
  expect(await ask('full/delta', before)).toMatchObject({ edits: [] });
  const place = { line: 0, character: 3 };
  const contentChanges = [{ range: { start: place, end: place }, text: '\naliases: [x]' }];
  client.notify('textDocument/didChange', { textDocument: { ...textDocument, version: 2 }, contentChanges });
  // What was asked for before is no longer known.
  const again = await ask('full/delta', before);
  expect(again.data.length).toBe(first.data.length + 5);
  client.notify('textDocument/didChange', {
    textDocument: { ...textDocument, version: 3 },
    contentChanges: [{ range: { start: { line: 1, character: 10 }, end: { line: 1, character: 11 } }, text: '' }],
  });
  const changed = await ask('full/delta', { previousResultId: again.resultId });
  const [edit] = changed.edits;
  const data = [...again.data];
  data.splice(edit.start, edit.deleteCount, ...edit.data);
  expect(data).toEqual((await ask('full')).data);
});

it('words are asked for again when what they name no longer counts', async () => {
  await start('neovim-0.10');
  const textDocument = { uri: client.uriOf('note.md') };
  await client.request('textDocument/semanticTokens/full', { textDocument });
  const text = '---\ndate: 420 TA\nsupersedes: {id: refounding-of-house-vyr, reason: so}\n---\n';
  fs.writeFileSync(path.join(client.root, 'newer.md'), text);
  await client.next('the request', ({ method }) => method === 'workspace/semanticTokens/refresh');
});

it('the words of our own client are coloured by its grammar', async () => {
  await start('vscode');
  expect(initialized.result.capabilities).not.toHaveProperty('semanticTokensProvider');
});
