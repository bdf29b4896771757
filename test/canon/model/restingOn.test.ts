/** model.md §9: what rests on what. */
import { describe, expect, it } from 'vitest';
import { askChain } from '../../../server/src/core/tools/facts/chain';
import { codex, json } from './answers';

describe('what rests on what (§9)', () => {
  it('follows sources the whole way, safe on cycles', () => {
    const files = {
      a: 'date: 1 TA\nsources: [d]',
      b: 'date: 1 TA\nsupersedes: a',
      c: 'sources: [a]',
      d: 'sources: [c]',
      e: 'sources: [a, b]',
    };
    expect(json(askChain(codex(files), { name: 'a' }))).toEqual({
      entry: 'a',
      supersedes: [],
      superseded_by: [{ id: 'b', kind: 'correction', effective: '1 TA', reason: null }],
      rests_on: [
        { id: 'd', standing: 'current', via: null, replaced_by: null },
        { id: 'c', standing: 'current', via: 'd', replaced_by: null },
      ],
      rested_on_by: [
        { id: 'c', via: null, stale: true },
        { id: 'e', via: null, stale: false },
        { id: 'd', via: 'c', stale: false },
      ],
      why: expect.stringContaining('What is told now is b.'),
    });
  });
});
