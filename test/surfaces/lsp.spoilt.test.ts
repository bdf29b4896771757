/** In the editor: problems in errata.yaml, and pages of the baseline that can't be read any more. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { startEditor } from './editor';
import { retconJson } from './process';
import { gitIn } from './repository';

const OLD = '---\ndate: 200 TA\nfacts:\n  house-vyr: {founder: maric}\n---\nIt was a cold spring.\n';
const LINE = '- {entity: house-vyr, attribute: founder, was: maric}\n';

async function startToldWith(files: Readonly<Record<string, string>>) {
  const editor = await startEditor({ 'codex.yaml': '', 'founding.md': OLD, ...files });
  const git = gitIn(editor.root);
  for (const words of ['init --quiet', 'add founding.md codex.yaml', 'commit --quiet --message=Write', 'tag v1'])
    git(...words.split(' '));
  const codesOf = (...more: string[]): string[] =>
    retconJson(['check', ...more], { cwd: editor.root }).json.diagnostics.map(
      ({ file, code }: { file: string; code: string }) => `${file} ${code}`,
    );
  return { ...editor, codesOf };
}

it('problems in errata.yaml are reported while it is typed, and by a plain check', async () => {
  const editor = await startToldWith({ 'errata.yaml': LINE });
  const { open, replace, until, codes, actions, diagnostics, ready, codesOf, write, stop } = editor;
  await open('errata.yaml');
  await ready();
  await until('what is wrong', () => codes('errata.yaml').includes('config/invalid'));
  expect(codesOf()).toEqual(['errata.yaml config/invalid']);
  // It was opened before there was a repository, which is looked for when codex.yaml is read.
  await write('codex.yaml', 'present: 430 TA\n');
  await replace('errata.yaml', 'was: maric', 'was: marik, is: marick');
  await until('that it is needless', () => codes('errata.yaml').join() === 'retcon/needless-erratum');
  expect(diagnostics('errata.yaml')[0]?.message).toContain('has not been changed from "marik" to "marick"');
  const [range] = diagnostics('errata.yaml').map((one) => one.range);
  const fixes = range ? await actions('errata.yaml', range) : [];
  expect((fixes ?? []).map(({ title }) => title)).toContain('Take the line out');
  await replace('errata.yaml', 'marick', 'x');
  await until('that it is none', () => codes('errata.yaml').includes('config/invalid'));
  await stop();
});

it('a page of the baseline that is saved so that it can not be read is marked, open or not', async () => {
  const {
    root,
    open,
    until,
    quiet,
    codes,
    diagnostics,
    notify,
    uriOf,
    close,
    write,
    ready,
    codesOf,
    complaints,
    stop,
  } = await startToldWith({});
  await open('founding.md');
  await ready();
  await write('codex.yaml', 'present: 430 TA\n');
  const spoil = async (bytes: Buffer): Promise<void> => {
    writeFileSync(path.join(root, 'founding.md'), bytes);
    await notify('workspace/didChangeWatchedFiles', { changes: [{ uri: uriOf('founding.md'), type: 2 }] });
  };
  await spoil(Buffer.from(`\uFEFF${OLD}`, 'utf16le'));
  await until('the mark', () => codes('founding.md').length > 0);
  const message =
    "founding.md was established as of v1, and can't be read any more: it is written in UTF-16. Save it as UTF-8.";
  expect(diagnostics('founding.md')).toMatchObject([{ code: 'retcon/silent', severity: 1, message }]);
  expect(codesOf('--since', 'v1')).toEqual(['founding.md retcon/silent']);
  await write('founding.md', OLD);
  await until('it to go', () => codes('founding.md').length === 0);
  await spoil(Buffer.from('version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n'));
  await until('it to come back', () => codes('founding.md').length > 0);
  expect(diagnostics('founding.md')[0]?.message).toContain('its text is kept in Git LFS');
  expect(codesOf('--since', 'v1')).toEqual(['founding.md retcon/silent']);
  await close('founding.md');
  await quiet();
  complaints.length = 0;
  await stop();
});
