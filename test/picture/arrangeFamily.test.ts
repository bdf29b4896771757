/** Families arranged, as drawn: rows of people, `+` between partners, one generation a line. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  arrangeFamily,
  rowsOfFamily,
  neverFalling,
  PARTNER_GAP,
  PERSON_WIDTH,
  placeFamily,
} from '../../server/src/core/picture/family/familyLayout';
import { generationsOf } from '../../server/src/core/picture/family/familyOrder';
import type { FamilyRelation } from '../../server/src/core/picture/shapes/kinShapes';

const POINTS = [{ at: null }, { at: 's1' }, { at: 's2' }];

/**
 * `ada < ysa oren` says whose child Ada is, `ysa + oren` who married; `ada < ysa | wilda` that two mothers are stated.
 */
function relationsOf(lines: readonly string[]): FamilyRelation[] {
  const told = (role: 'parent' | 'spouse', attribute: string, of: string, to: string): FamilyRelation => {
    const span = { canon_from: null, canon_until: null } as FamilyRelation['spans'][number];
    return { role, attribute, kind: 'constant', of, to, spans: [span] };
  };
  return lines.flatMap((line) => {
    const [couple = '', other] = line.split(' + ');
    if (other !== undefined) return [told('spouse', 'married', couple, other)];
    const [child = '', parents = ''] = line.split(' < ');
    return parents
      .split(' ')
      .filter((one) => one !== '|')
      .map((one, i, all) => told('parent', parents.includes('|') && i < all.length - 1 ? 'p0' : `p${i}`, child, one));
  });
}

function arranged(...lines: string[]) {
  const relations = relationsOf(lines);
  const people = [...new Set(relations.flatMap(({ of, to }) => [of, to]))].sort();
  const found = arrangeFamily(people, relations, POINTS, 0);
  const inOrder = found.order.map((i) => ({ id: people[i] ?? '', generation: found.generations[i] ?? 0 }));
  return { ...found, inOrder, rows: rowsOfFamily(inOrder, found.unions) };
}

function drawn(...lines: string[]): string[] {
  const { inOrder, rows } = arranged(...lines);
  return rows.map((row) => row.map((cluster) => cluster.map((i) => inOrder[i]?.id).join('+')).join(' '));
}

describe('generations', () => {
  it('are drawn below each other, with partners side by side', () => {
    expect(drawn('ada < ysa oren', 'bram < ysa oren', 'cora < bram dita')).toEqual([
      'oren+ysa',
      'ada bram+dita',
      'cora',
    ]);
  });
  it('put those who marry in next to their spouses, and their parents above them', () => {
    expect(drawn('c < a b', 'c + d', 'd < e', 'f < c d')).toEqual(['a+b e', 'c+d', 'f']);
  });
  it('follow several marriages: the first partner left, the others right', () => {
    expect(drawn('king + w1', 'king + w2', 'king + w3', 'x < king w1', 'y < king w2', 'z < king w3')).toEqual([
      'w1+king+w2+w3',
      'x y z',
    ]);
  });
  it('keep an uncle who marries his niece in one row with her', () => {
    expect(drawn('b < a', 'c < a', 'd < b', 'c + d')).toEqual(['a', 'b', 'c+d']);
  });
  it('show every stated parent, even where only one of them can be right', () => {
    const { unions, inOrder } = arranged('ada < ysa | wilda oren');
    expect(unions.map(({ partners }) => partners.join('+'))).toEqual(['ysa+oren', 'wilda+oren']);
    expect(inOrder.map(({ id, generation }) => `${id} ${generation}`)).toEqual([
      'wilda -1',
      'oren -1',
      'ysa -1',
      'ada 0',
    ]);
  });
});

describe('an impossible family', () => {
  it('is reported, and one step of it left out: somebody who is their own grandmother', () => {
    const { cycles, generations } = arranged('b < a', 'c < b', 'a < c');
    expect(cycles).toEqual([['a', 'b', 'c']]);
    expect(generations).toEqual([0, 1, 2]);
  });
  it('shows separately somebody who married their own grandmother', () => {
    expect(drawn('b < a', 'c < b', 'a + c')).toEqual(['a', 'b', 'c']);
  });
  it('shows somebody who is their own parent', () => {
    expect(arranged('a < a', 'b < a').cycles).toEqual([['a']]);
  });
});

it('crosses no lines where two families are side by side, in whatever order they are given', () => {
  expect(drawn('x1 < b1 b2', 'x2 < a1 a2', 'x3 < b1 b2', 'x4 < a1 a2')).toEqual(['a1+a2 b1+b2', 'x2 x4 x1 x3']);
});

describe('any family', () => {
  const steps = fc.array(fc.tuple(fc.nat(19), fc.nat(19)), { maxLength: 40 });

  it('has each parent above the child, except for the steps that close a loop', () => {
    fc.assert(
      fc.property(steps, steps, (parents, couples) => {
        const { rows, parents: kept } = generationsOf({ count: 20, parents, couples });
        for (const [child, parent] of kept) expect(rows[parent]).toBeLessThan(rows[child] ?? 0);
      }),
    );
  });

  it('has everybody once, in the row of their generation, without overlaps', () => {
    fc.assert(
      fc.property(steps, steps, (parents, couples) => {
        const lines = [
          ...parents.map(([a, b]) => `p${a} < p${b}`),
          ...couples.filter(([a, b]) => a !== b).map(([a, b]) => `p${a} + p${b}`),
        ];
        const { inOrder, rows } = arranged(...lines);
        expect(rows.flat(2).toSorted((a, b) => a - b)).toEqual(inOrder.map((_, i) => i));
        const none = inOrder.map(() => []);
        const x = placeFamily(rows, none, none);
        for (const row of rows) {
          const places = row.flat().map((i) => x[i] ?? 0);
          places.slice(1).forEach((one, i) => expect(one - (places[i] ?? 0)).toBeGreaterThan(PERSON_WIDTH + 10));
        }
      }),
    );
  });
});

it('keeps the minimal distances, and otherwise places people where they want to be', () => {
  const wish = (value: number, weight = 1) => ({ value, weight });
  expect(neverFalling([wish(1), wish(5), wish(3), wish(9)])).toEqual([1, 4, 4, 9]);
  // Two children below a couple: the couple is above the middle of them.
  const x = placeFamily([[[0, 1]], [[2], [3]]], [[], [], [0, 1], [0, 1]], [[2, 3], [2, 3], [], []]);
  const middle = (a: number, b: number) => ((x[a] ?? 0) + (x[b] ?? 0)) / 2;
  expect(Math.abs(middle(0, 1) - middle(2, 3))).toBeLessThan(2);
  expect((x[1] ?? 0) - (x[0] ?? 0)).toBe(PERSON_WIDTH + PARTNER_GAP);
});
