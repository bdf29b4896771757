/** The pages that correspond to the files given to `retcon what-if`. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readDraftFiles } from '../../server/src/cli/givenFiles';
import { readDraftFrom } from '../../server/src/workspace/otherFiles';

let folder: string;
const inCodex = (file: string): string => path.join(folder, 'codex', file);

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'retcon-draft-'));
  mkdirSync(inCodex('people'), { recursive: true });
  for (const file of ['codex/people/lysa.md', 'codex/maric.md', 'maric.md', 'aldric.md'])
    writeFileSync(path.join(folder, file), `# ${file}\n`);
  writeFileSync(path.join(folder, 'wide.md'), Buffer.from([0xff, 0xfe, 0x41, 0]));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function read(files: readonly string[], as?: string) {
  let told = '';
  const output = { out: () => undefined, err: (words: string) => void (told += words), hasColour: false };
  return { pages: await readDraftFiles(inCodex(''), files, as, output), told };
}

it('a file of the codex replaces its own page', async () => {
  const { pages, told } = await read([inCodex('people/lysa.md')]);
  expect(pages).toEqual([{ path: 'people/lysa.md', text: '# codex/people/lysa.md\n' }]);
  expect(told).toBe('');
});

it('any other file becomes a page at the root, which is reported', async () => {
  const { pages, told } = await read([path.join(folder, 'aldric.md'), path.join(folder, 'maric.md')]);
  expect(pages).toMatchObject([{ path: 'aldric.md' }, { path: 'maric.md', text: '# maric.md\n' }]);
  expect(told).toContain('it is tried as a new page, aldric.md');
  expect(told).toContain('it is tried as the new text of maric.md');
});

it('one file may be tried elsewhere', async () => {
  const { pages, told } = await read([path.join(folder, 'aldric.md')], 'people/aldric.md');
  expect(pages).toMatchObject([{ path: 'people/aldric.md' }]);
  expect(told).toBe('');
});

it.each([
  [['none.md'], undefined, 'it is not there'],
  [['codex'], undefined, 'it is not there, or it is not a file'],
  [['wide.md'], undefined, 'it is written in UTF-16'],
  [['aldric.md', 'maric.md'], 'x.md', '--as says where one page would go'],
])('refuses %j as %s', async (files, as, message) => {
  const { pages } = await read(
    files.map((file) => path.join(folder, file)),
    as,
  );
  expect(pages).toMatchObject({ code: 'bad-page', message: expect.stringContaining(message) as string });
});

it('standard input needs a name, and is read to its end', async () => {
  expect((await read(['-'])).pages).toMatchObject({ code: 'bad-page' });
  expect(await readDraftFrom(Readable.from([Buffer.from('# Ly'), 'sa\n']))).toEqual({ text: '# Lysa\n' });
});
