/** model §5: what supersedes and retracts, chains, cycles, and standing. */
import { describe, expect, it } from 'vitest';
import { codex, json, standing, answerLines } from './answers';
import { askLog, askWasTrueAt } from '../../support/ask';

describe('retcons (model §5)', () => {
  const chain = {
    a: 'date: 10 TA\nfacts: {x: {lord: maric}}',
    b: 'date: 20 TA\nsupersedes: a\nfacts: {x: {lord: aldric}}',
    c: 'date: 30 TA\nsupersedes: [{id: b, effective: 15 TA}]\nfacts: {x: {lord: lysa}}',
  };

  it('keep a chain in force whatever later happens to its middle', () => {
    expect(answerLines(chain, 'x', { at: '18 TA' })).toEqual(['lysa [15 TA, )']);
    expect(answerLines(chain, 'x', { at: '12 TA' })).toEqual(['maric [10 TA, 15 TA)']);
    const retracted = { ...chain, c: 'retracts: [{id: b, reason: no}]' };
    expect(answerLines(retracted, 'x', { at: '25 TA' })).toEqual([]);
    expect(standing(retracted, 'b')).toBe('retracted');
  });

  it('clip nothing in a cycle until it is fixed', () => {
    const files = { ...chain, a: 'date: 10 TA\nsupersedes: c\nfacts: {x: {lord: maric}}' };
    expect(answerLines(files, 'x', { at: '12 TA' })).toEqual(['maric [10 TA, 20 TA)']);
    expect(standing(files, 'a')).toBe('current');
    expect(json(askLog(codex(files), {})).retcons).toEqual([]);
  });

  it('clip nothing in a cycle of supersessions and retractions', () => {
    const files = { a: 'date: 10 TA\nretracts: b\nfacts: {x: {lord: maric}}', b: 'date: 20 TA\nsupersedes: a' };
    expect(answerLines(files, 'x', { at: '25 TA' })).toEqual(['maric [10 TA, )']);
    expect([standing(files, 'a'), standing(files, 'b')]).toEqual(['current', 'current']);
  });

  it('may be declared at both ends, with the keys of both', () => {
    const files = {
      a: 'date: 10 TA\nsuperseded_by: [{id: b, reason: because}]\nfacts: {x: {lord: maric}}',
      b: 'date: 20 TA\nsupersedes: [{id: a, effective: 15 TA}]\nfacts: {x: {lord: aldric}}',
    };
    const { retcons } = json(askLog(codex(files), {})) as { retcons: Record<string, unknown>[] };
    expect(retcons).toMatchObject([
      { superseded: 'a', by: 'b', effective: '15 TA', reason: 'because', kind: 'change' },
    ]);
    const differing = { ...files, a: files.a.replace('reason: because', 'effective: 12 TA') };
    expect((json(askLog(codex(differing), {})) as { retcons: unknown[] }).retcons).toHaveLength(2);
    expect(answerLines(differing, 'x', { at: '13 TA' })).toEqual(['aldric [12 TA, )']);
  });

  it('may be limited to some facts, and decide standing by dates', () => {
    const files = {
      a: 'date: 10 TA\nfacts: {x: {lord: maric, seat: hold}}',
      b: 'date: 20 TA\nsupersedes: [{id: a, only: [x.lord], effective: always}]\nfacts: {x: {lord: aldric}}',
    };
    expect(answerLines(files, 'x', { at: '12 TA' })).toEqual(['aldric [10 TA, )', 'hold [10 TA, )']);
    expect(standing(files, 'a')).toBe('current');
  });

  it('make `unwritten` win over all, and `not_yet` only where nothing has displaced it', () => {
    const files = {
      'codex.yaml': 'revisions: [r1, r2]\npresent: 5 TA',
      a: 'date: 10 TA\ncanon: r2',
      b: 'date: 10 TA',
      c: 'date: 10 TA\nsupersedes: b',
    };
    expect(standing(files, 'a', 'r1')).toBe('unwritten');
    expect(standing(files, 'a')).toBe('not_yet');
    expect(standing(files, 'b')).toBe('superseded');
  });

  it('clip nothing where dates cannot be compared', () => {
    const files = { ...chain, b: 'date: 20 QQ\nsupersedes: a\nfacts: {x: {lord: aldric}}', c: '' };
    expect(answerLines(files, 'x', { at: '25 TA' })).toEqual(['maric [10 TA, )']);
    expect(standing(files, 'a')).toBe('current');
  });

  it('ignore an empty `only`', () => {
    const files = {
      a: 'date: 10 TA\nfacts: {x: {lord: maric}}',
      b: 'date: 20 TA\nsupersedes:\n  - id: a\n    only:\nfacts: {x: {lord: aldric}}',
    };
    expect(standing(files, 'a')).toBe('superseded');
  });

  it('let retractions win over other ends, and count from the later of their two entries', () => {
    const files = {
      'codex.yaml': 'revisions: [r1, r2]',
      a: 'date: 10 TA\ncanon: r2\nfacts: {x: {lord: maric}}',
      b: 'date: 10 TA\ncanon: r1\nsupersedes: a\nfacts: {x: {lord: aldric}}',
      c: 'canon: r2\nretracts: a',
    };
    expect(standing(files, 'a')).toBe('retracted');
    expect(answerLines(files, 'x', { asOf: 'r1' })).toEqual(['aldric [10 TA, )']);
    const { retcons } = json(askWasTrueAt(codex(files), { entity: 'x', asOf: 'r1' }));
    expect(retcons).toEqual([]);
  });

  it('count a cycle of three as one, and no edge that merely leads into it', () => {
    const files = {
      ...chain,
      a: 'date: 10 TA\nsupersedes: c\nfacts: {x: {lord: maric}}',
      z: 'date: 5 TA\nfacts: {x: {seat: hold}}',
      d: 'date: 40 TA\nsupersedes: a\nfacts: {x: {lord: orm}}',
      b: 'date: 20 TA\nsupersedes: [a, z]\nfacts: {x: {lord: aldric}}',
    };
    const { retcons } = json(askLog(codex(files), {})) as { retcons: Record<string, unknown>[] };
    expect(retcons).toMatchObject([
      { by: 'b', superseded: 'z' },
      { by: 'd', superseded: 'a' },
    ]);
  });

  it('differ first where the sides part, not where they take effect', () => {
    const files = {
      a: 'date: 10 TA\nuntil: 15 TA\nfacts: {x: {lord: maric}}',
      b: 'date: 20 TA\nsupersedes: [{id: a, effective: always}]\nfacts:\n  - {entity: x, attribute: lord, value: aldric, from: 12 TA}',
    };
    const { retcons } = json(askLog(codex(files), {})) as { retcons: Record<string, unknown>[] };
    expect(retcons).toMatchObject([{ before: [{ value: 'maric' }], after: [] }]);
  });

  it('accept names with line breaks', () => {
    const files = { a: 'facts:\n  "the\\nhouse": {"first\\nlord": maric}' };
    expect(answerLines(files, 'the\nhouse')).toEqual(['maric [, )']);
  });

  it('rest on the sources of their entry where their own are unreadable, and on none where they say so', () => {
    const sourcesOf = (written: string): unknown => {
      const files = { a: '', s: '', b: `sources: [s]\nsupersedes:\n  - id: a\n    sources: ${written}` };
      return (json(askLog(codex(files), {})).retcons as { sources: unknown }[])[0]?.sources;
    };
    expect([sourcesOf('{a: b}'), sourcesOf(''), sourcesOf('[]'), sourcesOf('a')]).toEqual([['s'], ['s'], [], ['a']]);
  });

  it('show both sides at the first point where they differ', () => {
    const { retcons } = json(askLog(codex(chain), {})) as { retcons: Record<string, unknown>[] };
    expect(retcons).toMatchObject([
      { by: 'b', kind: 'change', before: [{ value: 'maric' }], after: [{ value: 'aldric' }] },
      { by: 'c', kind: 'correction', before: [{ value: 'aldric' }], after: [{ value: 'lysa' }] },
    ]);
  });
});
