/** The thread that searches: messages are worked on in their order, and a question that was taken back is let go. */
import { expect, it } from 'vitest';
import { readQuery } from '../../server/src/core/text/query';
import { openLore } from '../../server/src/index/lore';
import { type Reply, serveIndex, type Told } from '../../server/src/index/serving';
import { sqlLoaded } from '../support/lore';

it('answers each question as things stood when it was asked, but for those that were taken back', async () => {
  const index = openLore(await sqlLoaded(), null);
  const replies: (readonly [number, readonly string[] | null])[] = [];
  const done = new Promise<void>((resolve) => {
    const reply = ({ id, found }: Reply): void => {
      replies.push([id, found && found.map(({ path }) => path)]);
      if (id === 4) resolve();
    };
    const take = serveIndex(index, () => 'An oath.', reply);
    const find = (id: number): Told => ({ does: 'find', id, query: readQuery('oath'), needed: 'every' });
    const put = (path: string, text: string | null): Told => ({ does: 'put', files: [{ path, names: [], text }] });
    const told = [find(0), put('a.md', 'An oath.'), find(1), put('b.md', null), find(2), find(3)];
    const later: readonly Told[] = [{ does: 'forget', id: 2 }, { does: 'drop', paths: ['a.md'] }, find(4)];
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
