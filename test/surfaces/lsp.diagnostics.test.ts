/** Diagnostics for an editor that asks for them: of one document, and of the whole codex. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Files } from '../support/codex';
import { type Editor, type Start, startEditor } from './editor';
import { CAN_PULL, pull, pullAll } from './pulling';

let editor: Editor;
const start = async (files: Files, how: Start = {}): Promise<Editor> => {
  editor = await startEditor(files, { capabilities: CAN_PULL, ...how });
  return editor;
};
afterEach(() => editor.stop());

const nobody = (reason = 'so') => `---\nsupersedes: {id: nobody-knows, reason: ${reason}}\n---\n`;
const codesOf = (items: readonly { readonly code?: number | string | undefined }[]) =>
  items.map(({ code }) => String(code));
const reported = (items: readonly { uri: string; kind: string; items?: { code?: number | string | undefined }[] }[]) =>
  Object.fromEntries(items.map(({ uri, items: found }) => [uri.replace(editor.uriOf(''), ''), codesOf(found ?? [])]));
const claimsOf = (items: readonly { readonly uri: string; readonly resultId?: string | undefined }[]) =>
  Object.fromEntries(items.map(({ uri, resultId }) => [uri, resultId ?? '']));

describe('one document', () => {
  it('is answered with its problems as they are typed, and with "unchanged" where they are the same', async () => {
    await start({ 'codex.yaml': '', 'maric.md': '', 'note.md': nobody() });
    await editor.open('note.md');
    await editor.ready();
    const first = await pull(editor, 'note.md');
    expect(first).toMatchObject({ kind: 'full', items: [{ code: 'supersedes/unknown-id', source: 'retcon' }] });
    await editor.replace('note.md', '---\n', '---\ntitle: x\n');
    expect(await pull(editor, 'note.md', first.resultId)).toMatchObject({ kind: 'full' });
    await editor.replace('note.md', 'title: x\n', '');
    const again = await pull(editor, 'note.md');
    await editor.edit('note.md', nobody().length, nobody().length, 'And then.');
    expect(await pull(editor, 'note.md', again.resultId)).toEqual({ kind: 'unchanged', resultId: again.resultId });
    await editor.replace('note.md', 'nobody-knows', 'maric');
    expect(await pull(editor, 'note.md', again.resultId)).toMatchObject({ kind: 'full', items: [] });
    expect(editor.published.size).toBe(0);
  });

  it('is asked about again when another one changes what is wrong in it', async () => {
    await start({ 'codex.yaml': '', 'note.md': nobody(), 'other.md': '' });
    await editor.open('note.md');
    await editor.open('other.md');
    await editor.ready();
    await pull(editor, 'note.md');
    await pull(editor, 'other.md');
    const before = editor.refreshes.filter((what) => what === 'diagnostics').length;
    await editor.edit('other.md', 0, 0, '---\nid: nobody-knows\n---\n');
    await editor.until('the refresh', () => editor.refreshes.filter((what) => what === 'diagnostics').length > before);
    expect(await pull(editor, 'note.md')).toMatchObject({ kind: 'full', items: [] });
  });

  it('is none of ours with another scheme, and nothing is opened for one that is closed', async () => {
    await start({ 'in/codex.yaml': '', 'out.md': nobody() }, { folders: ['in'] });
    await editor.open('git:/in/note.md', nobody());
    await editor.ready();
    expect(await pull(editor, 'git:/in/note.md')).toMatchObject({ kind: 'full', items: [] });
    expect(await pull(editor, 'out.md')).toMatchObject({ kind: 'full', items: [] });
    await editor.open('untitled:Untitled-1', nobody());
    expect(await pull(editor, 'untitled:Untitled-1')).toMatchObject({ items: [{ code: 'supersedes/unknown-id' }] });
    expect(reported((await pullAll(editor).answer).items)).toEqual({});
  });
});

describe('the whole codex', () => {
  const files = { 'codex.yaml': 'nonsense: 1\n', 'a.md': nobody(), 'far/b.md': nobody(), 'c.md': '' };

  it('is answered when it is read, then when there is news, and only with the news', async () => {
    await start(files);
    const { items } = await pullAll(editor).answer;
    expect(reported(items)).toEqual({
      '/a.md': ['supersedes/unknown-id'],
      '/far/b.md': ['supersedes/unknown-id'],
      '/codex.yaml': ['config/invalid'],
    });
    const asked = pullAll(editor, claimsOf(items));
    let isAnswered = false;
    void asked.answer.then(() => (isAnswered = true));
    await editor.write('c.md', '# Nothing wrong\n');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(isAnswered).toBe(false);
    await editor.write('c.md', nobody());
    const news = (await asked.answer).items;
    expect(reported(news)).toEqual({ '/c.md': ['supersedes/unknown-id'] });
    expect(news[0]).toMatchObject({ kind: 'full', version: null });
  });

  it('takes back what was mended and what has gone', async () => {
    await start(files);
    let claims = claimsOf((await pullAll(editor).answer).items);
    const news = async (change: () => Promise<void>) => {
      const asked = pullAll(editor, claims);
      await change();
      const { items } = await asked.answer;
      claims = { ...claims, ...claimsOf(items) };
      return reported(items);
    };
    expect(await news(() => editor.write('a.md', ''))).toEqual({ '/a.md': [] });
    expect(await news(() => editor.remove('far'))).toEqual({ '/far/b.md': [] });
    expect(await news(() => editor.write('codex.yaml', ''))).toEqual({ '/codex.yaml': [] });
    expect(await news(() => editor.write('a.md', nobody()))).toEqual({ '/a.md': ['supersedes/unknown-id'] });
  });

  it('comes in parts where the editor can take them', async () => {
    const crowd = Object.fromEntries(Array.from({ length: 450 }, (_, i) => [`${i}.md`, nobody()]));
    await start({ 'codex.yaml': '', ...crowd });
    const asked = pullAll(editor, {}, true);
    expect(await asked.answer).toEqual({ items: [] });
    expect(asked.parts.length).toBeGreaterThan(2);
    expect(Object.keys(reported(asked.parts.flat()))).toHaveLength(450);
  });

  it('reports what an edit changes elsewhere, and open documents with their version', async () => {
    await start({ ...files, 'd.md': '---\nid: d\ndate: 412 TA\n---\n' });
    const { items } = await pullAll(editor).answer;
    await editor.open('d.md');
    const asked = pullAll(editor, claimsOf(items));
    await editor.replace('d.md', 'id: d\n', 'id: nobody-knows\nuntil: 400 TA\n');
    const news = (await asked.answer).items;
    expect(reported(news)).toMatchObject({ '/a.md': ['supersedes/fork'], '/d.md': ['date/inverted'] });
    expect(news.find(({ uri }) => uri === editor.uriOf('d.md'))?.version).toBe(2);
    expect(news.find(({ uri }) => uri === editor.uriOf('a.md'))?.version).toBeNull();
  });

  it('reports a closed document as it is on the disk, whatever was reported before', async () => {
    await start(files);
    const { items } = await pullAll(editor).answer;
    await editor.open('c.md');
    await editor.edit('c.md', 0, 0, nobody());
    await pull(editor, 'c.md');
    await editor.close('c.md');
    const news = await pullAll(editor, claimsOf(items)).answer;
    expect(reported(news.items)).toEqual({ '/c.md': [] });
  });

  it('may be asked in vain: a question that is taken back is answered so', async () => {
    await start({ ...files, 'a.md': '' });
    const claims = claimsOf((await pullAll(editor).answer).items);
    const asked = pullAll(editor, claims);
    asked.cancel();
    await expect(asked.answer).rejects.toMatchObject({ code: -32800 });
    const held = pullAll(editor, claims);
    const refused = held.answer.catch((error: unknown) => error);
    await editor.stop();
    expect(await refused).toMatchObject({ code: -32802, data: { retriggerRequest: false } });
    await start(files);
  });

  it('says nothing of folders without a codex', async () => {
    await start({ 'a.md': '---\ndate: whenever\nsources: b\n---\n[[nowhere]]\n' });
    expect(reported((await pullAll(editor).answer).items)).toEqual({});
    const asked = pullAll(editor);
    await editor.write('b.md', nobody());
    expect(Object.keys(reported((await asked.answer).items)).sort()).toEqual(['/a.md', '/b.md']);
  });
});

describe('several codices', () => {
  it('the innermost owns a file, whether anybody looks at it or not', async () => {
    await start({
      'codex.yaml': '',
      'outer.md': '---\nsupersedes: {id: inner, reason: so}\n---\n',
      'deep/codex.yaml': 'nonsense: 1\n',
      'deep/inner.md': '---\nsupersedes: {id: outer, reason: so}\n---\n',
      'deep/down/other.md': '---\nsupersedes: {id: inner, reason: so}\n---\n',
    });
    const { items } = await pullAll(editor).answer;
    expect(reported(items)).toEqual({
      '/outer.md': ['supersedes/unknown-id'],
      '/deep/inner.md': ['supersedes/unknown-id'],
      '/deep/codex.yaml': ['config/invalid'],
    });
    const asked = pullAll(editor, claimsOf(items));
    await editor.remove('deep/codex.yaml');
    // One codex: outer and inner now supersede each other, and other supersedes inner too.
    const news = reported((await asked.answer).items);
    expect(news).toMatchObject({ '/deep/codex.yaml': [] });
    expect(news['/outer.md']).toContain('supersedes/cycle');
    expect(news['/deep/inner.md']).toContain('supersedes/cycle');
  });

  it('of opened folders that lie in each other, each file has one', async () => {
    const names = (id: string) => `---\nsupersedes: {id: ${id}, reason: so}\n---\n`;
    await start({ 'a.md': names('b'), 'sub/b.md': names('a'), 'sub/c.md': names('b') }, { folders: ['', 'sub'] });
    expect(reported((await pullAll(editor).answer).items)).toEqual({
      '/a.md': ['supersedes/unknown-id'],
      '/sub/b.md': ['supersedes/unknown-id'],
    });
  });

  it('folders may come and go', async () => {
    await start(
      { 'one/codex.yaml': '', 'one/a.md': nobody(), 'two/codex.yaml': '', 'two/b.md': nobody() },
      { folders: ['one'] },
    );
    const { items } = await pullAll(editor).answer;
    expect(reported(items)).toEqual({ '/one/a.md': ['supersedes/unknown-id'] });
    const folder = (name: string) => ({ uri: editor.uriOf(name), name });
    const come = pullAll(editor, claimsOf(items));
    await editor.notify('workspace/didChangeWorkspaceFolders', { event: { added: [folder('two')], removed: [] } });
    const both = (await come.answer).items;
    expect(reported(both)).toEqual({ '/two/b.md': ['supersedes/unknown-id'] });
    const gone = pullAll(editor, { ...claimsOf(items), ...claimsOf(both) });
    await editor.notify('workspace/didChangeWorkspaceFolders', { event: { added: [], removed: [folder('one')] } });
    expect(reported((await gone.answer).items)).toEqual({ '/one/a.md': [] });
  });
});
