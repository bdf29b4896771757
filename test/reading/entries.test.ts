/** Lookup: every version of an entity that several entries describe, by its own id. */
import { describe, expect, it } from 'vitest';
import { lookUpEntities, lookUpEntries } from '../../server/src/core/reading/entities';
import { nowOf } from '../../server/src/core/reading/viewpoint';
import { codexOf } from '../support/codex';
import { done } from '../support/steps';
import { askLookup } from '../support/ask';

const bridge = {
  'codex.yaml': 'present: 430\n',
  'fall.md': '---\ntitle: The Fall of the Bridge\ndate: 300\nfacts: {felled_by: flood}\n---\n',
  'cutting.md':
    '---\ntitle: The Cutting of the Bridge\nentity: fall\ndate: 300\nsupersedes: fall\nfacts: {felled_by: axes}\n---\n',
  'raising.md': '---\ntitle: The Raising of the Bridge\ndate: 500\n---\n',
};

describe('entries', () => {
  const { canon } = codexOf(bridge);
  const now = nowOf(canon);

  it('are listed one by one, in the order of titles, with their standing', () => {
    expect(done(lookUpEntries(now)).map(({ id, standing, isReplaced }) => [id, standing, isReplaced])).toEqual([
      ['cutting', 'current', false],
      ['fall', 'superseded, for all time', true],
      ['raising', 'not yet begun: from 500', false],
    ]);
    expect(done(lookUpEntities(now)).map(({ id }) => id)).toEqual(['fall', 'raising']);
  });

  it('are each found by their id', () => {
    for (const { id } of done(lookUpEntries(now)))
      expect(askLookup(canon, { name: id })).toMatchObject({ ok: true, json: { entry: { id } } });
  });

  it('are asked about with those first that facts are about, and what happened after them', () => {
    const { canon: novel } = codexOf({
      'Chapter 1.md': '---\ntype: chapter\nfacts: {Ilse: {home: Orm}}\n---\n',
      'Chapter 2.md': '---\ntype: Chapter\nattributes: {weather: rain}\n---\n',
      'A Map.md': 'Of the north.\n',
      'Orm.md': '---\nattributes: {ruler: Bern}\n---\n',
      'Ilse.md': '',
    });
    expect(done(lookUpEntities(nowOf(novel))).map(({ title }) => title)).toEqual([
      'Ilse',
      'Orm',
      'A Map',
      'Chapter 1',
      'Chapter 2',
    ]);
  });
});
