/** model §11: who learns what, and when. */
import { expect, it } from 'vitest';
import { answerSteps, type Given, questionNamed } from '../../../server/src/core/tools';
import { type AnswerJson, codex, type Files, json, lines } from './answers';

const CODEX = [
  'revisions: [s1, s2]',
  'mortal: [person]',
  'membership: {of_circle: [member], of_member: [organization]}',
  'circles: {players: [sara, tom], table: [players, watch], watch: [table], nobody: [sara]}',
  'audience: {"gm/**": nobody, "gm/open/**": [lysa]}',
].join('\n');

const PEOPLE: Files = {
  'codex.yaml': CODEX,
  lysa: 'type: person\ndate: 10 TA\nuntil: 60 TA',
  orm: 'type: person',
  guild: 'facts:\n  - {entity: guild, attribute: member, value: orm, from: 20 TA, until: 30 TA}',
  maren:
    'type: sage\nfacts:\n  - {entity: maren, attribute: organization, value: guild, from: 40 TA}\n  - {entity: maren, attribute: seat, value: inn}',
  seer: 'type: sage\ndate: 1 TA\nuntil: 2 TA',
  ghost: 'type: person\ndate: 10 TA\nuntil: 20 XX',
  Brand: 'id: Brand\nfacts: {Brand: {organization: Hall}}',
  hall: 'id: Hall\nfacts: {Hall: {organization: Order}}',
  warden: 'title: The Warden',
  crew: 'facts:\n  - {entity: crew, attribute: member, value: "[[The Warden]]"}\n  - {entity: crew, attribute: foe, value: orm}\n  - {entity: crew, attribute: member, value: north/orm}',
  late: 'canon: s2\nfacts: {club: {member: orm}}',
  band: 'facts:\n  - {entity: band, attribute: member, value: orm, from: 30 TA, until: 40 TA}\n  - {entity: band, attribute: member, value: orm, from: 20 TA, until: 30 TA}\n  - {entity: band, attribute: member, value: orm, from: 40 TA, until: 45 TA}',
  lodge:
    'facts:\n  - {entity: lodge, attribute: member, value: orm, until: 20 XX}\n  - {entity: lodge, attribute: member, value: maren, from: 10 TA, until: 20 XX}',
};

/** What somebody holds about the keep. */
function held(files: Files, asked: Given): string[] {
  const question = questionNamed('was_true_at');
  if (!question) throw new Error('no such question');
  const steps = answerSteps(
    question,
    codex({ ...PEOPLE, ...files }),
    { entity: 'keep', ...asked },
    { commits: new Map(), textOf: () => null },
  );
  for (let step = steps.next(); ; step = steps.next([]))
    if (step.done === true) return step.value.ok ? lines(json(step.value).facts as AnswerJson[]) : [];
}

const motto = (more: string) => `facts:\n  - {entity: keep, attribute: motto, value: ash, ${more}}`;

/** Who knows the motto at the end of a date. */
const knows = (text: string, who: string, known_at: string, more: Given = {}, path = 'tale') =>
  held({ keep: 'title: The Keep', [path]: text }, { for: who, known_at, at: '55 TA', ...more }).length > 0;

