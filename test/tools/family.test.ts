/** Families and successions as answers: who belongs to them, when, and as of which canon point. */
import { describe, expect, it } from 'vitest';
import { plainText } from '../../server/src/core/tools/words/richText';
import type { Family } from '../../server/src/core/picture/shapes/kinShapes';
import { layoutFamily } from '../../server/src/core/picture/family/familyLayout';
import { codexOf, type Files } from '../support/codex';
import { FAMILY, page } from '../support/families';
import { askFamily, askSuccession } from '../support/ask';

const ask = (entity: string, more = {}, files = FAMILY) => {
  const answered = askFamily(codexOf(files).canon, { entity, ...more });
  if (!answered.ok) throw new Error(answered.failure.message);
  return { family: answered.json as unknown as Family, said: plainText(answered.prose).split('\n') };
};

describe('a family', () => {
  it('is listed by generations, with what holds at the given time and what holds at another', () => {
    expect(ask('ada', { at: '122 TA', asOf: 's1' }).said).toEqual([
      'Family of ada at 122 TA, as of s1',
      '1 generation before',
      '  ysa (100 TA – 140 TA): spouses: oren; children: ada, bram (at another time)',
      '  oren (98 TA – 130 TA): spouses: ysa, dorn (at another time); children: ada, bram (at another time)',
      '  dorn (born 105 TA): spouses: oren (at another time)',
      'The same generation',
      '  ada (born 121 TA): parents: ysa, oren',
      '  bram (born 125 TA, not yet born): parents: ysa (at another time), oren (at another time)',
    ]);
  });

  it('includes what a retcon removed and added, each for its canon time', () => {
    const { relations } = ask('ada').family;
    const mothers = relations.filter(({ of, attribute }) => of === 'bram' && attribute === 'mother');
    expect(mothers.map(({ to, spans }) => [to, spans.map((one) => [one.canon_from, one.canon_until])])).toEqual([
      ['ysa', [['s1', 's3']]],
      ['wilda', [['s3', null]]],
    ]);
    expect(ask('ada', { asOf: 's2' }).family.people.map(({ id }) => id)).not.toContain('wilda');
  });

  it('shows a parent whose page nobody has written', () => {
    const { family, said } = ask('kit', { at: '151 TA' });
    expect(family.people.filter((one) => one.is_unknown).map(({ generation }) => generation)).toEqual([-1]);
    expect(said).toContain('  unknown: children: kit');
  });

  it('attaches a child to one parent where a retcon changed the other', () => {
    const withRetcon = (first: string, second: string) =>
      ask(
        'ada',
        {},
        {
          'codex.yaml': 'revisions: [s1, s2]\nattributes: {parents: set}\nkin: {parent: parents}\n',
          'ada.md': `---\ncanon: s1\n---\n`,
          'told.md': `---\ncanon: s1\nfacts: {ada: {parents: ${first}}}\n---\n`,
          'again.md': `---\ncanon: s2\nsupersedes: {id: told, reason: so}\nfacts: {ada: {parents: ${second}}}\n---\n`,
          'beside.md': '---\nfacts: {ada: {parents: kit}}\n---\n',
        },
      ).family.unions.map(({ partners, children }) => `${partners.join(' and ')}: ${children.join(', ')}`);
    expect(withRetcon('[tom, bea]', '[]')).toEqual(['kit and tom: ada', 'kit and bea: ada', 'kit: ada']);
    expect(withRetcon('[tom]', '[bea]')).toEqual(['bea and kit: ada', 'kit and tom: ada', 'kit: ada']);
    expect(withRetcon('[]', '[]')).toEqual(['kit: ada']);
  });

  it('has the same layout wherever the handles are', () => {
    const [early, late] = [ask('ada', { at: '90 TA' }), ask('ada', { at: '200 TA' })];
    expect(layoutFamily(early.family)).toEqual(layoutFamily(late.family));
  });

  it('is the same from either end of its facts', () => {
    const swapped = {
      'codex.yaml': 'attributes: {heir: set}\nkin: {child: heir}\n',
      'a.md': page('heir: [b, c]'),
      'b.md': page(''),
      'c.md': page('heir: d'),
      'd.md': page(''),
    };
    const { people } = ask('d', {}, swapped).family;
    expect(people.map(({ id, generation }) => `${id} ${generation}`)).toEqual(['a -2', 'b -1', 'c -1', 'd 0']);
  });

  it('is cut to the requested generations, and says so', () => {
    const { family, said } = ask('kit', { generations: '1' });
    expect(family.cut).toEqual({ generations: 1 });
    expect(family.people.map(({ id }) => id)).not.toContain('ysa');
    expect(said.at(-1)).toBe('This is the nearest generation; there are more.');
    expect(askFamily(codexOf(FAMILY).canon, { entity: 'kit', generations: 'two' })).toMatchObject({
      failure: { code: 'bad-limit' },
    });
  });

  it('shows only the root where the nearest generation is too large, and says so', () => {
    const heirs = Array.from({ length: 1100 }, (_, i) => `heir ${i}`);
    const many = {
      'codex.yaml': 'attributes: {heir: set}\nkin: {child: heir}\n',
      'a.md': page(`heir: [${heirs.join(', ')}]`),
    };
    const { family, said } = ask('a', {}, many);
    expect(family.cut).toEqual({ generations: 0 });
    expect(said.slice(1)).toEqual(['The nearest generation has too many people to be shown.']);
  });

  it('says who is their own ancestor, and goes on', () => {
    const loop = { ...FAMILY, 'ysa.md': page('type: person\ncanon: s1\nmother: ada') };
    expect(ask('ada', {}, loop).said.at(-1)).toBe(
      'ada is stated to be their own ancestor: ada → ysa → ada. The last step does not count as a generation.',
    );
  });

  it('says who is their own parent, and does not say that nobody has one', () => {
    const files = {
      'codex.yaml': 'attributes: {mother: constant}\nkin: {parent: mother}\n',
      'self.md': page('mother: self'),
    };
    const { said } = ask('self', {}, files);
    expect(said.at(-1)).toBe('self is stated to be their own parent, which does not count as a generation.');
    expect(said.join('\n')).not.toContain('No page names');
  });

  it('says what to write where codex.yaml names no kin, or does not count a key', () => {
    expect(ask('ysa', {}, { 'ysa.md': page('') }).said[1]).toContain('write `kin: {parent: [mother, father]');
    const undeclared = { 'codex.yaml': 'kin: {parent: mother}\n', 'ysa.md': page('mother: "[[Nan]]"') };
    expect(ask('ysa', {}, undeclared).said[1]).toContain('`attributes: {mother: constant}`');
  });
});

