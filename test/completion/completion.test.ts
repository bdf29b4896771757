/** The entries that are offered while a reference is typed, and how a choice changes the text. */
import { describe, expect, it } from 'vitest';
import { readEntry } from '../../server/src/core/entry/readEntry';
import { canonOf, complete } from './completing';

describe('an id is offered', () => {
  it.each([
    ['supersedes: $0', 'supersedes: maric'],
    ['supersedes: mar$0', 'supersedes: maric'],
    ['supersedes: mar$0 # why', 'supersedes: maric # why'],
    ['supersedes: $0# why', 'supersedes: maric # why'],
    ['supersedes:$0', 'supersedes: maric'],
    ['supersedes:\n  - $0', 'supersedes:\n  - maric'],
    ['supersedes:\n  -$0', 'supersedes:\n  - maric'],
    ['supersedes:\n- $0', 'supersedes:\n- maric'],
    ['supersedes:\n  - id: ma$0', 'supersedes:\n  - id: maric'],
    ['supersedes:\n  - id: ma$0rik', 'supersedes:\n  - id: maric'],
    ['supersedes:\n  - id: $0"ma rik"', 'supersedes:\n  - id: maric'],
    ['supersedes:\n  - reason: because\n    id: $0', 'supersedes:\n  - reason: because\n    id: maric'],
    ['supersedes:\n  id: $0', 'supersedes:\n  id: maric'],
    ['supersedes: {id: ma$0}', 'supersedes: {id: maric}'],
    ['supersedes: {id: ma$0, soft: true}', 'supersedes: {id: maric, soft: true}'],
    ['supersedes: {id: "ma$0, soft: true}', 'supersedes: {id: "maric", soft: true}'],
    ['supersedes: {id: "ma$0, reason: "x"}', 'supersedes: {id: "maric", reason: "x"}'],
    ['supersedes: {reason: "a, b", id: $0', 'supersedes: {reason: "a, b", id: maric'],
    ['supersedes: {\n    id: ma$0,\n    soft: true}', 'supersedes: {\n    id: maric,\n    soft: true}'],
    ['supersedes: [aldric, ma$0]', 'supersedes: [aldric, maric]'],
    ['supersedes: [\n    aldric, # one\n    ma$0\n  ]', 'supersedes: [\n    aldric, # one\n    maric\n  ]'],
    [
      'supersedes:\n  - id: aldric\n    sources:\n      - $0',
      'supersedes:\n  - id: aldric\n    sources:\n      - maric',
    ],
    ['supersedes:\n  - id: aldric\n    sources: [$0', 'supersedes:\n  - id: aldric\n    sources: [maric'],
    ['superseded-by: $0', 'superseded-by: maric'],
    ['Retracts: "ma$0', 'Retracts: "maric"'],
    ["restores: 'ma$0'", "restores: 'maric'"],
    ['sources: [aldric, $0', 'sources: [aldric, maric'],
    ['sources:\tma$0', 'sources:\tmaric'],
    ['disputes:\n  - aldric\n  - ma$0', 'disputes:\n  - aldric\n  - maric'],
    ['reviewed: ma$0', 'reviewed: maric'],
    ['entity: ma$0', 'entity: maric'],
    ['facts:\n  ma$0', 'facts:\n  maric: {}'],
    ['facts:\n  ma$0: {seat: x}', 'facts:\n  maric: {seat: x}'],
    ['facts: {ma$0', 'facts: {maric: {}'],
    ['facts:\n  - entity: ma$0', 'facts:\n  - entity: maric'],
    ['facts:\n  - {entity: ma$0, attribute: x}', 'facts:\n  - {entity: maric, attribute: x}'],
    ['title: "broken\nsources: ma$0', 'title: "broken\nsources: maric'],
    ['reason: >\n  folded\nsources: ma$0', 'reason: >\n  folded\nsources: maric'],
  ])('%j', (before, after) => {
    expect(complete(`---\n${before}\n---\n`).chosen('maric')).toBe(`---\n${after}\n---\n`);
    const crlf = (text: string): string => `---\n${text}\n---\n`.replaceAll('\n', '\r\n');
    expect(complete(crlf(before)).chosen('maric')).toBe(crlf(after));
  });

  it('in a frontmatter that is not closed yet', () => {
    expect(complete('---\ntype: song\nsources: ma$0').chosen('maric')).toBe('---\ntype: song\nsources: maric');
  });
  it('where codex.yaml has renamed the key', () => {
    expect(
      complete('---\nbased on: ma$0\n---\n', { 'codex.yaml': 'fields: {sources: based_on}\n' }).chosen('maric'),
    ).toContain('based on: maric');
  });
});

