/** model §9: what rests on what. */
import { describe, expect, it } from 'vitest';
import { codex, type Files, json } from './answers';
import { askChain } from '../../support/ask';

describe('what rests on what (model §9)', () => {
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
      why: expect.stringContaining('What holds now is b.'),
    });
  });

  type Resting = { rests_on: { id: string }[]; rested_on_by: { id: string; stale: boolean }[] };
  const chained = (files: Files, name: string) => json(askChain(codex(files), { name })) as unknown as Resting;

  it('lists the nearest first, then by id, and never the entry itself', () => {
    const files = {
      a: 'sources: [a]',
      m: 'id: zed\nsources: [a]',
      n: 'id: abe\nsources: [a, n]',
      o: 'id: aaron\nsources: [zed]',
      p: 'sources: [o, zed, a letter]',
    };
    expect(chained(files, 'a').rested_on_by.map(({ id }) => id)).toEqual(['abe', 'zed', 'aaron', 'p']);
    expect(chained(files, 'p').rests_on.map(({ id }) => id)).toEqual(['aaron', 'zed', 'a']);
    expect(chained(files, 'a').rests_on).toEqual([]);
  });

  it('is stale until its author has reviewed what became of a source', () => {
    const stale = (c: string, more: Files = {}) => {
      const files = { a: 'type: oath', b: 'supersedes: a', d: 'supersedes: [{id: a, soft: true}]', c, ...more };
      return chained(files, 'a').rested_on_by.flatMap(({ id, stale: is }) => (is ? id : []));
    };
    expect(stale('sources: [a]')).toEqual(['c']);
    expect(stale('sources: [a]\nreviewed: [b]')).toEqual([]);
    expect(stale('sources: [a, b]')).toEqual([]);
    expect(stale('sources: [a]\nreviewed: [d, nobody]')).toEqual(['c']);
    expect(stale('sources: [a]\nsupersedes: a')).toEqual([]);
    // An author who has reviewed one of two that supersede it has looked at it again.
    expect(stale('sources: [a]\nreviewed: [e]', { e: 'supersedes: a' })).toEqual([]);
    expect(stale('sources: [a]', { r: 'restores: a' })).toEqual([]);
  });
});
