/** What `retcon init` says where it understands least: dates that it can't read, and a present that can't be right. */
import { describe, expect, it } from 'vitest';
import { survey } from '../../server/src/core/codex/survey';
import { findingsOf } from '../../server/src/core/codex/survey/choices';
import { helpFor, understood } from '../../server/src/core/codex/survey/summary';
import { writeCodexYaml } from '../../server/src/core/codex/survey/writeCodex';
import { filesOf, init, note } from './surveyed';

const hearth = (more: object = {}) => ({
  calendars: [
    {
      name: 'Hearth',
      static: {
        months: ['Alpha', 'Beta', 'Gamma'].map((name) => ({ name, length: 30 })),
        eras: [{ name: 'Age of Crowns', date: { year: 1, month: 0 } }],
      },
      current: { year: 3608, month: 0, day: 3 },
    },
  ],
  ...more,
});

const lookAt = (some: readonly (string | ReturnType<typeof note>)[], calendarium: unknown = null) => {
  const notes = some.map((one, at) => (typeof one === 'string' ? note(`note-${at}.md`, one) : one));
  const found = survey({ notes, calendars: filesOf(calendarium), isInGit: false });
  const text = writeCodexYaml(found);
  return { found, text, unread: understood(found, text).unread, help: helpFor(found, text) };
};

describe('a key of dates that can not be read', () => {
  it('stays a date, and the words that no calendar lists are named', () => {
    const { text, unread, help } = lookAt(
      [4, 5, 6].map((day) => `date: ${day}th of Rosewane, 2186`),
      hearth(),
    );
    expect(text).not.toContain('date: []');
    expect(text).toContain("3 dates can't be read, like date: 4th of Rosewane, 2186 in note-0.md");
    expect(unread).toHaveLength(3);
    expect(help).toContain('no calendar here lists Rosewane (3)');
  });

  it('is suggested with an example, where it is not called date', () => {
    const { text } = lookAt([1, 2, 3].map((year) => `born: the ${year}th winter of Oda the Bold`));
    expect(text).toContain('#   date: [date, born]');
    expect(text.replace(/\n# /g, ' ')).toContain(
      'born: none of 3 can be read, such as “the 1th winter of Oda the Bold”',
    );
  });

  it('is something else only where none of its values looks like a date', () => {
    expect(lookAt(['date: soon', 'date: after the flood']).text).toContain('date: []');
  });

  it('is said to have the year last, where the plug-in writes it so', () => {
    const notes = [1, 2, 3].map((day) => `fc-date: 0${day}-02-1490`);
    const { text } = lookAt(notes, hearth({ dateFormat: 'DD-MM-YYYY' }));
    expect(text.replace(/\n# /g, ' ')).toContain('here the year comes first, as in 1490-02-01');
    expect(lookAt(['fc-date: 1490-02-01'], hearth({ dateFormat: 'DD-MM-YYYY' })).unread).toEqual([]);
  });

  it('is said to have no year, where what it holds comes every year', () => {
    const notes = ['fc-date: 04-80', 'fc-date: {month: 2, day: 4}', 'fc-date: 02-11'];
    expect(lookAt(notes, hearth()).text.replace(/\n# /g, ' ')).toContain('3 days such as “04-80” have no year');
  });
});

describe('the eras of a plug-in', () => {
  it('are not declared again by the last word of their names', () => {
    const { found } = lookAt(['date: 3000 Age of Crowns', 'date: 3001 Age of Crowns'], hearth());
    expect(found.plugin?.calendars.map(({ name }) => name)).toEqual(['Hearth']);
  });

  it('nor are eras of several words without a plug-in', () => {
    const { codex } = init(['date: 3000 Age of Crowns', 'date: 3001 Age of Crowns', 'date: 12 Age of Ash']);
    expect(codex.chronology.calendars.flatMap(({ eras }) => eras.map(({ id }) => id))).toEqual([
      'Age of Crowns',
      'Age of Ash',
    ]);
  });
});

it('reads the dates of a timeline plug-in, and takes its switches for no facts', () => {
  const { found } = lookAt(
    [1, 2, 3].map(
      (year) => `aat-event-start-date: 12${year}-02-03\naat-event-end-date: true\naat-render-enabled: true`,
    ),
  );
  expect(found.fields).toMatchObject([{ field: 'date', spellings: ['date', 'aat-event-start-date'] }]);
  expect(found.attributes).toEqual([]);
});

it('only suggests a present that is before the newest session', () => {
  const session = (at: number, date: string) => note(`Session ${at}.md`, `type: session\nfc-date: ${date}`);
  const sessions = [session(1, '3607-02-01'), session(2, '3608-02-01'), session(3, '3609-02-01')];
  const { found, text } = lookAt(sessions, hearth());
  expect(findingsOf(found).find(({ id }) => id === 'present')).toMatchObject({ isSure: false });
  expect(text).toContain('# present: 3 Alpha 3608');
  expect(text.replace(/\n# /g, ' ')).toContain('Session 3.md is dated 3609-02-01, which is later');
  expect(lookAt(sessions.slice(0, 1), hearth()).text).toContain('\npresent: 3 Alpha 3608');
});

it('suggests keys of a beginning with few notes', () => {
  const { found } = lookAt([
    'type: person\nhome: keep',
    'type: person\nhome: mill',
    'type: place\nruler: ada',
    'type: house',
  ]);
  expect(found.attributes.map(({ name }) => name)).toEqual(['home', 'ruler']);
});
