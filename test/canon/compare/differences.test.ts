/**
 * The differences between the answers of two codices, or of two points of one: over which stretch, from which pages, and whether
 * a retcon declares them.
 */
import { describe, expect, it } from 'vitest';
import { differenceSteps, differencesOf } from '../../../server/src/core/canon/compare/answerDifferences';
import { differencesBetween } from '../differencesBetween';
import { knownAt, LATEST, readCanonPoint } from '../../../server/src/core/canon/model/canonPoint';
import type { Known } from '../../../server/src/core/canon/model/canonValue';
import { atOnce } from '../../../server/src/core/text/groups';
import { codex, type Files } from '../model/answers';

function knownIn(files: Files, asOf = 'latest'): Known {
  const canon = codex(files);
  const reading = readCanonPoint(canon, asOf);
  return knownAt(canon, reading.ok ? reading.point : LATEST);
}

type Differences = ReturnType<typeof differencesBetween>;

/**
 * `attribute of entity [from, until): what held > what holds`, and its source: with a `!` where no retcon declares it.
 */
const inWords = (differences: Differences): string[] =>
  differences.map(({ entity, attribute, from, until, before, after, by, retcons, isDeclared }) => {
    const [was, is] = [before, after].map((held) => held.map(({ clipped }) => clipped.fact.value.text).join('+'));
    expect(isDeclared).toBe(retcons().length > 0);
    const who = by()
      .map(({ path }) => path.replace('.md', ''))
      .join('+');
    return `${attribute} of ${entity} [${from?.text ?? ''}, ${until?.text ?? ''}): ${was} > ${is}, ${isDeclared ? '' : '!'}${who}`;
  });
const changes = (before: Files, after: Files): string[] => inWords(differencesBetween(knownIn(before), knownIn(after)));

const A = { a: 'date: 10 TA\nfacts: {x: {lord: maric}}' };

describe('between two codices', () => {
  it.each<[string, Files, Files, string[]]>([
    ['nothing differs where all is the same', A, { ...A, z: 'title: Z' }, []],
    ['a page is new', {}, A, ['lord of x [10 TA, ):  > maric, !a']],
    ['a page has gone', A, {}, ['lord of x [10 TA, ): maric > , !a']],
    [
      'a value is another',
      A,
      { a: 'date: 10 TA\nfacts: {x: {lord: lysa}}' },
      ['lord of x [10 TA, ): maric > lysa, !a'],
    ],
    ['one page states it instead of another', A, { b: A.a }, ['lord of x [10 TA, ): maric > maric, !b']],
    ['it begins earlier', A, { a: 'date: 5 TA\nfacts: {x: {lord: maric}}' }, ['lord of x [5 TA, 10 TA):  > maric, !a']],
    [
      'it ends',
      A,
      { a: 'date: 10 TA\nuntil: 20 TA\nfacts: {x: {lord: maric}}' },
      ['lord of x [20 TA, ): maric > , !a'],
    ],
    ['it is undated', A, { a: 'facts: {x: {lord: maric}}' }, ['lord of x [, 10 TA):  > maric, !a']],
    [
      'all of it is undated',
      { a: 'facts: {x: {lord: maric}}' },
      { a: 'facts: {x: {lord: lysa}}' },
      ['lord of x [, ): maric > lysa, !a'],
    ],
    [
      'in the middle',
      A,
      { ...A, b: 'date: 20 TA\nuntil: 30 TA\nfacts: {x: {lord: lysa}}' },
      ['lord of x [20 TA, 30 TA): maric > lysa, !b', 'lord of x [30 TA, ): maric > , !a'],
    ],
    [
      'several of a set',
      { 'codex.yaml': 'attributes: {member: set}', a: 'facts: {x: {member: [maric, orm]}}' },
      { 'codex.yaml': 'attributes: {member: set}', a: 'facts: {x: {member: [orm, lysa]}}' },
      ['member of x [, ): maric+orm > orm+lysa, !a'],
    ],
    [
      'on several lines',
      { a: 'facts: {x: {lord: maric}}' },
      {
        a: 'facts: {x: {lord: maric}}',
        b: 'date: 15 XX\nfacts: {x: {lord: lysa}}',
        c: 'date: 20 TA\nfacts: {x: {lord: orm}}',
      },
      ['lord of x [20 TA, ): maric > orm, !c', 'lord of x [15 XX, ): maric > lysa, !b'],
    ],
    [
      'in the order of entities and attributes',
      {},
      { a: 'facts: {y: {seat: hold}, x: {seat: mill, lord: maric}}' },
      ['lord of x [, ):  > maric, !a', 'seat of x [, ):  > mill, !a', 'seat of y [, ):  > hold, !a'],
    ],
    [
      'not where a page has another id',
      { b: 'id: b', a: 'facts: {b: {lord: b}}' },
      { b: 'id: k\naliases: [b]', a: 'facts: {k: {lord: k}}' },
      [],
    ],
    [
      'of an entity as it is called now',
      { b: 'id: b', a: 'facts: {b: {lord: maric}}' },
      { b: 'id: k\naliases: [b]', a: 'facts: {b: {lord: lysa}}' },
      ['lord of k [, ): maric > lysa, !a'],
    ],
    [
      'of two entities that are one now',
      { a: 'facts: {hold: {lord: maric}, mill: {lord: lysa}}' },
      { a: 'facts: {hold: {lord: maric}, mill: {lord: orm}}', hold: 'aliases: [mill]' },
      [
        'lord of hold [, ): maric+lysa > maric+orm, !a',
        'lord of hold [, ): maric > maric+orm, !a',
        'lord of hold [, ): lysa > maric+orm, !a',
      ],
    ],
  ])('where %s', (_, before, after, expected) => expect(changes(before, after)).toEqual(expected));

  const RETCON = 'date: 20 TA\nsupersedes: {id: a, reason: so}\nfacts: {x: {lord: lysa}}';
  it.each<[string, Files, Files, string[]]>([
    ['that declares it', A, { ...A, b: RETCON }, ['lord of x [20 TA, ): maric > lysa, b']],
    [
      'from its effective date on',
      A,
      { a: A.a.replace('maric', 'orm'), b: RETCON },
      ['lord of x [10 TA, 20 TA): maric > orm, !a', 'lord of x [20 TA, ): maric > lysa, b'],
    ],
    [
      'that was there already',
      { ...A, b: RETCON },
      { ...A, b: RETCON.replace('lysa', 'orm') },
      ['lord of x [20 TA, ): lysa > orm, !b'],
    ],
    ['that is there no longer', { ...A, b: RETCON }, A, ['lord of x [20 TA, ): lysa > maric, !a']],
    ['on a line of its own', A, { ...A, b: RETCON.replace('20 TA', '20 XX') }, ['lord of x [20 XX, ):  > lysa, b']],
    [
      'of another line than what has changed',
      A,
      {
        ...A,
        b: 'supersedes: {id: a, effective: 20 XX, reason: so}\nfacts: [{entity: x, attribute: lord, value: lysa, from: 20 TA}]',
      },
      ['lord of x [20 TA, ): maric > lysa, !b'],
    ],
    [
      'from always on',
      A,
      {
        ...A,
        b: 'supersedes: {id: a, effective: always, reason: so}\nfacts: [{entity: x, attribute: lord, value: lysa, from: 5 TA}]',
      },
      ['lord of x [5 TA, 10 TA):  > lysa, b', 'lord of x [10 TA, ): maric > lysa, b'],
    ],
    [
      'of other facts of the page',
      A,
      { ...A, b: RETCON.replace('reason', 'only: [x.seat], reason') },
      ['lord of x [20 TA, ): maric > lysa, !b'],
    ],
    [
      'of several pages',
      A,
      { ...A, b: RETCON, c: 'date: 20 TA\nretracts: {id: a, effective: 20 TA, reason: so}' },
      ['lord of x [20 TA, ): maric > lysa, b+c'],
    ],
  ])('a retcon %s', (_, before, after, expected) => expect(changes(before, after)).toEqual(expected));
});

