/** model §11: whether somebody holds a belief or the truth. */
import { expect, it } from 'vitest';
import { answerSteps, type Given, questionNamed } from '../../../server/src/core/tools';
import { type AnswerJson, codex, json, lines } from './answers';

/** What Lysa holds about the keep from 5 to 50 TA, at the end of that. */
function held(facts: readonly string[], asked: Given = { at: '5 TA .. 50 TA', known_at: '50 TA' }): string[] {
  const files = {
    'codex.yaml': 'revisions: [s1, s2]\nattributes: {founder: constant, motto: state, guard: set}',
    lysa: 'title: Lysa',
    keep: ['facts:', ...facts.map((fact) => `  - {entity: keep, ${fact}}`)].join('\n'),
  };
  const question = questionNamed('was_true_at');
  if (!question) throw new Error('no such question');
  const given = { entity: 'keep', for: 'lysa', ...asked };
  const steps = answerSteps(question, codex(files), given, { commits: new Map(), textOf: () => null });
  for (let step = steps.next(); ; step = steps.next([]))
    if (step.done === true) return lines(json(step.value).facts as AnswerJson[]);
}

const so = (value: string, more = ''): string => `attribute: motto, value: ${value}${more}`;
const belief = (value: string, more = ''): string => `${so(value, more)}, believed_by: lysa`;
const as = (attribute: string, facts: readonly string[]) => facts.map((fact) => fact.replace('motto', attribute));

