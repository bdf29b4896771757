/**
 * Stretches and questions about them (model §4): which time they meet, which of them overlap, and which values contradict
 * each other.
 */
import { describe, expect, it } from 'vitest';
import { allOf } from '../../server/src/core/canon/model/known';
import type { Stretch } from '../../server/src/core/canon/truth/dovetail';
import {
  contradict,
  overlap,
  rivalsAmong,
  attributesOf,
  type Held,
  heldOf,
  isDisputed,
  meets,
} from '../../server/src/core/canon/truth/truth';
import { pairOf } from '../../server/src/core/canon/model/statedFacts';
import type { Moment } from '../../server/src/core/chronology';
import { codex, type Files, answerLines } from './model/answers';

const moment = (line: string, day: number): Moment => ({ line, day, text: `${day} ${line}`, approximate: false });

/**
 * `TA 10 20` on a line, `10 20` on all; `-` where it is open, `? ZZ 5` an end elsewhere, `not QQ` lines that it leaves
 * out.
 */
function stretch(written: string): Stretch {
  const [, line, from, until] = /^([A-Z]+)?\s*(\d+|-) (\d+|-)/.exec(written) ?? [];
  const at = (day = '-') => (day === '-' ? null : moment(line ?? 'TA', Number(day)));
  const [, elsewhere, day] = /[?] ([A-Z]+) (\d+)/.exec(written) ?? [];
  const endsElsewhere = elsewhere ? { endsElsewhere: moment(elsewhere, Number(day)) } : {};
  const except = [...written.matchAll(/not ([A-Z]+)/g)].map(([, one]) => one ?? '');
  return {
    segment: { from: at(from), until: at(until), ...endsElsewhere },
    line: line ?? null,
    except,
  } as unknown as Stretch;
}

it.each<[string, string | null, boolean | undefined]>([
  ['TA 10 20', 'TA 12 13', true],
  ['TA 10 20', 'TA 20 21', false],
  ['TA 10 20', 'TA 9 10', false],
  ['TA 10 20', 'TA 5 30', true],
  ['TA 10 -', 'TA 99 100', true],
  ['TA - 20', 'TA 1 2', true],
  ['TA 10 20', 'QQ 12 13', undefined],
  ['- -', 'QQ 12 13', true],
  ['- - not QQ', 'QQ 12 13', false],
  ['- - not QQ', 'TA 12 13', true],
  ['TA 10 - ? QQ 5', 'TA 12 13', undefined],
  ['TA 10 - ? QQ 5', 'TA 5 6', false],
  ['TA 10 - ? QQ 5', 'QQ 5 6', false],
  ['TA 10 - ? QQ 5', 'QQ 6 7', false],
  ['TA 10 - ? QQ 5', 'QQ 4 6', undefined],
  ['TA 10 - ? QQ 5', 'ZZ 5 6', undefined],
  ['TA 10 -', null, true],
  ['TA 10 20', null, false],
  ['- -', null, true],
  ['- - not QQ', null, false],
  ['TA 10 - ? QQ 5', null, false],
])('whether %j holds at %j is %j', (held, asked, expected) => {
  const {
    segment: { from: start, until: end },
  } = stretch(asked ?? '- -');
  const at = start && end ? { start, end, approximate: false, text: '' } : null;
  expect(meets(stretch(held), at)).toBe(expected);
});

it.each([
  ['TA 10 20', 'TA 15 25', true],
  ['TA 10 20', 'TA 20 25', false],
  ['TA 10 20', 'QQ 10 20', false],
  ['- -', 'TA 10 20', true],
  ['- -', '- -', true],
  ['- - not TA', 'TA 10 20', false],
  ['- - not QQ', 'TA 10 20', true],
  ['- - not TA', '- - not QQ', true],
  ['TA 10 - ? QQ 5', '- -', false],
  ['TA 10 - ? QQ 5', 'TA 10 20', false],
  ['TA 10 - ? QQ 5', 'TA 10 - ? QQ 5', false],
])('whether %j and %j overlap is %j', (one, other, expected) => {
  const [a, b] = [stretch(one), stretch(other)];
  expect([overlap(a, b), overlap(b, a)]).toEqual([expected, expected]);
});

