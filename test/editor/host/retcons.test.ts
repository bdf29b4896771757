/** The example codex in the real extension host: what an author sees of a retcon. */
import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { until } from './until';

const root = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file('/nowhere');

/** Opens the entry of that id. */
const openEntry = async (id: string): Promise<vscode.TextDocument> => {
  for (const file of await vscode.workspace.findFiles('**/*.md')) {
    const document = await vscode.workspace.openTextDocument(file);
    const isIt = new RegExp(`^id: *${id}$`, 'm').test(document.getText()) || path.basename(file.path) === `${id}.md`;
    if (isIt) return (await vscode.window.showTextDocument(document)).document;
  }
  throw new Error(`the example has no entry ${id}`);
};

/** The place of a word where it is the value of `id:` below `supersedes:`. */
const supersededId = (document: vscode.TextDocument, id: string): vscode.Range => {
  const text = document.getText();
  const start = text.indexOf(id, text.indexOf('supersedes:'));
  assert.ok(start > 0, `${document.uri.path} does not supersede ${id}`);
  return new vscode.Range(document.positionAt(start), document.positionAt(start + id.length));
};

const type = async (document: vscode.TextDocument, range: vscode.Range, text: string): Promise<void> => {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, range, text);
  assert.ok(await vscode.workspace.applyEdit(edit));
};

const problemsOf = (document: vscode.TextDocument, code: string): vscode.Diagnostic[] =>
  vscode.languages
    .getDiagnostics(document.uri)
    .filter((found) => (typeof found.code === 'object' ? found.code.value : found.code) === code);

const aProblem = (document: vscode.TextDocument, code: string): Promise<vscode.Diagnostic> =>
  until(`${code} in ${document.uri.path}`, () => problemsOf(document, code)[0]);

const noProblem = (document: vscode.TextDocument, code: string): Promise<boolean> =>
  until(`no ${code} in ${document.uri.path}`, () => problemsOf(document, code).length === 0);

const lensesOf = (document: vscode.TextDocument): Promise<vscode.CodeLens[]> =>
  until(`code lenses in ${document.uri.path}`, async () => {
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      document.uri,
      99,
    );
    return lenses.length > 0 ? lenses : undefined;
  });

