/** The keys of the only retcon of a page, beside it (model §5), as editors of flat properties write them. */
import { describe, expect, it } from 'vitest';
import { readEntry } from '../../server/src/core/entry/readEntry';
import { codexOf } from '../support/codex';

function read(yaml: string, codexYaml = '') {
  const { canon } = codexOf({ 'codex.yaml': codexYaml });
  const { declarations, unknownKeys, problems } = readEntry('x.md', `---\n${yaml}\n---\n`, canon.codex);
  return {
    said: declarations.map(({ target, effective, reason, only, soft, asOf }) =>
      [target.text, asOf?.text, effective?.text, reason?.text, only?.map(({ text }) => text), soft && 'soft'].flat(),
    ),
    own: unknownKeys.map(({ text }) => text),
    codes: problems.map(({ code }) => code),
  };
}

describe('a key beside a retcon', () => {
  it.each([
    'supersedes: "[[a]]"',
    'supersedes: [a]',
    'supersedes: {id: a}',
    'supersedes:\n  - id: a',
    'superseded_by: a',
    'retracts: a',
    'restores: a',
  ])('counts where it is the only one: %s', (retcon) => {
    const { said, own } = read(
      `${retcon}\neffective: 12 TA\nAs-Of: 9 TA\nreason: so\nonly: [a.b]\nsoft: true\nmood: sour`,
    );
    expect(said).toEqual([['a', '9 TA', '12 TA', 'so', 'a.b', 'soft']]);
    expect(own).toEqual(['mood']);
  });

  it('goes behind what the mapping says', () => {
    expect(read('supersedes: {id: a, effective: 10 TA}\neffective: 12 TA\nreason: so').said).toEqual([
      ['a', undefined, '10 TA', 'so', undefined, false],
    ]);
  });

  it.each(['supersedes: [a, b]', 'supersedes: a\nretracts: b', 'title: x'])(
    'is the author’s own beside %s',
    (retcon) => {
      const { said, own } = read(`${retcon}\neffective: 12 TA\nreason: so`);
      expect(said.flat()).not.toContain('12 TA');
      expect(own).toEqual(['effective', 'reason']);
    },
  );

  it('is a fact where codex.yaml says so', () => {
    expect(read('supersedes: a\neffective: soon', 'attributes: {effective: state}')).toMatchObject({
      said: [['a', undefined, undefined, undefined, undefined, false]],
      codes: [],
    });
  });

  it('is reported where it can’t be read', () => {
    expect(read('supersedes: a\neffective: the day before').codes).toContain('date/unreadable');
  });
});
