/** model §5 and §6: which entries make a fork, and which contradictions nobody has acknowledged. */
import { describe, expect, it } from 'vitest';
import { checkCodex } from '../../../server/src/core/rules/check';
import { codexOf } from '../../support/codex';
import type { Files } from './answers';

/** The files in which a code is reported. */
function filesWith(code: string, files: Files): string[] {
  const texts = Object.entries(files).map(([name, text]) => [`${name}.md`, `---\n${text}\n---\n`] as const);
  const config = { 'codex.yaml': 'attributes: {founder: constant}' };
  const found = checkCodex(codexOf({ ...config, ...Object.fromEntries(texts) }));
  return [
    ...new Set(found.flatMap(({ file, problem }) => (problem.code === code ? file.replace('.md', '') : []))),
  ].sort();
}

describe('a fork', () => {
  const a = 'facts: {x: {lord: maric, seat: hold}, y: {lord: orm}}';
  const only = (fact: string) => `supersedes: [{id: a, only: [${fact}]}]`;
  const two: Files = { a, b: 'supersedes: a', c: 'supersedes: a' };
  it.each<[string, Files]>([
    ['two that supersede one', two],
    ['two that supersede one that states nothing', { ...two, a: 'type: oath' }],
    ['one that supersedes all, and one a fact of it', { ...two, c: only('x.seat') }],
    ['two that supersede one fact', { ...two, b: only('x.seat'), c: 'supersedes: [{id: a, only: [x.lord, x.seat]}]' }],
  ])('consists of %s', (_, files) => expect(filesWith('supersedes/fork', files)).toEqual(['b', 'c']));

  it.each<[string, Files]>([
    ['two that supersede other facts', { ...two, b: only('x.lord'), c: only('x.seat') }],
    ['two that supersede facts of other entities', { ...two, b: only('x.lord'), c: only('y.lord') }],
    ['one that supersedes nothing of what it states', { ...two, c: only('x.motto') }],
    ['one that supersedes a part of what states nothing', { ...two, a: 'type: oath', c: only('x.lord') }],
    ['one that is soft', { ...two, c: 'supersedes: [{id: a, soft: true}]' }],
    ['one that retracts', { ...two, c: 'retracts: a' }],
    ['one that has been superseded', { ...two, d: 'supersedes: c' }],
    ['one that has been retracted', { ...two, d: 'retracts: c' }],
    [
      'one that both ends date differently',
      { a: `superseded_by: [{id: b, effective: 10 TA}]\n${a}`, b: 'supersedes: [{id: a, effective: 20 TA}]' },
    ],
  ])('does not arise: %s', (_, files) => expect(filesWith('supersedes/fork', files)).toEqual([]));
});

describe('a dispute is reported', () => {
  const facts = (value: string) => `facts: {x: {founder: ${value}}}`;
  const two: Files = { a: facts('maric'), b: facts('aldric') };
  it.each<[string, Files, string[]]>([
    ['at both sides', two, ['a', 'b']],
    ['not where one of them names it', { ...two, a: `disputes: b\n${facts('maric')}` }, []],
    ['not where the other names it', { ...two, b: `disputes: a\n${facts('aldric')}` }, []],
    ['where one names somebody else', { ...two, b: `disputes: c\n${facts('aldric')}`, c: 'type: oath' }, ['a', 'b']],
    [
      'not where one supersedes the other softly',
      { ...two, b: `supersedes: [{id: a, soft: true}]\n${facts('aldric')}` },
      [],
    ],
    [
      'where somebody else supersedes one of them softly',
      { ...two, c: 'supersedes: [{id: a, soft: true}]' },
      ['a', 'b'],
    ],
    [
      'where a page has it with itself, whatever it says',
      { a: 'disputes: a\nfacts: {x: {founder: [maric, aldric]}}' },
      ['a'],
    ],
  ])('%s', (_, files, expected) => expect(filesWith('fact/disputed', files)).toEqual(expected));
});