describe('the example codex in VS Code', () => {
  let founding: vscode.TextDocument;
  let refounding: vscode.TextDocument;
  let written: string;
  before(async () => {
    founding = await openEntry('founding-of-house-vyr');
    refounding = await openEntry('refounding-of-house-vyr');
    written = refounding.getText();
    await vscode.extensions.getExtension('retcon.retcon')?.activate();
  });
  afterEach(async () => {
    if (refounding.getText() === written) return;
    await type(refounding, new vscode.Range(0, 0, refounding.lineCount, 0), written);
  });

  it('a misspelt supersedes id has a squiggle, which goes away as it is typed right', async () => {
    const right = supersededId(refounding, 'founding-of-house-vyr');
    await type(refounding, right, 'founding-of-house-vry');
    const problem = await aProblem(refounding, 'supersedes/unknown-id');
    assert.equal(refounding.getText(problem.range), 'founding-of-house-vry');
    assert.equal(problem.severity, vscode.DiagnosticSeverity.Error);
    await type(refounding, problem.range, 'founding-of-house-vyr');
    await noProblem(refounding, 'supersedes/unknown-id');
  });

  it('the quick fix puts the nearest id in its place', async () => {
    await type(refounding, supersededId(refounding, 'founding-of-house-vyr'), 'founding-of-house-vry');
    const { range } = await aProblem(refounding, 'supersedes/unknown-id');
    const fix = await until('a quick fix', async () => {
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        refounding.uri,
        range,
        vscode.CodeActionKind.QuickFix.value,
      );
      return actions.find(({ title, edit }) => edit !== undefined && title.includes('founding-of-house-vyr'));
    });
    if (fix.edit) await vscode.workspace.applyEdit(fix.edit);
    await noProblem(refounding, 'supersedes/unknown-id');
    assert.equal(refounding.getText(), written);
  });

  it('a hover on the id shows both states', async () => {
    const { start } = supersededId(refounding, 'founding-of-house-vyr');
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      refounding.uri,
      start,
    );
    const text = hovers
      .flatMap(({ contents }) => contents.map((part) => (typeof part === 'string' ? part : part.value)))
      .join('\n');
    assert.match(text, /maric/i);
    assert.match(text, /aldric/i);
  });

  it('both ends of the retcon have a code lens, and compare opens the two versions side by side, and their texts', async () => {
    const titles = (lenses: vscode.CodeLens[]) => lenses.map(({ command }) => command?.title ?? '').join('\n');
    assert.match(titles(await lensesOf(founding)), /superseded by/i);
    const lenses = await lensesOf(refounding);
    assert.match(titles(lenses), /supersedes/i);
    const compare = lenses.find(({ command }) => command?.command === 'retcon.compare')?.command;
    assert.ok(compare, 'no lens compares');
    await vscode.commands.executeCommand(compare.command, ...(compare.arguments ?? []));
    // The window names the tab in front a moment after the page is there.
    const inFront = () => vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    const page = await until('a page', () => {
      const input = inFront();
      return input instanceof vscode.TabInputWebview ? input : undefined;
    });
    assert.match(page.viewType, /retcon\.review/);
    await vscode.commands.executeCommand('retcon.compareText', ...(compare.arguments ?? []));
    const input = await until('a diff', () => {
      const shown = inFront();
      return shown instanceof vscode.TabInputTextDiff ? shown : undefined;
    });
    assert.equal(input.original.path, founding.uri.path);
    assert.equal(input.modified.path, refounding.uri.path);
  });

  it('go to definition leads from the id to the entry', async () => {
    const { start } = supersededId(refounding, 'founding-of-house-vyr');
    const places = await vscode.commands.executeCommand<(vscode.Location | vscode.LocationLink)[]>(
      'vscode.executeDefinitionProvider',
      refounding.uri,
      start,
    );
    const files = places.map((place) => ('targetUri' in place ? place.targetUri : place.uri).path);
    assert.deepEqual(files, [founding.uri.path]);
  });

  it('every question is answered on a page', async () => {
    const ask = async (command: string, ...given: unknown[]) => {
      const answer = await vscode.commands.executeCommand<{ title: string; markdown: string } | undefined>(
        command,
        ...given,
      );
      assert.ok(answer, `${command} got no answer`);
      await until(`the page of ${command}`, () => {
        const { activeTab } = vscode.window.tabGroups.activeTabGroup;
        return activeTab?.input instanceof vscode.TabInputWebview && activeTab.label === answer.title
          ? activeTab
          : undefined;
      });
      return answer.markdown;
    };
    assert.match(await ask('retcon.wasTrueAt', { entity: 'house-vyr', at: '300 TA' }), /maric/i);
    assert.match(await ask('retcon.wasTrueAt', { entity: 'house-vyr', at: '500 TA' }), /aldric/i);
    assert.match(await ask('retcon.lookup', { name: 'refounding-of-house-vyr' }), /refounding/i);
    assert.match(await ask('retcon.log'), /refounding/i);
    assert.match(await ask('retcon.chain', { name: 'burning-of-the-long-bridge' }), /rests on it[^]*Ballad/i);
    assert.match(await ask('retcon.forks'), /No two pages supersede the same one/);
  });

  it('sees files and folders that come and go outside the editor', async () => {
    await vscode.window.showTextDocument(refounding);
    await type(refounding, supersededId(refounding, 'founding-of-house-vyr'), 'made-outside');
    await aProblem(refounding, 'supersedes/unknown-id');
    const folder = path.join(root.fsPath, 'outside');
    await mkdir(folder);
    await writeFile(path.join(folder, 'made-outside.md'), '---\nid: made-outside\ndate: 200 TA\n---\n');
    await noProblem(refounding, 'supersedes/unknown-id');
    await rm(folder, { recursive: true });
    await aProblem(refounding, 'supersedes/unknown-id');
    await type(refounding, supersededId(refounding, 'made-outside'), 'founding-of-house-vyr');
    await noProblem(refounding, 'supersedes/unknown-id');
  });

  it('a restarted server answers as before', async () => {
    await vscode.commands.executeCommand('retcon.restart');
    assert.match((await lensesOf(founding)).map(({ command }) => command?.title).join('\n'), /superseded by/i);
  });
});