describe('rivals', () => {
  const config = 'attributes: {lord: constant, friend: set}';
  const fact = (value: string, more = '') => `  - {entity: x, attribute: lord, value: ${value}${more}}`;
  const heldIn = (...facts: string[]): readonly Held[] => {
    const files: Files = { 'codex.yaml': config, a: 'title: Ash', b: `facts:\n${facts.join('\n')}` };
    return heldOf(allOf(codex(files)), pairOf('x', 'lord'));
  };
  const text = ({ clipped }: Held) => clipped.fact.value.text;

  it.each<[string, string[], string[][]]>([
    ['of one value are none', [fact('v')], [[]]],
    ['of two are each other', [fact('v'), fact('w')], [['w'], ['v']]],
    [
      'of three are the two others, in order',
      [fact('v'), fact('w'), fact('u')],
      [
        ['w', 'u'],
        ['v', 'u'],
        ['v', 'w'],
      ],
    ],
    ['are none that say the same', [fact('v'), fact('v'), fact('w')], [['w'], ['w'], ['v', 'v']]],
    ['are none that mean the same', [fact('a'), fact('"[[Ash]]"')], [[], []]],
    [
      'hold at one time',
      [fact('v', ', from: 10 TA, until: 20 TA'), fact('w', ', from: 20 TA, until: 30 TA'), fact('u', ', from: 25 TA')],
      [[], ['u'], ['w']],
    ],
    [
      'of what is on all lines are on any, in the order of beginning',
      [fact('v'), fact('w', ', from: 20 QQ'), fact('u', ', from: 10 TA'), fact('t', ', from: 5 QQ, until: 20 QQ')],
      [['t', 'u', 'w'], ['v'], ['v'], ['v']],
    ],
    [
      'are found among many',
      Array.from({ length: 9 }, (_, i) => fact(`v${i}`, `, from: ${10 * i + 10} TA, until: ${10 * i + 21} TA`)),
      Array.from({ length: 9 }, (_, i) =>
        [i - 1, i + 1].flatMap((near) => (near >= 0 && near < 9 ? [`v${near}`] : [])),
      ),
    ],
  ])('%s', (_, facts, expected) => {
    const held = heldIn(...facts);
    const rivals = rivalsAmong(held);
    expect(held.map((one) => [...rivals(one)].map(text))).toEqual(expected);
    expect(held.map((one) => held.filter((other) => contradict(one, other)).map(text))).toEqual(expected);
    expect(isDisputed('constant', held)).toBe(expected.some((some) => some.length > 0));
    expect(isDisputed('set', held)).toBe(false);
  });
});

it('pairs are distinct whatever their names contain, and attributes are in the order of their names', () => {
  expect(pairOf('a', '1 b')).not.toBe(pairOf('a1 ', 'b'));
  const known = allOf(
    codex({ a: 'facts: {x: {seat: hill, lord: v}, "x 1": {"2 y": w}}', b: 'facts: {x: {seat: mill}}' }),
  );
  expect(attributesOf(known, 'x')).toEqual(['lord', 'seat']);
  for (const [entity, attribute, values] of [
    ['x', 'seat', ['hill', 'mill']],
    ['x', 'lord', ['v']],
    ['x 1', '2 y', ['w']],
    ['x', 'nothing', []],
  ] as const)
    expect(heldOf(known, pairOf(entity, attribute)).map(({ clipped }) => clipped.fact.value.text)).toEqual(values);
});

it('membership of circles is a set, declared or not, unless it is declared as something else', () => {
  const orders: Files = {
    guild: 'date: 10 TA\nfacts: {guild: {member: [orm, lysa], seat: [inn, mill]}}',
    orm: 'facts: {orm: {organization: [guild, inn]}}',
  };
  const state = (entity: string, config: string): string[] => answerLines({ ...orders, 'codex.yaml': config }, entity);
  const seats = ['!inn [10 TA, )', '!mill [10 TA, )'];
  expect(state('guild', '')).toEqual(['orm [10 TA, )', 'lysa [10 TA, )', ...seats]);
  expect(state('guild', 'attributes: {member: state}')).toEqual(['!orm [10 TA, )', '!lysa [10 TA, )', ...seats]);
  expect(state('orm', '')).toEqual(['!guild [, )', '!inn [, )']);
  expect(state('orm', 'membership: {of_member: [organization]}')).toEqual(['guild [, )', 'inn [, )']);
});
