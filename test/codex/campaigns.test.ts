/** Several tables in one world: their sessions on one line, their players as circles (model §7). */
import { describe, expect, it } from 'vitest';
import { comparePositions } from '../../server/src/core/codex/canonTime';
import { offeredRevisions, positionNamed } from '../../server/src/core/codex/revisions';
import { readCodex } from '../../server/src/core/codex/readCodex';
import { asDrawn, drawn } from './drawn';

const reads = (source: string) => {
  const { text, expected } = drawn(source);
  const { problems, codex } = readCodex(text);
  // The beginning of each message is enough.
  expect(asDrawn(problems).map((one, i) => one.slice(0, expected[i]?.length))).toEqual(expected);
  return codex;
};

describe('the sessions of campaigns', () => {
  it('stand on one line by date, and at one date in the order of codex.yaml', () => {
    const { revisions } = reads(`
revisions: [prologue, {id: siege, date: 2026-01-17}, epilogue]
campaigns:
  honor: {title: The Path of Honor, sessions: [{id: 1, date: 2026-01-10}, {id: 2, title: The Bridge}, {id: 3, date: 2026-01-24}, {id: 4, open: true}]}
  crows: {sessions: [{id: 1, date: 2026-01-17}, {id: 2, open: true}]}
`);
    expect(revisions.map(({ id }) => id).join(' ')).toBe(
      'honor/1 prologue siege crows/1 honor/2 honor/3 epilogue honor/4 crows/2',
    );
    expect(revisions.map(({ title }) => title).filter((title) => title !== undefined)).toEqual([
      'The Path of Honor 1',
      'The Path of Honor: The Bridge',
      'The Path of Honor 3',
      'The Path of Honor 4',
    ]);
  });

  it('come before revisions of the same day where codex.yaml lists them before', () => {
    const { revisions } = reads(`
campaigns: {honor: {sessions: [{id: 1, date: 2026-01-17}]}}
revisions: [{id: siege, date: 2026-01-17}]
`);
    expect(revisions.map(({ id }) => id)).toEqual(['honor/1', 'siege']);
  });

  it('keep their place when an earlier session of another table is listed later', () => {
    const place = (crows: string) =>
      positionNamed(
        reads(`
campaigns: {honor: {sessions: [{id: 1, date: 2026-01-10}, {id: 2, date: 2026-01-24}]}, crows: {sessions: [${crows}]}}
`),
        'honor/2',
      );
    const [before, after] = [
      place('{id: 1, date: 2026-01-02}'),
      place('{id: 1, date: 2026-01-02}, {id: 2, date: 2026-01-12}'),
    ];
    expect(before && after && comparePositions(before, after)).toBe(0);
  });

  it('may not go backward, nor be called like a revision', () => {
    reads(`
revisions: [Honor/1]
campaigns:
  honor:
    sessions:
      - 1
        ^ The revision honor/1 is listed twice
      - {id: 2, date: 2026-01-24}
      - {id: 3, date: 2026-01-10}
                      ^^^^^^^^^^ 3 is dated before
      - 2
        ^ The revision honor/2 is listed twice
`);
  });
});

describe('the players of a campaign', () => {
  it('are a circle of its name', () => {
    const { circles } = reads('campaigns: {honor: {players: [sara, tom]}, crows: {sessions: [1]}}');
    expect([...circles]).toEqual([['honor', ['sara', 'tom']]]);
  });

  it('are not those of a circle that is called alike, nor can a campaign be called by a word for knowers', () => {
    const { circles } = reads(`
circles: {Honor: [ines]}
campaigns:
  honor: {players: [sara]}
  ^^^^^ There is a circle called honor already
  nobody: {players: [tom]}
  ^^^^^^ nobody has a meaning of its
`);
    expect([...circles]).toEqual([['Honor', ['ines']]]);
  });
});

it('of many sessions those of the table that may be meant are offered', () => {
  const sessions = Array.from({ length: 9 }, (_, n) => `{id: ${n + 1}, date: 2026-01-0${n + 1}}`).join(', ');
  const codex = reads(`campaigns:\n  path-of-honor: {sessions: [${sessions}]}\n  crows: {sessions: [${sessions}]}\n`);
  const more = 'any other of the 18 revisions in codex.yaml';
  expect(offeredRevisions(codex, 'honor/2')).toEqual([
    ...[2, 9, 8, 7, 6].map((number) => `path-of-honor/${number}`),
    more,
  ]);
  expect(offeredRevisions(codex, 'session-2').at(-2)).toBe('crows/9');
});
