/** It Was Right Then: a date is added to a passage where that settles it, and nothing is written where it does not. */
import { expect, it } from 'vitest';
import { knownAt, LATEST } from '../../server/src/core/canon';
import { nowOf } from '../../server/src/core/reading/viewpoint';
import { allRippleSteps } from '../../server/src/core/ripples';
import { atOnce } from '../../server/src/core/text/groups';
import { canBeDated, dateRipple, openRipples } from '../../server/src/core/views/ripplesView';
import { codexOf, type Files } from '../support/codex';

const BASE: Files = {
  'codex.yaml':
    'revisions: [s1, s2]\nattributes: {founder: constant, warden: state}\ncalendars: {r: {eras: [{id: TA, epoch: 0}]}}\n',
  'house.md': '---\nid: house\ntitle: House Vyr\ncanon: s1\n---\n',
  'maric.md': '---\ntitle: Maric\ncanon: s1\n---\n',
  'aldric.md': '---\ntitle: Aldric\ncanon: s1\n---\n',
  'old.md': '---\ntitle: Old\ncanon: s1\ndate: 200 TA\nfacts: {house: {warden: maric}}\n---\n',
  'new.md':
    '---\ntitle: New\ncanon: s2\ndate: 300 TA\nfacts: {house: {warden: aldric}}\nsupersedes: {id: old, effective: 300 TA}\n---\n',
};
const song = (prose: string): string => `---\ntitle: A Song\ncanon: s1\n---\n${prose}\n`;
const PROSE = 'Of House Vyr and Maric.';
const FOR_ALL_TIME = BASE['new.md']?.replace('effective: 300 TA', 'effective: always') as string;

/** What the dialog makes of a date: the text of the song, or why not; null where no date is asked for. */
function dated(more: Files, date: string): string | null {
  const files = { ...BASE, ...more };
  const ripplesIn = (texts: Files) => {
    const { canon } = codexOf(texts);
    const groups = atOnce(allRippleSteps(knownAt(canon, LATEST), (path) => texts[path] ?? null));
    return { viewpoint: nowOf(canon), groups, open: openRipples(knownAt(canon, LATEST), groups) };
  };
  const { viewpoint, groups, open } = ripplesIn(files);
  expect(open).toHaveLength(1);
  const [one] = open;
  const change = dateRipple(viewpoint, { key: one?.key ?? '', date }, groups);
  const isAsked = one !== undefined && canBeDated(viewpoint, one);
  if ('message' in change) return isAsked ? change.message : null;
  expect(isAsked).toBe(true);
  let text = files['song.md'] as string;
  for (const { span, text: added } of change.edits) text = text.slice(0, span.start) + added + text.slice(span.end);
  expect(ripplesIn({ ...files, 'song.md': text }).open, `${text} settles it`).toEqual([]);
  return text.slice(song('').length - 1).trim();
}

it.each([
  ['Of House Vyr and Maric.', 'Of House Vyr and Maric (250 TA).'],
  ['Of House Vyr and [[maric]]', 'Of House Vyr and [[maric]] (250 TA)'],
  ['Of House Vyr and [Maric.](maric.md)', 'Of House Vyr and [Maric.](maric.md) (250 TA)'],
  ['“Of House Vyr and Maric!”', '“Of House Vyr and Maric (250 TA)!”'],
  ['| House Vyr | Maric |', '| House Vyr | Maric (250 TA) |'],
  ['See [[old]] here.', 'See [[old]] here (250 TA).'],
])('adds a date to %s', (prose, expected) => {
  expect(dated({ 'song.md': song(prose) }, '250 TA')).toBe(expected);
});

it.each([
  ['350 TA', 'At 350 TA, the warden of House Vyr was Aldric.'],
  ['150 TA', 'At 150 TA, the warden of House Vyr was not Maric yet, or no longer.'],
  ['250 TA .. 350 TA', 'At 250 TA .. 350 TA, the warden of House Vyr was Maric and Aldric.'],
  ['soon', expect.stringContaining('soon')],
])('refuses %s, and says what held then', (date, message) => {
  expect(dated({ 'song.md': song(PROSE) }, date)).toEqual(message);
});

it('says of a link whose entry no longer stood which note is newer', () => {
  expect(dated({ 'song.md': song('See [[old]] here.') }, '350 TA')).toBe(
    'Old no longer stood at 350 TA: New is the newer note.',
  );
});

it('writes a year with its era, without which prose does not show that it is one', () => {
  const files = Object.fromEntries(
    Object.entries(BASE).map(([path, text]) => [path, text.replace(/^calendars.*\n/m, '').replaceAll(' TA', '')]),
  );
  expect(dated({ ...files, 'song.md': song(PROSE) }, '250')).toBe('Of House Vyr and Maric (250 CE).');
});

it.each([
  ['what never held', { 'new.md': FOR_ALL_TIME, 'song.md': song(PROSE) }],
  ['a link to what never stood', { 'new.md': FOR_ALL_TIME, 'song.md': song('See [[old]] here.') }],
  [
    'a constant',
    {
      'old.md': '---\ntitle: Old\ncanon: s1\nfacts: {house: {founder: maric}}\n---\n',
      'new.md': '---\ntitle: New\ncanon: s2\nfacts: {house: {founder: aldric}}\nsupersedes: old\n---\n',
      'song.md': song(PROSE),
    },
  ],
  ['a passage that has another date in it', { 'song.md': song('In 350 TA, of House Vyr and Maric.') }],
])('asks for no date of %s', (_, files) => {
  expect(dated(files, '250 TA')).toBeNull();
});
