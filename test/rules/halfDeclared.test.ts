/** An incomplete calendar gets one message in codex.yaml, and none at the dates that need the missing part. */
import { describe, expect, it } from 'vitest';
import { type Files, problemsIn } from '../support/codex';

const page = (...lines: string[]): string => `---\n${lines.join('\n')}\n---\n`;
const found = (files: Files): string[] =>
  problemsIn(files, null).map(
    ({ file, problem: { severity, code, span, message } }) =>
      `${severity} ${code} ${file} ${(files[file] ?? '').slice(span.start, span.end)}: ${message}`,
  );
const notes = (dates: readonly string[]): Files =>
  Object.fromEntries(dates.map((date, i) => [`n${i}.md`, page(`date: ${date}`)]));

const CALENDAR = `calendars:
  harptos:
    months: [{name: Hammer, days: 30}, {name: Alturiak, days: 30}]
    eras: [{id: DR, epoch: 0}]
`;
const HALF = ['3 Ches 1490 DR', '4 Ches 1490 DR', '1 Tarsakh 1491 DR', '1 Hammer 1491 DR', '2 Mirtul 1492 DR'];

describe('months', () => {
  it('that the notes use and the calendar does not list are reported once', () => {
    const told = found({ 'codex.yaml': CALENDAR, ...notes([...HALF, '5 Tarsakh 1492 DR']) });
    expect(told).toEqual([
      'warning config/invalid codex.yaml months: The notes name months that harptos does not list: Ches, Tarsakh, Mirtul. ' +
        "5 dates can't be read until all of its months are listed here, in order.",
    ]);
  });

  it('are an error where a fact is lost because of them', () => {
    const fact = page('facts: [{entity: e, attribute: a, value: b, from: 5 Tarsakh 1492 DR}]');
    const [told, ...others] = found({ 'codex.yaml': CALENDAR, ...notes(HALF), 'f.md': fact });
    expect(told).toMatch(/^error config\/invalid codex\.yaml months: /);
    expect(others).toEqual([]);
  });

  it('that are slips are reported at their dates', () => {
    const slips = ['3 Hamer 1490 DR', '4 Hamer 1490 DR', '1 Hamer 1491 DR'];
    expect(found({ 'codex.yaml': CALENDAR, ...notes(slips) }).map((one) => one.slice(0, 28))).toEqual([
      'warning date/unreadable n0.m',
      'warning date/unreadable n1.m',
      'warning date/unreadable n2.m',
    ]);
    const told = found({ 'codex.yaml': CALENDAR, ...notes([...HALF, '5 Tarsakh 1492 DR', ...slips]) });
    expect(told.map((one) => one.split(' ').slice(0, 3).join(' '))).toEqual([
      'warning config/invalid codex.yaml',
      'warning date/unreadable n6.md',
      'warning date/unreadable n7.md',
      'warning date/unreadable n8.md',
    ]);
  });

  it('that are used once each do not count as missing from the calendar', () => {
    const once = ['3 Ches 1490 DR', '1 Tarsakh 1491 DR', '2 Mirtul 1492 DR'];
    expect(found({ 'codex.yaml': CALENDAR, ...notes(once) }).map((one) => one.split(' ')[1])).toEqual([
      'date/unreadable',
      'date/unreadable',
      'date/unreadable',
    ]);
  });

  it('are not reported where codex.yaml turns the rule off', () => {
    const off = `${CALENDAR}rules: {date/unreadable: off}\n`;
    expect(found({ 'codex.yaml': off, ...notes([...HALF, '5 Tarsakh 1492 DR']) })).toEqual([]);
  });
});

describe('eras', () => {
  const many = ['1 NR', '2 NR', '3 NR', '4 NR', '5 NR', '1490 DR'];

  it('that the notes count in and no calendar lists are reported once', () => {
    expect(found({ 'codex.yaml': CALENDAR, ...notes(many) })).toEqual([
      'warning config/invalid codex.yaml eras: The notes count in eras that no calendar lists: NR. ' +
        "5 dates can't be compared with the others until they are listed with their epochs, like `{id: NR, epoch: 0}`.",
    ]);
    const without = 'calendars: {harptos: {months: [{name: Hammer, days: 30}]}}\n';
    expect(found({ 'codex.yaml': without, ...notes(many.slice(0, 5)) })).toEqual([
      expect.stringMatching(/^warning config\/invalid codex\.yaml harptos: /),
    ]);
  });

  it('that few notes use are reported in those notes', () => {
    expect(found({ 'codex.yaml': CALENDAR, ...notes(many.slice(1)) }).map((one) => one.split(' ')[1])).toEqual(
      Array(4).fill('date/unknown-era'),
    );
  });
});
