/** Who knows a page or a fact, as it is written: what can't be read for certain is open to nobody, and loses no lore. */
import { describe, expect, it } from 'vitest';
import { readCodex } from '../../server/src/core/codex/readCodex';
import { knowersIn } from '../../server/src/core/entry/naming';
import { readEntry } from '../../server/src/core/entry/readEntry';

const CODEX = readCodex('revisions: [s1]\nfields: {tier: [rank]}\n').codex;
const read = (frontmatter: string, prose = '') => readEntry('page.md', `---\n${frontmatter}\n---\n${prose}`, CODEX);

describe('known_by', () => {
  it.each([
    ['known_by: lysa', [['lysa', null]]],
    [
      'Known-By: ["[[Lysa|her]]", players]',
      [
        ['Lysa', null],
        ['players', null],
      ],
    ],
    ['known_by: [[Lysa]]', [['Lysa', null]]],
    [
      'known_by: {lysa: 430 TA, players: s1}',
      [
        ['lysa', '430 TA'],
        ['players', 's1'],
      ],
    ],
    ['known_by:\n  lysa: 430 TA', [['lysa', '430 TA']]],
    ['<<: {known_by: [lysa]}', [['lysa', null]]],
    ['base: &base {known_by: lysa}\nmore: &more {<<: *base}\n<<: [{x: y}, 5, *more]', [['lysa', null]]],
    ['known_by: []', []],
  ])('of %j', (frontmatter, expected) => {
    const { knowledge, problems } = read(frontmatter);
    expect(knowledge?.knownBy?.map(({ knower, when }) => [knower.text, when?.text ?? null])).toEqual(expected);
    expect(knowledge?.isDoubtful).toBe(false);
    expect(problems).toEqual([]);
  });

  it('of a fact belongs to the fact', () => {
    const { facts, knowledge } = read(
      'when: &when {known_from: 430 TA}\nfacts:\n  - {<<: *when, entity: keep, attribute: heir, value: oda, known_by: [lysa]}\n  - {entity: keep, attribute: seat, value: mill}',
    );
    expect(knowledge).toBeNull();
    expect(facts.map((fact) => fact.knowledge?.knownFrom?.text ?? null)).toEqual(['430 TA', null]);
  });
});

describe('is hidden because of a doubt', () => {
  it.each([
    'known_by:',
    'known_by: {lysa: soon}',
    'known_by: {lysa: }',
    'known_by: {lysa: 430 TA, Lysa: 440 TA}',
    'known_by: [{lysa: 430 TA}]',
    'known_by: none',
    'known_by: [players, -sara]',
    'known_by: {players: 430 TA, -sara: 430 TA}',
    'known_by: "!players"',
    'known_by: not players',
    'known_from: when the bells ring',
    'known_from: unknown',
    'believed_by: {commons: 300 TA}',
    'knwon_by: [lysa]',
    'knownby: [lysa]',
    'beleived_by: [commons]',
    'knwon_form: 430 TA',
    'known_to: [lysa]',
    'ｋｎｏｗｎ＿ｂｙ: [lysa]',
    'known　by: [lysa]',
    'beleived-bi: [commons]',
    'known_by: [lysa]\nknown_by: [everyone]',
    'known_by: [lysa]\nKnown-By: everyone',
    'known_by: [lysa\ntitle: x',
    'title: "x\nknown_by: [lysa]',
    `known_by: [${Array.from({ length: 1001 }, (_, i) => `n${i}`).join(', ')}]`,
  ])('%j', (frontmatter) => {
    expect(read(frontmatter).knowledge?.isDoubtful).toBe(true);
  });

  it.each([
    ['a fence that is never closed', '---\nknown_by: [lysa]\nfacts: {keep: {seat: mill}}\n'],
    ['frontmatter in another language', '---toml\nknown_by = "lysa"\n---\n'],
    ['a blank line before the fence', '\n---\nknown_by: [lysa]\n---\n'],
    ['a second block right below the first', '---\ntype: page\n---\n---\nid: x\nknown_by: [lysa]\n---\n'],
    ['a conflict that nobody has settled', '---\n<<<<<<< a\nknown_by: [lysa]\n=======\n>>>>>>> b\n---\n'],
  ])('%s', (_, text) => {
    expect(readEntry('page.md', text, CODEX).knowledge?.isDoubtful).toBe(true);
  });

  it('a fact with a misspelled key, and facts next to a key that cannot be there', () => {
    const { facts, problems } = read(
      'facts:\n  - {entity: keep, attribute: heir, value: oda, knwon_by: [lysa]}\n  - keep: {seat: mill, known_by: lysa}\n  - {entity: keep, attribute: arms, value: oak, knonw_form: 430 TA}\n  - {entity: keep, attribute: motto, value: endure}',
    );
    expect(facts.map(({ value, knowledge }) => [value.text, knowledge?.isDoubtful ?? false])).toEqual([
      ['oda', true],
      ['mill', true],
      ['oak', true],
      ['endure', false],
    ]);
    const [slip, type] = ['frontmatter/misspelt-key', 'frontmatter/wrong-type'];
    expect(problems.map(({ code }) => code).sort()).toEqual([slip, slip, type]);
  });

  it('a page with a retcon that has a misspelled knowledge key of its own', () => {
    const { knowledge, problems } = read('retracts:\n  - {id: keep, known_by: lysa}\n  - {id: mill, konwn_form: 9 TA}');
    expect(knowledge?.isDoubtful).toBe(true);
    expect(problems.map(({ message }) => message.split(':')[0])).toEqual([
      "known_by can't be part of a retcon, so nobody sees this page",
      "konwn_form can't be part of a retcon, so nobody sees this page",
    ]);
  });

  it('facts beside a key that a merged mapping brings where it cannot be', () => {
    const { facts, problems } = read('gm: &gm {known_by: [lysa]}\nattributes: {motto: endure, <<: *gm}');
    expect(facts.map(({ knowledge }) => knowledge?.isDoubtful ?? false)).toEqual([true]);
    expect(problems.map(({ message }) => message.split(',')[0])).toEqual(["known_by can't go here"]);
  });

  it('a key close to one that codex.yaml renames', () => {
    const { codex } = readCodex('fields: {known_by: gm_only}\n');
    const doubtful = (key: string): boolean | undefined =>
      readEntry('page.md', `---\n${key}: lysa\n---\n`, codex).knowledge?.isDoubtful;
    const keys = ['gm_only', 'gm_olny', 'ｇｍ＿ｏｎｌｙ', 'knwon_bi', 'gm_notes'];
    expect(keys.map(doubtful)).toEqual([false, true, true, true, undefined]);
  });

  const OWN = ['known_as: the grey', 'known for: songs', 'believed_in: gods', 'owned_by: lysa', 'shown_by: x'];
  it('but not for a key of the author that only looks similar, nor for other mistakes', () => {
    for (const frontmatter of [...OWN, 'date: soon', 'titel: x', 'aliases: [a, a]'])
      expect(read(frontmatter).knowledge, frontmatter).toBeNull();
  });
});

