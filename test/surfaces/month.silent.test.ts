/** Silent retcons of every kind that there is: each is stopped or warned of, at its place, and with its one cause. */
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytes, type Edit, foundAfter, swap, WORLD, withKeys } from './month';
import { removeFolders } from './process';
import { type Changes, type Repository, twoAuthors } from './repository';

let ilse: Repository;
beforeAll(() => {
  ({ ilse } = twoAuthors(WORLD));
});
afterAll(removeFolders);

/** The world with a key called otherwise on every page, and a text in place of another. */
const renamedKey = (key: string, name: string, from: string, to: string, text = '', instead = ''): Changes =>
  Object.fromEntries(
    Object.entries(WORLD).map(([file, page]) => [
      file,
      file === 'codex.yaml'
        ? page.replace(from, to)
        : page.replace(new RegExp(`^(?:${key}):`, 'gm'), `${name}:`).replace(text, instead),
    ]),
  );

const LONG = `${'x'.repeat(99)}\n`.repeat(60_000);

/** What is done, and where it is reported: `file code: the text there`; of codex.yaml, the key. */
type Kind = readonly [string, Edit, readonly string[]];

const STOPPED: readonly Kind[] = [
  [
    'a value is another',
    swap('founding.md', 'founder: maric', 'founder: aldric'),
    ['founding.md retcon/silent: aldric'],
  ],
  ['a fact is no longer stated', swap('founding.md', ', motto: We endure', ''), ['founding.md retcon/silent: facts']],
  [
    'all facts of a page go',
    swap('oath.md', 'facts: {bridge: {sworn_by: vyr}}\n', ''),
    ['oath.md retcon/silent: oath'],
  ],
  [
    'a reign begins earlier',
    swap('reign.md', 'lysa, from: 400 TA', 'lysa, from: 390 TA'),
    ['reign.md retcon/silent: 390 TA'],
  ],
  ['a reign ended earlier', swap('reign.md', 'until: 400 TA', 'until: 395 TA'), ['reign.md retcon/silent: 395 TA']],
  ['a page is dated otherwise', swap('oath.md', '309 TA', '310 TA'), ['oath.md retcon/silent: 310 TA']],
  [
    'an event without facts is dated otherwise',
    swap('battle.md', '301 TA', '302 TA'),
    ['battle.md retcon/silent: 302 TA'],
  ],
  ['somebody dies earlier', swap('people/maric.md', '240 TA', '230 TA'), ['people/maric.md retcon/silent: 230 TA']],
  ['a life is dated otherwise', swap('people/lysa.md', '380 TA', '370 TA'), ['people/lysa.md retcon/silent: 370 TA']],
  [
    'a page entered the canon earlier',
    swap('oath.md', 'session-46', 'session-45'),
    ['oath.md retcon/silent: session-45'],
  ],
  ['a retcon is taken back', swap('refort.md', /supersedes:\n.*\n/, ''), ['refort.md retcon/silent: refort']],
  [
    'a retcon takes effect later',
    swap('refort.md', 'effective: 300 TA', 'effective: 310 TA'),
    ['refort.md retcon/silent: fort'],
  ],
  [
    'a retcon is limited',
    swap('refort.md', 'reason: It was moved.', 'reason: It was moved., only: [the-fort.seat]'),
    ['refort.md retcon/silent: fort'],
  ],
  [
    'a retcon becomes soft',
    swap('refort.md', 'reason: It was moved.', 'reason: It was moved., soft: true'),
    ['refort.md retcon/silent: fort'],
  ],
  ['a retraction is taken back', swap('no-curse.md', /retracts.*\n/, ''), ['no-curse.md retcon/silent: no-curse']],
  ['a page in a chain is deleted', { 'fort.md': null }, ['fort.md retcon/deleted-entry:']],
  ['a page that others rest on is deleted', { 'founding.md': null }, ['founding.md retcon/deleted-entry:']],
  ['a page that nobody rests on is deleted', { 'lonely.md': null }, ['lonely.md retcon/silent:']],
  [
    'a name goes to another page',
    {
      ...swap('houses/house-vyr.md', 'aliases: [The Towers]\n', ''),
      ...withKeys('houses/house-orm.md', 'aliases: [The Towers]\n'),
    },
    ['houses/house-orm.md retcon/silent: The Towers', 'houses/house-vyr.md retcon/silent: house-vyr'],
  ],
  [
    'an id is another, and the old one is lost',
    swap('people/maric.md', 'id: maric', 'id: maric-ashhand'),
    ['people/maric.md retcon/silent: maric-ashhand'],
  ],
  ['a page becomes a draft', withKeys('oath.md', 'draft: true\n'), ['oath.md retcon/silent: draft']],
  [
    'a page is written in UTF-16',
    ({ root }) => bytes(root, 'oath.md', Buffer.from(`\uFEFF${WORLD['oath.md']}`, 'utf16le')),
    ['oath.md retcon/silent:'],
  ],
  [
    'a page has grown too large',
    ({ write }) => write({ 'oath.md': WORLD['oath.md'] + LONG }),
    ['oath.md retcon/silent:', 'oath.md codex/limit:'],
  ],
  [
    'a page is kept elsewhere',
    { 'oath.md': 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n' },
    ['oath.md retcon/silent:'],
  ],
  [
    'a link stands where a page was',
    ({ root, write }) => {
      write({ 'oath.md': null });
      symlinkSync('prose.md', path.join(root, 'oath.md'));
    },
    ['oath.md retcon/silent:'],
  ],
  ['frontmatter can no longer be read', swap('oath.md', '---\nid: oath', 'id: oath'), ['oath.md retcon/silent:']],
  ['an era begins elsewhere', swap('codex.yaml', 'epoch: 1200', 'epoch: 1190'), ['codex.yaml retcon/silent: eras']],
  [
    'months change places',
    swap(
      'codex.yaml',
      '{name: Thaw, days: 31}, {name: Harvestmoon, days: 30}',
      '{name: Harvestmoon, days: 30}, {name: Thaw, days: 31}',
    ),
    ['codex.yaml retcon/silent: months'],
  ],
  ['years leap otherwise', swap('codex.yaml', 'every: 4', 'every: 5'), ['codex.yaml retcon/silent: leap']],
  ['calendars go', swap('codex.yaml', /calendars:\n(?: .*\n)+/, ''), ['codex.yaml retcon/silent: present']],
  [
    'a spelling of a key is lost',
    swap('codex.yaml', 'date: [date, when]', 'date: [date]'),
    ['codex.yaml retcon/silent: fields'],
  ],
  [
    'a key is called otherwise everywhere, and a date is another by the way',
    renamedKey('date|when', 'datum', 'date: [date, when]', 'date: [datum]', '301 TA', '302 TA'),
    ['battle.md retcon/silent: 302 TA'],
  ],
  [
    'a retraction goes as its key is called otherwise',
    {
      ...renamedKey('retracts', 'undoes', 'fields: {', 'fields: {retracts: [undoes], '),
      'no-curse.md': '---\nid: no-curse\ncanon: session-46\n---\n',
    },
    ['no-curse.md retcon/silent: no-curse'],
  ],
  [
    'an attribute is of another kind',
    swap('codex.yaml', 'captain: state', 'captain: set'),
    ['codex.yaml retcon/silent: attributes'],
  ],
  [
    'pages are left out',
    { 'codex.yaml': `${WORLD['codex.yaml']}exclude: [houses/**]\n` },
    ['codex.yaml retcon/silent: exclude'],
  ],
  [
    'the guard is switched off',
    { 'codex.yaml': `${WORLD['codex.yaml']}rules: {retcon/silent: off}\n` },
    ['codex.yaml retcon/silent: rules'],
  ],
  [
    'what stops a fork is switched off',
    { 'codex.yaml': `${WORLD['codex.yaml']}rules: {supersedes/fork: off, entry/conflict: off}\n` },
    ['codex.yaml retcon/silent: rules'],
  ],
  [
    'the end of a conflict is left in prose',
    swap('founding.md', 'founded.\n', 'founded.\n>>>>>>> tom\n'),
    ['founding.md entry/conflict: >>>>>>> tom'],
  ],
  [
    'sessions change places',
    swap('codex.yaml', 'session-45, session-46', 'session-46, session-45'),
    ['codex.yaml retcon/silent: revisions'],
  ],
];

const WARNED: readonly Kind[] = [
  [
    'a new page tells of the past what changes it',
    {
      'new.md':
        '---\ncanon: session-48\nfacts:\n  - {entity: house-vyr, attribute: ruler, value: aldric, from: 410 TA}\n---\n',
    },
    ['new.md retcon/insertion: aldric'],
  ],
  [
    'a new page was known all along',
    { 'new.md': '---\ncanon: session-45\nfacts: {the-fort: {owner: orm}}\n---\n' },
    ['new.md retcon/backdated: session-45'],
  ],
];

const atIn = (edit: Edit, is: (severity: string) => boolean): string[] =>
  foundAfter(ilse, edit)
    .filter(({ severity }) => is(severity))
    .map(({ at }) => at);

describe('stopped, where', () => {
  it.each(STOPPED)('%s', (_, edit, at) => {
    expect(atIn(edit, (severity) => severity === 'error')).toEqual(at);
  });
});

describe('warned of, where', () => {
  it.each(WARNED)('%s', (_, edit, at) => {
    expect(atIn(edit, (severity) => severity === 'error' || severity === 'warning')).toEqual(at);
  });
});
