/** After any sequence of edits, in the editor and on the disk, the server says what it would say had it just been started. */
import { expect, it } from 'vitest';
import { checkCodex } from '../../server/src/core/rules/check';
import { lineIndex } from '../../server/src/core/text/lines';
import { vyr } from '../features/caret';
import { codexOf } from '../support/codex';
import { startEditor } from './editor';

/** Numbers that are random enough, and the same in every run (mulberry32). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

const WORDS = [
  '---\n',
  '\n',
  ' ',
  'supersedes: ',
  'id: ',
  'maric',
  'aldric',
  'founding-of-house-vyr',
  'refounding-of-house-vyr',
  'date: 300 TA\n',
  '412 TA',
  'always',
  '"',
  '[',
  '{',
  ']',
  '}',
  '- ',
  'facts: {house-vyr: {founder: lysa}}\n',
  '[[maric]]',
  '[[nobody]]',
  'effective: ',
  '🐉',
  '\r\n',
  'a',
  'retracts: maric\n',
  'superseded_by: aldric\n',
  'disputes: [maric]\n',
  ': ',
  '#',
];

it('200 random edits', async () => {
  const random = randomFrom(7);
  const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T;
  const disk: Record<string, string> = { ...vyr };
  const editor = await startEditor(disk);
  const open = new Set<string>();
  const paths = [...Object.keys(vyr), 'new.md', 'far/new.md'];

  const typed = async (file: string): Promise<void> => {
    const text = editor.textOf(file);
    // No position of the protocol lies within a line's end.
    const whole = (offset: number): number => (text.startsWith('\r\n', offset - 1) ? offset + 1 : offset);
    const start = whole(random(text.length + 1));
    const end = whole(Math.min(text.length, start + pick([0, 0, 0, 1, 5, 30])));
    await editor.edit(file, start, end, pick([...WORDS, '']));
  };
  /** What a server that has just been started would publish. */
  const expected = (): Record<string, unknown> => {
    const texts = Object.fromEntries(
      Object.entries(disk).map(([file, text]) => [file, open.has(file) ? editor.textOf(file) : text]),
    );
    const told: Record<string, unknown[]> = Object.fromEntries([...open].sort().map((file) => [file, []]));
    for (const { file, problem } of checkCodex(codexOf(texts))) {
      const { placeAt } = lineIndex(texts[file] ?? '');
      const range = { start: placeAt(problem.span.start), end: placeAt(problem.span.end) };
      told[file]?.push({ range, code: problem.code, message: problem.message });
    }
    return told;
  };
  const published = () =>
    Object.fromEntries(
      [...open]
        .sort()
        .map((file) => [file, editor.diagnostics(file).map(({ range, code, message }) => ({ range, code, message }))]),
    );

  for (let i = 1; i <= 200; i++) {
    const file = pick(paths);
    const step = random(20);
    if (open.has(file) && step < 16) await typed(file);
    else if (open.has(file)) {
      open.delete(file);
      await editor.close(file);
    } else if (file in disk && step < 12) {
      open.add(file);
      await editor.open(file);
    } else if (file in disk && step < 14 && file !== 'codex.yaml') {
      delete disk[file];
      await editor.remove(file);
    } else {
      disk[file] = pick(Object.values(vyr)).replace(pick(['maric', '412', 'id', 'TA']), pick(WORDS));
      await editor.write(file, disk[file]);
    }
    if (i % 20 !== 0) continue;
    const wanted = JSON.stringify(expected());
    await editor
      .until('what a new server would say', () => JSON.stringify(published()) === wanted)
      .catch(() => expect(published(), `after ${i} edits`).toEqual(expected()));
  }
  await editor.stop();
}, 60_000);
