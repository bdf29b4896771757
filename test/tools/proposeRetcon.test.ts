/** A retcon as a whole new page: in the style of the old one, and true to what it announces once it is saved. */
import { describe, expect, it } from 'vitest';
import { answerSteps, type Given, questionNamed } from '../../server/src/core/tools';
import { plainText } from '../../server/src/core/tools/words/richText';
import { vyr } from '../support/caret';
import { codexOf, type Files } from '../support/codex';
import { ended } from '../support/lore';

// oxlint-disable-next-line typescript/no-explicit-any -- the JSON of answers is looked into freely
type Json = any;

function answered(name: string, given: Given, files: Files): Json {
  const question = questionNamed(name);
  if (!question) throw new Error(name);
  const around = { commits: new Map(), textOf: (file: string) => files[file] ?? null, today: '2026-05-12' };
  const steps = answerSteps(question, codexOf(files).canon, given, around) as Generator<void>;
  return ended(steps);
}

function ask(name: string, given: Given, files: Files = vyr): Json {
  const { ok, json, failure } = answered(name, given, files);
  return ok ? json : failure;
}

const propose = (given: Given, files?: Files): Json => ask('propose_retcon', given, files);
const proseOf = (given: Given): string => plainText(answered('propose_retcon', given, vyr).prose);
const REFOUNDING = 'refounding-of-house-vyr';

it('is decided today where no revision is listed', () => {
  const files = { 'codex.yaml': 'attributes: {founder: constant}\n', 'vyr.md': '---\nfounder: maric\n---\n' };
  expect(propose({ entry: 'vyr', facts: 'founder: aldric', as: 'value' }, files).text).toBe(
    '---\nfounder: aldric\nformerly:\n  - {founder: maric, canon: 2026-05-12}\n---\n',
  );
  const dated = { ...files, 'vyr.md': '---\nfounder: maric\ncanon: 2026-01-10\n---\n' };
  expect(propose({ entry: 'vyr', facts: 'founder: aldric' }, dated).text).toContain('canon: 2026-05-12');
});

