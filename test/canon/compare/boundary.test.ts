/** The two sides of a retcon: its facts without it and with it, at the first difference, as of when it was made. */
import { expect, it } from 'vitest';
import { seenBy } from '../../../server/src/core/canon';
import { knowerNamed } from '../../../server/src/core/canon/knowledge/knowers';
import { boundaryOf } from '../../../server/src/core/canon/compare/boundary';
import { allEntries } from '../../../server/src/core/canon/model/canon';
import { knownAt, LATEST } from '../../../server/src/core/canon/model/canonPoint';
import { retconsOf } from '../../../server/src/core/canon/retcons/inForce';
import { codex, type Files } from '../model/answers';

const CODEX = 'revisions: [s1, s2, s3]\nattributes: {founder: constant, member: set}\ntiers: [book, rumour]\n';
const A = 'canon: s1\ndate: 10 TA\nfacts: {x: {lord: maric}}';
const B = 'canon: s2\ndate: 20 TA\nsupersedes: {id: a, reason: so}\nfacts: {x: {lord: lysa}}';

/** `by of old: what it was > what it is`, by path. */
function sides(files: Files): string[] {
  const known = knownAt(codex({ 'codex.yaml': CODEX, ...files }), LATEST);
  return allEntries(known.canon)
    .flatMap((old) => retconsOf(known, old))
    .map((retcon) => {
      const { before, after } = boundaryOf(known, retcon);
      const [was, is] = [before, after].map((values) =>
        values.map(({ entity, attribute, value }) => `${entity}.${attribute} ${value}`).join(', '),
      );
      return `${retcon.by.path} of ${retcon.old.path}: ${was} > ${is}`.replaceAll('.md', '');
    })
    .sort();
}

