/**
 * What is a slip of the pen, and what may be another text; and which changes a line of errata.yaml lets through
 * (model §10).
 */
import { describe, expect, it } from 'vitest';
import { differencesBetween } from '../differencesBetween';
import { noSlip, whyNotSpelling, withoutSlips } from '../../../server/src/core/canon/compare/slipsOfThePen';
import { entryAt } from '../../../server/src/core/canon/model/canon';
import { knownAt, LATEST } from '../../../server/src/core/canon/model/canonPoint';
import { readErrata } from '../../../server/src/core/codex/errata';
import { codex, type Files } from '../model/answers';

const isName = (text: string): boolean => text === 'maric';

it.each([
  ['we endrue', 'we endure'],
  ['We Endure', 'wE ENDUER'],
  ['the', 'teh'],
  ['oath', 'oats'],
  ['over the wall', 'overthe wall'],
  ['kept the olde towre', 'kpet teh olde tower'],
  ['civil', 'civik'],
  ['12 towers', '12 tower'],
  ['moral', 'bmoral'],
  ['so be it?', 'so be it!'],
])('%s and %s are one text', (was, is) => {
  expect(noSlip(was, is, isName)).toBeNull();
  expect(noSlip(is, was, isName)).toBeNull();
});

it.each<[string, string, RegExp]>([
  ['maric', 'marik', /^"maric" names a page/],
  ['7 towers', '8 towers', /are different numbers/],
  ['7 towers', 'towers', /are different numbers/],
  ['on', 'no', /is more than a few letters away/],
  ['we endure', 'we yield', /is more than a few letters away/],
  ['kept the olde towre', 'kpet teh odle tower', /is more than a few letters away/],
  ['cat', 'cut', /may mean something other/],
  ['legal', 'illegal', /is more than a few|may mean something other/],
  ['moral', 'amoral', /may mean something other/],
  ['King Orm xiv', 'King Orm xvi', /may mean something other/],
  ['King Orm IX', 'King Orm XI', /may mean something other/],
  ['inside out now', 'in side ou tnow', /may mean something other/],
  ['the known world', 'the unknown world', /may mean something other/],
])('%s and %s may be two', (was, is, why) => {
  expect(noSlip(was, is, isName)).toMatch(why);
  expect(noSlip(is, was, isName)).toMatch(why);
});

describe('a line of errata.yaml', () => {
  const KEEP = 'facts: {keep: {motto: we endrue, door: oak, wall: gray, lord: maric}}';
  const BEFORE: Files = { a: KEEP, keep: 'aliases: [The Keep]', maric: '' };
  const LINE = '- {entity: keep, attribute: motto, was: we endrue, is: we endure}';

  /** The remaining differences, and how many lines cover the others. */
  function left(changes: Files, text: string, before = BEFORE): [string[], number] {
    const [a, b] = [before, { ...before, ...changes }].map((files) => knownAt(codex(files), LATEST));
    if (!a || !b) throw new Error('no canons');
    const { differences, errata } = withoutSlips(a, b, differencesBetween(a, b), readErrata(text).errata);
    const shown = differences.map((one) => {
      const [was, is] = [one.before, one.after].map((held) =>
        held.map(({ clipped }) => clipped.fact.value.text).join('+'),
      );
      return `${one.attribute}: ${was} > ${is}`;
    });
    return [shown, errata.length];
  }
  const SPELLED = { a: KEEP.replace('endrue', 'endure') };
  const MOTTO = 'motto: we endrue > we endure';

  it.each<[string, string]>([
    ['as it is', LINE],
    ['of the attribute in other letters', LINE.replace('motto', 'Motto')],
    ['of the entity by another name', LINE.replace('entity: keep', 'entity: The Keep')],
    ['among others', `- {entity: keep, attribute: door, was: aok, is: oak}\n${LINE}`],
  ])('lets its change through: %s', (_, line) => expect(left(SPELLED, line)).toEqual([[], 1]));

  it.each<[string, Files, string, string[]]>([
    ['of another attribute', SPELLED, LINE.replace('motto', 'door'), [MOTTO]],
    ['of another entity', SPELLED, LINE.replace('entity: keep', 'entity: maric'), [MOTTO]],
    ['from another text', SPELLED, LINE.replace('endrue', 'enduer'), [MOTTO]],
    ['to another text', SPELLED, LINE.replace('is: we endure', 'is: we endured'), [MOTTO]],
    ['that is none', SPELLED, '', [MOTTO]],
    [
      'to what is more than a slip',
      { a: KEEP.replace('we endrue', 'we yield') },
      LINE.replace('is: we endure', 'is: we yield'),
      ['motto: we endrue > we yield'],
    ],
    [
      'of a page',
      { a: KEEP.replace('lord: maric', 'lord: marik') },
      '- {entity: keep, attribute: lord, was: maric, is: marik}',
      ['lord: maric > marik'],
    ],
    [
      'stated on another page',
      { a: KEEP.replace('motto: we endrue, ', ''), b: 'facts: {keep: {motto: we endure}}' },
      LINE,
      [MOTTO],
    ],
  ])('lets nothing else through: %s', (_, changes, line, differences) =>
    expect(left(changes, line)).toEqual([differences, 0]),
  );

  it('does not let a declared change through', () => {
    const b = 'date: 3 CE\nsupersedes: {id: a, only: [keep.motto], reason: so}\nfacts: {keep: {motto: we endure}}';
    expect(left({ b }, LINE)).toEqual([[MOTTO], 0]);
  });

  it('leaves what was changed next to it', () => {
    const both = { a: 'facts: {keep: {motto: [we endrue, burn]}}' };
    expect(left({ a: 'facts: {keep: {motto: [we endure, burn]}}' }, LINE, { ...BEFORE, ...both })).toEqual([[], 1]);
    expect(left({ a: 'facts: {keep: {motto: [we endure, yield]}}' }, LINE, { ...BEFORE, ...both })).toEqual([
      ['motto: burn > yield'],
      1,
    ]);
    expect(left({ a: 'facts: {keep: {motto: we endure}}' }, LINE, { ...BEFORE, ...both })).toEqual([
      ['motto: burn > '],
      1,
    ]);
    expect(left({ ...SPELLED, b: 'facts: {keep: {motto: burn}}' }, LINE)).toEqual([['motto:  > burn'], 1]);
  });

  it('does not apply between two points of one codex', () => {
    const known = knownAt(codex(BEFORE), LATEST);
    expect(withoutSlips(known, known, [], readErrata(LINE).errata)).toEqual({ differences: [], errata: [] });
  });

  it('does not apply to unchanged spelling, or to a name that stands for a page', () => {
    const [a, b] = ['motto: endure, lord: marik', 'motto: endure, lord: maric'].map((facts) =>
      knownAt(codex({ a: `facts: {keep: {${facts}}}`, maric: '' }), LATEST),
    );
    if (!a || !b) throw new Error('no canons');
    const [was, is] = [a, b].map((known) => entryAt(known.canon, 'a.md')?.facts ?? []);
    expect(was?.map((fact, i) => whyNotSpelling(a, b, fact, is?.[i] ?? fact))).toEqual([
      'it is spelled as it was',
      'it is the name of a page',
    ]);
  });
});
