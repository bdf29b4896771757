/** What is read again when files have changed, and when the whole codex is. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { nodePlatform } from '../../server/src/bin/node/nodePlatform';
import { pathsOf } from '../../server/src/core/canon';
import { codexParts } from '../../server/src/lsp/session/live';
import { keepReading, readTouched } from '../../server/src/lsp/session/liveCodex';

let root = '';
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'retcon-')));
});
afterEach(() => fs.rmSync(root, { recursive: true }));

const put = (file: string, text: string): void => fs.writeFileSync(path.join(root, file), text);

/** A codex that has been read, and how often a full reading was requested since. */
async function opened() {
  const log = (message: string): never => expect.fail(message);
  const editor = {
    textOf: () => undefined,
    openFiles: () => [],
    rootOf: () => root,
    isOpened: () => false,
    othersOf: () => null,
    found: () => undefined,
    log,
    platform: nodePlatform(),
    storage: () => null,
  };
  const parts = codexParts(root, false, editor);
  const reading = keepReading(parts, log);
  await reading.read({ report: () => undefined });
  parts.due.take(parts.hosts.serving.canon, () => []);
  let rereads = 0;
  const touch = (...files: readonly string[]): void => {
    for (const file of files) parts.touched.file(file);
    readTouched(parts, reading, () => rereads++);
  };
  return { parts, reading, touch, rereads: () => rereads };
}

it('an edit is read into the canon that answers, and nothing else is', async () => {
  put('codex.yaml', '');
  put('maric.md', '---\nid: maric\n---\n');
  const { parts, touch, rereads } = await opened();
  put('maric.md', '---\nid: maric-the-tall\n---\n');
  put('unheard.md', '---\nid: unheard\n---\n');
  touch('maric.md');
  expect([...pathsOf(parts.hosts.serving.canon)]).toEqual(['maric.md']);
  expect(parts.due.take(parts.hosts.serving.canon, () => []).first).toEqual(['maric.md']);
  expect(rereads()).toBe(0);
});

it('everything is judged again when errata.yaml has changed', async () => {
  put('codex.yaml', '');
  const { parts, touch } = await opened();
  const { state } = parts.due;
  touch('errata.yaml');
  expect(parts.due.take(parts.hosts.serving.canon, () => []).isAll).toBe(true);
  expect(parts.due.state).not.toBe(state);
});

it('notes in which somebody begins to use Retcon are read as if they had just been opened', async () => {
  put('maric.md', 'A man.\n');
  put('vyr.md', 'A house.\n');
  const { parts, reading, touch, rereads } = await opened();
  expect([parts.isAwake(), reading.isReady]).toEqual([false, true]);
  put('maric.md', '---\nsupersedes: vyr\n---\n');
  touch('maric.md');
  expect([parts.isAwake(), reading.isReady, rereads()]).toEqual([true, false, 1]);
  await reading.read({ report: () => undefined });
  expect([...pathsOf(parts.hosts.serving.canon)].sort()).toEqual(['maric.md', 'vyr.md']);
});

it('a reading is abandoned when a later one overtakes it', async () => {
  put('codex.yaml', '');
  put('maric.md', '');
  const { reading } = await opened();
  const [first, second] = [reading.read({ report: () => undefined }), reading.read({ report: () => undefined })];
  expect(await Promise.all([first, second])).toEqual([false, true]);
});
