/** Question sets: read with a message for each wrong line, asked, scored against their thresholds, and reported. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { evalJunit, evalTable, EVALUATION, type SetScore } from '../../server/src/core/evals/evalReports';
import { QUESTION_SET, readQuestionSet } from '../../server/src/core/evals/questionSet';
import { scoreSteps, corpusOf, cosine } from '../../server/src/core/evals/scoreSet';
import { codexOf, type Files } from '../support/codex';
import { faults } from '../support/schemas';

const FILES: Files = {
  'codex.yaml':
    'present: 430 TA\ncalendars: {c: {eras: [{id: TA, epoch: 0}]}}\nrevisions: [session-46, session-47]\nattributes: {founder: constant, member: set}\n',
  'house-vyr.md': '---\ntype: house\nfacts: {house-vyr: {member: [maric, lysa]}}\n---\nAn old house of the north.\n',
  'maric.md':
    '---\ntitle: Maric Ashhand\ntype: person\n---\nHe raised the first hall and swore the oath by the river.\n',
  'lysa.md': '---\ntype: person\n---\nShe cut the ropes of the bridge and counted the drowned.\n',
  'founding.md': '---\ndate: 200 TA\nfacts: {house-vyr: {founder: maric}}\n---\nMaric raised the first hall.\n',
};

function score(set: string, claims: readonly { file: string; text: string }[] = []): SetScore {
  const read = readQuestionSet(set);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const around = { commits: new Map(), textOf: (file: string) => FILES[file] ?? null };
  const steps = scoreSteps(codexOf(FILES).canon, { file: 'evals/a.yaml', set: read.set, claims }, around);
  for (let step = steps.next(); ; step = steps.next([])) if (step.done === true) return step.value;
}

const scoreOf = ({ scores }: SetScore, name: string) => scores.find((one) => one.name === name);

describe('a question', () => {
  it.each([
    ['expect: {founder: maric}', null],
    ['expect: {founder: "[[Maric Ashhand]]"}', null],
    ['expect: {founder: lysa}', 'founder is maric, not lysa.'],
    ['expect: {founder: [maric, lysa]}', 'founder is maric, not maric and lysa.'],
    ['expect: {member: [lysa, maric]}', null],
    ['expect: {member: lysa}', 'member is maric and lysa, not lysa.'],
    ['expect: {motto: null}', null],
    ['expect: {motto: we endure}', 'motto is not stated, not we endure.'],
    ['mentions: [ashhand, MARIC]', null],
    ['mentions: aldric', 'It does not mention "aldric".'],
    ['never: [aldric]', null],
    ['never: [Maric]', 'It says "Maric".'],
    ['at: yesterday', '"yesterday" is not a date'],
  ])('with %s', (expected, message) => {
    const set = `questions:\n  - {ask: was_true_at, entity: house-vyr, ${expected}}\n`;
    const [only] = score(set).cases;
    expect(only?.message ?? null).toEqual(message === null ? null : expect.stringContaining(message));
    expect(only?.passed).toBe(message === null);
  });

  it.each([
    [
      'ask: lookup, name: founding, expect: {entry: {standing: current}, current: [founding], facts: [{attribute: founder}]}',
      null,
    ],
    ['ask: lookup, name: founding, expect: {current: [a, b]}', 'current has 1 items, not 2.'],
    [
      'ask: lookup, name: founding, expect: {entry: {standing: retracted}}',
      'entry.standing is current, not retracted.',
    ],
    ['ask: lookup, name: foundin, expect: {error: {code: not-found}}', null],
    ['ask: lookup, name: foundin', 'No note in this codex is called "foundin".'],
  ])('of another kind: {%s}', (question, message) => {
    const [only] = score(`questions: [{${question}}]`).cases;
    expect(only?.message ?? null).toEqual(message === null ? null : expect.stringContaining(message));
  });
});

describe('a set', () => {
  const claims = (n: number, wrong: number) => ({
    file: 'claims.json',
    text: JSON.stringify(
      Array.from({ length: n }, (_, i) => ({
        entity: 'house-vyr',
        attribute: 'founder',
        value: i < wrong ? 'lysa' : 'maric',
        tokens: i,
      })),
    ),
  });

  it('passes where no more claims contradict the canon than allowed', () => {
    const set = score('claims: [claims.json]', [claims(20, 1)]);
    expect(set.passed).toBe(true);
    expect(scoreOf(set, 'canon_violation_rate')).toMatchObject({ value: 0.05, threshold: 0.05, passed: true });
    expect(scoreOf(set, 'brief_tokens_p95')).toMatchObject({ value: 18, passed: true });
    expect(scoreOf(set, 'persona_consistency')).toMatchObject({ value: null, threshold: 0.75, passed: true });
    expect(score('claims: [claims.json]', [claims(20, 2)]).passed).toBe(false);
    expect(score('{claims: [claims.json], thresholds: {Canon violation rate: 10 %}}', [claims(20, 2)]).passed).toBe(
      true,
    );
  });

  it('limits briefs to their budget', () => {
    const set = score(
      '{briefs: [{topic: house-vyr, mentions: [maric], never: [aldric]}], thresholds: {brief_tokens_p95: 5}}',
    );
    expect(set.cases).toMatchObject([{ kind: 'brief', name: 'brief house-vyr', passed: true }]);
    expect(scoreOf(set, 'brief_tokens_p95')).toMatchObject({ threshold: 5, passed: false });
  });

  it('compares what somebody does with the facts about them', () => {
    const action = (persona: string, justification: string) => `{persona: ${persona}, justification: ${justification}}`;
    const like = score(`actions: [${action('lysa', 'lysa. She cut the ropes of the bridge and counted the drowned')}]`);
    expect(scoreOf(like, 'persona_consistency')).toMatchObject({ value: expect.closeTo(1, 5), passed: true });
    const unlike = score(`actions: [${action('maric', 'She cut the ropes')}, ${action('nobody-at-all', 'x')}]`);
    expect(unlike.passed).toBe(false);
    expect(unlike.cases.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^0\.\d+ like the page of maric\.$/),
      '"nobody-at-all" does not name exactly one page.',
    ]);
  });

  it.each([
    [
      'questions:\n  - {ask: was_true_at, entity: house-vyr, expct: {founder: maric}}\n',
      ['2: "expct" means nothing here. Did you mean expect?'],
    ],
    [
      'questions:\n  - ask: was_tru_at\n    entity: x\n',
      ['2: "was_tru_at" is not a known ask: write was_true_at, lookup'],
    ],
    ['questions:\n\n  - {ask: lookup}\n', ['3: lookup needs name: its id, title, alias or file name.']],
    [
      'questions: [{ask: lookup, name: x, entity: y}]',
      ['1: lookup has no "entity": write name, as_of, for or known_at.'],
    ],
    ['treshold: {}\n', ['1: "treshold" means nothing here: write thresholds']],
    ['thresholds: {canon_violation_rate: 5}\nquestions: [{ask: log}]', ['1: "5": write a number from 0 to 1.']],
    ['thresholds: {}\n', ['1: This set asks nothing']],
    ['- a\n- b\n', ['1: a question set is made of keys and values']],
    ['questions: [{ask: log', ['1: ']],
    ['', ['1: This set asks nothing']],
  ])('gets a message for each mistake: %j', (text, problems) => {
    const read = readQuestionSet(text);
    expect(read.ok ? [] : read.problems.map(({ line, message }) => `${line}: ${message}`)).toEqual(
      problems.map((problem) => expect.stringContaining(problem)),
    );
  });
});

it('is reported as a table, and as XML that any text fits into', () => {
  const set = score('questions: [{ask: lookup, name: "<a> & \\"b\\" \\u0001"}]');
  const evaluation = { sets: [set], summary: { sets: 1, cases: 1, failed: 1 }, passed: false };
  expect(faults(EVALUATION.schema, JSON.parse(JSON.stringify(evaluation)))).toEqual([]);
  expect(evalTable(evaluation)).toContain('  canon violation rate                    100 %  at most 5 %    FAILED\n');
  const xml = evalJunit(evaluation);
  expect(xml).toContain('<testsuite name="evals/a.yaml" tests="2" failures="2" skipped="0">');
  expect(xml).toContain(
    '<testcase classname="question" name="lookup &quot;&lt;a&gt; &amp; &quot;b&quot; \ufffd&quot;">',
  );
});

it("has a schema that the example's set fits", () => {
  const text = readFileSync('examples/house-vyr/evals/house-vyr.yaml', 'utf8');
  expect(faults(QUESTION_SET.schema, parse(text))).toEqual([]);
  expect(faults(QUESTION_SET.schema, { questions: [{ ask: 'nothing' }] })).not.toEqual([]);
});

it('calls texts similar by the rare words that they share', () => {
  const { vectorOf } = corpusOf(['the king and the sea', 'the king and the hall', 'the king and the mill']);
  const like = (one: string, other: string): number => cosine(vectorOf(one), vectorOf(other));
  expect(like('the king and the sea', 'the king and the sea')).toBeCloseTo(1);
  expect(like('the sea', 'a sea')).toBeGreaterThan(like('the king', 'a king'));
  expect(like('', 'the sea')).toBe(0);
});
