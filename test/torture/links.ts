/** Trials of links on a disk: wherever they lead, nothing outside of the codex is shown or changed. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { createText, readText } from '../../server/src/workspace/folder';
import { openFolder } from '../../server/src/workspace/openFolder';
import { planEdition, writeEdition } from '../../server/src/workspace/editionFolder';
import { pictureBytes, filesThat } from '../../server/src/workspace/otherFiles';
import { writeAll } from '../../server/src/workspace/writeFiles';
import { type Trial, trial } from './attack';

const SECRET = 'What nobody is to see.\n';
const OUTSIDE = [
  'others/secret.md',
  'others/c.md',
  'others/a/d.md',
  'others/a/b/c.md',
  'others/e.png',
  'codex-2/c.md',
  'codex-2/a/d.md',
];
const NAMES = ['a', 'b', 'c.md', 'd.md', 'e.png', '.git', 'codex.yaml'];
const name = fc.constantFrom(...NAMES);
const inside = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
/** No link here leads further up than the folder of its trial, since the attack may damage its targets. */
const target = fc.oneof(
  inside,
  fc.constantFrom(
    '.',
    '..',
    '../..',
    '../others',
    '../others/secret.md',
    '../others/../codex',
    'BASE/others',
    'BASE/others/c.md',
  ),
  fc
    .tuple(fc.constantFrom('..', '../codex', '../others', '../codex-2', './..', 'a/../..'), inside)
    .map((parts) => parts.join('/')),
);
const made = fc.oneof(
  { weight: 3, arbitrary: fc.record({ file: inside, target }) },
  { weight: 1, arbitrary: fc.record({ file: inside, target: fc.constant(null) }) },
);

/**
 * Where a path leads, by what the operating system says alone: whether the codex may read it. Names with a dot are
 * hidden unless the path itself has them.
 */
function isOurs(root: string, file: string): boolean {
  const whole = fs.realpathSync(path.join(root, file));
  const named = new Set(file.split('/'));
  return (
    `${whole}/`.startsWith(`${root}/`) &&
    whole
      .slice(root.length)
      .split('/')
      .every((part) => !part.startsWith('.') || named.has(part))
  );
}

/** Makes a folder, in the codex alone: no link is followed on the way. Null where a link or a file is in the way. */
function madeFolder(root: string, way: string): string | null {
  let folder = root;
  for (const name of way === '.' ? [] : way.split('/')) {
    folder = path.join(folder, name);
    const stats = fs.lstatSync(folder, { throwIfNoEntry: false });
    if (!stats) fs.mkdirSync(folder);
    else if (!stats.isDirectory()) return null;
  }
  return folder;
}

/** All the content of a folder, unchanged. */
function everythingIn(folder: string): Record<string, string> {
  const all = fs.readdirSync(folder, { withFileTypes: true, recursive: true });
  return Object.fromEntries(
    all.map((one) => {
      const file = path.join(one.parentPath, one.name);
      return [file, one.isFile() ? fs.readFileSync(file, 'utf8') : one.isSymbolicLink() ? fs.readlinkSync(file) : ''];
    }),
  );
}

/** Whatever it throws is a refusal in words. */
function trying<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof Error) || error.constructor !== Error) throw error;
    return undefined;
  }
}

const kept = fc.property(fc.array(made, { minLength: 1, maxLength: 8 }), (all) => {
  const top = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'retcon-links-')));
  const base = path.join(top, ...'abcdef');
  const root = path.join(base, 'codex');
  try {
    for (const file of OUTSIDE) {
      fs.mkdirSync(path.dirname(path.join(base, file)), { recursive: true });
      fs.writeFileSync(path.join(base, file), SECRET);
    }
    fs.mkdirSync(root);
    for (const { file, target: to } of all)
      trying(() => {
        const folder = madeFolder(root, path.dirname(file));
        if (folder === null) return;
        const whole = path.join(folder, path.basename(file));
        if (to === null) fs.writeFileSync(whole, 'Ours.\n', { flag: 'wx' });
        else fs.symlinkSync(to.replace('BASE', base), whole);
      });
    const outside = () => Object.entries(everythingIn(top)).filter(([file]) => !file.startsWith(`${root}/`));
    const before = outside();
    reads(
      root,
      all.map(({ file }) => file),
    );
    writes(
      root,
      all.map(({ file }) => file),
    );
    expect(outside()).toEqual(before);
  } finally {
    fs.rmSync(top, { recursive: true });
  }
});

function reads(root: string, files: readonly string[]): void {
  const { canon } = openFolder(root, (_, reason) => expect(reason).not.toMatch(/E[A-Z]{4,}/));
  expect(JSON.stringify(canon.entries)).not.toContain('What nobody');
  for (const file of files.flatMap((one) => [one, ...NAMES.map((more) => `${one}/${more}`)])) {
    const text = trying(() => readText(root, file)) ?? null;
    if (text !== null && !isOurs(root, file)) expect.unreachable(`${file} was read`);
    if (text !== null) expect(text).not.toBe(SECRET);
  }
  const pictures = trying(() => filesThat(root, (file) => file.endsWith('.png'))) ?? [];
  for (const file of pictures) expect(String(trying(() => pictureBytes(root, file)))).not.toBe(SECRET);
}

function writes(root: string, files: readonly string[]): void {
  for (const file of files.flatMap((one) => [one, `${one}/c.md`, `${one}/new.md`])) {
    trying(() => createText(root, file, 'New.\n'));
    for (const before of [SECRET, 'Ours.\n', null]) trying(() => writeAll(root, [{ file, text: 'Other.\n', before }]));
  }
  trying(() => writeEdition(planEdition(root, new Map(files.map((file) => [file, 'Edition.\n'])))));
}

export const LINKS: readonly Trial[] = [trial('links/kept', kept, 20)];
