/** Which links lead to entries, their text, and which heading they mean. */
import { describe, expect, it } from 'vitest';
import { linksOf } from '../../server/src/core/reading/inline';
import { landingIn } from '../../server/src/core/reading/symbols';
import { nowOf } from '../../server/src/core/reading/viewpoint';
import { caretIn, vyr } from '../support/caret';

describe('links', () => {
  it.each([
    ['See [[maric]].', ['maric → Maric · current']],
    [
      'See [[founding-of-house-vyr|the founding]].',
      ['founding-of-house-vyr|the founding → The Founding of House Vyr · superseded'],
    ],
    ['![[Maric#Youth]]', ['Maric#Youth → Maric · current #Youth']],
    ['[[The Fire-Keepers]] 😀 [[aldric]]', ['The Fire-Keepers → House Vyr · current', 'aldric → Aldric · current']],
    ['[[nobody]] [[twin]] [him](maric.md) `[[maric]]`', []],
    [
      '---\nsources: ["[[maric]]", aldric]\ndisputes: [[House Vyr]]\n---\n',
      ['maric → Maric · current', 'House Vyr → House Vyr · current'],
    ],
    [
      '---\nfacts:\n  "[[house-vyr]]": {founder: "[[Maric|him]]", member: aldric}\n---\n',
      ['house-vyr → House Vyr · current', 'Maric → Maric · current'],
    ],
    [
      '---\nspouse: " ![[Maric#Youth|him]] "\nkin: [[[aldric]], "[[nobody]]"]\n---\n',
      ['Maric#Youth|him → Maric · current #Youth', 'aldric → Aldric · current'],
    ],
    [
      '---\ntype: "[[House Vyr]]"\nreason: By [[maric]], of [it](house-vyr.md)\ntold: >\n  See [[Aldric|him]].\n---\n',
      ['House Vyr → House Vyr · current', 'maric → Maric · current', 'Aldric|him → Aldric · current'],
    ],
    ['---\nfacts: {"[[barge]]": {seat: x}}\n---\n', ['barge → A Barge · current']],
  ])('%j', (note, told) => {
    const files = { ...vyr, 'one/twin.md': '', 'two/twin.md': '', 'a.md': '---\ntitle: A Barge\nentity: barge\n---\n' };
    const { canon, entry, text } = caretIn({ ...files, 'note.md': `${note}$0` });
    const links = linksOf(nowOf(canon), entry).map(
      ({ span, tooltip, heading }) =>
        `${text.slice(span.start, span.end)} → ${tooltip}${heading ? ` #${heading}` : ''}`,
    );
    expect(links).toEqual(told);
  });
});

describe('a heading', () => {
  const text = '---\ntitle: x\n---\n# Life\n\n## The *early* years\n\nOld age\n---\n\n## Élan vital!\n';
  it.each([
    ['life', 'Life'],
    ['Life#The early years', 'The *early* years'],
    ['the-early-years', 'The *early* years'],
    ['Old Age', 'Old age'],
    ['élan vital', 'Élan vital!'],
    ['^block', 'x'],
    ['title', 'x'],
    [null, 'x'],
  ])('%s', (named, words) => {
    const { entry } = caretIn({ 'x.md': `${text}$0` });
    const span = landingIn(entry, text, named);
    expect(text.slice(span.start, span.end)).toBe(words);
  });
});