it.each<[string, string, string, string, boolean]>([
  ['it has begun', 'from: 20 TA', 'orm', '20 TA', true],
  ['it has begun, and not before', 'from: 20 TA', 'orm', '19 TA', false],
  ['they are in its audience', 'known_by: [orm]', 'orm', '1 TA', true],
  ['they are in its audience, and nobody else', 'known_by: [orm]', 'lysa', '50 TA', false],
  ['everyone is', 'known_by: [everyone]', 'lysa', '50 TA', true],
  ['nobody is', 'known_by: nobody', 'lysa', '50 TA', false],
  ['their own date has come', 'known_by: {orm: 30 TA, maren: 20 TA}', 'orm', '30 TA', true],
  ['their own date has come, not that of others', 'known_by: {orm: 30 TA, maren: 20 TA}', 'orm', '29 TA', false],
  ['it is known', 'known_from: 20 TA', 'orm', '20 TA', true],
  ['it is known, and not before', 'known_from: 20 TA', 'orm', '19 TA', false],
  ['they live', 'from: 5 TA', 'lysa', '10 TA', true],
  ['they live, and not before', 'from: 5 TA', 'lysa', '9 TA', false],
  ['they live, and not after', 'from: 60 TA', 'lysa', '70 TA', false],
  ['it can be compared with when they live', 'from: 20 QQ', 'lysa', '50 TA', false],
  ['a circle that lists them is in its audience', 'known_by: [players]', 'tom', '1 TA', true],
  ['a circle of circles is', 'known_by: [table]', 'sara', '1 TA', true],
  ['a circle that holds one that holds it is', 'known_by: [watch]', 'sara', '1 TA', true],
  ['a circle below theirs is not', 'known_by: [players]', 'watch', '1 TA', false],
  ['they belong to a circle', 'known_by: [guild]', 'orm', '20 TA', true],
  ['they belong to a circle, and not before', 'known_by: [guild]', 'orm', '19 TA', false],
  ['they have belonged to a circle: it is not unlearned', 'known_by: [guild]', 'orm', '50 TA', true],
  ['they belong to a circle when it begins', 'known_by: [guild], from: 30 TA', 'orm', '50 TA', false],
  ['their own page says that they belong to one', 'known_by: [guild]', 'maren', '40 TA', true],
  ['their own page says that they belong to one, and not before', 'known_by: [guild]', 'maren', '39 TA', false],
  ['they live, where they are of those who do', 'from: 30 TA', 'seer', '30 TA', true],
  ['it is known until when they live', 'from: 11 TA', 'ghost', '12 TA', false],
  ['they may know it, and not a circle called nobody', 'known_by: nobody', 'sara', '50 TA', false],
  ['they belong to a circle of a circle, by their own pages', 'known_by: [order]', 'Brand', '1 TA', true],
  ['another attribute than that of a member names a circle', 'known_by: [inn]', 'maren', '50 TA', false],
  ['a circle has them as a member by their title', 'known_by: [crew]', 'warden', '1 TA', true],
  ['a circle names them, but not as a member', 'known_by: [crew]', 'orm', '50 TA', false],
  ['a circle has them as a member by then', 'known_by: [band], from: 25 TA, until: 26 TA', 'orm', '25 TA', true],
  ['a circle has them as a member still', 'known_by: [band], from: 41 TA', 'orm', '41 TA', true],
  ['a circle has had them on another line', 'known_by: [lodge], from: 10 TA', 'orm', '50 TA', false],
  ['it is unknown until when a circle has them', 'known_by: [lodge], from: 10 TA', 'maren', '50 TA', false],
  ['it is known on another line', 'known_from: 10 XX', 'orm', '50 TA', false],
  ['their own date can’t be read', 'known_by: {orm: long ago, maren: 1 TA}', 'maren', '50 TA', false],
  ['nothing is in doubt', 'knwon_by: [orm]', 'orm', '50 TA', false],
])('a fact is learned when %s', (_, more, who, at, expected) => expect(knows(motto(more), who, at)).toBe(expected));

it('a fact is learned as of the revision in which they learned it', () => {
  const secretMotto = motto('known_by: {players: s2}');
  expect([knows(secretMotto, 'sara', '50 TA'), knows(secretMotto, 'sara', '50 TA', { as_of: 's1' })]).toEqual([
    true,
    false,
  ]);
});

it('nobody belongs to a circle before a page says so', () => {
  const secretMotto = motto('known_by: [club]');
  expect([knows(secretMotto, 'orm', '50 TA'), knows(secretMotto, 'orm', '50 TA', { as_of: 's1' })]).toEqual([
    true,
    false,
  ]);
});

/** Whether somebody has learned that the motto no longer holds. */
const hasLearnedEnd = (keys: string, effective: string, known_at: string): boolean =>
  held(
    {
      keep: 'title: The Keep',
      old: 'facts: {keep: {motto: ash}}',
      tale: `${keys}\nsupersedes: {id: old, effective: ${effective}}`,
    },
    { for: 'orm', known_at, at: '55 TA' },
  ).length === 0;

it.each<[string, string, string, string, boolean]>([
  ['everyone may', '', 'always', '1 TA', true],
  ['it counts', '', '30 TA', '30 TA', true],
  ['it counts, and not before', '', '30 TA', '29 TA', false],
  ['they are in the audience of its page', 'known_by: [orm]', 'always', '1 TA', true],
  ['others are in the audience of its page', 'known_by: [lysa]', 'always', '50 TA', false],
  ['its page is known', 'known_from: 30 TA', 'always', '30 TA', true],
  ['its page is known, and not before', 'known_from: 30 TA', 'always', '29 TA', false],
  ['it is in doubt who knows its page', 'knwon_by: [orm]', 'always', '50 TA', false],
  ['they believe in it', 'believed_by: [orm]', 'always', '1 TA', true],
  ['others believe in it', 'believed_by: [lysa]', 'always', '50 TA', false],
])('what a page declares is learned when %s', (_, keys, effective, at, expected) =>
  expect(hasLearnedEnd(keys, effective, at)).toBe(expected),
);

