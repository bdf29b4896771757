/** The title of an entry: its `title`, its file's name, or the heading at its top. */
import { describe, expect, it } from 'vitest';
import { readCodex } from '../../server/src/core/codex/readCodex';
import { readEntry } from '../../server/src/core/entry/readEntry';

const entryOf = (path: string, text: string, codex = '') => readEntry(path, text, readCodex(codex).codex);
const titleOf = (path: string, text: string, codex = ''): string => entryOf(path, text, codex).title;

describe('without a title', () => {
  it.each([
    'Lost Syndicate.md',
    'People/Lost Syndicate.md',
    'Vyr.md',
    'the queen.md',
    'MacGuffin.md',
    '東京.md',
    'Émile.md',
    'Session 12.md',
    'founding-of-House-vyr.md',
  ])('%s is named like its file', (path) => {
    const name = path.split('/').at(-1)?.slice(0, -'.md'.length);
    expect(entryOf(path, '# Geopolitical\n\nText.\n')).toMatchObject({ title: name, titleSpan: null });
  });

  it.each([
    'founding-of-house-vyr.md',
    'vyr.md',
    'sig-node__1234-foo.md',
    '412.md',
    '2026-05-12.md',
    'émile.md',
    'vyr/index.md',
    'vyr/_index.md',
    'README.md',
    'vyr/Readme.md',
  ])('%s is named like the heading at its top', (path) => {
    const text = '---\ntype: house\n---\n\n# House **Vyr**\n\nText.\n\n## Life\n';
    const { title, titleSpan } = entryOf(path, text);
    expect(title).toBe('House Vyr');
    expect(titleSpan && text.slice(titleSpan.start, titleSpan.end)).toBe('House **Vyr**');
  });

  it.each([
    ['two of them', '# Life\n\nText.\n\n# Death\n'],
    ['text above it', 'A house in the north.\n\n# Life\n'],
    ['a smaller one above it', '## Part\n\n# Life\n'],
    ['a table above it', '| a | b |\n|---|---|\n\n# Life\n'],
    ['one that a template fills in above it', '# {{title}}\n\n# House Vyr\n'],
    ['none', '## Life\n'],
    ['one that only a template fills in', '# <% tp.file.title %>\n'],
    ['one in a code block', '```\n# Life\n```\n'],
    ['one in a comment', '%%\n# Life\n%%\n'],
    ['too much above it', `<!-- ${'much '.repeat(1000)} -->\n# Life\n`],
  ])('a slug stays where the headings are %s', (_what, text) => {
    expect(titleOf('house-vyr.md', text)).toBe('house-vyr');
  });

  it.each([
    ['a comment', '<!-- markdownlint-disable -->\n%% todo: more %%\n# House Vyr\n'],
    ['a picture', '![[crest of the house.png|200]]\n![the crest](crest.png)\n<img src="a.png">\n\n# House Vyr\n'],
    ['tags', '#house #north/old\n# House Vyr\n'],
    ['a line', '---\n\n# House Vyr\n'],
    ['nothing, underlined', 'House Vyr\n=========\n\nText.\n'],
  ])('a slug gives way to a heading after %s', (_what, text) => {
    expect(titleOf('house-vyr.md', text)).toBe('House Vyr');
  });

  it('an index is named like its folder where it has no heading', () => {
    expect(titleOf('places/The Keep/index.md', 'Text.\n')).toBe('The Keep');
    expect(titleOf('places/the-keep/_index.md', '# One\n\n# Two\n')).toBe('the-keep');
    expect(titleOf('README.md', 'Text.\n')).toBe('README');
  });

  it('answers to its title and its file, and to no other heading', () => {
    const { names } = entryOf('Lost Syndicate.md', '# Geopolitical\n');
    expect(names).toEqual(['lost-syndicate', './lost-syndicate', 'lost syndicate']);
    expect(entryOf('house-vyr.md', '# House Vyr\n').names).toContain('house vyr');
  });
});

describe('titles of codex.yaml', () => {
  it('takes the first heading of every note, wherever it is', () => {
    const titled = (path: string, text: string): string => titleOf(path, text, 'titles: heading');
    expect(titled('Lost Syndicate.md', 'Text.\n\n# Geopolitical\n\n# History\n')).toBe('Geopolitical');
    expect(titled('Lost Syndicate.md', '## Geopolitical\n')).toBe('Lost Syndicate');
    expect(titled('keep/index.md', 'Text.\n')).toBe('keep');
  });

  it('never takes one', () => {
    expect(titleOf('house-vyr.md', '# House Vyr\n', 'titles: file')).toBe('house-vyr');
    expect(titleOf('The Keep/index.md', '# Welcome\n', 'titles: file')).toBe('The Keep');
    expect(titleOf('412.md', '---\ntitle: The Year 412\n---\n', 'titles: file')).toBe('The Year 412');
  });
});

describe('a key called title', () => {
  const ranked = '---\ntitle: Merchant\n---\n# Vasha\n';

  it('is the title', () => {
    expect(titleOf('Vasha Toll.md', ranked)).toBe('Merchant');
    expect(titleOf('Vasha Toll.md', '---\ntitle:\n---\n')).toBe('Vasha Toll');
  });

  it('is the author’s own where codex.yaml says that', () => {
    const entry = entryOf('Vasha Toll.md', ranked, 'fields: {title: []}');
    expect(entry.title).toBe('Vasha Toll');
    expect(entry.unknownKeys.map(({ text }) => text)).toEqual(['title']);
  });

  it('is a fact where codex.yaml declares it as one', () => {
    const entry = entryOf('Vasha Toll.md', ranked, 'fields: {title: []}\nattributes: {title: state}');
    expect(entry.title).toBe('Vasha Toll');
    expect(entry.facts.map(({ attribute, value }) => [attribute.text, value.text])).toEqual([['title', 'Merchant']]);
  });
});