describe('between two points of one codex', () => {
  const FILES: Files = {
    'codex.yaml': 'revisions: [s1, s2, s3]',
    a: 'canon: s1\ndate: 10 TA\nfacts: {x: {lord: maric}}',
    b: 'canon: s2\ndate: 20 TA\nsupersedes: {id: a, reason: so}\nfacts: {x: {lord: lysa}}',
    c: 'canon: s3\ndate: 30 TA\nfacts: {x: {seat: hold}}',
  };
  const between = (from: string, to: string) => [knownIn(FILES, from), knownIn(FILES, to)] as const;

  it.each<[string, string, string[]]>([
    ['s1', 's2', ['lord of x [20 TA, ): maric > lysa, b']],
    // The retcon declares it, whichever point comes first.
    ['s2', 's1', ['lord of x [20 TA, ): lysa > maric, b']],
    ['s1', 'latest', ['lord of x [20 TA, ): maric > lysa, b', 'seat of x [30 TA, ):  > hold, !c']],
    ['s2', 's2', []],
  ])('from %s to %s', (from, to, expected) =>
    expect(inWords(differencesBetween(...between(from, to)))).toEqual(expected),
  );

  it('of one entity and attribute, and in some files', () => {
    const [a, b] = between('s1', 'latest');
    expect(inWords(differencesOf(a, b, 'x', 'seat'))).toEqual(['seat of x [30 TA, ):  > hold, !c']);
    expect(inWords(differencesOf(a, b, 'y', 'seat'))).toEqual([]);
    const inFiles = (...files: string[]) => inWords(atOnce(differenceSteps(a, b, { files: new Set(files) })));
    expect(inFiles('c.md')).toEqual(['seat of x [30 TA, ):  > hold, !c']);
    expect(inFiles('nobody.md')).toEqual([]);
    expect(inFiles('a.md')).toEqual(['lord of x [20 TA, ): maric > lysa, b']);
  });

  it('of an entity that a page describes differently by then', () => {
    const [then, now] = [
      knownIn({ p: 'id: p\nentity: old\nattributes: {lord: maric}' }),
      knownIn({ p: 'id: p\nentity: new\nattributes: {lord: lysa}' }),
    ];
    expect(inWords(differencesOf(then, now, 'new', 'lord'))).toEqual(['lord of new [, ):  > lysa, !p']);
    const renamed = knownIn({ p: 'id: q\naliases: [p]\nattributes: {lord: lysa}' });
    const asked = knownIn({ p: 'id: p\nattributes: {lord: maric}' });
    expect(inWords(differencesOf(asked, renamed, 'q', 'lord'))).toEqual(['lord of q [, ): maric > lysa, !p']);
  });
});