describe('nothing is offered', () => {
  it.each([
    'title: $0',
    'title: the mar$0',
    'aliases: [ma$0',
    'supersedes: {id: maric, reason: ma$0}',
    'supersedes:\n  - id: maric\n    reason: ma$0',
    'supersedes:\n  - id: maric\n    reason: "ma$0',
    'supersedes:\n  - id: maric\n    reason: >\n      sources: ma$0',
    'sources: [maric] $0',
    '# sources: $0',
    'sources: maric # $0',
    'attributes:\n  sources: $0',
    'supersedes: $0\n  - id: maric',
    'supersedes: $0\n- id: maric',
    'supersedes:\n  - $0maric: x',
    'supersedes: $0[maric]',
    'supersedes: $0&a maric',
    'tags: $0',
  ])('%j', (before) => expect(complete(`---\n${before}\n---\n`, {}, { isAsked: false }).labels).toEqual([]));
  it.each(['---\n---\nsources: $0', 'sources: $0', '$0', '---\n---\n[[maric]] $0', '[mar$0', '---\n---\nsup$0'])(
    '%j',
    (text) => expect(complete(text).labels).toEqual([]),
  );
});

describe('the choices and their order', () => {
  it('match by id, title and aliases, prefixes first', () => {
    expect(complete('---\nsources: fire$0\n---\n').ids).toEqual(['house-vyr']);
    expect(complete('---\nsources: house$0\n---\n').ids[0]).toBe('house-vyr');
    expect(complete('---\nsources: zzz$0\n---\n').ids).toEqual([]);
  });
  it('never include the entry itself, nor what is already listed', () => {
    expect(complete('---\nsources: $0\n---\n').ids).not.toContain('note');
    expect(complete('---\nsources: [maric, $0]\n---\n').ids).not.toContain('maric');
  });
  it('are limited to a readable number', () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`a${i}.md`, '']));
    const { choices, isCut } = complete('---\nsources: a$0\n---\n', many);
    expect([choices.length, isCut]).toEqual([50, true]);
    const narrowed = complete('---\nsources: a29$0\n---\n', many);
    expect([narrowed.ids.includes('a299'), narrowed.isCut]).toEqual([true, false]);
  });
  it('are current entries in supersedes and retracts, and ended ones in restores', () => {
    const { choices, ids } = complete('---\nsupersedes: founding$0\n---\n');
    expect(ids).toEqual(['founding-of-house-vyr', 'refounding-of-house-vyr']);
    expect(choices.map(({ isPast }) => isPast)).toEqual([true, false]);
    expect(complete('---\nretracts: $0\n---\n').ids.at(-1)).toBe('founding-of-house-vyr');
    expect(complete('---\nrestores: $0\n---\n').ids[0]).toBe('founding-of-house-vyr');
    expect(complete('---\nrestores: $0\n---\n').choices[0]?.isPast).toBe(false);
  });
  it('in supersedes begin with entries like the page: same entity, title or type', () => {
    expect(complete('---\nentity: maric\nsupersedes: $0\n---\n').ids[0]).toBe('maric');
    expect(complete('---\ntitle: The End of House Vyr\nsupersedes: $0\n---\n').ids[0]).toBe('house-vyr');
    expect(complete('---\ntype: house\nsupersedes: $0\n---\n').ids[0]).toBe('house-vyr');
  });
  it('in sources begin with the latest, of the types that have been sources', () => {
    expect(complete('---\nsources: $0\n---\n').ids[0]).toBe('refounding-of-house-vyr');
    const songs = {
      'song.md': '---\ntype: song\n---\n',
      'ballad.md': '---\ntype: song\n---\n',
      'other.md': '---\nsources: song\n---\n',
    };
    expect(complete('---\nsources: $0\n---\n', songs).ids.slice(0, 2)).toEqual(['ballad', 'song']);
  });
  it('in reviewed begin with what has replaced a source', () => {
    expect(complete('---\nsources: founding-of-house-vyr\nreviewed: $0\n---\n').ids[0]).toBe('refounding-of-house-vyr');
  });
});

