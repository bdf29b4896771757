/** model.md §7: what a canon point takes in. */
import { describe, expect, it } from 'vitest';
import { askWasTrueAt } from '../../../server/src/core/tools/facts/wasTrueAt';
import { codex, told } from './answers';

describe('the canon axis (§7)', () => {
  it('takes a day to its end and an instant as it is, and nothing else for a canon point', () => {
    const files = {
      a: 'canon: 2026-05-12\nfacts: {x: {c: p}}',
      b: 'canon: 2026-05-12T18:00:00Z\nsupersedes: a\nfacts: {x: {c: q}}',
    };
    expect(told(files, 'x', { asOf: '2026-05-11' })).toEqual([]);
    expect(told(files, 'x', { asOf: '2026-05-12T17:59:59Z' })).toEqual(['p [, )']);
    expect(told(files, 'x', { asOf: '2026-05-12T18:00:00Z' })).toEqual(['q [, )']);
    expect(told(files, 'x', { asOf: '2026-05-12' })).toEqual(['q [, )']);
    for (const asOf of ['2026-05-12T10:00', '2026-02-30', 'soon', 'Latest'])
      expect(askWasTrueAt(codex(files), { entity: 'x', asOf })).toMatchObject({ ok: false, failure: { given: asOf } });
  });

  it('follows `entity` round in no circle', () => {
    const files = { a: 'entity: b\nattributes: {c: p}', b: 'entity: a\nattributes: {d: q}' };
    expect(told(files, 'a').length + told(files, 'b').length).toBeGreaterThan(0);
  });
});
