/** Properties of renaming and moving: every answer, every problem, and every byte outside the names stays. */
import fs from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allEntries, entryAt, knownAt, LATEST, idOf, type Known, resolve } from '../../server/src/core/canon';
import type { Entry } from '../../server/src/core/entry/entry';
import { followMoves } from '../../server/src/core/edits/rename/moves';
import { referencesTo } from '../../server/src/core/reading/mentions';
import { renameableAt, renameEdits } from '../../server/src/core/edits/rename/rename';
import type { CanonHost } from '../../server/src/core/host';
import { checkCodex } from '../../server/src/core/rules/check';
import type { Change, TextEdit } from '../../server/src/core/text/problem';
import { CODEX, everythingOf, world } from '../canon/world';
import { changedBy, codexOf, type Files } from '../support/codex';
import { openWhole } from '../support/folder';
import { absent, corpus } from '../yaml/corpora';

/** The files after a change. */
function after(files: Files, change: Change): Files {
  const gone = new Set(change.renames?.map(({ from }) => from));
  const kept = Object.entries(files).filter(([path]) => !gone.has(path));
  return { ...Object.fromEntries(kept), ...changedBy(files, change) };
}

/** The edits that undo other edits, in the files afterwards. */
function undone(files: Files, edits: readonly TextEdit[]): TextEdit[] {
  const shifts = new Map<string, number>();
  return [...edits]
    .sort((a, b) => a.span.start - b.span.start)
    .map(({ file, span, text }) => {
      const shift = shifts.get(file) ?? 0;
      shifts.set(file, shift + text.length - (span.end - span.start));
      const start = span.start + shift;
      const old = (files[file] ?? '').slice(span.start, span.end);
      return { file, span: { start, end: start + text.length }, text: old };
    });
}

/** Edits do not overlap, and undoing them restores every byte. */
function expectUndone(files: Files, edits: readonly TextEdit[]): void {
  const edited = { ...files, ...changedBy(files, { edits }) };
  expect({ ...edited, ...changedBy(edited, { edits: undone(files, edits) }) }).toEqual(files);
  for (const file of new Set(edits.map((edit) => edit.file))) {
    const spans = edits.filter((edit) => edit.file === file).map(({ span }) => span);
    spans.sort((a, b) => a.start - b.start || a.end - b.end);
    for (const [i, span] of spans.entries()) expect(spans[i - 1]?.end ?? 0).toBeLessThanOrEqual(span.start);
  }
}

const codes = (host: CanonHost): string[] =>
  checkCodex(host)
    .map(({ file, problem }) => `${file} ${problem.code}`)
    .sort();

function renameId(known: Known, entry: Entry, to: string, files: Files): Change {
  const name = idOf(known, entry);
  const done = renameEdits(
    known,
    { ok: true, subject: { kind: 'entry', entry }, span: { start: 0, end: 0 }, name },
    to,
    {
      textOf: (path) => files[path] ?? '',
      exists: (path) => path in files,
      takesFiles: true,
    },
  );
  if (!done.ok) throw new Error(done.message);
  return done.change;
}

const isNamedAlone = (known: Known, entry: Entry): boolean => resolve(known, idOf(known, entry)).kind === 'one';

const STORY: Files = {
  'Maric.md': '---\ntitle: Maric\naliases: [The Elder]\nfacts: {maric: {sword: dawn}}\n---\n[me](Maric.md) [[maric]]\n',
  'old.md': '---\nid: old\nfacts:\n  maric: {brother: "[[The Elder]]", ruler: maric}\n---\n# The Old\n',
  'new.md':
    '---\nsupersedes:\n  - id: \'old\'\n    only: [maric.sword, "maric.ruler"]\n    sources: [[maric]]\nsources: [Maric, old]\n---\n[[Maric|him]]\n',
};

/** In another folder, with another name. */
const farAway = (path: string): string => `moved/${path.replace(/([^/]+)$/, 'The $1')}`;

describe('a renamed id', () => {
  it('changes no answer and no problem, up to the name', () => {
    fc.assert(
      fc.property(world, fc.nat(8), (texts, which) => {
        const files: Files = { 'codex.yaml': CODEX, ...Object.fromEntries(texts) };
        const host = codexOf(files);
        const known = knownAt(host.canon, LATEST);
        const entry = allEntries(host.canon)[which];
        fc.pre(entry !== undefined && isNamedAlone(known, entry));
        if (!entry) return;
        const old = idOf(known, entry);
        const change = renameId(known, entry, `${old}z`, files);
        expectUndone(files, change.edits);
        // An old id that no fact used need not be kept; what follows tests exactly that.
        fc.pre(change.edits.some(({ text }) => text.includes('aliases')) || !['a', 'b'].includes(old));
        const then = codexOf(after(files, change));
        expect(codes(then)).toEqual(codes(host));
        const answers = JSON.stringify(everythingOf(then.canon)).replaceAll(`${old}z`, old);
        expect(answers).toBe(JSON.stringify(everythingOf(host.canon)));
      }),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 8) },
    );
  });
});

