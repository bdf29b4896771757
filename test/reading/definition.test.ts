/** Where an id, a wikilink or a value leads. */
import { expect, it } from 'vitest';
import { definitionAt } from '../../server/src/core/reading/atViewpoint';
import { caretIn, vyr } from '../support/caret';

it.each([
  ['---\nsupersedes: [{id: mar$0ic}]\n---\n', ['maric.md']],
  ['---\nsources: The Founding$0 of House Vyr\n---\n', ['founding-of-house-vyr.md']],
  ['---\nfacts: {house-vyr$0: {founder: maric}}\n---\n', ['house-vyr.md']],
  ['---\nfacts: {house-vyr: {founder: m$0aric}}\n---\n', ['maric.md']],
  ['---\nfacts: {house-vyr: {founder: "[[mar$0ic|him]]"}}\n---\n', ['maric.md']],
  ['---\nsupersedes: {id: maric, only: [house-vyr.fou$0nder]}\n---\n', ['house-vyr.md']],
  ['---\nid: no$0te\n---\n', ['note.md']],
  ['[[The Fire-$0Keepers]]', ['house-vyr.md']],
  ['[[maric#Youth|his $0youth]]', ['maric.md']],
  ['---\nspouse: "[[mar$0ic#Youth|him]]"\n---\n', ['maric.md']],
  ['---\ntype: "[[The Fire-Kee$0pers|x]]"\n---\n', ['house-vyr.md']],
  ['---\nnotes: {told: "by [[mar$0ic]], once"}\n---\n', ['maric.md']],
  ['---\nallies: [[[mar$0ic]], x]\n---\n', ['maric.md']],
  ['[[twin$0]]', ['one/twin.md', 'two/twin.md']],
  ['[[nobody$0]]', []],
  ['[him](mar$0ic.md)', []],
  ['---\ndate: 41$02 TA\n---\n', []],
  ['mar$0ic', []],
])('%j', (note, paths) => {
  const { known, entry, text, offset } = caretIn({ ...vyr, 'one/twin.md': '', 'two/twin.md': '', 'note.md': note });
  expect(definitionAt(known, entry, text, offset)?.entries.map(({ path }) => path) ?? []).toEqual(paths);
});
