/** More than forty edits that change nothing of the baseline: none is stopped or causes a warning. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Edit, foundAfter, swap, WORLD, withKeys } from './month';
import { removeFolders } from './process';
import { type Repository, twoAuthors } from './repository';

let ilse: Repository;
beforeAll(() => {
  ({ ilse } = twoAuthors(WORLD));
});
afterAll(removeFolders);

const moved =
  (from: string, to: string, change: (text: string) => string = (text) => text): Edit =>
  ({ write }) =>
    write({ [from]: null, [to]: change(WORLD[from as keyof typeof WORLD]) });

const HONEST: readonly (readonly [string, Edit])[] = [
  ['prose is written more beautifully', swap('founding.md', 'The towers were founded.', 'Seven towers rose.')],
  ['a page is new', { 'new.md': '---\ndate: 300 TA\nfacts: {mill: {owner: orm}}\n---\n' }],
  [
    'an end is written where the next begins anyhow',
    swap('reign.md', 'value: tom, from: 380 TA', 'value: tom, from: 380 TA, until: 400 TA'),
  ],
  [
    'a page says something else than a draft does',
    { 'new.md': '---\ncanon: session-48\nfacts: {house-vyr: {anthem: We rise}, bridge: {built_by: tom}}\n---\n' },
  ],
  ['a page of prose is deleted', { 'prose.md': null }],
  ['a file is moved', moved('oath.md', 'lore/oaths/oath.md')],
  ['a file is named otherwise', moved('oath.md', 'The Oath.md')],
  ['an id is renamed, and the old one kept', swap('oath.md', 'id: oath', 'id: the-oath\naliases: [oath]')],
  ['keys change places', swap('fort.md', 'date: 210 TA\ncanon: session-45', 'canon: session-45\ndate: 210 TA')],
  ['a date is written in other words', swap('battle.md', '301 TA', 'TA 301')],
  ['a day is written in other words', swap('founding.md', '12 Harvestmoon 200 TA', '"Harvestmoon 12, 200 TA"')],
  ['a date stands under another spelling of its key', swap('battle.md', 'date: 301', 'when: 301')],
  [
    'a fact moves to another page of the same session',
    {
      ...swap('founding.md', ', motto: We endure', ''),
      'motto.md': '---\ncanon: session-45\ndate: 12 Harvestmoon 200 TA\nfacts: {house-vyr: {motto: We endure}}\n---\n',
    },
  ],
  ['words differ in case, blanks and a full stop', swap('founding.md', 'We endure', '"we  Endure."')],
  [
    'facts are told in the long form',
    swap(
      'fort.md',
      '{the-fort: {seat: hill, colour: red}}',
      '\n  - {entity: the-fort, attribute: seat, value: hill}\n  - {entity: the-fort, attribute: colour, value: red}',
    ),
  ],
  ['facts change places', swap('founding.md', 'founder: maric, seat: vyrhold', 'seat: vyrhold, founder: maric')],
  ['quotes come and go', swap('fort.md', 'colour: red', 'colour: "red"')],
  ['a comment is added', swap('fort.md', 'date: 210 TA', 'date: 210 TA # as the ledger says')],
  ['a value becomes a link', swap('founding.md', 'founder: maric', 'founder: "[[maric]]"')],
  ['a title is given', withKeys('fort.md', 'title: The Fort\n')],
  ['a name is added', swap('houses/house-vyr.md', '[The Towers]', '[The Towers, Vyr]')],
  ['a type is given', withKeys('fort.md', 'type: place\n')],
  ['keys of other tools are added', withKeys('fort.md', 'tags: [fort]\ncssclass: wide\n')],
  ['a source is added', withKeys('oath.md', 'sources: [founding]\n')],
  ['a stale page is marked as reviewed', withKeys('chronicle.md', 'reviewed: [refort]\n')],
  ['a reason is told better', swap('refort.md', 'It was moved.', 'It was moved when the river rose.')],
  [
    'a retcon is declared',
    {
      'new.md':
        '---\ndate: 310 TA\ncanon: session-48\nsupersedes: [{id: oath, as_of: 309 TA, effective: always, reason: So.}]\nfacts: {bridge: {sworn_by: orm}}\n---\n',
    },
  ],
  [
    'a retraction is declared',
    { 'new.md': '---\ncanon: session-48\nretracts: [{id: lonely, reason: It never stood.}]\n---\n' },
  ],
  [
    'a restoration is declared',
    {
      'new.md':
        '---\ncanon: session-48\nrestores: [{id: curse, effective: always, reason: It was so after all.}]\n---\n',
    },
  ],
  ['somebody dies at the present', withKeys('people/lysa.md', 'until: 430 TA\n')],
  ['a reign ends at the present', swap('reign.md', 'from: 400 TA}', 'from: 400 TA, until: 430 TA}')],
  [
    'a reign begins after the present',
    {
      'new.md':
        '---\ncanon: session-48\nfacts:\n  - {entity: house-vyr, attribute: ruler, value: aldric, from: 431 TA}\n---\n',
    },
  ],
  [
    'somebody joins at the present',
    {
      'new.md':
        '---\ncanon: session-48\nfacts:\n  - {entity: house-vyr, attribute: member, value: lysa, from: 430 TA}\n---\n',
    },
  ],
  ['an unknown date becomes known after the present', swap('people/ysolde.md', 'date: unknown', 'date: 431 TA')],
  ['a draft is changed', swap('ideas.md', 'We fall', 'We rise')],
  ['a draft is deleted', { 'ideas.md': null }],
  ['a page of the open session is changed', swap('session-48.md', 'orm', 'lysa')],
  ['a page of the open session is deleted', { 'session-48.md': null }],
  [
    'a session is added',
    swap('codex.yaml', '{id: session-48, open: true}]', 'session-48, {id: session-49, open: true}]'),
  ],
  [
    'a key is called otherwise everywhere',
    Object.fromEntries(
      Object.entries(WORLD).map(([file, page]) => [
        file,
        file === 'codex.yaml'
          ? page.replace('fields: {', 'fields: {until: [died], retracts: [undoes], ')
          : page.replace(/^until:/gm, 'died:').replace(/^retracts:/gm, 'undoes:'),
      ]),
    ),
  ],
  ['the present goes on', swap('codex.yaml', 'present: 430 TA', 'present: 431 TA')],
  ['line ends become those of Windows', ({ write }) => write({ 'fort.md': WORLD['fort.md'].replaceAll('\n', '\r\n') })],
  ['a byte-order mark is put before a page', ({ write }) => write({ 'fort.md': `\uFEFF${WORLD['fort.md']}` })],
];

it('are forty and more', () => expect(HONEST.length).toBeGreaterThanOrEqual(40));

it.each(HONEST)('%s', (_, edit) => {
  const found = foundAfter(ilse, edit).filter(({ severity, at }) => severity === 'error' || at.includes(' retcon/'));
  expect(found).toEqual([]);
});
