/** A command that is killed while it writes leaves all old, all new, or what the next command finishes; and nothing that git would take. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { startEditor } from './editor';
import { changedSilently, expectWhole, killedAt, MOST, PAGES, runWhole, texts, type Told } from './killing';
import { removeFolders, retcon } from './process';

// Hundreds of folders take their time.
afterAll(removeFolders, 600_000);

describe('declare, killed', () => {
  const { before, after } = runWhole(changedSilently());

  it('writes several files', () => {
    expect(Object.keys(after)).toHaveLength(Object.keys(before).length + PAGES);
  });

  const runs = Number(process.env.FUZZ_RUNS ?? 12);
  const moments = Array.from({ length: runs }, (_, i) => ({ at: Math.floor((i * MOST) / runs), half: i % 2 }));

  it.each(moments)('at change $at of the disk', ({ at, half }) => {
    expectWhole(killedAt(changedSilently(), { at, half }), { before, after });
  });

  /** Where it is likely to be stopped in the middle. */
  let likely = MOST / 2;

  /** One that is stopped in the middle, and a page that it had not written by then. */
  function killedHalfway() {
    const places = Array.from({ length: MOST }, (_, at) => at);
    for (const at of places.sort((a, b) => Math.abs(a - likely) - Math.abs(b - likely))) {
      const killed = killedAt(changedSilently(), { at, half: 0 });
      const now = texts(killed);
      const isWritten = Object.keys(now).some((file) => now[file] !== before[file]);
      const pending = Object.keys(before).find((file) => now[file] === before[file] && now[file] !== after[file]);
      if (!isWritten || pending === undefined) continue;
      likely = at;
      return { killed, pending };
    }
    return expect.unreachable('it is never stopped in the middle');
  }

  it('writes nothing over that was saved in the meantime', () => {
    const saved = 'Saved by its author.\n';
    const { killed, pending } = killedHalfway();
    writeFileSync(path.join(killed.root, pending), saved);
    const { stderr } = retcon(['log'], { cwd: killed.root });
    expect(texts(killed)).toEqual({ ...after, [pending]: saved });
    expect(stderr).toContain(`${pending} had been changed since, and was left as it is.`);
  });

  it('is finished by the language server when it opens the codex, which says so', async () => {
    const { killed } = killedHalfway();
    const editor = await startEditor({}, { folders: [pathToFileURL(killed.root).href] });
    await editor.ready();
    expect(texts(killed)).toEqual(after);
    expect(editor.shown).toEqual([expect.stringMatching(/stopped while it wrote\. What was missing is written now: /)]);
    await editor.stop();
  });
});

describe('export, killed', () => {
  const EXPORT = ['export', 'out.jsonl'];
  const repository = (): Told => {
    const told = changedSilently();
    // What it keeps for later is kept by now.
    retcon(['export', 'kept.jsonl'], { cwd: told.root });
    return told;
  };
  const { before, after } = runWhole(repository(), EXPORT);

  it.each(Array.from({ length: 12 }, (_, at) => at))('at change %i of the disk', (at) => {
    const killed = killedAt(repository(), { at, half: at % 2 }, EXPORT);
    expect([before, after]).toContainEqual(texts(killed));
    retcon(EXPORT, { cwd: killed.root });
    expect(texts(killed)).toEqual(after);
    expect(readdirSync(killed.root)).not.toContain('.retcon-writing');
  });
});

describe('share, killed', () => {
  const edition = 'edition/.retcon-edition.json';
  const SHARE = ['share', 'edition', '--for', 'everyone', '--at', '300 TA', '--yes'];
  function repository(): Told {
    const told = changedSilently();
    writeFileSync(path.join(told.root, 'gate.png'), 'gate');
    writeFileSync(path.join(told.root, 'codex.yaml'), 'exclude: [edition/**]\n');
    writeFileSync(path.join(told.root, 'gate.md'), '![[gate.png]]\n');
    retcon(SHARE, { cwd: told.root });
    writeFileSync(path.join(told.root, 'gate.png'), 'open');
    writeFileSync(path.join(told.root, 'gate.md'), 'It is open. ![[gate.png]]\n');
    return told;
  }
  const { before, after } = runWhole(repository(), SHARE);

  it.each(Array.from({ length: 24 }, (_, i) => 2 * i))('at change %i of the disk', (at) => {
    const killed = killedAt(repository(), { at, half: 0 }, SHARE);
    const now = texts(killed);
    expect(Object.keys(now)).toEqual(Object.keys(after));
    // The list of its files may name two digests of one.
    for (const [file, text] of Object.entries(now))
      if (file !== edition) expect([before[file], after[file]]).toContain(text);
    retcon(SHARE, { cwd: killed.root });
    expect(texts(killed)).toEqual(after);
    expect(readdirSync(path.join(killed.root, 'edition'))).not.toContain('.retcon-writing');
  });
});

describe('hook install, killed', () => {
  const INSTALL = ['hook', 'install'];
  const hooksOf = ({ root }: Told): Record<string, string> => {
    const hooks = path.join(root, '.git/hooks');
    const names = readdirSync(hooks).filter((name) => !name.endsWith('.sample'));
    return Object.fromEntries(names.sort().map((name) => [name, readFileSync(path.join(hooks, name), 'latin1')]));
  };
  /** With a hook of the author's own, in letters of their own. */
  function repository(): Told {
    const told = changedSilently();
    const mine = path.join(told.root, '.git/hooks/post-merge');
    writeFileSync(mine, Buffer.from('#!/bin/sh\necho Gr\xfc\xdfe\n', 'latin1'), { mode: 0o755 });
    return told;
  }
  const whole = repository();
  const before = hooksOf(whole);
  retcon(INSTALL, { cwd: whole.root });
  const inRoot = (told: Told, text: string): string => text.replaceAll(told.root, '…');
  const after = Object.entries(hooksOf(whole)).map(([name, text]) => [name, inRoot(whole, text)]);

  it('writes several hooks, and keeps every byte of those that were there', () => {
    expect(after.map(([name]) => name)).toEqual([
      'post-commit',
      'post-merge',
      'post-rewrite',
      'pre-applypatch',
      'pre-commit',
      'pre-merge-commit',
    ]);
    expect(after[1]?.[1]).toContain('echo Gr\xfc\xdfe\n');
  });

  it.each([6, 11, 12, 13, 16, 18, 20])('at change %i of the disk', (at) => {
    const killed = killedAt(repository(), { at, half: at === 11 ? 1 : 0 }, INSTALL);
    retcon(['log'], { cwd: killed.root });
    const now = Object.entries(hooksOf(killed)).map(([name, text]) => [name, inRoot(killed, text)]);
    expect([Object.entries(before), after]).toContainEqual(now);
    expect(readdirSync(path.join(killed.root, '.git'))).not.toContain('retcon-writing');
  });
});
