/** A value retconned where it stands: the page afterwards, to the character. */
import { describe, expect, it } from 'vitest';
import { entityOf, entryAt, knownAt, LATEST } from '../../server/src/core/canon';
import {
  effectiveProblem,
  retconValues,
  type ChangeAnswers,
  type ValueTarget,
} from '../../server/src/core/edits/refactor/retconValue';
import { presentFacts } from '../../server/src/core/entry/versions';
import { slug } from '../../server/src/core/entry/slug';
import { edited } from '../../server/src/core/text/problem';
import { answerSteps, questionNamed } from '../../server/src/core/tools';
import { codexOf, type Files, problemsIn } from '../support/codex';
import type { AskResult } from '../../server/src/core/tools/asked/question';
import { ended } from '../support/lore';

const CODEX =
  'revisions: [s1, {id: s2, open: true}]\nattributes: {eyes: constant, rank: state, member: set, father: constant, reason: state}\nfields: {date: [born, date]}\n';

const page = (...lines: readonly string[]): string => ['---', ...lines, '---', 'Prose.', ''].join('\n');

/** @param of an attribute with the index of its value, `date`, `end`, or `+` and an attribute that the page does not state */
function retconned(
  text: string,
  of: string,
  given: Partial<ChangeAnswers> & { readonly value?: string },
  more: Files = {},
) {
  const files: Files = { 'codex.yaml': CODEX, 'wren.md': text, ...more };
  const { canon } = codexOf(files);
  const known = knownAt(canon, LATEST);
  const entry = entryAt(canon, 'wren.md');
  if (!entry) throw new Error('wren.md is no entry');
  const [attribute, index = '0'] = of.split('#');
  const fact = presentFacts(entry).filter((one) => one.attribute.text === attribute)[Number(index)];
  const target: ValueTarget =
    of === 'date' || of === 'end'
      ? { kind: 'own', key: of }
      : of.startsWith('+')
        ? { kind: 'added', entity: entityOf(known, entry), attribute: of.slice(1) }
        : { kind: 'fact', fact: fact ?? missing(of) };
  const answers = { value: '', effective: '', canon: 's2', reason: '', ...given };
  const outcome = retconValues(known, { entry, text }, [{ target, value: answers.value }], answers);
  if ('refusal' in outcome) return outcome;
  expect(edited(text, outcome.change.edits)).toBe(outcome.text);
  const after = { ...files, 'wren.md': outcome.text };
  const errors = problemsIn(after, null).filter(({ problem }) => problem.severity === 'error');
  expect(errors.map(({ problem }) => problem.message)).toEqual([]);
  expect(valuesOf(after, 's1')).toEqual(valuesOf(files, 's1'));
  if (answers.value !== '')
    expect(slug(JSON.stringify([valuesOf(after), outcome.text]))).toContain(slug(answers.value));
  return { text: outcome.text, selected: outcome.text.slice(outcome.caret.start, outcome.caret.end) };
}

interface StatedFact {
  readonly attribute: string;
  readonly values: readonly { readonly value: string }[];
}

/** What is true of everything that the page speaks of, over all of world time. */
function valuesOf(files: Files, asOf?: string): unknown {
  const question = questionNamed('was_true_at');
  if (!question) throw new Error('there is no such question');
  return ['wren', 'vyr'].map((entity) => {
    const given = { entity, ...(asOf !== undefined && { as_of: asOf }) };
    const around = { commits: new Map(), textOf: (file: string) => files[file] ?? null };
    const answer = ended(answerSteps(question, codexOf(files).canon, given, around) as Generator<void, AskResult>);
    if (!answer.ok) return null;
    const { facts } = answer.json as { readonly facts: readonly StatedFact[] };
    return facts.map(({ attribute, values }) => [attribute, values.map(({ value }) => value)]);
  });
}

const missing = (of: string): never => {
  throw new Error(`the page does not state ${of}`);
};

