/** Commits as canon points in the palette's questions: only where the author trusts the folder. */
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import type { Options } from '../../server/src/lsp/protocol';
import { startEditor } from './editor';

const FILES = { 'codex.yaml': '', 'vyr.md': '---\nattributes: {founder: maric}\n---\n' };

const git = (root: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], { cwd: root });

async function startIn(initializationOptions: Options) {
  const editor = await startEditor(FILES, { initializationOptions });
  git(editor.root, 'init', '--quiet');
  git(editor.root, 'add', '--all');
  git(editor.root, 'commit', '--quiet', '--message', 'Write');
  git(editor.root, 'tag', 'v1');
  await editor.open('vyr.md');
  await editor.ready();
  await editor.replace('vyr.md', 'maric', 'aldric');
  return editor;
}

const ask = { entity: 'vyr', asOf: 'git:v1' };

it('what was committed is offered, checked and answered', async () => {
  const { request, stop } = await startIn({});
  const points = await request<{ value: string }[]>('retcon/canonPoints', { withCommits: true });
  expect(points.map(({ value }) => value)).toEqual(['latest', 'git:v1']);
  expect(await request('retcon/checkCanonPoint', { text: 'git:HEAD', withCommits: true })).toEqual({ ok: true });
  expect(await request('retcon/checkCanonPoint', { text: 'git:v2', withCommits: true })).toMatchObject({
    ok: false,
    message: expect.stringContaining('"v2" names no commit'),
  });
  const [then, now] = await Promise.all([
    request<{ markdown: string }>('retcon/wasTrueAt', ask),
    request<{ markdown: string }>('retcon/wasTrueAt', { entity: 'vyr' }),
  ]);
  expect([then.markdown, now.markdown]).toEqual([expect.stringContaining('maric'), expect.stringContaining('aldric')]);
  await stop();
});

it('git is not asked in a folder that is not trusted, until it is', async () => {
  const { request, notify, stop } = await startIn({ isTrusted: false });
  expect(await request('retcon/canonPoints', { withCommits: true })).toHaveLength(1);
  await expect(request('retcon/wasTrueAt', ask)).rejects.toThrow('only in folders that you trust');
  await notify('retcon/trusted', {});
  expect(await request('retcon/wasTrueAt', ask)).toMatchObject({ markdown: expect.stringContaining('maric') });
  await stop();
});
