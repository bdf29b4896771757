/** Long tasks take turns. */
import { expect, it, vi } from 'vitest';
import { inSlices, SLICE, toTheEnd } from '../../server/src/lsp/session/slices';

it('one of many continues at a time, and messages are read in between', async () => {
  // Servers of finished tests may still be at work in the queue that all share.
  vi.resetModules();
  const { turn } = await import('../../server/src/lsp/session/slices');
  const events: string[] = [];
  const work = async (name: string): Promise<void> => {
    for (let i = 0; i < 3; i++) {
      await turn();
      events.push(name);
    }
  };
  let isOver = false;
  const read = (): void => {
    if (isOver) return;
    events.push('·');
    setImmediate(read);
  };
  setImmediate(read);
  await Promise.all([work('a'), work('b'), work('c')]);
  isOver = true;
  expect(events.join('')).toMatch(/^·?a·b·c·a·b·c·a·b·c$/);
});

it('is abandoned between slices, and otherwise completes', async () => {
  // Longer than a slice at once: however busy the machine is, the first slice ends there.
  function* steps(): Generator<void, string> {
    for (const end = performance.now() + 2 * SLICE; performance.now() < end; );
    yield;
    return 'done';
  }
  expect(await inSlices(steps(), () => true)).toBe('done');
  expect(await inSlices(steps(), () => false)).toBeNull();
  expect(await toTheEnd(steps())).toBe('done');
});