describe('the date of the old version comes with its id', () => {
  const item = '---\nsupersedes:\n  - id: fou$0\n    reason: x\n---\n';
  it.each([
    [item, '---\nsupersedes:\n  - id: founding-of-house-vyr\n    as_of: 200 TA\n    reason: x\n---\n'],
    [
      item.replaceAll('\n', '\r\n'),
      '---\nsupersedes:\n  - id: founding-of-house-vyr\n    as_of: 200 TA\n    reason: x\n---\n'.replaceAll(
        '\n',
        '\r\n',
      ),
    ],
    ['---\nsupersedes:\n- id: fou$0\n---\n', '---\nsupersedes:\n- id: founding-of-house-vyr\n  as_of: 200 TA\n---\n'],
    [
      '---\nsupersedes:\n  - id: "fou$0"\n---\n',
      '---\nsupersedes:\n  - id: "founding-of-house-vyr"\n    as_of: 200 TA\n---\n',
    ],
    [
      '---\nsupersedes:\n  - id: fou$0 # old\n---\n',
      '---\nsupersedes:\n  - id: founding-of-house-vyr # old\n    as_of: 200 TA\n---\n',
    ],
    ['---\nsupersedes: {id: fou$0}\n---\n', '---\nsupersedes: {id: founding-of-house-vyr, as_of: 200 TA}\n---\n'],
    [
      '---\nsupersedes: {id: "fou$0", soft: true}\n---\n',
      '---\nsupersedes: {id: "founding-of-house-vyr", as_of: 200 TA, soft: true}\n---\n',
    ],
    [
      '---\nsupersedes:\n  - id: fou$0\n    as_of:\n---\n',
      '---\nsupersedes:\n  - id: founding-of-house-vyr\n    as_of: 200 TA\n---\n',
    ],
    [
      '---\nsupersedes:\n  - as_of: # when\n    id: fou$0\n---\n',
      '---\nsupersedes:\n  - as_of: 200 TA # when\n    id: founding-of-house-vyr\n---\n',
    ],
    [
      '---\nsupersedes: {as_of:, id: fou$0}\n---\n',
      '---\nsupersedes: {as_of: 200 TA, id: founding-of-house-vyr}\n---\n',
    ],
  ])('%j', (before, after) => expect(complete(before).chosen('founding-of-house-vyr')).toBe(after));

  it.each([
    [
      '---\nsupersedes:\n  - id: fou$0\n    as_of: 199 TA\n---\n',
      '---\nsupersedes:\n  - id: founding-of-house-vyr\n    as_of: 199 TA\n---\n',
    ],
    ['---\nsupersedes: {id: fou$0, as_of: 1}\n---\n', '---\nsupersedes: {id: founding-of-house-vyr, as_of: 1}\n---\n'],
    ['---\nretracts:\n  - id: fou$0\n---\n', '---\nretracts:\n  - id: founding-of-house-vyr\n---\n'],
    ['---\nsupersedes: fou$0\n---\n', '---\nsupersedes: founding-of-house-vyr\n---\n'],
  ])('but not if there is one already, or none is needed: %j', (before, after) =>
    expect(complete(before).chosen('founding-of-house-vyr')).toBe(after),
  );
});

describe('the YAML stays whole', () => {
  const odd = [
    'a: b',
    'a #b',
    '- a',
    '"a"',
    "it's",
    'a, b',
    '[a]',
    'a\\b',
    '@a',
    'a:',
    '{a}',
    '!a',
    '412',
    '*',
    'none',
    'n/a',
  ];
  const files = Object.fromEntries(odd.map((id, i) => [`odd${i}.md`, `---\nid: ${JSON.stringify(id)}\n---\n`]));
  it.each(
    odd.flatMap((id, i) => ['$0', '"$0', "'$0", '[maric, $0]', '{id: $0}'].map((typed) => [id, typed, i] as const)),
  )('with %j at %j', (id, typed, i) => {
    const { chosen } = complete(`---\nsupersedes: ${typed}\nend: here\n---\n`, files);
    const note = readEntry('note.md', chosen(id), canonOf({ 'codex.yaml': '' }).codex);
    expect(note.problems).toEqual([]);
    // An entry that no reference can name is named by its file.
    expect(note.declarations.at(-1)?.target.text).toBe(id === 'n/a' ? `odd${i}` : id);
    expect(note.unknownKeys.map(({ text }) => text)).toEqual(['end']);
  });
});
