/** Entries found by a part of a name. */
import { describe, expect, it } from 'vitest';
import { entriesCalled } from '../../server/src/core/reading/symbols';
import { nowOf } from '../../server/src/core/reading/viewpoint';
import { codexOf } from '../support/codex';
import { done } from '../support/steps';
import { vyr } from '../support/caret';

const { canon } = codexOf({
  ...vyr,
  'places/vyrhold.md': '---\ntitle: Vyrhold\n---\n',
  'people/zoé.md': '---\ntitle: Zoé\naliases: [The Quiet One, 𐎀𐎁]\ntype: person\ndate: 390 TA\n---\n',
});
const found = (query: string, most = 50) =>
  done(entriesCalled(nowOf(canon), query, most)).map(
    ({ name, container, isReplaced }) => `${isReplaced ? '~' : ''}${name} (${container})`,
  );

describe('entries', () => {
  it.each([
    [
      'house vyr',
      [
        'House Vyr (house)',
        '~The Founding of House Vyr (event · 200 TA)',
        'The Refounding of House Vyr (event · 412 TA)',
      ],
    ],
    ['VYRHOLD', ['Vyrhold (places)']],
    ['fire-keep', ['The Fire-Keepers (House Vyr · house)']],
    ['quiet', ['The Quiet One (Zoé · person · 390 TA)']],
    ['𐎀𐎁', ['𐎀𐎁 (Zoé · person · 390 TA)']],
    ['Zoe\u0301', ['Zoé (person · 390 TA)']],
    [
      'founding-of',
      [
        '~founding-of-house-vyr (The Founding of House Vyr · event · 200 TA)',
        'refounding-of-house-vyr (The Refounding of House Vyr · event · 412 TA)',
      ],
    ],
    ['vyr ref', ['The Refounding of House Vyr (event · 412 TA)']],
    ['tfv', ['~The Founding of House Vyr (event · 200 TA)', 'The Refounding of House Vyr (event · 412 TA)']],
    ['xyzzy', []],
  ])('are called %s', (query, names) => expect(found(query)).toEqual(names));

  it('are limited to the requested number, the likeliest first', () => {
    expect(found('', 2)).toEqual(['Aldric (person)', 'House Vyr (house)']);
    expect(found('vyr', 1)).toEqual(['Vyrhold (places)']);
  });
});
