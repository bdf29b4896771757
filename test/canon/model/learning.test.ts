/** model.md §11: who learns what, and when. */
import { expect, it } from 'vitest';
import { answerSteps, type Given, questionNamed } from '../../../server/src/core/tools';
import { type AnswerJson, codex, type Files, json, lines } from './answers';

const CODEX = [
  'revisions: [s1, s2]',
  'mortal: [person]',
  'membership: {of_circle: [member], of_member: [organization]}',
  'circles: {players: [sara, tom], table: [players, watch], watch: [table]}',
  'audience: {"gm/**": nobody, "gm/open/**": [lysa]}',
].join('\n');

const PEOPLE: Files = {
  'codex.yaml': CODEX,
  lysa: 'type: person\ndate: 10 TA\nuntil: 60 TA',
  orm: 'type: person',
  guild: 'facts:\n  - {entity: guild, attribute: member, value: orm, from: 20 TA, until: 30 TA}',
  maren: 'type: sage\nfacts:\n  - {entity: maren, attribute: organization, value: guild, from: 40 TA}',
};

/** What somebody holds of the keep. */
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
  ['they are in on it', 'known_by: [orm]', 'orm', '1 TA', true],
  ['they are in on it, and nobody else', 'known_by: [orm]', 'lysa', '50 TA', false],
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
  ['a circle that lists them is in on it', 'known_by: [players]', 'tom', '1 TA', true],
  ['a circle of circles is', 'known_by: [table]', 'sara', '1 TA', true],
  ['a circle that holds one that holds it is', 'known_by: [watch]', 'sara', '1 TA', true],
  ['a circle below theirs is not', 'known_by: [players]', 'watch', '1 TA', false],
  ['they belong to a circle', 'known_by: [guild]', 'orm', '20 TA', true],
  ['they belong to a circle, and not before', 'known_by: [guild]', 'orm', '19 TA', false],
  ['they have belonged to a circle: it is not unlearned', 'known_by: [guild]', 'orm', '50 TA', true],
  ['they belong to a circle when it begins', 'known_by: [guild], from: 30 TA', 'orm', '50 TA', false],
  ['their own page says that they belong to one', 'known_by: [guild]', 'maren', '40 TA', true],
  ['their own page says that they belong to one, and not before', 'known_by: [guild]', 'maren', '39 TA', false],
  ['nothing is in doubt', 'knwon_by: [orm]', 'orm', '50 TA', false],
])('a fact is learned when %s', (_, more, who, at, expected) => expect(knows(motto(more), who, at)).toBe(expected));

it('a fact is learned as of the revision in which they learned it', () => {
  const told = motto('known_by: {players: s2}');
  expect([knows(told, 'sara', '50 TA'), knows(told, 'sara', '50 TA', { as_of: 's1' })]).toEqual([true, false]);
});

it('a page, and else its folder, says for its facts who is in on them', () => {
  const fact = motto('from: 1 TA');
  expect(knows(fact, 'orm', '50 TA', {}, 'gm/tale')).toBe(false);
  expect(knows(`known_by: orm\n${fact}`, 'orm', '50 TA', {}, 'gm/tale')).toBe(true);
  expect(knows(fact, 'lysa', '50 TA', {}, 'gm/open/tale')).toBe(true);
  expect(knows(`known_by: orm\n${motto('known_by: lysa')}`, 'orm', '50 TA')).toBe(false);
});
