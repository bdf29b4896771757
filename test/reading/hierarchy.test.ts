/** The chain of versions and what rests on what, a step at a time. */
import { describe, expect, it } from 'vitest';
import { entryAt } from '../../server/src/core/canon';
import {
  entriesAt,
  sourceItemsOf,
  newerOf,
  olderOf,
  type HierarchyItem,
  dependantsOf,
} from '../../server/src/core/reading/hierarchy';
import { nowOf } from '../../server/src/core/reading/viewpoint';
import { codexOf, type Files } from '../support/codex';
import { caretIn, vyr } from '../support/caret';

function lookAt(files: Files, path: string) {
  const { canon } = codexOf(files);
  const entry = entryAt(canon, path);
  if (!entry) throw new Error(`${path} is no entry`);
  return { view: nowOf(canon), entry };
}
const told = ({ entry, detail }: HierarchyItem): string => `${entry.title}: ${detail}`;

describe('the caret is on', () => {
  it.each([
    ['---\nsources: founding$0-of-house-vyr\n---\n', ['The Founding of House Vyr: 200 TA · superseded']],
    ['---\ntitle: Note\n---\nJust pro$0se about [[maric]]', ['Note: current']],
    ['[[twin$0]]', ['one: current', 'two: current']],
    ['---\ntitle: Note\nfacts: {x: {seat: no$0rth}}\n---\n', ['Note: current']],
  ])('%j', (note, entries) => {
    const twins = { 'one/twin.md': '# one', 'two/twin.md': '# two' };
    const { canon, entry, text, offset } = caretIn({ ...vyr, ...twins, 'note.md': note });
    expect(entriesAt(nowOf(canon), entry, text, offset).map(told)).toEqual(entries);
  });
});

describe('versions', () => {
  const files = {
    ...vyr,
    'a.md': '---\ntitle: A\ndate: 100 TA\n---\n',
    'b.md': '---\ntitle: B\ndate: 150 TA\nsupersedes: {id: a, soft: true}\n---\n',
    'c.md': '---\ntitle: C\ndate: 160 TA\nretracts: a\n---\n',
    'd.md':
      '---\ntitle: D\ndate: 170 TA\nrestores: {id: a, effective: 170 TA}\nsupersedes: {id: c, only: [x.y]}\n---\n',
  };

  it('that an entry replaces', () => {
    const older = (path: string) => {
      const { view, entry } = lookAt(files, path);
      return olderOf(view, entry).map(told);
    };
    expect(older('refounding-of-house-vyr.md')).toEqual(['The Founding of House Vyr: 200 TA · superseded from 412 TA']);
    expect(older('b.md')).toEqual(['A: 100 TA · superseded, and both stand · current']);
    expect(older('c.md')).toEqual(['A: 100 TA · retracted for all time · current']);
    expect(older('d.md')).toEqual([
      'A: 100 TA · restored from 170 TA · current',
      'C: 160 TA · superseded from 170 TA · current',
    ]);
    expect(older('a.md')).toEqual([]);
  });

  it('that replace an entry', () => {
    const newer = (path: string) => {
      const { view, entry } = lookAt(files, path);
      return newerOf(view, entry).map(told);
    };
    expect(newer('founding-of-house-vyr.md')).toEqual([
      'The Refounding of House Vyr: 412 TA · supersedes it from 412 TA · current',
    ]);
    expect(newer('a.md')).toEqual([
      'B: 150 TA · supersedes it, and both stand · current',
      'C: 160 TA · retracts it for all time · current',
      'D: 170 TA · restores it from 170 TA · current',
    ]);
  });

  it('in a cycle are shown, a step at a time', () => {
    const circle = { 'a.md': '---\ntitle: A\nsupersedes: b\n---\n', 'b.md': '---\ntitle: B\nsupersedes: a\n---\n' };
    const { view, entry } = lookAt(circle, 'a.md');
    expect([...olderOf(view, entry), ...newerOf(view, entry)].map(({ entry: { title } }) => title)).toEqual(['B', 'B']);
  });
});

describe('what rests on what', () => {
  const files = {
    ...vyr,
    'song.md': '---\ntitle: Song\nsources: [founding-of-house-vyr, maric, "[[The Founding of House Vyr]]"]\n---\n',
    'tale.md': '---\ntitle: Tale\nsources: [song, a book]\nreviewed: refounding-of-house-vyr\n---\n',
    'poem.md': '---\ntitle: Poem\nsources: The Founding of House Vyr\nreviewed: refounding-of-house-vyr\n---\n',
  };
  const drawn = (path: string, step: typeof dependantsOf, resting?: string) => {
    const { view, entry } = lookAt(files, path);
    return step(view, entry).map((one) => {
      const text = Object.entries(files).find(([file]) => file === (resting ?? one.entry.path))?.[1] ?? '';
      return `${told(one)} [${one.spans.map(({ start, end }) => text.slice(start, end)).join()}]`;
    });
  };

  it('is shown from both sides', () => {
    expect(drawn('founding-of-house-vyr.md', dependantsOf)).toEqual([
      'Poem: current [The Founding of House Vyr]',
      'Song: current · to be reviewed [founding-of-house-vyr,The Founding of House Vyr]',
    ]);
    expect(drawn('song.md', sourceItemsOf, 'song.md')).toEqual([
      'The Founding of House Vyr: 200 TA · superseded [founding-of-house-vyr,The Founding of House Vyr]',
      'Maric: current [maric]',
    ]);
    expect(drawn('tale.md', sourceItemsOf, 'tale.md')).toEqual(['Song: current [song]']);
    expect(drawn('tale.md', dependantsOf)).toEqual([]);
  });
});
