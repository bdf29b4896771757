/** What the page says on which set-up ends. */
import { expect, it } from 'vitest';
import { nowOf } from '../../server/src/core/reading/viewpoint';
import { yourWorldSteps } from '../../server/src/core/views/yourWorld';
import { codexOf, type Files } from '../support/codex';
import { done } from '../support/steps';

const worldOf = (files: Files) =>
  done(yourWorldSteps({ ...nowOf(codexOf(files).canon), href: ({ path }: { path: string }) => path }));

it('counts notes, dates and facts, with an example of each', () => {
  const world = worldOf({
    'codex.yaml':
      'attributes: {seat: state, allies: set, race: constant}\ncalendars: {old_reckoning: {eras: [{id: TA, epoch: 0, names: [Third Age]}]}}\n',
    'maric.md':
      '---\ntype: person\ndate: 412 TA\nseat: "[[Vyr]]"\nrace: elf\nmood: sad\ntags: [x]\n---\nSee [[nobody]].\n',
    'lysa.md': '---\ntype: person\nseat: Hallin\nallies: [a, b]\nknown_by: nobody\n---\n',
    'vyr.md': '---\ntype: place\n---\n',
  });
  expect(world).toMatchObject({
    notes: 3,
    dated: 1,
    facts: 5,
    secrets: 1,
    openLinks: 1,
    contradictions: [],
    broken: [],
  });
  expect(world.types).toEqual([
    ['person', 2],
    ['place', 1],
  ]);
  expect(world.date).toMatchObject({
    text: '412 TA',
    readAs: ['412 TA', 'Third Age'],
  });
  expect(world.properties.map(({ name, kind, facts, example }) => [name, kind, facts, example.text])).toEqual([
    ['seat', 'state', 2, 'Hallin'],
    ['allies', 'set', 2, 'a'],
    ['race', 'constant', 1, 'elf'],
  ]);
});

it('names the calendar of a date where there are several', () => {
  const { date } = worldOf({
    'codex.yaml': 'calendars: {old_reckoning: {eras: [{id: TA, epoch: 0}]}, of_elves: {eras: [{id: EY, epoch: 0}]}}\n',
    'maric.md': '---\ndate: 412 TA\n---\n',
  });
  expect(date).toMatchObject({ readAs: ['412 TA', 'in the calendar old reckoning'] });
});

it('says what was not understood, and what contradicts', () => {
  const world = worldOf({
    'codex.yaml': 'attributes: {seat: state}\n',
    'maric.md': '---\ndate: 31 June 2020\n---\n',
    'broken.md': '---\nseat: [\n---\n',
    'a.md': '---\nfacts: {vyr: {lord: maric}}\n---\n',
    'b.md': '---\nfacts: {vyr: {lord: lysa}}\n---\n',
  });
  expect(world.unreadDates.map(({ entry, text }) => [entry.path, text])).toEqual([
    ['maric.md', expect.stringContaining('June')],
  ]);
  expect(world.broken.map(({ path }) => path)).toEqual(['broken.md']);
  expect(world.contradictions).toEqual(['lord of vyr: maric or lysa']);
});

it('counts dates that can’t all be right among what contradicts, unless codex.yaml does without', () => {
  const files = {
    'maric.md': '---\ntype: person\ndate: 170\nthrough: 231\n---\n',
    'oren.md': '---\ntype: person\ndate: 300\n---\n',
    'feast.md': '---\ntitle: The Feast\ntype: event\ndate: 245\nguests: ["[[maric]]", "[[oren]]"]\n---\n',
    'siege.md': '---\ntitle: The Siege\ndate: 280\nuntil: 270\n---\n',
    'ada.md': '---\ntype: person\ndate: 160\nmother: "[[maric]]"\n---\n',
  };
  const attributes = 'attributes: {guests: set, mother: constant}\nkin: {parent: mother}\n';
  expect(worldOf({ 'codex.yaml': attributes, ...files }).contradictions).toEqual([
    'mother of ada: ada, born 160, before maric, born 170',
    'guests of The Feast: 245 CE, after maric died, 231 CE',
    'guests of The Feast: 245 CE, before oren was born, 300 CE',
    'The Siege: ends at 270, before it begins at 280',
  ]);
  const off = `${attributes}rules: {fact/outside-lifetime: off, fact/child-before-parent: off, date/inverted: off}\n`;
  expect(worldOf({ 'codex.yaml': off, ...files }).contradictions).toEqual([]);
});