/** Pieces that leave YAML half-typed, and unusually written names. */
const PIECES = [
  '---\n',
  '\n',
  '\r\n',
  '"',
  "'",
  '[',
  '{',
  ']',
  '- ',
  ': ',
  '#',
  '🐉',
  '&a ',
  '*a',
  '[[maric]]',
  '"ma\\u0072ic"',
];
const NEW_NAMES = ['marek', 'Marek the Bold', 'a: b', "it's", 'x, y', '"q" r', 'true', 'né🐉'];

describe('in half-typed files', () => {
  it('a rename loses no mention, and never fails', () => {
    const slip = fc.record({ file: fc.nat(9), at: fc.nat(200), piece: fc.constantFrom(...PIECES), gone: fc.nat(2) });
    const caret = fc.record({ file: fc.nat(9), at: fc.nat(200), takesFiles: fc.boolean() });
    fc.assert(
      fc.property(
        fc.array(slip, { maxLength: 5 }),
        caret,
        fc.constantFrom(...NEW_NAMES),
        (slips, { file, at, takesFiles }, to) => {
          const files: Record<string, string> = { ...STORY };
          const paths = Object.keys(files);
          for (const { file: which, at: offset, piece, gone } of slips) {
            const path = paths[which % paths.length] ?? '';
            const text = files[path] ?? '';
            files[path] = text.slice(0, offset) + piece + text.slice(offset + gone);
          }
          const known = knownAt(codexOf(files).canon, LATEST);
          const entry = entryAt(known.canon, paths[file % paths.length] ?? '');
          const text = files[entry?.path ?? ''] ?? '';
          const can = entry && renameableAt(known, entry, text, at % (text.length + 1));
          if (!can?.ok) return;
          const around = {
            textOf: (path: string) => files[path] ?? '',
            exists: (path: string) => path in files,
            takesFiles,
          };
          const done = renameEdits(known, can, to, around);
          if (!done.ok) return;
          expectUndone(files, done.change.edits);
          const { subject } = can;
          if (subject.kind !== 'entry') return;
          const then = knownAt(codexOf(after(files, done.change)).canon, LATEST);
          const now = entryAt(then.canon, done.change.renames?.[0]?.to ?? subject.entry.path);
          const count = now ? referencesTo(then, { kind: 'entry', entry: now }).length : 0;
          expect(count).toBeGreaterThanOrEqual(referencesTo(known, subject).length);
        },
      ),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 50) },
    );
  });
});

/** The one that most others name. */
function mostMentioned(known: Known, entries: readonly Entry[]): Entry[] {
  const counted = entries
    .filter((entry) => isNamedAlone(known, entry))
    .map((entry) => ({ entry, count: referencesTo(known, { kind: 'entry', entry }).length }));
  counted.sort((a, b) => b.count - a.count);
  expect(counted[0]?.count).toBeGreaterThan(2);
  return counted.slice(0, 1).map(({ entry }) => entry);
}

describe.each(['pep-vault', 'thellade-lore'])('in %s', (name) => {
  const folder = corpus(name);
  interface Vault {
    readonly host: CanonHost;
    readonly files: Files;
    readonly entries: readonly Entry[];
    readonly problems: readonly string[];
  }
  let vault: Vault | undefined;
  /** Read once: no test changes it. */
  const read = (): Vault => (vault ??= readVault());
  const readVault = (): Vault => {
    const host = openWhole(folder ?? '');
    const entries = allEntries(host.canon);
    const files = Object.fromEntries(entries.map(({ path }) => [path, fs.readFileSync(`${folder}/${path}`, 'utf8')]));
    return { host, files, entries, problems: codes(host) };
  };

  it.skipIf(folder === null)(`renaming ids makes no problem${absent(name)}`, () => {
    const { host, files, entries, problems } = read();
    const known = knownAt(host.canon, LATEST);
    for (const entry of mostMentioned(known, entries)) {
      const change = renameId(known, entry, 'a-name-of-mine', files);
      expectUndone(files, change.edits);
      const [moved] = change.renames ?? [];
      const then = codes(codexOf(after(files, change)));
      expect(then.map((line) => (moved ? line.replace(moved.to, moved.from) : line)).sort()).toEqual(problems);
    }
  });

  it.skipIf(folder === null)(`moving files makes no problem${absent(name)}`, () => {
    const { host, files, entries, problems } = read();
    const known = knownAt(host.canon, LATEST);
    const moves = entries.filter((_, i) => i % 7 === 3).map(({ path }) => ({ from: path, to: farAway(path) }));
    const edits = followMoves(known, moves, { textOf: (path) => files[path] ?? '', exists: () => false });
    expectUndone(files, edits);
    const then = codes(codexOf(after(files, { edits, renames: moves })));
    expect(edits.length).toBeGreaterThan(10);
    const back = new Map(moves.map(({ from, to }) => [to, from]));
    const before = then.map((line) =>
      line.replace(/^(.*) (?=\S+$)/, (_, path: string) => `${back.get(path) ?? path} `),
    );
    expect(before.sort()).toEqual(problems);
  });
});
