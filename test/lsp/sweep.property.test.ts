/** After any edit, the problems reported for all files are those of a full check; and little is judged for an edit. */
import fc from 'fast-check';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { nodePlatform } from '../../server/src/bin/node/nodePlatform';
import { checkCodex } from '../../server/src/core/rules/check';
import { lineIndex } from '../../server/src/core/text/span';
import { openCodices } from '../../server/src/lsp/session/codices';
import { makeReports } from '../../server/src/lsp/diagnostics/reports';
import { sweepCodices } from '../../server/src/lsp/diagnostics/sweep';
import { vyr } from '../support/caret';
import { codexOf, type Files } from '../support/codex';
import { spanOf, typedEdits } from './typing';

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) fs.rmSync(folder, { recursive: true });
});

/** A server without a connection: files on the disk, edited in an editor that has them all open. */
async function serve(files: Files) {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'retcon-')));
  made.push(root);
  const texts = new Map(Object.entries(files));
  const asked: string[] = [];
  for (const [file, text] of texts) fs.writeFileSync(path.join(root, file), text);
  const readings: Promise<unknown>[] = [];
  let judged = 0;
  const log = (message: string): never => {
    throw new Error(message);
  };
  const codices = openCodices(
    { platform: nodePlatform(), textOf: (file) => texts.get(path.basename(file)), log, say: log, storage: () => null },
    () => [],
    (codex) => readings.push(codex.read({ report: () => undefined })),
  );
  const reports = makeReports(
    () => true,
    (code) => code,
    (_, file) => file,
    () => {
      judged++;
      return { relatedInformation: true, codeDescriptionSupport: true };
    },
  );
  const sweep = sweepCodices(
    codices,
    { ...reports, of: (codex, file) => (asked.push(path.basename(file)), reports.of(codex, file)) },
    { giveBack: () => Promise.resolve() },
    log,
  );
  codices.setFolders([root]);
  await Promise.all(readings);
  const [codex] = codices.all();
  if (!codex) throw new Error('no codex was opened');

  return {
    texts,
    /** How many files were judged so far. */
    judged: () => judged,
    /** The files that were judged for an edit. */
    async edit(file: string, text: string): Promise<readonly string[]> {
      texts.set(file, text);
      codex.touch(path.join(root, file));
      codex.settle();
      asked.length = 0;
      expect(await sweep.run()).toBe(true);
      return asked.splice(0);
    },
    /** The problems reported for each file that has any. */
    told: (): Record<string, unknown> =>
      Object.fromEntries(
        [...reports.all()]
          .map(([file, { items }]): [string, unknown] => [
            path.basename(file),
            items.map(({ range, code, message, relatedInformation = [] }) => ({
              range,
              code,
              message,
              related: relatedInformation.map(({ location }) => [path.basename(location.uri), location.range]),
            })),
          ])
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
    expected(): Record<string, unknown> {
      const rangeOf = (file: string, { start, end }: { start: number; end: number }) => {
        const { placeAt } = lineIndex(texts.get(file) ?? '');
        return { start: placeAt(start), end: placeAt(end) };
      };
      const told: Record<string, unknown[]> = {};
      for (const { file, problem } of checkCodex(codexOf(Object.fromEntries(texts))))
        (told[file] ??= []).push({
          range: rangeOf(file, problem.span),
          code: problem.code,
          message: problem.message,
          related: (problem.related ?? []).map((one) => [one.file, rangeOf(one.file, one.span)]),
        });
      return Object.fromEntries(Object.entries(told).sort(([a], [b]) => (a < b ? -1 : 1)));
    },
  };
}

it('the problems reported for all files are those of a full check', async () => {
  await fc.assert(
    fc.asyncProperty(typedEdits, async (all) => {
      const server = await serve(vyr);
      for (const one of all) {
        const text = server.texts.get(one.file) ?? '';
        const { start, end } = spanOf(one, text);
        await server.edit(one.file, text.slice(0, start) + one.word + text.slice(end));
        expect(server.told()).toEqual(server.expected());
      }
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 6) },
  );
});

it('an edit in prose has its own file judged and no other', async () => {
  const server = await serve({ ...vyr, 'note.md': '---\nid: note\n---\n\n# Note\n\nOnce.\n' });
  await server.edit('note.md', '---\nid: note\n---\n\n# Note\n\nOnce upon a time.\n');
  const text = '---\nid: note\n---\n\n# Note\n\nOnce upon a [[time]].\n\n## More\n';
  expect(await server.edit('note.md', text)).toEqual(['note.md']);
  expect(Object.keys(server.told())).toContain('note.md');
  expect(await server.edit('note.md', text.replace('# Note', '# Nota'))).toContain('maric.md');
  expect(await server.edit('note.md', text.replace('id: note', 'id: nota'))).toContain('maric.md');
  expect(await server.edit('note.md', text)).toContain('maric.md');
  const untitled = text.replace('---\n\n#', 'title: ""\n---\n\n#');
  expect(await server.edit('note.md', untitled)).toContain('maric.md');
  expect(await server.edit('note.md', untitled.replace('# Note', '# Nota'))).toContain('maric.md');
  expect(await server.edit('note.md', text)).toContain('maric.md');
  expect(await server.edit('note.md', text.replace('---\n\n#', '---\n\n\n#'))).toContain('maric.md');
});

it('a key in prose that changes no link has nothing judged again', async () => {
  const text = '---\nid: note\ndate: nonsense\n---\n\n# Note\n\nOnce upon a time.\n';
  const server = await serve({ ...vyr, 'note.md': text });
  await server.edit('note.md', `${text}M`);
  const before = server.judged();
  await server.edit('note.md', `${text}Mo`);
  expect(server.judged()).toBe(before);
  await server.edit('note.md', `${text}More of [[nobody]].`);
  expect(server.judged()).toBe(before + 1);
  expect(server.told()).toEqual(server.expected());
});

it('a line break in the place of a blank moves the problems below it', async () => {
  const text = '---\nid: note\n---\n\n# Note\n\nOnce upon a time there was [[nobody]].\n';
  const server = await serve({ ...vyr, 'note.md': text });
  await server.edit('note.md', `${text}\n`);
  expect(Object.keys(server.told())).toContain('note.md');
  await server.edit('note.md', `${text.replace('a time', 'a\ntime')}\n`);
  expect(server.told()).toEqual(server.expected());
});