describe('a proposed retcon', () => {
  it('is a whole page, in the style of the old one', () => {
    const given = { facts: 'founder: lysa', date: '420 TA', reason: 'She: nobody else.', prose: 'Lysa came.' };
    const { path, text, supersedes } = propose({ entry: REFOUNDING, title: 'Lysa Comes', ...given });
    expect(supersedes).toBe(REFOUNDING);
    expect(path).toBe('lysa-comes.md');
    expect(text).toBe(`---
title: Lysa Comes
type: event
date: 420 TA
canon: session-47
facts:
  house-vyr: {founder: lysa}
supersedes:
  - id: refounding-of-house-vyr
    as_of: 412 TA
    reason: "She: nobody else."
---

Lysa came.
`);
  });

  it('asks whether a similar established attribute was meant', () => {
    const words = (attribute: string): string =>
      proseOf({ entry: REFOUNDING, facts: `${attribute}: lysa`, date: '420 TA' });
    expect(words('founders')).toContain('"founders" is new: so far house-vyr has founder. Did you mean that?');
    expect(words('founder')).not.toContain('is new');
    expect(words('fonder')).toContain('is new');
    expect(words('funeral')).not.toContain('is new');
  });

  it('changes what it announces', () => {
    const proposed = propose({ entry: REFOUNDING, facts: 'founder: lysa', date: '420 TA' });
    expect(proposed.changes).toMatchObject([
      { attribute: 'founder', at: { from: '420 TA' }, after: [{ value: 'lysa' }], declared: true },
    ]);
    const pages = JSON.stringify([{ path: proposed.path, text: proposed.text }]);
    const { supersedes: _, path: __, text: ___, ...effect } = proposed;
    expect(ask('what_if', { pages })).toEqual(effect);
    const saved = { ...vyr, [proposed.path]: proposed.text };
    expect(ask('was_true_at', { entity: 'house-vyr', at: '425 TA' }, saved).facts).toMatchObject([
      { values: [{ value: 'lysa' }] },
    ]);
  });

  it('corrects the past where it has no date, and keeps both values where it is soft', () => {
    const always = propose({ entry: REFOUNDING, facts: 'founder: lysa' });
    expect(always.changes).toMatchObject([{ at: { from: '412 TA' } }]);
    expect(propose({ entry: REFOUNDING, facts: 'founder: lysa', soft: 'true' }).text).toContain('soft: true');
  });

  it.each([
    ['a value in place of another', 'founder: "[[Lysa]]"', 'facts:\n  house-vyr: {founder: "[[Lysa]]"}'],
    ['several values', 'founder: lysa\nfounder: brenna', 'house-vyr: {founder: [lysa, brenna]}'],
    ['what the old page did not say', 'seat: ford', 'house-vyr: {founder: aldric, seat: ford}'],
    ['what is said of somebody else', 'house-orm.seat: ford', '  house-orm: {seat: ford}'],
    ['what YAML would take for something else', 'founder: a, b: c', 'founder: "a, b: c"'],
  ])('states %s', (_, facts, expected) => {
    expect(propose({ entry: REFOUNDING, facts }).text).toContain(expected);
  });

  it('states facts where the old page had none, and in the long form', () => {
    expect(propose({ entry: 'maric', facts: 'born: 180 TA' }).text).toContain('facts:\n  maric: {born: 180 TA}');
    const long =
      '---\ntitle: Long\nfacts:\n  - {entity: vyr, attribute: seat, value: a}\n  - {entity: vyr, attribute: seat, value: b, from: 9 TA}\n  - {entity: vyr, attribute: ruler, value: x}\n---\n';
    const { text } = propose({ entry: 'long', facts: 'seat: c\nmotto: d' }, { ...vyr, 'long.md': long });
    expect(text).toContain('{entity: vyr, attribute: seat, value: c}');
    expect(text).toContain('{entity: vyr, attribute: motto, value: d}');
    expect(text).not.toContain('value: b');
  });

  it('removes the values that it replaces, wherever they are, and only those', () => {
    const seat = (value: string): string => `  - {entity: vyr, attribute: seat, value: ${value}}\n`;
    const other = '  - {entity: vyr, attribute: ruler, value: x}\n';
    const facts = `attributes: {motto: m, seat: a}\nfacts:\n${seat('b')}${seat('c')}${other}${seat('d')}`;
    const files = { 'codex.yaml': '', 'vyr.md': `---\ntitle: Vyr\ncanon: 2026-01-01\n${facts}---\n` };
    const { text } = propose({ entry: 'vyr', facts: 'seat: e', canon: '2026-02-02' }, files);
    expect(text).toContain(`attributes: {motto: m}\nfacts:\n${other}${seat('e')}supersedes:`);
  });

  it.each([
    ['a list of short groups', '  - vyr: {seat: a}\n', '  - vyr: {seat: a, motto: d}\n'],
    ['lines of its own', '  vyr:\n    seat: a\n', '  vyr:\n    seat: a\n    motto: d\n'],
    [
      'long facts in lines',
      '  - entity: vyr\n    attribute: seat\n    value: a\n',
      '  - entity: vyr\n    attribute: motto\n    value: d\n',
    ],
  ])('states a fact in %s, as the old page does', (_, before, after) => {
    const files = { ...vyr, 'old.md': `---\ntitle: Old\nfacts:\n${before}---\n` };
    expect(propose({ entry: 'old', facts: 'vyr.motto: d' }, files).text).toContain(after);
  });
});