describe('a succession', () => {
  const OFFICE: Files = {
    'codex.yaml': 'revisions: [s1, s2]\nattributes: {lord: state, council: set, founder: constant}\n',
    'ysa.md': page('type: person\ndate: 100 TA\ncanon: s1'),
    'orm.md': page('type: person\ndate: c. 90 TA\ncanon: s1'),
    'keep.md': page(
      'canon: s1\nfacts:\n  - {entity: keep, attribute: lord, value: orm, from: 110 TA, until: 120 TA}\n  - {entity: keep, attribute: lord, value: ysa, from: 130 TA}\n  - {entity: keep, attribute: council, value: orm, from: 100 TA, until: 112 TA}\n  - {entity: keep, attribute: council, value: Bo, from: 105 TA}',
    ),
    'twist.md': page('canon: s2\nfacts: [{entity: keep, attribute: lord, value: Bo, from: 140 TA}]'),
  };
  const told = (entity: string, more = {}): string[] => {
    const answered = askSuccession(codexOf(OFFICE).canon, { entity, ...more });
    return answered.ok ? plainText(answered.prose).split('\n') : [answered.failure.message];
  };

  it('lists holders with their ages, and the gaps between them', () => {
    expect(told('keep.lord')).toEqual([
      'lord of keep',
      '  1  orm  from 110 TA until 120 TA  aged about 20',
      '     —    from 120 TA until 130 TA  nobody',
      '  2  ysa  from 130 TA until 140 TA  aged 30',
      '  3  Bo   from 140 TA',
    ]);
    expect(told('keep.lord', { asOf: 's1' }).at(-1)).toBe('  2  ysa  from 130 TA               aged 30');
  });

  it('names five of those who held at the same time, and counts the others', () => {
    const seats = Array.from(
      { length: 40 },
      (_, i) => `  - {entity: keep, attribute: council, value: M${i}, from: 1${i + 10} TA}`,
    );
    const files = { ...OFFICE, 'keep.md': page(`canon: s1\nfacts:\n${seats.join('\n')}`) };
    const answered = askSuccession(codexOf(files).canon, { entity: 'keep.council' });
    if (!answered.ok) throw new Error(answered.failure.message);
    const lines = plainText(answered.prose).split('\n');
    expect(lines).toHaveLength(41);
    expect(lines[1]).toMatch(/at the same time as M1, M2, M3, M4, M5 and 34 others$/);
  });

  it('lists who held at the same time', () => {
    expect(told('keep', { attribute: 'Council' }).slice(1)).toEqual([
      '  1  orm  from 100 TA until 112 TA  aged about 10; at the same time as Bo',
      '  2  Bo   from 105 TA               at the same time as orm',
    ]);
  });

  it('asks which attribute is meant, that with the most holders first, and recognizes a typo', () => {
    expect(told('keep')).toEqual([
      'A succession follows one attribute: which one of keep? Write keep.lord, for example. What is stated about it: lord and council.',
    ]);
    expect(told('keep.lrod')).toEqual(['Nothing is stated about the "lrod" of keep. Did you mean lord?']);
  });
});
