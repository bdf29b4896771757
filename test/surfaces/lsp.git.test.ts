/** Commits as canon points in the palette's questions: only where the author trusts the folder. */
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import type { FadingAnswer, Options, ViewAnswer, ViewRow } from '../../server/src/lsp/protocol/protocol';
import { type Editor, startEditor } from './editor';
import { folderWith, removeFolders } from './process';
import { gitIn } from './repository';

afterAll(removeFolders);

const FILES = { 'codex.yaml': '', 'vyr.md': '---\nattributes: {founder: maric}\n---\n' };

async function startIn(initializationOptions: Options) {
  const editor = await startEditor(FILES, { initializationOptions });
  const git = gitIn(editor.root);
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Write');
  git('tag', 'v1');
  await editor.open('vyr.md');
  await editor.ready();
  await editor.replace('vyr.md', 'maric', 'aldric');
  return editor;
}

const ask = { entity: 'vyr', as_of: 'git:v1' };

it('what was committed is offered, checked and answered', async () => {
  const { request, stop } = await startIn({});
  const points = await request<{ value: string }[]>('retcon/canonPoints');
  expect(points.map(({ value }) => value)).toEqual(['latest', 'git:v1']);
  expect(await request('retcon/checkCanonPoint', { text: 'git:HEAD' })).toEqual({ ok: true });
  expect(await request('retcon/checkCanonPoint', { text: 'git:v2' })).toMatchObject({
    ok: false,
    message: expect.stringContaining('"v2" names no commit'),
  });
  const [then, now] = await Promise.all([
    request<{ markdown: string }>('retcon/ask', { question: 'was_true_at', given: ask }),
    request<{ markdown: string }>('retcon/ask', { question: 'was_true_at', given: { entity: 'vyr' } }),
  ]);
  expect([then.markdown, now.markdown]).toEqual([expect.stringContaining('maric'), expect.stringContaining('aldric')]);
  await stop();
});

const uri = (editor: Editor, file: string) => ({ uri: editor.uriOf(file) });

it('a commit is a viewpoint, of which hovers and lenses tell; texts stay those of now', async () => {
  const editor = await startIn({});
  const { request, stop } = editor;
  await editor.write('house.md', '---\naliases: [keep]\nsupersedes: vyr\n---\n');
  await editor.open('house.md');
  const state = await request('retcon/setViewpoint', { ...uri(editor, 'vyr.md'), asOf: 'git:v1' });
  expect(state).toEqual({ at: null, asOf: 'git:v1', for: null, forTitle: null, present: null });
  expect(await editor.hover('vyr.md', 'aldric')).toBe(
    '*As of git:v1:*\n\n**founder** of [vyr](…/vyr.md)\n\n- *maric* — [vyr](…/vyr.md)',
  );
  expect(await editor.lensTitles('house.md')).toEqual(['not yet written as of git:v1']);
  expect(await request<FadingAnswer>('retcon/fading', uri(editor, 'vyr.md'))).toMatchObject({ faded: [{}] });
  await stop();
});

it('a branch that moves takes the viewpoint along, and one that is deleted leaves it at now', async () => {
  const editor = await startIn({});
  const { request, stop, root } = editor;
  gitIn(root)('branch', 'book');
  const asked = uri(editor, 'vyr.md');
  await request('retcon/setViewpoint', { ...asked, asOf: 'git:book' });
  expect(await editor.hover('vyr.md', 'aldric')).toContain('*maric*');
  await editor.write('vyr.md', FILES['vyr.md'].replace('maric', 'lysa'));
  gitIn(root)('commit', '--quiet', '--all', '--message', 'Rewrite');
  gitIn(root)('branch', '--force', 'book');
  await editor.until(
    'the other commit',
    async () => (await editor.hover('vyr.md', 'aldric'))?.includes('lysa') === true,
  );
  gitIn(root)('branch', '--delete', '--force', 'book');
  expect(await request('retcon/viewpoint', asked)).toMatchObject({
    asOf: null,
    problem: expect.stringContaining('"book" names no commit'),
  });
  expect(await editor.hover('vyr.md', 'aldric')).toContain('*aldric*');
  await stop();
});