describe('retconning a value in its page', () => {
  it.each(['', ' ???', ' Name Here', ' <colour>'])('fills in what a template left open:%s', (open) => {
    expect(retconned(page(`eyes:${open}`, 'rank: captain'), '+eyes', { value: 'blue' })).toMatchObject({
      text: page('eyes: blue', 'rank: captain', 'formerly:', '  - {eyes: "", canon: s2}'),
    });
  });

  it('keeps the old value in an item of formerly', () => {
    expect(
      retconned(page('canon: s1', 'eyes: brown'), 'eyes', { value: 'blue', reason: "Sara's drawing came first." }),
    ).toEqual({
      text: page(
        'canon: s1',
        'eyes: blue',
        'formerly:',
        "  - {eyes: brown, canon: s2, reason: Sara's drawing came first.}",
      ),
      selected: 'blue',
    });
  });

  it('says from when in the world the new value holds', () => {
    const { text } = made(retconned(page('rank: captain'), 'rank', { value: 'major', effective: '412 TA' }));
    expect(text).toBe(page('rank: major', 'formerly:', '  - {rank: captain, canon: s2, effective: 412 TA}'));
  });

  it('takes a value away', () => {
    const { text } = made(retconned(page('eyes: brown', 'rank: captain'), 'rank', {}));
    expect(text).toBe(page('eyes: brown', 'formerly:', '  - {rank: captain, canon: s2}'));
  });

  it('adds a value that the page did not state', () => {
    const { text } = made(retconned(page('eyes: brown', 'mood: sour'), '+rank', { value: 'captain' }));
    expect(text).toBe(page('eyes: brown', 'rank: captain', 'mood: sour', 'formerly:', '  - {rank: "", canon: s2}'));
  });

  it('changes one of a set, and keeps the whole set', () => {
    const before = page('member:', '  - Ada', '  - "Bo"  # the younger');
    const { text } = made(retconned(before, 'member#1', { value: 'Cy' }));
    expect(text).toBe(
      page('member:', '  - Ada', '  - "Cy"  # the younger', 'formerly:', '  - {member: [Ada, "Bo"], canon: s2}'),
    );
  });

  it("names the page's own date as its codex does", () => {
    const { text } = made(retconned(page('born: about 1605 CE'), 'date', { value: '1610 CE' }));
    expect(text).toBe(page('born: 1610 CE', 'formerly:', '  - {born: about 1605 CE, canon: s2}'));
  });

  it('keeps the dates and the knowers of a fact in the long form', () => {
    const before = page(
      'facts:',
      '  - {entity: wren, attribute: rank, value: squire, from: 390 TA}',
      '  - {entity: wren, attribute: rank, value: captain, from: 400 TA, known_by: [lysa]}',
    );
    const { text } = made(retconned(before, 'rank#1', { value: 'major', effective: '412 TA' }));
    expect(text).toBe(
      page(
        'facts:',
        '  - {entity: wren, attribute: rank, value: squire, from: 390 TA}',
        '  - {entity: wren, attribute: rank, value: major, from: 412 TA, known_by: [lysa]}',
        'formerly:',
        '  - {rank: [{value: squire, from: 390 TA}, {value: captain, from: 400 TA, known_by: [lysa]}], canon: s2, effective: 412 TA}',
      ),
    );
  });

  it('names the entity of a fact about another', () => {
    const { text } = made(retconned(page('facts: {vyr: {rank: low}}'), 'rank', { value: 'high' }));
    expect(text).toBe(page('facts: {vyr: {rank: high}}', 'formerly:', '  - {vyr.rank: low, canon: s2}'));
  });

  it('writes an attribute that is called like a word of items with its entity', () => {
    const { text } = made(retconned(page('reason: pride'), 'reason', { value: 'envy' }));
    expect(text).toBe(page('reason: envy', 'formerly:', '  - {wren.reason: pride, canon: s2}'));
  });

  it('keeps a link a link, by the name that the old one goes by', () => {
    const more = { 'Old Aldric.md': '', 'Old Maric.md': '' };
    const after = (old: string, value: string) =>
      made(retconned(page(`father: ${old}`), 'father', { value }, more)).text.split('\n')[1];
    expect(after('"[[Old Maric]]"', 'old-aldric')).toBe('father: "[[Old Aldric]]"');
    expect(after('"[[old-maric]]"', 'Old Aldric')).toBe('father: "[[old-aldric]]"');
    expect(after('"[[Old Maric]]"', '[[old-aldric]]')).toBe('father: "[[old-aldric]]"');
    expect(after('Old Maric', 'old-aldric')).toBe('father: Old Aldric');
    expect(after('a miller', 'old-aldric')).toBe('father: Old Aldric');
  });

  it('adds an item after those that are there, in their style', () => {
    const before = page('eyes: blue', 'formerly:', '  - eyes: brown', '    canon: s1', 'mood: sour');
    const { text } = made(retconned(before, 'eyes', { value: 'green', reason: 'So.' }));
    expect(text).toBe(
      page(
        'eyes: green',
        'formerly:',
        '  - eyes: brown',
        '    canon: s1',
        '  - eyes: blue',
        '    canon: s2',
        '    reason: So.',
        'mood: sour',
      ),
    );
  });
});

const made = <T extends object>(outcome: T): Extract<T, { text: string }> => {
  if ('refusal' in outcome) throw new Error(String(outcome.refusal));
  return outcome as Extract<T, { text: string }>;
};

describe('a date from which nothing would change', () => {
  it('is answered with what to choose instead', () => {
    const text = page('facts: [{entity: wren, attribute: rank, value: captain, from: 400 TA, until: 410 TA}]');
    const { canon } = codexOf({ 'codex.yaml': CODEX, 'wren.md': text });
    const entry = entryAt(canon, 'wren.md');
    const fact = entry?.facts[0];
    if (!entry || !fact) throw new Error('wren.md states no fact');
    const problem = (date: string) => effectiveProblem(knownAt(canon, LATEST), entry, { kind: 'fact', fact }, date);
    expect(problem('405 TA')).toBeNull();
    expect(problem('420 TA')).toContain('leave out the date to say that this was never true');
  });
});
