/** Knowers and times are offered where somebody knows, believes or states something. */
import { describe, expect, it } from 'vitest';
import { complete } from './completing';

const MORE = {
  'codex.yaml':
    'present: 430 TA\nrevisions: [session-45, session-47]\ncircles: {players: [Sara, Tom]}\nmortal: [person]\n',
  'secret.md': '---\nknown_by: [house-vyr]\n---\n',
};
const fm = (yaml: string): string => `---\n${yaml}\n---\n`;
const at = (note: string) => complete(note, MORE);

describe('a knower', () => {
  it.each([
    ['known_by: [$0]', 'players', 'known_by: [players]'],
    ['known_by: [maric, $0]', 'everyone', 'known_by: [maric, everyone]'],
    ['known_by: [maric, al$0]', 'aldric', 'known_by: [maric, aldric]'],
    ['known_by: no$0', 'nobody', 'known_by: nobody'],
    ['known_by:\n  - pl$0', 'players', 'known_by:\n  - players'],
    ['known_by: {pl$0}', 'players', 'known_by: {players: }'],
    ['known_by:\n  maric: 200 TA\n  ald$0', 'aldric', 'known_by:\n  maric: 200 TA\n  aldric: '],
    ['believed_by: [$0]', 'Tom', 'believed_by: [Tom]'],
    ['pov: ald$0', 'aldric', 'pov: aldric'],
    [
      'facts:\n  - {entity: maric, attribute: seat, value: x, known_by: [pl$0]}',
      'players',
      'facts:\n  - {entity: maric, attribute: seat, value: x, known_by: [players]}',
    ],
    [
      'facts:\n  - entity: maric\n    value: x\n    believed_by: ald$0',
      'aldric',
      'facts:\n  - entity: maric\n    value: x\n    believed_by: aldric',
    ],
  ])('%j', (before, name, after) => expect(at(fm(before)).chosen(name)).toBe(fm(after)));

  it('is a circle or a word first, then somebody who knows something elsewhere, then a character', () => {
    const { labels } = at(fm('known_by: [$0]'));
    expect(labels.slice(0, 8)).toEqual([
      'everyone',
      'nobody',
      'players',
      'Sara',
      'Tom',
      'House Vyr',
      'Aldric',
      'Maric',
    ]);
    expect(at(fm('pov: $0')).labels.slice(0, 3)).toEqual(['players', 'Sara', 'Tom']);
  });

  it('is offered once in a mapping', () => {
    expect(at(fm('known_by: {players: 430 TA, $0}')).labels).not.toContain('players');
  });
});

it.each([
  ['known_by: {players: $0}', 'session-47', 'known_by: {players: session-47}'],
  ['known_by: {maric: 4$0}', '430 TA', 'known_by: {maric: 430 TA}'],
  ['known_by:\n  maric: $0', 'session-45', 'known_by:\n  maric: session-45'],
  ['known_from: 4$0', '430 TA', 'known_from: 430 TA'],
  [
    'facts:\n  - {entity: maric, attribute: seat, value: x, known_by: {players: $0}}',
    'session-45',
    'facts:\n  - {entity: maric, attribute: seat, value: x, known_by: {players: session-45}}',
  ],
  [
    'facts:\n  - {entity: maric, attribute: seat, value: x, known_from: 4$0}',
    '430 TA',
    'facts:\n  - {entity: maric, attribute: seat, value: x, known_from: 430 TA}',
  ],
])('is offered with the time of learning: %j', (before, name, after) =>
  expect(at(fm(before)).chosen(name)).toBe(fm(after)),
);

describe('after the bar of a secret', () => {
  it.each([
    ['> [!secret|$0]', 'players', '> [!secret|players]'],
    ['> [!secret|pl$0', 'players', '> [!secret|players'],
    ['> [!secret|players, ald$0]', 'aldric', '> [!secret|players, aldric]'],
    ['> [!secret|players,$0]', 'aldric', '> [!secret|players, aldric]'],
    ['> [!Secret|mar$0ic, players]', 'aldric', 'not offered'],
  ])('%j', (before, name, after) =>
    expect(at(`# A page\n\n${before}\n> Psst.\n`).chosen(name)).toBe(
      after === 'not offered' ? after : `# A page\n\n${after}\n> Psst.\n`,
    ),
  );

  it('nothing is offered after another bar, nor before the bar', () => {
    expect(at('> [!note|$0]\n').labels).toEqual([]);
    expect(at('> [!secret$0|players]\n').labels).toEqual([]);
    expect(at('> [!secret|players] The $0\n').labels).toEqual([]);
  });
});

it('the keys are offered on the page and in a fact, with the brackets of their lists', () => {
  expect(at(fm('kno$0')).drawn('known_by')).toBe(fm('known_by: [‸]'));
  expect(at(fm('bel$0')).drawn('believed_by')).toBe(fm('believed_by: [‸]'));
  expect(at(fm('facts:\n  - entity: maric\n    value: x\n    kno$0')).drawn('known_by')).toBe(
    fm('facts:\n  - entity: maric\n    value: x\n    known_by: [‸]'),
  );
});
