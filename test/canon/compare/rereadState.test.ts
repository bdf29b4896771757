/**
 * The baseline as read under the current codex.yaml: which pages are read again, and whether their dates may mean other
 * days.
 */
import { describe, expect, it } from 'vitest';
import { hasOtherDays } from '../../../server/src/core/canon/compare/movedAnswers';
import { rereadBaseline } from '../../../server/src/core/canon/compare/identity';
import { allEntries, entryAt } from '../../../server/src/core/canon/model/canon';
import { knownAt, LATEST } from '../../../server/src/core/canon/model/canonPoint';
import { codexOf, type Files } from '../../support/codex';

const page = (keys: string): string => `---\n${keys}\n---\n`;
const canonIn = (files: Files) => codexOf(files).canon;

const BASELINE: Files = {
  'codex.yaml': 'fields: {date: [when]}\n',
  'same.md': page('when: 3 CE'),
  'other.md': page('when: 4 CE'),
  'gone.md': page('when: 5 CE'),
  'shut/a.md': page('when: 6 CE'),
};
const NOW: Files = {
  'codex.yaml': 'fields: {date: [born]}\nexclude: [shut/**]\n',
  'same.md': BASELINE['same.md'] ?? '',
  'other.md': page('born: 4 CE'),
  'new.md': page('born: 7 CE'),
};
const stateOf = (before: Files, now: Files) => ({
  canon: canonIn(before),
  textOf: (path: string) => before[path] ?? null,
  isUntouched: (path: string) => before[path] === now[path],
});

describe('the baseline', () => {
  it('is read again where codex.yaml has another meaning', () => {
    const [then, now] = [stateOf(BASELINE, NOW), canonIn(NOW)];
    const { baseline, baselineAsRead } = rereadBaseline(then, now);
    const datesIn = (canon: typeof now) => allEntries(canon).map(({ path, date }) => [path, date?.text ?? null]);
    expect(datesIn(baseline.canon)).toEqual([
      ['gone.md', null],
      ['other.md', null],
      ['same.md', null],
    ]);
    expect(baselineAsRead && datesIn(baselineAsRead.canon)).toEqual([
      ['gone.md', '5 CE'],
      ['other.md', '4 CE'],
      ['same.md', '3 CE'],
      ['shut/a.md', '6 CE'],
    ]);
    // A page with an unchanged reading is not read again.
    expect(entryAt(baseline.canon, 'same.md')).toBe(entryAt(now, 'same.md'));
    expect(entryAt(baseline.canon, 'other.md')).not.toBe(entryAt(now, 'other.md'));
    expect(rereadBaseline(then, now).baseline.canon).toBe(baseline.canon);
    expect(
      rereadBaseline(then, canonIn({ ...NOW, 'codex.yaml': BASELINE['codex.yaml'] ?? '' })).baseline.canon,
    ).not.toBe(baseline.canon);
  });

  it.each<[string, string, boolean]>([
    ['the same', 'revisions: [s1]\n', true],
    ['a comment', '# Ours.\nrevisions: [s1]\n', true],
    ['the present', 'revisions: [s1]\npresent: 3 CE\n', true],
    ['one more revision', 'revisions: [s1, s2]\n', false],
    ['another attribute', 'revisions: [s1]\nattributes: {lord: constant}\n', false],
  ])('stays as it was read under a codex.yaml that says %s: %s', (_, codexYaml, isKept) => {
    const before = { 'codex.yaml': 'revisions: [s1]\n', 'a.md': page('canon: s1') };
    const now = { ...before, 'codex.yaml': codexYaml };
    const { baseline, baselineAsRead } = rereadBaseline(stateOf(before, now), canonIn(now));
    expect([baselineAsRead === undefined, baseline.canon.codex.revisions.length]).toEqual([
      isKept,
      codexYaml.includes('s2') ? 2 : 1,
    ]);
  });

  it('stays as it was read where that is known already', () => {
    const now = canonIn(NOW);
    const then = { ...stateOf(BASELINE, NOW), isContinued: true };
    expect(rereadBaseline(then, now)).toEqual({ baseline: knownAt(then.canon, LATEST) });
  });

  it('keeps its eras, whatever they are called now', () => {
    const calendar = (era: string): string => `calendars: {ours: {eras: [{id: ${era}, epoch: 0}]}}\n`;
    const before = { 'codex.yaml': calendar('TA'), 'a.md': page('date: 3 TA') };
    const now = { 'codex.yaml': calendar('AT'), 'a.md': page('date: 3 AT') };
    const { baseline } = rereadBaseline(stateOf(before, now), canonIn(now));
    const [was, is] = [entryAt(baseline.canon, 'a.md'), entryAt(canonIn(now), 'a.md')];
    expect(was?.date?.date?.start.line).toBe(is?.date?.date?.start.line);
    const { baseline: read } = rereadBaseline(
      stateOf(before, before),
      canonIn({ ...before, 'codex.yaml': `${calendar('TA')}tiers: [a]\n` }),
    );
    expect(read.canon.codex.chronology.eraNames.size).toBe(1);
  });
});