it('what has changed since a commit is shown in words, of everything or of one entry, and as two texts', async () => {
  const editor = await startIn({ opensCommitted: true });
  const { request, stop } = editor;
  await editor.write('house.md', '---\nattributes: {seat: keep}\n---\n');
  const [all, one, log, then] = await Promise.all([
    request<{ markdown: string }>('retcon/ask', { question: 'diff', given: { from: 'git:v1' } }),
    request<{ title: string; markdown: string }>('retcon/diffOfEntry', { from: 'git:v1', ...uri(editor, 'vyr.md') }),
    request<{ markdown: string }>('retcon/ask', { question: 'log', given: { since: 'git:v1' } }),
    request<{ markdown: string }>('retcon/ask', { question: 'lookup', given: { name: 'vyr', as_of: 'git:v1' } }),
  ]);
  expect(all.markdown).toMatch(/was maric, is \*\*aldric[^]*seat of \[house/);
  expect(one.title).toBe('What changed of vyr from git:v1 to now');
  expect(one.markdown).not.toContain('seat');
  expect([log.markdown, then.markdown]).toEqual([
    expect.stringContaining('0 retcons since git:v1'),
    expect.stringContaining('**maric**'),
  ]);
  const committed = await request<string>('retcon/committedFile', { ...uri(editor, 'vyr.md'), asOf: 'git:v1' });
  expect(committed).toMatch(/^retcon-committed:.*vyr\.md\?[0-9a-f]{40}$/);
  const [file = '', commit] = committed.replace(/^retcon-committed/, 'file').split('?');
  expect(await request('retcon/committedText', { uri: file, commit })).toBe(FILES['vyr.md']);
  expect(await request('retcon/committedFile', { ...uri(editor, 'house.md'), asOf: 'git:v1' })).toBeNull();
  await stop();
});

it.each([true, false])(
  'what has gone since leads to its committed text where an editor opens that: %s',
  async (opens) => {
    const editor = await startIn({ opensCommitted: opens });
    const { request, stop } = editor;
    await editor.write('vyr-house.md', '---\nid: house\naliases: [vyr]\n---\n');
    await editor.close('vyr.md');
    await editor.remove('vyr.md');
    await editor.write('note.md', 'Of [[vyr]] and [[gone]].\n');
    await editor.open('note.md');
    await request('retcon/setViewpoint', { ...uri(editor, 'note.md'), asOf: 'git:v1' });
    expect(await editor.hover('note.md', 'vyr'), 'its name is that of another page now').toContain('(…/vyr-house.md)');
    await editor.remove('vyr-house.md');
    const hover = await editor.hover('note.md', 'vyr');
    expect(hover).toMatch(opens ? /\(retcon-committed:.*vyr\.md\?[0-9a-f]{40}\)/ : /^\*As of git:v1:\*\n\n\*\*vyr\*\*/);
    const answer = await request<{ markdown: string }>('retcon/ask', { question: 'was_true_at', given: ask });
    expect(answer.markdown.includes('retcon-committed:')).toBe(opens);
    await stop();
  },
);

it('a page that is in no folder has no history', async () => {
  const editor = await startIn({});
  const alone = 'untitled:Untitled-1';
  await editor.open(alone, '---\nsupersedes: nobody\n---\n');
  const asked = { uri: alone, asOf: 'git:v1' };
  await expect(editor.request('retcon/setViewpoint', asked)).rejects.toThrow('this page is open by itself');
  await editor.stop();
});

it('git is not asked in a folder that is not trusted, until it is', async () => {
  const { request, notify, stop } = await startIn({ isTrusted: false });
  expect(await request('retcon/canonPoints')).toHaveLength(1);
  const refused = 'only in folders that you trust';
  await expect(request('retcon/ask', { question: 'was_true_at', given: ask })).rejects.toThrow(refused);
  await expect(request('retcon/setViewpoint', { asOf: 'git:v1' })).rejects.toThrow(refused);
  await expect(request('retcon/ask', { question: 'diff', given: { from: 'git:v1' } })).rejects.toThrow(refused);
  await notify('retcon/trusted', {});
  expect(await request('retcon/ask', { question: 'was_true_at', given: ask })).toMatchObject({
    markdown: expect.stringContaining('maric'),
  });
  await stop();
});

const house = (founder: string, more = ''): string => `---\n${more}facts: {vyr: {founder: ${founder}}}\n---\n`;
const RETCON = house('aldric', 'supersedes: {id: a, effective: always, reason: so}\n');

/** A codex that git dates and that is not trusted yet, with one page that is committed; `asOf` is what its house was as of a day. */
async function startUndated() {
  const files = { 'codex.yaml': 'canon: {from: git}\n', 'a.md': house('maric') };
  const editor = await startEditor(files, { initializationOptions: { isTrusted: false } });
  const git = gitIn(editor.root);
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Write');
  await editor.open('codex.yaml');
  await editor.until('the reason', () => editor.diagnostics('codex.yaml').length > 0);
  const asOf = async (day: string): Promise<string> => {
    const given = { entity: 'vyr', as_of: day };
    return (await editor.request<{ markdown: string }>('retcon/ask', { question: 'was_true_at', given })).markdown;
  };
  return { ...editor, git, asOf };
}

it('entries that git dates enter the canon when they are committed', async () => {
  const { git, asOf, notify, write, until, diagnostics, stop } = await startUndated();
  expect(diagnostics('codex.yaml')).toMatchObject([
    { severity: 3, message: expect.stringContaining('that you trust') },
  ]);
  expect(await asOf('2000-01-01')).toContain('maric');
  await notify('retcon/trusted', {});
  await write('b.md', RETCON);
  await until('git to be asked', () => diagnostics('codex.yaml').length === 0);
  expect(await asOf('2000-01-01')).toContain('No facts recorded for that date');
  expect(await asOf('2999-12-31')).toContain('founder: **maric**');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Retcon');
  await until('the commit to be heard of', async () => (await asOf('2999-12-31')).includes('founder: **aldric**'));
  await stop();
});

it.runIf(process.platform !== 'win32')('a commit that is made while git is being asked is heard of', async () => {
  const bin = folderWith({});
  vi.stubEnv('PATH', `${bin}:${process.env.PATH}`);
  const { root, git, asOf, notify, write, until, diagnostics, stop } = await startUndated();
  vi.unstubAllEnvs();
  await write('b.md', RETCON);
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  // It answers when entries were committed, and right after that commits another.
  const answering = `#!/bin/sh
'${real}' "$@"
status=$?
case " $* " in *' log '*)
  if mkdir "$0.asked" 2> /dev/null; then
    cd '${root}'
    '${real}' add b.md
    '${real}' -c user.name=A -c user.email=a@example.com commit --quiet --message Retcon
  fi;;
esac
exit $status
`;
  writeFileSync(path.join(bin, 'git'), answering, { mode: 0o755 });
  await notify('retcon/trusted', {});
  await until(
    'git to be asked',
    () => existsSync(path.join(bin, 'git.asked')) && diagnostics('codex.yaml').length === 0,
  );
  await until('the commit to be heard of', async () => (await asOf('2999-12-31')).includes('founder: **aldric**'));
  expect(git('log', '--format=%s').trim().split('\n')).toEqual(['Retcon', 'Write']);
  await stop();
});

it('what others have published since is shown beside what is about to be committed, and where the world is counted', async () => {
  const editor = await startEditor({ 'codex.yaml': '', 'vyr.md': '---\nattributes: {founder: maric}\n---\n' });
  const git = gitIn(editor.root);
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Write');
  git('branch', 'told');
  git('branch', '--quiet', '--set-upstream-to=told');
  git('branch', '--force', 'told', git('commit-tree', '-p', 'HEAD', '-m', 'More', 'HEAD^{tree}').trim());
  await editor.open('vyr.md');
  const behind = 'your branch is behind told by 1: pull first.';
  await editor.until('the status', () => editor.statuses.at(-1)?.message === behind);
  await editor.write('vyr.md', '---\nattributes: {founder: aldric}\n---\n');
  git('add', '--all');
  const rows = async (): Promise<readonly ViewRow[]> =>
    (await editor.request<ViewAnswer>('retcon/view', { view: 'retcons' })).rows;
  await editor.until('what is staged', async () => (await rows()).length > 0);
  expect((await rows())[0]).toMatchObject({ label: 'About to be committed', detail: `1 problem · ${behind}` });
  git('merge', '--quiet', 'told');
  await editor.until('the pull', () => editor.statuses.at(-1)?.message === undefined);
  await editor.stop();
});