it.each([
  [{ entry: 'founding-of-house-vyr' }, 'refused', 'has superseded The Founding of House Vyr already'],
  [{ entry: 'no-such' }, 'not-found', 'No note in this codex'],
  [{ entry: REFOUNDING, facts: 'founder' }, 'refused', 'is not a fact: write the attribute'],
  [{ entry: REFOUNDING, title: 'Maric' }, 'refused', 'is the name of a note already'],
  [{ entry: REFOUNDING, date: 'some day' }, 'refused', 'some day'],
  [{ entry: REFOUNDING, date: 'now' }, 'refused', 'write 430 TA, the present of this codex'],
])('%j is refused', (given, code, message) => {
  expect(propose(given)).toMatchObject({ code, message: expect.stringContaining(message) as string });
});

it('asks for its revision where it needs one', () => {
  const files = { 'maric.md': '---\ntitle: Maric\ncanon: 2026-07-01\n---\n' };
  expect(propose({ entry: 'maric' }, files)).toMatchObject({
    code: 'refused',
    message: expect.stringContaining('`canon`') as string,
  });
  expect(propose({ entry: 'maric', canon: '2026-08-01' }, files).text).toContain('canon: 2026-08-01');
});

describe('a value that replaces others not everyone knows', () => {
  const lord = (value: string, more = ''): string => `  - {entity: house, attribute: lord, value: ${value}${more}}\n`;
  const proposed = (facts: string, page = '', given: Given = {}): Json => {
    const p = `---\ntitle: P\n${page}facts:\n${facts}---\n`;
    const files = { 'maric.md': '', 'lysa.md': '', 'p.md': p };
    return propose({ entry: 'p', facts: 'house.lord: tom', ...given }, files);
  };
  const MARIC = ', known_by: [maric]';

  it.each([
    ['the only one, in its place', lord('bob', MARIC), MARIC],
    ['several', lord('bob', MARIC) + lord('rob', MARIC), MARIC],
    [
      'several, each by itself since when',
      lord('bob', ', known_by: {maric: 7 CE}').repeat(2).replace('bob', 'rob'),
      ', known_by: {maric: 7 CE}',
    ],
    ['several, since when', lord('bob', ', known_from: 9 CE').repeat(2).replace('bob', 'rob'), ', known_from: 9 CE'],
  ])('is known to the same knowers as %s', (_, facts, more) => {
    expect(proposed(facts).text).toContain(`facts:\n${lord('tom', more)}supersedes`);
  });

  it('is known to the same knowers as a value that has ended before it begins', () => {
    const motto = '  - {entity: house, attribute: motto, value: x}\n';
    const given = { date: '400 CE', title: 'Later' };
    const later = (facts: string): Json => proposed(facts + motto, 'date: 200 CE\n', given);
    const ended = lord('bob', `, until: 300 CE${MARIC}`);
    expect(later(ended).text).toContain(`facts:\n${motto}${lord('tom', MARIC)}`);
    expect(later(ended + lord('rob', ', from: 300 CE')).text).toContain(`facts:\n${lord('tom')}${motto}`);
  });

  it('does not state a knower where its page does', () => {
    const { text } = proposed(lord('bob') + lord('rob'), 'known_by: [maric]\n');
    expect(text).toContain('  house: {lord: tom}\nknown_by: [maric]\n');
  });

  const UNLIKE =
    'The values of house.lord on P differ in who knows them, or since when: propose the page without house.lord, then add it with the `known_by` it should have.';
  it.each([
    ['to others each', lord('bob', MARIC) + lord('rob', ', known_by: [lysa]'), UNLIKE],
    ['to all and to some', lord('bob') + lord('rob', MARIC), UNLIKE],
    ['since another time each', lord('bob', ', known_from: 9 CE') + lord('rob', ', known_from: 7 CE'), UNLIKE],
    [
      'at an unknown time',
      lord('bob', ', knwon_by: [maric]') + lord('rob', ', knwon_by: [maric]'),
      "P can't be read with certainty as it is written: correct what is underlined there first.",
    ],
  ])('is refused where they are known %s', (_, facts, message) => {
    expect(proposed(facts)).toMatchObject({ code: 'refused', message });
  });
});
