/** Messages, and remaining files, where a disk fails during writing. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refuseFailure } from '../../server/src/cli/print';
import { planEdition, writeEdition } from '../../server/src/workspace/editionFolder';
import { finishWriting, writeAll } from '../../server/src/workspace/writeFiles';
import { reasonOf } from '../../server/src/workspace/folder';
import { replaceFile, beginJournal, digestOfBytes } from '../../server/src/workspace/writingJournal';

let root: string;
beforeEach(() => void (root = fs.mkdtempSync(path.join(os.tmpdir(), 'retcon-'))));
afterEach(() => {
  vi.restoreAllMocks();
  fs.rmSync(root, { recursive: true });
});

const failed = (code: string): Error => Object.assign(new Error(`${code}: raw words`), { code });

function refusalOf(write: () => void): string {
  let words = '';
  try {
    write();
  } catch (error) {
    refuseFailure(error, [], { out: () => undefined, err: (text) => void (words += text), hasColour: false });
  }
  return words;
}

/** A full disk accepts names, and no text. @param from the first text that is refused, counted from 0 */
function fillDisk(from: number): void {
  const real = fs.writeFileSync;
  let count = 0;
  vi.spyOn(fs, 'writeFileSync').mockImplementation((file, text, options) => {
    const isTaken = count++ < from || text === '';
    real(file, isTaken ? text : '', options);
    if (!isTaken) throw failed('ENOSPC');
  });
}

// One of these is the `.gitignore`, then come two pages, and the journal.
it.each([0, 1, 2, 3])('a full disk keeps nothing of an unfinished write, from text %i on', (from) => {
  fillDisk(from);
  const pages = ['a.md', 'b.md'].map((file) => ({ file, text: 'new', before: null }));
  expect(refusalOf(() => writeAll(root, pages))).toBe('retcon: the disk is full. Nothing was written.\n');
  expect(fs.readdirSync(root)).toEqual([]);
});

it('an edition whose list of files was written is not reported as unwritten', () => {
  const plan = planEdition(root, new Map([['a.md', 'new']]));
  fillDisk(3);
  expect(refusalOf(() => writeEdition(plan))).toBe('retcon: the disk is full.\n');
});

it('a read-only disk is reported as one', () => {
  const real = fs.mkdirSync;
  // This is node's message: of several folders it says that one does not exist.
  vi.spyOn(fs, 'mkdirSync').mockImplementation((folder, options) => {
    if (fs.existsSync(folder)) return real(folder, options);
    throw failed(typeof options === 'object' && options?.recursive === true ? 'ENOENT' : 'EROFS');
  });
  const refused = (write: () => void): string => {
    try {
      return String(write());
    } catch (error) {
      return reasonOf(error);
    }
  };
  const [database, edition] = [path.join(root, 'x.sqlite'), path.join(root, 'new/edition')];
  expect(refused(() => replaceFile(database, new Uint8Array()))).toBe('the disk is read-only');
  expect(refused(() => writeEdition(planEdition(edition, new Map())))).toBe('the disk is read-only');
});

it('of many files left by an interrupted command, the first are named', () => {
  const folder = path.join(root, '.retcon-writing/1-1-0');
  fs.mkdirSync(folder, { recursive: true });
  const all = Array.from({ length: 600 }, (_, i) => {
    fs.writeFileSync(path.join(folder, String(i)), 'new');
    return { file: `p${i}.md`, before: null, after: digestOfBytes(Buffer.from('new')) };
  });
  beginJournal({ root, folder, all });
  expect(finishWriting(root)).toEqual([
    'An earlier command was stopped while it wrote. What was missing is written now: p0.md, p1.md, p2.md and 597 more.',
  ]);
  expect(fs.readdirSync(root)).toHaveLength(600);
});