describe('dates may mean other days', () => {
  const MONTH = 'months: [{name: Frost, days: 30}]';
  const codexYaml = (eras: string, more = MONTH): string =>
    `calendars: {ours: {${more}, default_era: TA, eras: [${eras}]}}\n`;
  const ONE = codexYaml('{id: TA, epoch: 0}');
  const LEAP = `${MONTH}, leap: [{month: Frost, every: 4}]`;
  const ELDER = '{id: FA, epoch: -10, last: 5}';
  it.each<[string, string, string, boolean]>([
    ['not where nothing has changed', ONE, ONE, false],
    ['where an era is moved', ONE, codexYaml('{id: TA, epoch: 5}'), true],
    ['not where one is put before it', ONE, codexYaml(`${ELDER}, {id: TA, epoch: 0}`), false],
    [
      'not where it is counted on from one before it',
      ONE,
      codexYaml('{id: FA, epoch: 0, last: 9}, {id: TA, epoch: 9}'),
      false,
    ],
    [
      'where the year is longer as well',
      ONE,
      codexYaml('{id: FA, epoch: 0, last: 9}, {id: TA, epoch: 9}', MONTH.replace('30', '31')),
      true,
    ],
    [
      'where there are leap years',
      codexYaml('{id: TA, epoch: 0}', LEAP),
      codexYaml('{id: FA, epoch: 0, last: 9}, {id: TA, epoch: 9}', LEAP),
      true,
    ],
    ['where there are leap years now', ONE, codexYaml('{id: FA, epoch: 0, last: 9}, {id: TA, epoch: 9}', LEAP), true],
    [
      'where not all are moved as far',
      codexYaml('{id: FA, epoch: 0, last: 9}, {id: TA, epoch: 9}'),
      codexYaml('{id: EA, epoch: -9, last: 9}, {id: FA, epoch: 0, last: 9}, {id: TA, epoch: 12}'),
      true,
    ],
    [
      'not where all are moved as far',
      codexYaml('{id: FA, epoch: 0, last: 9}, {id: TA, epoch: 9}'),
      codexYaml('{id: EA, epoch: 0, last: 9}, {id: FA, epoch: 9, last: 9}, {id: TA, epoch: 18}'),
      false,
    ],
    [
      'where they are over each other now',
      codexYaml('{id: FA, epoch: 0, last: 9}, {id: TA, epoch: 9}'),
      codexYaml('{id: EA, epoch: 0, last: 9}, {id: FA, epoch: 0, last: 9}, {id: TA, epoch: 8}'),
      true,
    ],
  ])('%s', (_, before, after, expected) => {
    const [was, is] = [before, after].map((text) => knownAt(canonIn({ 'codex.yaml': text }), LATEST));
    expect(was && is && hasOtherDays(was, is)).toBe(expected);
  });
});
