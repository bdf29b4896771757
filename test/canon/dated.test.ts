/** Entries that git dates: their place in canon time, and that nothing else moves them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allEntries, canonText, canonWords } from '../../server/src/core/canon/model/canon';
import type { Canon } from '../../server/src/core/canon/model/canonValue';
import { knownAt, readCanonPoint } from '../../server/src/core/canon/model/canonPoint';
import { isoDay, isoInstant, readIso } from '../../server/src/core/codex/canonTime';
import { readCodex } from '../../server/src/core/codex/readCodex';
import { createHost, type Dating } from '../../server/src/core/host';

const day = (text: string): number => readIso(text)?.time ?? Number.NaN;
const CODEX = 'canon: {from: git}\n';

function hostOf(files: Readonly<Record<string, string>>, times: Readonly<Record<string, string>>) {
  const host = createHost((path) => files[path] ?? null);
  host.apply(new Map(Object.entries(files)));
  host.date(datingOf(times));
  return host;
}

const datingOf = (times: Readonly<Record<string, string>>): Dating => ({
  times: new Map(Object.entries(times).map(([path, text]) => [path, day(text)])),
  trouble: null,
});

function knownIn(canon: Canon, asOf: string): string[] {
  const reading = readCanonPoint(canon, asOf);
  if (!reading.ok) throw new Error(reading.message);
  const { has } = knownAt(canon, reading.point);
  return allEntries(canon).flatMap((entry) => (has(entry) ? entry.path : []));
}

const files = { 'codex.yaml': CODEX, 'a.md': '', 'b.md': '', 'own.md': '---\ncanon: 2026-02-01\n---\n', 'new.md': '' };
const times = { 'a.md': '2026-01-01T10:00:00Z', 'b.md': '2026-03-01', 'own.md': '2026-05-01' };

describe('an entry that git dates', () => {
  it('is known from its first commit on, one with its own date from then, and one without a commit now', () => {
    const { canon } = hostOf(files, times);
    expect(['2025-12-31', '2026-01-31', '2026-02-01', '2026-12-31', 'latest'].map((at) => knownIn(canon, at))).toEqual([
      [],
      ['a.md'],
      ['a.md', 'own.md'],
      ['a.md', 'b.md', 'own.md'],
      ['a.md', 'b.md', 'new.md', 'own.md'],
    ]);
    expect(allEntries(canon).map((entry) => [canonText(canon, entry), canonWords(canon, entry)])).toEqual([
      ['2026-01-01T10:00:00Z', '2026-01-01'],
      ['2026-03-01T00:00:00Z', '2026-03-01'],
      ['uncommitted', null],
      ['2026-02-01', '2026-02-01'],
    ]);
  });

  it('keeps its date when it, or codex.yaml, is edited; the date changes with commits', () => {
    const host = hostOf(files, times);
    host.apply(new Map([['a.md', 'More.']]));
    expect(knownIn(host.canon, '2026-01-31')).toEqual(['a.md']);
    host.apply(new Map([['codex.yaml', '']]));
    expect(knownIn(host.canon, '2025-12-31')).toEqual(['a.md', 'b.md', 'new.md']);
    host.apply(new Map([['codex.yaml', CODEX]]));
    expect(knownIn(host.canon, '2026-01-31')).toEqual(['a.md']);
    const before = host.canon;
    host.date(datingOf({ ...times, 'new.md': '2026-01-15' }));
    expect(knownIn(host.canon, '2026-01-31')).toEqual(['a.md', 'new.md']);
    expect(knownIn(before, '2026-01-31')).toEqual(['a.md']);
  });

  it('is known from the beginning where git has no date, and codex.yaml says why', () => {
    const host = hostOf(files, times);
    expect(host.codexProblems).toEqual([]);
    host.date({ times: null, trouble: { message: 'There is no git.', severity: 'warning' } });
    expect(knownIn(host.canon, '2025-12-31')).toEqual(['a.md', 'b.md', 'new.md']);
    expect(host.codexProblems).toEqual([
      { code: 'config/invalid', span: { start: 14, end: 17 }, message: 'There is no git.', severity: 'warning' },
    ]);
  });
});

it('codex.yaml accepts nothing but git', () => {
  expect(readCodex(CODEX).codex.datedByGit).toEqual({ start: 14, end: 17 });
  expect(
    ['canon: {from: svn}', 'canon: git', 'canon: {frmo: git}', 'canon:', 'canon: {from: Git}'].map((text) => {
      const { codex, problems } = readCodex(text);
      return [codex.datedByGit !== null, problems.map(({ message }) => message)];
    }),
  ).toEqual([
    [false, ['The canon can only come from git, not from "svn": write `canon: {from: git}`, or leave it out.']],
    [false, ['canon takes keys with values, not a text: `canon: {from: git}`.']],
    [false, ['"frmo" is not a key of canon. Did you mean from?']],
    [false, []],
    [true, []],
  ]);
});

it('an instant is read as it was written', () => {
  fc.assert(
    fc.property(fc.integer({ min: day('0001-01-01'), max: day('9999-12-31') }), (time) => {
      expect(readIso(isoInstant(time))).toEqual({ time, isDay: false });
      expect(isoInstant(time).startsWith(`${isoDay(time)}T`)).toBe(true);
    }),
  );
});
