/** A codex while it is read again: changes on the disk in the meantime are not missed. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { nodePlatform } from '../../server/src/bin/node/nodePlatform';
import { entryAt } from '../../server/src/core/canon';
import type { LeftOut } from '../../server/src/core/commits/snapshot';
import { changedEntries } from '../../server/src/core/rules/retcon/baselineComparison';
import { UNGIVEN } from '../../server/src/core/text/unreadable';
import { openCodex } from '../../server/src/lsp/session/liveCodex';
import { codexOf, type Files } from '../support/codex';

let root = '';
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'retcon-')));
});
afterEach(() => fs.rmSync(root, { recursive: true }));

const fileOf = (file: string): string => path.join(root, file);
const put = (file: string, text: string): void => {
  fs.mkdirSync(path.dirname(fileOf(file)), { recursive: true });
  fs.writeFileSync(fileOf(file), text);
};
const open = () => {
  let asked = 0;
  const log = (message: string): never => {
    throw new Error(message);
  };
  const editor = {
    textOf: () => undefined,
    openFiles: () => [],
    rootOf: () => root,
    isOpened: () => false,
    othersOf: () => null,
    platform: nodePlatform(),
    found: () => undefined,
    log,
    storage: () => null,
  };
  const codex = openCodex(root, false, editor, () => asked++);
  return { codex, asked: () => asked };
};
/** Reads, and does something when the first files have been read. */
const readWith = async (codex: ReturnType<typeof open>['codex'], meanwhile: () => void): Promise<void> => {
  let isDone = false;
  const report = (): void => {
    if (isDone) return;
    isDone = true;
    meanwhile();
  };
  expect(await codex.read({ report })).toBe(true);
  expect(isDone).toBe(true);
};

/** The baseline v1. @param leftOut what could not be read of it, and why */
function baselineOf(files: Files, leftOut: LeftOut = new Map()) {
  const textOf = (file: string): string | null => files[file] ?? null;
  const snapshot = {
    host: codexOf(files),
    textOf,
    blobOf: textOf,
    commit: 'v1',
    leftOut,
    dating: null,
    fingerprintAt: () => undefined,
    readTexts: () => Promise.resolve(),
  };
  return { snapshot, ref: 'v1', isCertain: true, keptOut: new Set<string>() };
}

it('a file that was created and deleted is gone', async () => {
  put('codex.yaml', '');
  for (let i = 0; i < 40; i++) put(`z/${i}.md`, '');
  const { codex } = open();
  await readWith(codex, () => undefined);
  // Only the reading under way has met it: the canon that answers in the meantime never had it.
  put('a/new.md', '');
  await readWith(codex, () => {
    fs.rmSync(fileOf('a'), { recursive: true });
    codex.touchFolder(fileOf('a'), false);
    codex.settle();
  });
  expect(codex.entryAt(fileOf('a/new.md'))).toBeUndefined();
  expect(codex.entryAt(fileOf('z/39.md'))).toBeDefined();
});

it('a file that was created after its folder was listed is there', async () => {
  put('codex.yaml', '');
  for (let i = 0; i < 40; i++) put(`z/${i}.md`, '');
  const { codex } = open();
  await readWith(codex, () => {
    put('a/new.md', '');
    codex.touchFolder(fileOf('a'), true);
    codex.settle();
  });
  expect(codex.entryAt(fileOf('a/new.md'))).toBeDefined();
});

it('problems of codex.yaml that depend on the pages are not reported before all of them are read', async () => {
  put('codex.yaml', 'audience: {"Plts/**": nobody}\n');
  for (let i = 0; i < 40; i++) put(`Plots/${i}.md`, '');
  const { codex } = open();
  let meanwhile: readonly string[] | undefined;
  const told = (): string[] => codex.codexProblems.map(({ message }) => message);
  await readWith(codex, () => (meanwhile = told()));
  expect(meanwhile).toEqual([]);
  expect(told()).toEqual(['No page lies in "Plts/**", so this counts for pictures at most. Did you mean "Plots/**"?']);
});

it('an unchanged codex.yaml is not read again', async () => {
  put('codex.yaml', 'present: 3\n');
  const { codex, asked } = open();
  await codex.read({ report: () => undefined });
  codex.touch(fileOf('codex.yaml'));
  codex.settle();
  expect(asked()).toBe(0);
  put('codex.yaml', 'present: 4\n');
  codex.touch(fileOf('codex.yaml'));
  codex.settle();
  expect(asked()).toBe(1);
});

it('the canon that answers is compared with its own codex.yaml, while another is being read', async () => {
  put('codex.yaml', 'present: 3\n');
  put('maric.md', '');
  const { codex } = open();
  await codex.read({ report: () => undefined });
  codex.compareWith(baselineOf({ 'codex.yaml': 'present: 3\n', 'maric.md': '' }));
  const compared = () => [codex.canon.codex.present, codex.compared?.codexTexts.now];
  const before = compared();
  put('codex.yaml', 'present: 4\n');
  await readWith(codex, () => {
    codex.forget();
    expect(compared()).toEqual(before);
  });
  expect(codex.compared?.codexTexts.now).toBe('present: 4\n');
});

it.each(['revisions: [s1]\n', 'revisions: [s1, s2]\n'])(
  'a file that was unreadable in the baseline counts as unchanged, though the disk has more than the baseline, since %j',
  async (codexThen) => {
    const founded = (by: string): string => `---\nfacts: {vyr: {founder: ${by}}}\n---\n`;
    put('codex.yaml', 'revisions: [s1, s2]\n');
    put('far.md', founded('maric'));
    put('near.md', founded('maric'));
    const { codex } = open();
    await codex.read({ report: () => undefined });
    const told = { 'codex.yaml': codexThen, 'near.md': founded('lysa') };
    codex.compareWith(baselineOf(told, new Map([['far.md', UNGIVEN.link]])));
    put('far.md', founded('aldric'));
    const { compared } = codex;
    if (!compared) return expect.fail('it has been read, and there is something to compare it with');
    expect(changedEntries(compared).map(({ was }) => was.path)).toEqual(['near.md']);
    expect(entryAt(compared.baseline.canon, 'far.md')).toBe(codex.entryAt(fileOf('far.md')));
  },
);

it('the files most likely affected by an edit are judged first', async () => {
  put('codex.yaml', '');
  put('maric.md', '---\nid: maric\n---\nA man.\n');
  put('tale.md', '[[maric]]');
  put('house.md', '---\nfacts: {vyr: {lord: maric}}\n---\n');
  for (let i = 0; i < 9; i++) put(`z${i}.md`, '');
  const { codex } = open();
  await codex.read({ report: () => undefined });
  codex.takeDue();
  const edited = (text: string) => {
    put('maric.md', text);
    codex.touch(fileOf('maric.md'));
    codex.settle();
    const { first, rest } = codex.takeDue();
    return { first: first.map((file) => path.basename(file)).sort(), rest: rest.length };
  };
  expect(edited('---\nid: maric\n---\nA tall man.\n')).toEqual({ first: ['maric.md'], rest: 0 });
  const all = { first: ['house.md', 'maric.md', 'tale.md'], rest: 12 };
  expect(edited('---\nid: maric-the-tall\n---\nA tall man.\n')).toEqual(all);
  expect(edited('---\nid: maric\n---\nA tall man.\n')).toEqual(all);
});