describe('believed_by', () => {
  it('removes what the page states from the truth, and its retcons too', () => {
    const { facts, declarations, knowledge } = read(
      'believed_by: [commons]\nsupersedes: other\nfacts: {lysa: {death: drowned}}',
    );
    expect([facts, declarations]).toEqual([[], []]);
    expect(knowledge?.beliefs.map(({ value }) => value.text)).toEqual(['drowned']);
    expect(knowledge?.believedDeclarations.map(({ target }) => target.text)).toEqual(['other']);
  });

  it('keeps a fact from being true, whatever else is in doubt about it', () => {
    const many = Array.from({ length: 1001 }, (_, i) => `n${i}`).join(', ');
    const { facts, knowledge } = read(
      `facts:\n  - {entity: lysa, attribute: death, value: drowned, believed_by: commons, knwon_by: oda}\n  - {entity: lysa, attribute: end, value: sea, believed_by: [${many}]}`,
    );
    expect(facts).toEqual([]);
    expect(knowledge?.beliefs.map((belief) => belief.knowledge?.isDoubtful)).toEqual([true, true]);
  });

  it('of a fact affects that fact only', () => {
    const { facts, knowledge } = read(
      'facts:\n  - {entity: lysa, attribute: death, value: drowned, believed_by: commons}\n  - {entity: lysa, attribute: rival, value: oda}',
    );
    expect(facts.map(({ value, index }) => [value.text, index])).toEqual([['oda', 0]]);
    expect(knowledge?.beliefs.map(({ value }) => value.text)).toEqual(['drowned']);
  });
});

it.each(['known_by', 'believed_by'])('reports that %s has more than is read', (key) => {
  const many = Array.from({ length: 1001 }, (_, i) => `n${i}`).join(', ');
  expect(read(`${key}: [${many}]`).problems).toMatchObject([
    {
      code: 'frontmatter/wrong-type',
      message: `${key} names more than 1000 here, so nobody sees this: make them members of a circle in codex.yaml, and name that.`,
    },
  ]);
  expect(read(`${key}: [${many.slice(0, many.lastIndexOf(','))}]`).problems).toEqual([]);
});

it('knows everyone named, in the page and after the bar of a secret', () => {
  const entry = read(
    'pov: lysa\nknown_by: [sara]\nfacts:\n  - {entity: keep, attribute: heir, value: oda, known_by: [tom]}',
    'Open.\n\n> [!secret|ines, bo]\n> Hidden.\n',
  );
  expect(knowersIn(entry).map(({ text }) => text)).toEqual(['lysa', 'sara', 'tom', 'ines', 'bo']);
});

describe('codex.yaml', () => {
  const audience = (text: string) => readCodex(text).codex.audience.at(-1);
  it.each([
    'audience: [GM/**]',
    'audience: {"GM/**": nobody\npresent: 412 TA',
    'audence: {"GM/**": nobody}',
    'sercets: [gm]',
  ])('hides everything where it cannot be read: %j', (text) => {
    expect(audience(text)).toEqual({ glob: '**', knowers: ['nobody'] });
  });

  it('hides a folder whose audience cannot be read', () => {
    expect(audience('audience: {"GM/**": }')).toEqual({ glob: 'GM/**', knowers: ['nobody'] });
    expect(audience('audience: {"GM/**": [a, {b: c}]}')).toEqual({ glob: 'GM/**', knowers: ['nobody'] });
  });

  it('reports a circle of itself, and a reserved word as a name', () => {
    const { codex, problems } = readCodex('circles:\n  table: [ines, table]\n  everyone: [tom]\n');
    expect(problems.map(({ message }) => message)).toEqual([
      "table can't be a member of itself: leave it out of its own list.",
      'everyone has a meaning of its own in `known_by`, so no circle can be called that: choose another name.',
    ]);
    expect([...codex.circles.keys()]).toEqual(['table']);
  });
});
