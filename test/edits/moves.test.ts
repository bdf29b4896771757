/** The edits that follow moved files and folders. */
import { expect, it } from 'vitest';
import { knownAt, LATEST } from '../../server/src/core/canon';
import { followMoves } from '../../server/src/core/edits/rename/moves';
import { changedBy, codexOf, type Files } from '../support/codex';

/** The files that change, as they are before they are moved. */
function after(files: Files, moves: Readonly<Record<string, string>>): Files {
  const known = knownAt(codexOf(files).canon, LATEST);
  const edits = followMoves(
    known,
    Object.entries(moves).map(([from, to]) => ({ from, to })),
    { textOf: (path) => files[path] ?? '', exists: (path) => path in files },
  );
  return changedBy(files, { edits });
}

it('follows a renamed file', () => {
  const files = {
    'people/Maric.md': '---\nfacts: {maric: {sword: dawn}}\n---\n[me](Maric.md#sword) ![](../maps/a%20map.png)\n',
    'a.md':
      '---\nsources: [Maric, maric, "[[maric|him]]"]\nsupersedes: {id: people/Maric, only: maric.sword}\n---\n' +
      '[[Maric]] [[people/Maric]] [x](people/Maric.md) [y](</people/Maric.md> "him")\n',
    'b.md': "[[Maric's sword]] [z](people/Nobody.md)",
    'maps/a map.png': '',
  };
  expect(after(files, { 'people/Maric.md': 'people/Marek (old).md' })).toEqual({
    'people/Maric.md':
      '---\naliases: [maric]\nfacts: {marek-old: {sword: dawn}}\n---\n[me](Marek%20%28old%29.md#sword) ![](../maps/a%20map.png)\n',
    'a.md':
      '---\nsources: [Marek (old), marek-old, "[[Marek (old)|him]]"]\nsupersedes: {id: people/Marek (old), only: marek-old.sword}\n---\n' +
      '[[Marek (old)]] [[people/Marek (old)]] [x](people/Marek%20%28old%29.md) [y](</people/Marek (old).md> "him")\n',
  });
});

it('follows a moved file, and keeps its own relative links right', () => {
  const files = {
    'people/maric.md': '[v](../places/vyr.md) [h](./house.md) [n](nowhere.md) ![](map.png) ![](none.png)',
    'people/house.md': '[m](maric.md) [[maric]] [[people/maric]]',
    'people/map.png': '',
    'places/vyr.md': '---\nsources: people/maric\n---\n[m](../people/maric.md#youth)',
  };
  expect(after(files, { 'people/maric.md': 'lords/old/maric.md' })).toEqual({
    'people/maric.md':
      '[v](../../places/vyr.md) [h](../../people/house.md) [n](nowhere.md) ![](../../people/map.png) ![](none.png)',
    'people/house.md': '[m](../lords/old/maric.md) [[maric]] [[lords/old/maric]]',
    'places/vyr.md': '---\nsources: lords/old/maric\n---\n[m](../lords/old/maric.md#youth)',
  });
});

it('follows a folder, with everything in it', () => {
  const files = {
    'people/maric.md': '[h](house.md) [v](../vyr.md) ![](map.png)',
    'people/house.md': '',
    'people/map.png': '',
    'vyr.md': '[m](people/maric.md) ![](people/map.png) [[people/house]] [[house]]',
  };
  expect(after(files, { people: 'old/lords' })).toEqual({
    'people/maric.md': '[h](house.md) [v](../../vyr.md) ![](map.png)',
    'vyr.md': '[m](old/lords/maric.md) ![](old/lords/map.png) [[old/lords/house]] [[house]]',
  });
});

it('adds the folder to a link once two files have one name', () => {
  const files = {
    'one/maric.md': '',
    'two/marek.md': '',
    'a.md': '---\nfacts: {vyr: {heir: marek, lord: maric}}\n---\n[[maric]] [[marek]]',
  };
  expect(after(files, { 'one/maric.md': 'one/marek.md' })).toEqual({
    'one/maric.md': '---\naliases: [maric]\n---\n',
    'a.md': '---\nfacts: {vyr: {heir: two/marek, lord: one/marek}}\n---\n[[one/marek]] [[two/marek]]',
  });
});

it('leaves written ids, and notes outside the codex', () => {
  const files = {
    'maric.md': '---\nid: m-1\nfacts: {vyr: {lord: m-1}}\n---\n',
    'Untitled.md': 'Something.',
    'a.md': '[[m-1]] [[Untitled]]',
  };
  expect(after(files, { 'maric.md': 'marek.md', 'Untitled.md': 'Session 3.md' })).toEqual({
    'a.md': '[[m-1]] [[Session 3]]',
  });
});

it('takes along the links in keys of the author', () => {
  const files = {
    'people/Maric.md': '',
    'a.md': '---\r\nspouse: "[[Maric]]"\r\nallies: [[people/Maric]]\r\n🜂: ["[[people/Maric|Märic]]"]\r\n---\r\n',
  };
  expect(after(files, { 'people/Maric.md': 'lords/Marek "Red", the Elder.md' })).toEqual({
    'a.md':
      '---\r\nspouse: "[[Marek \\"Red\\", the Elder]]"\r\nallies: [[lords/Marek "Red", the Elder]]\r\n' +
      '🜂: ["[[lords/Marek \\"Red\\", the Elder|Märic]]"]\r\n---\r\n',
  });
});

it('follows in values of the frontmatter, by the relative path from there', () => {
  const files = {
    'people/maric.md': '---\nhome: "[the hall](../places/vyr.md)"\n---\n',
    'places/vyr.md':
      '---\nlord: "[him](../people/maric.md#youth), or [[people/maric]]"\ntype: "[[people/maric|x]]"\n---\n',
  };
  expect(after(files, { people: 'lords/old' })).toEqual({
    'people/maric.md': '---\nhome: "[the hall](../../places/vyr.md)"\n---\n',
    'places/vyr.md':
      '---\nlord: "[him](../lords/old/maric.md#youth), or [[lords/old/maric]]"\ntype: "[[lords/old/maric|x]]"\n---\n',
  });
});