it.each<[string, Files, string[]]>([
  ['of a change', { a: A, b: B }, ['b of a: x.lord maric > x.lord lysa']],
  ['of a correction', { a: A, b: B.replace('date: 20 TA', 'date: 5 TA') }, ['b of a: x.lord maric > x.lord lysa']],
  [
    'of one that always holds',
    { a: A, b: B.replace('reason', 'effective: always, reason') },
    ['b of a: x.lord maric > x.lord lysa'],
  ],
  [
    'of a retraction',
    { a: A, b: 'canon: s2\nretracts: {id: a, effective: 30 TA, reason: so}' },
    ['b of a: x.lord maric > '],
  ],
  [
    'where both hold',
    { a: A, b: B.replace('reason', 'soft: true, reason') },
    ['b of a: x.lord maric > x.lord maric, x.lord lysa'],
  ],
  [
    'where both hold from some time on',
    { a: A, b: B.replace('reason', 'soft: true, effective: 15 TA, reason') },
    ['b of a: x.lord maric > x.lord maric'],
  ],
  ['where nothing differs', { a: A, b: B.replace('lysa', 'maric') }, ['b of a: x.lord maric > x.lord maric']],
  ['where nothing was stated', { a: 'canon: s1', b: B }, ['b of a:  > ']],
  [
    'where an undated value of a higher tier stands beside what it changes: that is first, wherever its gap begins',
    {
      a: A,
      b: 'canon: s2\ntier: rumour\nsupersedes: {id: a, effective: 30 TA, reason: so}\nfacts: {x: {lord: bela}}',
      c: 'canon: s1\ntier: book\nfacts: {x: {lord: cato}}',
      d: 'canon: s1\ntier: rumour\ndate: 5 TA\nfacts: {x: {lord: dora}}',
      e: 'canon: s1\ntier: rumour\ndate: 20 TA\nfacts: {x: {lord: ede}}',
      f: 'canon: s1\ntier: rumour\ndate: 30 TA\nfacts: {x: {lord: flo}}',
    },
    ['b of a: x.lord cato, x.lord flo > x.lord cato, x.lord bela, x.lord flo'],
  ],
  [
    'of nothing that has a date',
    {
      a: 'canon: s1\nfacts: {x: {lord: maric}}',
      b: 'canon: s2\nsupersedes: {id: a, effective: always, reason: so}\nfacts: {x: {lord: lysa}}',
    },
    ['b of a: x.lord maric > x.lord lysa'],
  ],
  [
    'of one attribute',
    { a: A.replace('}}', ', seat: hold}}'), b: B.replace('reason', 'only: [x.lord], reason') },
    ['b of a: x.lord maric > x.lord lysa'],
  ],
  [
    'of several',
    { a: A.replace('}}', ', seat: hold}, y: {lord: orm}}'), b: B },
    ['b of a: x.lord maric, x.seat hold, y.lord orm > x.lord lysa'],
  ],
  [
    'of an attribute stated twice',
    { a: A.replace('maric', '[maric, orm]'), b: B },
    ['b of a: x.lord maric, x.lord orm > x.lord lysa'],
  ],
  [
    'of a set',
    { a: A.replace('lord: maric', 'member: [maric, orm]'), b: B.replace('lord: lysa', 'member: [orm]') },
    ['b of a: x.member maric, x.member orm > x.member orm'],
  ],
  [
    'next to what other pages state',
    {
      a: A,
      b: B,
      c: 'canon: s1\ndate: 15 TA\nfacts: {x: {lord: orm}}',
      d: 'canon: s1\ndate: 30 TA\nfacts: {x: {lord: tom}}',
    },
    ['b of a: x.lord orm > x.lord lysa'],
  ],
  [
    'next to what another tier states',
    { a: A, b: B, c: 'canon: s1\ntier: book\ndate: 15 TA\nuntil: 25 TA\nfacts: {x: {lord: orm}}' },
    ['b of a: x.lord orm > x.lord lysa'],
  ],
  [
    'on the first line where it differs',
    { a: 'canon: s1\nfacts: {x: {lord: maric}}', b: B, c: 'canon: s1\ndate: 3 AA\nfacts: {x: {lord: orm}}' },
    ['b of a: x.lord maric > '],
  ],
  [
    'whatever comes later',
    { a: A, b: B, c: 'canon: s3\ndate: 15 TA\nfacts: {x: {lord: orm}}', d: 'canon: s3\nretracts: b' },
    ['b of a: x.lord maric > x.lord lysa', 'd of b: x.lord lysa > x.lord orm'],
  ],
  [
    'of a chain at one canon point',
    { a: A, b: B, c: 'canon: s2\ndate: 30 TA\nsupersedes: {id: b, reason: so}\nfacts: {x: {lord: orm}}' },
    ['b of a: x.lord maric > x.lord lysa', 'c of b: x.lord lysa > x.lord orm'],
  ],
  [
    'of what is brought back',
    { a: A, b: B, c: 'canon: s3\nrestores: {id: a, effective: 30 TA, reason: so}' },
    ['b of a: x.lord maric > x.lord lysa', 'c of a: x.lord lysa > x.lord maric'],
  ],
  [
    'of two that put one aside',
    { a: A, b: B, c: 'canon: s2\ndate: 15 TA\nsupersedes: {id: a, reason: so}\nfacts: {x: {lord: orm}}' },
    ['b of a: x.lord orm > x.lord lysa', 'c of a: x.lord maric > x.lord orm'],
  ],
  [
    'one after the other, of one entity and of another',
    {
      a: A,
      b: B,
      c: 'canon: s1\ndate: 10 TA\nfacts: {y: {lord: maric}}',
      d: 'canon: s2\ndate: 12 TA\nsupersedes: {id: c, reason: so}\nfacts: {y: {lord: orm}}',
      e: 'canon: s3\ndate: 25 TA\nsupersedes: {id: b, reason: so}\nfacts: {x: {lord: tom}}',
    },
    ['b of a: x.lord maric > x.lord lysa', 'd of c: y.lord maric > y.lord orm', 'e of b: x.lord lysa > x.lord tom'],
  ],
])('%s', (_, files, expected) => expect(sides(files)).toEqual(expected));

it('are the beliefs of a knower who holds one: a belief holds however early it began', () => {
  const canon = codex({
    'codex.yaml': CODEX,
    lysa: '',
    tale: 'date: 5 TA\nknown_from: 40 TA\nbelieved_by: lysa\nfacts: {x: {lord: orm}}',
    first: 'date: 3 TA\nfacts: {x: {lord: tom}}',
    later: 'date: 7 TA\nfacts: {x: {lord: ilse}}',
    a: A,
    b: B,
  });
  const view = seenBy({
    canon,
    point: LATEST,
    knowerIn: (known) => knowerNamed(known, 'lysa') ?? expect.unreachable(),
    until: null,
  });
  const known = knownAt(view, LATEST);
  const old = allEntries(view).find(({ path }) => path === 'a.md');
  const [retcon] = old ? retconsOf(known, old) : [];
  const value = [{ entity: 'x', attribute: 'lord', value: 'orm' }];
  expect(retcon && boundaryOf(known, retcon)).toMatchObject({ before: value, after: value });
});
