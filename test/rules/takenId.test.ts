/**
 * Two established pages swap their ids: what was stated about one is now about the other, which is not the same as moving
 * a file.
 */
import { describe, expect, it } from 'vitest';
import { type Pages, page, toldSince } from './gate';

const TOMAS = page('id: tomas\ntitle: Tomas the Elder');
const ILSA = page('id: ilsa\ntitle: Ilsa of Orm');
const TOLD: Pages = {
  'codex.yaml': '',
  'people/tomas.md': TOMAS,
  'people/ilsa.md': ILSA,
  'bridge.md': page('facts: {bridge: {guard: tomas}}'),
};

describe('an id', () => {
  it('that another page has taken is reported there, for each of the two', () => {
    const now = {
      ...TOLD,
      'people/tomas.md': TOMAS.replace('id: tomas', 'id: ilsa'),
      'people/ilsa.md': ILSA.replace('id: ilsa', 'id: tomas'),
    };
    expect(toldSince(TOLD, now)).toEqual([
      expect.stringContaining('tomas was the id of people/tomas.md as of v1, and is that of people/ilsa.md now'),
      expect.stringContaining('ilsa was the id of people/ilsa.md as of v1, and is that of people/tomas.md now'),
    ]);
  });

  it('that a new page writes for itself is reported there, if another page had it from its file name', () => {
    const told = { 'tomas.md': page('type: person'), 'bridge.md': page('facts: {bridge: {guard: tomas}}') };
    expect(toldSince(told, { 'new.md': page('id: tomas') })).toEqual([
      'new.md: error retcon/silent: tomas was a page of its own as of v1: established facts about it are now about new.md. Choose another name.',
    ]);
  });

  it.each([
    ['whose files have swapped their names', { ...TOLD, 'people/tomas.md': ILSA, 'people/ilsa.md': TOMAS }],
    ['whose file has another name', { ...TOLD, 'people/tomas.md': null, 'people/tom.md': TOMAS }],
  ])('%s has stayed with its page', (_, now) => {
    expect(toldSince(TOLD, now)).toEqual([]);
  });
});
