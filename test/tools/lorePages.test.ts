/** A page is read once for the passages shown of it, however many were found in it. */
import { expect, it } from 'vitest';
import { lorePassages } from '../../server/src/core/tools/lore/lore';
import { codexOf } from '../support/codex';

it('reads a page once for all of its passages', () => {
  const text = Array.from({ length: 50 }, (_, i) => `## Part ${i}\n\nA dragon.\n`).join('\n');
  const { canon } = codexOf({ 'codex.yaml': '', 'p.md': text });
  const read: string[] = [];
  const steps = lorePassages(
    canon,
    { query: 'dragon', limit: '40' },
    {
      commits: new Map(),
      textOf(path) {
        read.push(path);
        return text;
      },
    },
  );
  steps.next();
  const found = Array.from({ length: 50 }, (_, nth) => ({
    path: 'p.md',
    nth,
    hits: [[0, 0, 1]] as const,
    lengths: [1, 2, 2] as const,
  }));
  let step = steps.next(found);
  while (step.done !== true) step = steps.next(found);
  expect(step.value).toMatchObject({ ok: true, json: { chunks: { length: 40 } } });
  expect(read).toEqual(['p.md']);
});
