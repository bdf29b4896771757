/** A canon that was read in slices equals one that was read at once. */
import { expect, it } from 'vitest';
import type { Canon } from '../../server/src/core/canon/model/canonValue';
import { allEntries } from '../../server/src/core/canon/model/canon';
import { tableEntries, type Table } from '../../server/src/core/canon/model/table';
import { createHost } from '../../server/src/core/host';
import { vyr } from '../support/caret';
import { codexOf, type Files } from '../support/codex';

const files: Files = {
  ...vyr,
  'songs.md':
    '---\nsources: [maric, maric, aldric]\ndisputes: maric\nentity: house-vyr\nfacts: {maric: {member: a}}\n---\n',
  'far/twin.md': '---\naliases: [maric]\nodd: key\n---\n',
  'near/twin.md': '---\nsources: maric\nodd: key\n---\n',
};

/** The tables of a canon, in one order, whatever layers they are made of. */
const tables = (canon: Canon) =>
  Object.entries(canon)
    .filter(([name]) => !['codex', 'committed', 'others', 'eyes', 'knowns'].includes(name))
    .map(([name, table]) => [
      name,
      new Map([...tableEntries(table as Table<unknown>)].sort(([a], [b]) => (a < b ? -1 : 1))),
    ]);

it.each([1, 2, 3, 5])('in slices of %i, in any order, with changes between', (size) => {
  const host = createHost((path) => files[path] ?? null);
  host.apply(new Map([['codex.yaml', files['codex.yaml'] ?? '']]));
  const paths = Object.keys(files)
    .filter((path) => path.endsWith('.md'))
    .reverse();
  for (let at = 0; at < paths.length; at += size) {
    const slice = paths.slice(at, at + size);
    const [first = ''] = slice;
    host.grow(new Map(slice.map((path) => [path, files[path] ?? ''])));
    host.apply(
      new Map([
        [first, '---\nsources: [aldric, nobody]\n---\n'],
        ['gone.md', '# maric'],
      ]),
    );
    host.apply(new Map([['gone.md', null]]));
    host.grow(new Map([[first, files[first] ?? '']]));
  }
  const whole = codexOf(files).canon;
  expect(allEntries(host.canon)).toEqual(allEntries(whole));
  expect(tables(host.canon)).toEqual(tables(whole));
});
