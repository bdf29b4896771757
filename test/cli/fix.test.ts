/** `retcon check --fix` where files can't be fixed: what it reports about them. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mendFiles } from '../../server/src/cli/fix';
import { pathsOf } from '../../server/src/core/canon';
import { readerOf } from '../../server/src/workspace/folder';
import { openFolder } from '../../server/src/workspace/openFolder';

let root: string;
beforeEach(() => void (root = fs.mkdtempSync(path.join(os.tmpdir(), 'retcon-'))));
afterEach(() => {
  vi.restoreAllMocks();
  fs.rmSync(root, { recursive: true });
});

const names = Array.from({ length: 7 }, (_, i) => `p${i}.md`);
const page = (target: string, more = ''): string => `---\nretracts: [${target}]\n---\nIt was never so.${more}\n`;

const ignored = (): void => undefined;
const put = (file: string, text: string | Buffer): void => fs.writeFileSync(path.join(root, file), text);

/** @param meanwhile what happens just before the first new texts are written */
function mended(meanwhile: () => void) {
  put('founding.md', 'Text\n');
  const host = openFolder(root, ignored);
  const real = fs.mkdirSync;
  vi.spyOn(fs, 'mkdirSync').mockImplementationOnce((folder, options) => {
    meanwhile();
    return real(folder, options);
  });
  let err = '';
  const output = { out: ignored, err: (text: string) => void (err += text), hasColour: false };
  const { problems, hasFailed } = mendFiles(root, host, readerOf(root, ignored), [...pathsOf(host.canon)], output);
  return { mended: problems.map(({ file }) => file), hasFailed, err };
}

it('names the first file for each reason, and the number of the others', () => {
  for (const name of names) put(name, Buffer.from(page('foundin', '\xe9'), 'latin1'));
  put('q.md', page('foundin'));
  expect(mended(ignored)).toEqual({
    mended: ['q.md'],
    hasFailed: true,
    err: "retcon: p0.md can't be mended: it is not written in UTF-8. Save it as UTF-8 first. Nor can p1.md, p2.md, p3.md and 3 more\n",
  });
});

it('does not report or count what somebody else has fixed in the meantime', () => {
  for (const name of names) put(name, page('foundin'));
  const others = names.slice(1);
  const found = mended(() => {
    for (const name of others) put(name, page('founding'));
  });
  expect(found).toEqual({ mended: ['p0.md'], hasFailed: false, err: '' });
});
