/** Answers have their published shape, and every key of it is described. */
import { describe, expect, it } from 'vitest';
import { answerSteps, type Given, questionNamed } from '../../server/src/core/tools';
import { ANSWER_SHAPES, answerSchema } from '../../server/src/core/tools/asked/answerShapes';
import { type QuestionName, QUESTIONS } from '../../server/src/core/tools/asked/questionList';
import { vyr } from '../support/caret';
import { codexOf } from '../support/codex';
import { askLoreFor } from '../support/lore';
import { faults } from '../support/schemas';

const WORLD = {
  ...vyr,
  'codex.yaml': `${vyr['codex.yaml']}circles: {players: [sara]}\nkin: {parent: mother, spouse: wed}\ntiers: [high, low]\n`,
  'errata.yaml': '- {entity: keep, attribute: motto, was: we endrue, is: we endure, reason: typo}\n',
  'ysolde.md': '---\ntype: person\ndate: 180 TA .. 240 TA\nfacts: {ysolde: {wed: maric}}\n---\nAn oath was sworn.\n',
  'lysa.md':
    '---\ntype: person\ndate: 205 TA\nfacts:\n  lysa: {mother: [ysolde, "[[maric]]"]}\n  house-vyr: {seat: [keep, mill], ruler: lysa}\n---\n',
  'secret.md':
    '---\nknown_by: [players]\ntier: low\nsources: [lysa, a letter]\nfacts: {house-vyr: {heir: oda}}\n---\n> [!secret]\n> An oath broken.\n',
  'belief.md': '---\nbelieved_by: [sara]\nfacts: {house-vyr: {heir: tam}}\n---\n',
  'other-founding.md':
    '---\ndate: 300 TA\nsupersedes: {id: founding-of-house-vyr, soft: true, reason: so}\nfacts: {house-vyr: {founder: tam}}\n---\n```timeline\n100 TA: The first stone\n```\n',
  'third-founding.md':
    '---\ndate: 312 TA\nsupersedes: founding-of-house-vyr\nfacts: {house-vyr: {founder: ysolde}}\n---\n',
  'restoring.md': '---\ndate: 420 TA\nrestores: founding-of-house-vyr\n---\n',
  'elsewhere.md':
    '---\ndate: 12 BFA\nfacts:\n  - {entity: house-vyr, attribute: seat, value: sea, from: 12 BFA}\n---\n',
};

const { canon } = codexOf(WORLD);

async function answered(name: QuestionName, given: Given): Promise<unknown> {
  const question = questionNamed(name);
  if (!question) throw new Error(name);
  if (name === 'lore') return told(await askLoreFor(WORLD, given));
  const steps = answerSteps(question, canon, given, {
    commits: new Map(),
    textOf: (path) => (WORLD as Readonly<Record<string, string>>)[path] ?? null,
  });
  for (let step = steps.next(); ; step = steps.next([])) if (step.done === true) return told(step.value);
}

const told = (result: Awaited<ReturnType<typeof askLoreFor>>): unknown =>
  JSON.parse(JSON.stringify(result.ok ? { ...result.json, answer: '' } : { error: result.failure }));

const ASKED: readonly (readonly [QuestionName, Given])[] = [
  ['was_true_at', { entity: 'house-vyr' }],
  ['was_true_at', { entity: 'house-vyr', at: '300 TA', as_of: 'session-45' }],
  ['was_true_at', { entity: 'ysolde', for: 'sara', known_at: '300 TA' }],
  ['was_true_at', { entity: 'hous-vyr' }],
  ['was_true_at', { entity: 'house-vyr', at: '12 XX' }],
  ['lookup', { name: 'secret', for: 'author' }],
  ['lookup', { name: 'founding-of-house-vyr' }],
  ['lore', { query: 'oath', all: 'true' }],
  ['lore', { query: 'oath', for: 'players' }],
  ['brief', { topic: 'house-vyr', explain: 'true' }],
  ['brief', { topic: 'house-vyr', for: 'author', at: '300 TA', tokens: '300' }],
  ['brief', { topic: 'nowhere' }],
  ['chain', { name: 'founding-of-house-vyr' }],
  ['chain', { name: 'lysa' }],
  ['knows', { knower: 'sara' }],
  ['knows', { knower: 'everyone', at: '300 TA' }],
  ['fork', {}],
  ['log', {}],
  ['log', { since: 'session-45', for: 'everyone' }],
  ['ripples', { all: 'true' }],
  ['ripples', { fact: 'house-vyr.founder' }],
  ['ripples', { entry: 'refounding-of-house-vyr', since: 'session-46', for: 'everyone' }],
  ['similar', {}],
  ['diff', { from: 'session-45' }],
  [
    'verify',
    {
      claims: JSON.stringify([
        { entity: 'house-vyr', attribute: 'founder', value: 'maric', at: '420 TA', cites: ['a song'], tokens: 900 },
        { entity: 'house-vyr', attribute: 'founder', value: 'maric', for: 'everyone' },
      ]),
    },
  ],
  ['verify', { claims: '[{"entity": "house-vyr"}]' }],
  [
    'what_if',
    {
      pages: JSON.stringify([
        { path: 'a/new.md', text: '---\ndate: 300 TA .. 280 TA\nfacts: {house-vyr: {seat: sea}}\n---\n' },
      ]),
    },
  ],
  ['what_if', { pages: 'x' }],
  [
    'propose_retcon',
    { entry: 'founding-of-house-vyr', facts: 'house-vyr.founder: lysa', date: '412 TA', reason: 'so' },
  ],
  ['timeline', {}],
  ['timeline', { entity: 'house-vyr\nlysa', from: '200 TA' }],
  ['family', { entity: 'lysa' }],
  ['family', { entity: 'lysa', generations: '1', at: '210 TA' }],
  ['succession', { entity: 'house-vyr.ruler' }],
];

const schemas = new Map(QUESTIONS.map(({ name }) => [name, answerSchema(ANSWER_SHAPES[name])]));
const schemaOf = (name: QuestionName) => schemas.get(name) ?? {};

describe('an answer', () => {
  it.each(ASKED)('to %s %j has its shape', async (name, given) => {
    expect(faults(schemaOf(name), await answered(name, given))).toEqual([]);
  });

  it('is described for every question', () => {
    expect([...new Set(ASKED.map(([name]) => name))]).toEqual(QUESTIONS.map(({ name }) => name));
  });

  it('has a schema that finds what is wrong', () => {
    expect(faults(schemaOf('chain'), { entry: 'a', answer: '' })).not.toEqual([]);
    expect(faults(schemaOf('log'), { retcons: [], errata: [], answer: '', more: 1 })).toEqual([
      ' must NOT have additional properties {"additionalProperty":"more"}',
    ]);
  });
});