it.each([
  ['is held where nothing else is known', [belief('ash')], ['ash [, )']],
  [
    'gives way to a truth that is learned at once',
    [so('oak', ', from: 10 TA'), belief('ash', ', from: 10 TA')],
    ['oak [10 TA, )'],
  ],
  [
    'gives way to a truth that is learned later',
    [belief('ash', ', from: 10 TA'), so('oak', ', from: 20 TA')],
    ['ash [10 TA, 20 TA)', 'oak [20 TA, )'],
  ],
  [
    'is held against a truth that was learned earlier, and gives it room again where it ends',
    [so('oak', ', from: 10 TA'), belief('ash', ', from: 20 TA, until: 30 TA')],
    ['oak [10 TA, 20 TA)', 'ash [20 TA, 30 TA)', 'oak [30 TA, )'],
  ],
  [
    'takes nothing of what has ended before it begins',
    [so('oak', ', from: 10 TA, until: 20 TA'), belief('ash', ', from: 20 TA')],
    ['oak [10 TA, 20 TA)', 'ash [20 TA, )'],
  ],
  [
    'that begins earlier and is learned later is held',
    [belief('ash', ', from: 10 TA, known_from: 40 TA'), so('oak', ', from: 20 TA')],
    ['ash [10 TA, )'],
  ],
  [
    'gives way to an older truth that is learned later',
    [so('oak', ', from: 10 TA, known_from: 40 TA'), belief('ash', ', from: 20 TA')],
    ['oak [10 TA, )'],
  ],
  [
    'that has not been learned yet is not held',
    [so('oak', ', from: 10 TA'), belief('ash', ', from: 10 TA, known_from: 60 TA')],
    ['oak [10 TA, )'],
  ],
  [
    'that equals the truth is kept next to it',
    [so('oak', ', from: 10 TA'), belief('oak', ', from: 20 TA')],
    ['oak [10 TA, )', 'oak [20 TA, )'],
  ],
  [
    'that names the same entry is kept next to it',
    [so('lysa', ', from: 10 TA'), belief('"[[Lysa]]"', ', from: 20 TA')],
    ['lysa [10 TA, )', 'Lysa [20 TA, )'],
  ],
  [
    'that names another entry is held instead',
    [so('"[[keep]]"', ', from: 10 TA'), belief('"[[Lysa]]"', ', from: 20 TA')],
    ['keep [10 TA, 20 TA)', 'Lysa [20 TA, )'],
  ],
  [
    'without a date that is learned later takes all time from a truth',
    [so('oak', ', from: 10 TA'), belief('ash', ', known_from: 40 TA')],
    ['ash [, )'],
  ],
  [
    'that was learned later is held instead of another',
    [belief('ash', ', from: 10 TA'), belief('elm', ', from: 20 TA')],
    ['ash [10 TA, 20 TA)', 'elm [20 TA, )'],
  ],
  [
    'gives way to a truth that is learned at a revision',
    [so('oak', ', from: 10 TA, known_by: {lysa: s1}'), belief('ash', ', from: 20 TA')],
    ['oak [10 TA, )'],
  ],
  [
    'is held against a truth that is learned without a revision too',
    [so('oak', ', from: 10 TA, known_by: {lysa: s1, everyone: 5 TA}'), belief('ash', ', from: 20 TA')],
    ['oak [10 TA, 20 TA)', 'ash [20 TA, )'],
  ],
  [
    'that was learned with another is in dispute with it',
    [belief('ash', ', from: 10 TA'), belief('elm', ', from: 10 TA')],
    ['!ash [10 TA, )', '!elm [10 TA, )'],
  ],
  ['without a date gives way to an undated truth', [so('oak'), belief('ash')], ['oak [, )']],
  [
    'without a date gives way to what was learned at a date',
    [so('oak', ', from: 20 TA'), belief('ash')],
    ['ash [, 20 TA)', 'oak [20 TA, )'],
  ],
  [
    'takes its time, and no more, from what fills the gaps of another',
    [so('oak'), so('elm', ', from: 10 TA, until: 20 TA'), belief('ash', ', from: 15 TA, until: 17 TA')],
    ['oak [, 10 TA)', 'elm [10 TA, 15 TA)', 'ash [15 TA, 17 TA)', 'elm [17 TA, 20 TA)', 'oak [20 TA, )'],
  ],
  [
    'of a constant leaves two truths in dispute',
    as('founder', [so('oak', ', from: 10 TA'), so('elm', ', from: 20 TA'), belief('ash', ', until: 8 TA')]),
    ['!ash [, 8 TA)', '!oak [10 TA, )', '!elm [20 TA, )'],
  ],
  [
    'of a set is held with everything else',
    as('guard', [so('oak', ', from: 10 TA'), belief('ash', ', from: 20 TA')]),
    ['oak [10 TA, )', 'ash [20 TA, )'],
  ],
  [
    'of a set that begins with others is held as it is written',
    as('guard', [belief('ash'), so('oak'), belief('elm')]),
    ['ash [, )', 'oak [, )', 'elm [, )'],
  ],
  [
    'of a constant takes the time for which it is believed',
    as('founder', [so('oak'), belief('ash', ', from: 20 TA, until: 30 TA')]),
    ['oak [, 20 TA)', 'ash [20 TA, 30 TA)', 'oak [30 TA, )'],
  ],
])('a belief %s', (_, facts, expected) => {
  expect(held(facts)).toEqual(expected);
});

it('a belief takes nothing from an undated truth in another era', () => {
  const facts = [so('oak'), so('elm', ', from: 10 TA, until: 20 TA'), belief('ash', ', from: 15 TA, until: 17 TA')];
  expect(held(facts, { at: '5 QQ', known_at: '50 TA' })).toEqual(['oak [, )']);
});

it.each([
  [
    'is held next to a truth of another era',
    [so('oak', ', from: 10 TA'), belief('ash', ', from: 10 QQ')],
    ['oak [10 TA, )', 'ash [10 QQ, )'],
  ],
  [
    'is held instead of an undated truth on its own line alone',
    [so('oak'), belief('ash', ', from: 10 QQ')],
    ['ash [10 QQ, )'],
  ],
  [
    'parts an undated truth on its own line, where that is parted on another too',
    [so('oak'), so('elm', ', from: 10 TA'), belief('ash', ', from: 10 QQ, until: 20 QQ')],
    ['elm [10 TA, )', 'oak [20 QQ, )'],
  ],
  [
    'gives way to a truth when nobody can say which was learned later',
    [so('oak', ', from: 10 TA'), belief('ash', ', from: 10 TA, known_from: 50 QQ')],
    ['oak [10 TA, )'],
  ],
])('a belief %s, at the end of time', (_, facts, expected) => {
  expect(held(facts, {})).toEqual(expected);
});