/** Whether a page is open to somebody. */
function isOpen(keys: string, who: string, known_at: string, as_of = 'latest'): boolean {
  const question = questionNamed('lookup') ?? expect.unreachable();
  const given = { name: 'tale', for: who, known_at, as_of };
  const steps = answerSteps(question, codex({ ...PEOPLE, tale: keys }), given, {
    commits: new Map(),
    textOf: () => null,
  });
  for (let step = steps.next(); ; step = steps.next([])) if (step.done === true) return step.value.ok;
}

const AT_THE_TABLE = 'known_by: {players: s2, orm: 30 TA}\nknown_from: 40 TA\ndate: 20 TA';

it.each<[string, string, string, string, boolean, string?]>([
  ['its date has come', 'date: 20 TA', 'orm', '20 TA', true],
  ['its date has come, and not before', 'date: 20 TA', 'orm', '19 TA', false],
  ['it has no date', 'date: unknown', 'orm', '1 TA', true],
  ['it is known, whatever its date', 'date: 20 TA\nknown_from: 10 TA', 'orm', '10 TA', true],
  ['it is known, and not before', 'date: 20 TA\nknown_from: 30 TA', 'orm', '29 TA', false],
  ['it has no date, and they are in its audience', 'known_by: [orm]', 'orm', '1 TA', true],
  ['their own date has come', AT_THE_TABLE, 'orm', '30 TA', true],
  ['their own date has come, and not before', AT_THE_TABLE, 'orm', '29 TA', false],
  ['its date has come, for those who learn it at the table', AT_THE_TABLE, 'sara', '20 TA', true],
  ['its date has come, and not before, for those', AT_THE_TABLE, 'sara', '19 TA', false],
  ['they have learned it at the table', AT_THE_TABLE, 'sara', '50 TA', false, 's1'],
  ['they are in its audience, though they live later', 'known_by: [lysa]\ndate: 1 TA', 'lysa', '1 TA', true],
  ['nothing is in doubt', 'knwon_by: [orm]', 'orm', '50 TA', false],
  ['the date of nobody can’t be read', 'known_by: {orm: 1 TA, lysa: long ago}', 'orm', '50 TA', false],
])('a page is open when %s', (_, keys, who, at, expected, asOf) => expect(isOpen(keys, who, at, asOf)).toBe(expected));

it('a page, and else its folder, says who knows its facts', () => {
  const fact = motto('from: 1 TA');
  expect(knows(fact, 'orm', '50 TA', {}, 'gm/tale')).toBe(false);
  expect(knows(`known_by: orm\n${fact}`, 'orm', '50 TA', {}, 'gm/tale')).toBe(true);
  expect(knows(fact, 'lysa', '50 TA', {}, 'gm/open/tale')).toBe(true);
  expect(knows(`known_by: orm\n${motto('known_by: lysa')}`, 'orm', '50 TA')).toBe(false);
});

it('a fact whose own end has not come is open, even if that of its page has', () => {
  const tale = `date: 10 TA\nuntil: 20 TA\n${motto('until: 40 TA')}`;
  expect(held({ keep: 'title: The Keep', tale }, { for: 'orm', at: '30 TA' })).toEqual(['ash [10 TA, )']);
  const parts = `date: [10 TA, 30 TA]\nuntil: [15 TA, 20 TA]\n${motto('from: 10 TA, until: 40 TA')}`;
  expect(held({ keep: 'title: The Keep', parts }, { for: 'orm', at: '12 TA', known_at: '35 TA' })).toEqual([
    'ash [10 TA, )',
  ]);
});

it('on a page with several stretches, a fact without an end and one whose end has not come each have their own', () => {
  const parts = [
    'date: [10 TA, 30 TA]\nuntil: [15 TA, 34 TA]\nfacts:',
    '  - {entity: keep, attribute: colour, value: red}',
    '  - {entity: keep, attribute: motto, value: ash, until: 40 TA}',
  ].join('\n');
  expect(held({ keep: 'title: The Keep', parts }, { for: 'orm', at: '32 TA', known_at: '35 TA' })).toEqual([
    'red [30 TA, 34 TA)',
    'ash [30 TA, )',
  ]);
});

it('a fact that replaces only beliefs begins for everyone where its page does', () => {
  const files: Files = {
    keep: 'title: The Keep',
    tale: motto('believed_by: orm').replace('ash', 'elm'),
    truth: 'date: 30 TA\nsupersedes: {id: tale, effective: always}\nfacts: {keep: {motto: ash}}',
  };
  expect(held(files, { at: '35 TA' })).toEqual(['ash [30 TA, )']);
  for (const who of ['orm', 'lysa'])
    expect(held(files, { for: who, at: '35 TA', known_at: '35 TA' })).toEqual(['ash [30 TA, )']);
});
