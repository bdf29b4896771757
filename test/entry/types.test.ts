/** The type of an entry: from its own `type`, its folder, or a tag. */
import { describe, expect, it } from 'vitest';
import { readCodex } from '../../server/src/core/codex/readCodex';
import { readEntry } from '../../server/src/core/entry/readEntry';
import { codexOf, differences, drawn } from '../support/codex';
import { askLookup } from '../support/ask';

const TYPES = `
types:
  People: person
  "World/*/Places/**": place
  "**/gods.md": god
  "#npc": npc
  "#location": place
  "People/Beasts/**": beast
`;

const typeOf = (path: string, text = '', codex = TYPES): string | null =>
  readEntry(path, text, readCodex(codex).codex).type?.text ?? null;

describe('by folder', () => {
  it.each([
    ['People/Lysa.md', 'person'],
    ['people/north/Lysa.md', 'person'],
    ['World/North/Places/old/Keep.md', 'place'],
    ['World/Places/Keep.md', null],
    ['Lysa.md', null],
    ['gods.md', 'god'],
    ['World/gods.md', 'god'],
    ['Other/People/Lysa.md', null],
  ])('%s is %s', (path, type) => {
    expect(typeOf(path)).toBe(type);
  });

  it('takes the last that fits', () => {
    expect(typeOf('People/Beasts/Wyrm.md')).toBe('beast');
    expect(typeOf('People/gods.md')).toBe('god');
  });

  it('finds a folder whichever way its accents are encoded', () => {
    expect(typeOf('Re\u0301gions/Vyr.md', '', 'types: {"R\u00e9gions/**": region}')).toBe('region');
  });
});

describe('by tag', () => {
  it.each([
    ['a list', '---\ntags: [town, npc]\n---\n'],
    ['a list with marks', '---\ntags:\n  - "#NPC"\n---\n'],
    ['one tag', '---\ntag: npc\n---\n'],
    ['words', '---\nTags: town npc\n---\n'],
    ['words between commas', '---\ntags: "#town, #npc"\n---\n'],
    ['a nested tag', '---\ntags: npc/ally\n---\n'],
    ['the text', 'Somebody. #npc\n'],
    ['a list in the text', '- #npc, and a friend\n> #town\n'],
    ['the first line', '#npc/ally #town\n'],
  ])('is found in %s', (_what, text) => {
    expect(typeOf('Lysa.md', text)).toBe('npc');
  });

  it.each([
    ['another tag', '---\ntags: [npcs]\n---\n#npcs\n'],
    ['no tags', '---\ntags:\n---\n'],
    ['tags of no shape', '---\ntags: {npc: true}\n---\n'],
    ['inline code', 'Write `#npc` there.\n'],
    ['a code block', '```\n#npc\n```\n'],
    ['a comment', '%% #npc %%\n<!-- #npc -->\n'],
    ['an address', 'https://example.org/#npc [[Page#npc]] [a](b.md#npc)\n'],
    ['a word', 'C#npc\n'],
    ['a heading', '# npc\n## npc\n'],
    ['another key', '---\ncategory: npc\n---\n'],
  ])('is not found in %s', (_what, text) => {
    expect(typeOf('Lysa.md', text)).toBeNull();
  });

  it('has priority over a folder listed before it, and not over one listed after it', () => {
    expect(typeOf('People/Lysa.md', '#npc\n')).toBe('npc');
    expect(typeOf('People/Beasts/Wyrm.md', '#npc\n')).toBe('beast');
  });
});

it('yields to the type in the note itself', () => {
  const own = '---\ntype: queen\ntags: npc\n---\n';
  expect(typeOf('People/Lysa.md', own)).toBe('queen');
  expect(typeOf('People/Lysa.md', '---\ntype:\n---\n')).toBe('person');
  expect(typeOf('People/Lysa.md', '---\nkind: queen\n---\n', `fields: {type: kind}\n${TYPES}`)).toBe('queen');
  expect(typeOf('Lysa.md', '#npc\n', '')).toBeNull();
});

describe('a type that codex.yaml gives', () => {
  const life = '---\ndate: 412 TA\nthrough: 430 TA\n';

  it('makes the page a life, so that facts outside of it are found', () => {
    const drawing = drawn(`//- codex.yaml
types: {"People/**": person, "#dragon": character}
//- People/Lysa.md
${life}---
//- Wyrm.md
${life}tags: [dragon/red]
---
//- Keep.md
${life}---
//- Chronicle.md
---
facts:
  - {entity: vyr, attribute: ruler, value: lysa, from: 400 TA}
  - {entity: vyr, attribute: guard, value: wyrm, from: 440 TA}
  - {entity: vyr, attribute: seat, value: keep, from: 400 TA}
---
`);
    const { missing, unexpected } = differences(drawing, ({ problem }) => problem.code === 'fact/outside-lifetime');
    expect(missing).toEqual([]);
    expect(unexpected.map((one) => one.split(':')[0])).toEqual([
      'Chronicle.md fact/outside-lifetime at "lysa"',
      'Chronicle.md fact/outside-lifetime at "wyrm"',
    ]);
  });

  it('is looked up like any other', () => {
    const { canon } = codexOf({ 'codex.yaml': TYPES, 'People/Lysa.md': '' });
    expect(askLookup(canon, { name: 'Lysa' })).toMatchObject({ json: { entry: { title: 'Lysa', type: 'person' } } });
  });
});
