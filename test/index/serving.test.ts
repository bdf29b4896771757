/** The search thread: messages are processed in order, and a cancelled query is dropped. */
import { expect, it } from 'vitest';
import { readQuery } from '../../server/src/core/text/query';
import { packFound, unpackFound, NO_FILE_STAMP, openLore } from '../../server/src/index/proseIndex';
import { type Reply, serveIndex, type IndexMessage } from '../../server/src/index/indexThread';
import { sqlLoaded } from '../support/lore';

it('answers each query by the state at its time, except cancelled ones', async () => {
  const index = openLore(await sqlLoaded(), null);
  const replies: (readonly [number, readonly string[] | null])[] = [];
  const done = new Promise<void>((resolve) => {
    const reply = ({ id, found }: Reply): void => {
      replies.push([id, found && [...unpackFound(found)].map(({ path }) => path)]);
      if (id === 4) resolve();
    };
    const disk = {
      textOf: () => 'An oath.',
      stampOf: () => NO_FILE_STAMP,
      keep: () => expect.fail('too few to be kept'),
    };
    const take = serveIndex(index, disk, reply);
    const find = (id: number): IndexMessage => ({ does: 'find', id, query: readQuery('oath'), needed: 'every' });
    const put = (path: string, text: string | null): IndexMessage => ({
      does: 'put',
      files: [{ path, names: [], text }],
    });
    const told = [find(0), put('a.md', 'An oath.'), find(1), put('b.md', null), find(2), find(3)];
    const later: readonly IndexMessage[] = [{ does: 'forget', id: 2 }, { does: 'drop', paths: ['a.md'] }, find(4)];
    for (const one of [...told, ...later]) take(one);
  });
  await done;
  index.close();
  expect(replies).toEqual([
    [0, []],
    [1, ['a.md']],
    [2, null],
    [3, ['a.md', 'b.md']],
    [4, ['b.md']],
  ]);
});

it('keeps its index for the next start, which reads only what has changed', async () => {
  const sql = await sqlLoaded();
  const files = Array.from({ length: 120 }, (_, i) => `f${i}.md`);
  const read: string[] = [];
  /** What is kept once all files were sent; a later start receives what the previous one kept. */
  const start = async (kept: Uint8Array | null, stamps: Readonly<Record<string, string>>, under = 'codex') => {
    const index = openLore(sql, kept, under);
    read.length = 0;
    const made: Uint8Array[] = [];
    const found = await new Promise<Reply['found']>((resolve) => {
      const disk = {
        textOf: (path: string) => (read.push(path), `An oath of ${path}.`),
        stampOf: (path: string) => stamps[path] ?? 'as it was',
        keep: (bytes: Uint8Array) => void made.push(bytes),
      };
      const take = serveIndex(index, disk, (reply) => reply.id === 1 && resolve(reply.found));
      take({ does: 'put', files: files.map((path) => ({ path, names: [], text: null })) });
      for (const id of [0, 1]) take({ does: 'find', id, query: readQuery('oath'), needed: 'every' });
    });
    index.close();
    expect(found && [...unpackFound(found)]).toHaveLength(files.length);
    return made;
  };
  const [kept = null] = await start(null, {});
  expect(await start(kept, { 'f7.md': 'another' })).toEqual([]);
  expect(read).toEqual(['f7.md']);
  await start(kept, {}, 'another codex.yaml');
  expect(read).toHaveLength(files.length);
});

it('passes results from one thread to the other unchanged', () => {
  const found = [
    { path: 'a.md', nth: 0, hits: [[0, 1, 2] as const, [3, 0, 0] as const], lengths: [4, 0, 70_000] as const },
    { path: 'b.md', nth: 9, hits: [[0, 0, 1] as const, [0, 0, 0] as const], lengths: [1, 1, 1] as const },
    { path: 'a.md', nth: 1, hits: [[1, 0, 0] as const, [0, 2, 0] as const], lengths: [4, 2, 5] as const },
  ];
  expect([...unpackFound(packFound(found, 2))]).toEqual(found);
});
