/** What `retcon init` finds in a vault, and the codex.yaml that it writes: one that reads without a problem. */
import { describe, expect, it } from 'vitest';
import { declarationsOf, readDate } from '../../server/src/core/chronology';
import { readCodex } from '../../server/src/core/codex/readCodex';
import { survey } from '../../server/src/core/codex/survey';
import { findingsOf, sureOf } from '../../server/src/core/codex/survey/choices';
import { writeCodexYaml } from '../../server/src/core/codex/survey/writeCodex';
import { filesOf, init, note } from './surveyed';

describe('an empty vault', () => {
  it('gets a file of suggestions that declares nothing', () => {
    const { text, codex } = init([]);
    const plain = readCodex('').codex;
    expect({ ...codex, chronology: null }).toEqual({ ...plain, chronology: null });
    expect(text).toMatchInlineSnapshot(`
      "# The rules of this world. Everything here is optional, and your notes stay as they are.
      # \`retcon init\` looked at 0 notes and found nothing that has to be written here. Remove the # from what you
      # want to use.

      # Where you are in canon time: the sessions, chapters or drafts in which things were decided, oldest first.
      # revisions:
      #   - session-1
      #   - {id: session-2, date: 2026-05-12, title: The Refounding}

      # Where you are in the world: what "now" means when nobody says when.
      # present: 412 TA

      # What may change over time, and what may not.
      # attributes:
      #   founder: constant     # one value for all time
      #   ruler: state          # one at a time
      #   member: set           # any number at a time

      # What else can go here: circles, audience and secrets, for what not everybody may know; tiers, mortal, established, rules,
      # include, exclude.
      "
    `);
  });
});

describe('kin', () => {
  const NOTES = [
    'type: npc\nfather: "[[Oren]]"\nmother: "[[Ysa]]"\nmarried to: "[[Bram]]"',
    'type: npc\nfather: "[[Oren]]"\nmother: "[[Ysa]]"\nmarried to: "[[Ada]]"',
    'type: npc\nfather: "[[Bram]]"\nmother: "[[Ada]]"\nmarried to: "[[Tom]]"',
  ];

  it('counts where kin keys are plainly facts that hold links', () => {
    const { text, codex } = init(NOTES);
    expect(text).toContain('\nkin:\n  parent: [father, mother]\n  spouse: married to\n');
    expect([...codex.kin]).toEqual([
      ['father', 'parent'],
      ['mother', 'parent'],
      ['married to', 'spouse'],
    ]);
    expect([...codex.attributes.keys()]).toEqual(['father', 'mother', 'married to']);
  });

  it('is suggested where one of them is on a single note, and counts with its facts when it is accepted', () => {
    const notes = [...NOTES, 'type: npc\nsire: "[[Tom]]"'].map((one, at) => note(`note-${at}.md`, one));
    const found = survey({ notes, calendars: [], isInGit: false });
    const sure = sureOf(findingsOf(found));
    expect(writeCodexYaml(found, sure)).toContain(
      '# kin:\n#   parent: [father, mother, sire]\n#   spouse: married to\n',
    );
    const { codex } = readCodex(writeCodexYaml(found, new Set([...sure, 'kin'])));
    expect([...codex.kin.keys()]).toEqual(['father', 'mother', 'sire', 'married to']);
    expect([...codex.attributes.keys()]).toEqual(['father', 'mother', 'married to', 'sire']);
  });

  it('a parent beside a date of birth is kin, and one of places is a way between notes', () => {
    const person = (i: number): string => `born: ${i + 300}\nparent: "[[Oren]]"\nchildren: ["[[Ysa]]", "[[Bram]]"]`;
    const { codex } = init([1, 2, 3].map(person));
    expect([...codex.kin]).toEqual([
      ['parent', 'parent'],
      ['children', 'child'],
    ]);
    expect(init([1, 2, 3].map((i) => `size: ${i}\nparent: "[[Ulm]]"`)).codex.kin.size).toBe(0);
  });

  it('a parent beside the next and the previous chapter is the book', () => {
    const chapter = (i: number): string => `padre: "[[Book]]"\nsiguiente: "[[${i + 1}]]"\nanterior: "[[${i - 1}]]"`;
    const { codex } = init(Array.from({ length: 15 }, (_, i) => chapter(i)));
    expect([codex.kin.size, codex.attributes.size]).toEqual([0, 0]);
  });

  it('is not suggested where they hold plain words', () => {
    const words = ['a', 'b', 'a'].map((who) => `type: npc\nfather: ${who}`);
    expect(init(words).text).not.toContain('kin:');
  });
});

describe("game masters' marks", () => {
  const NOTES = [
    note(
      'Keep.md',
      'type: place',
      'Old.\n\n> [!gm]- Notes\n> Hollow.\n\n> [!spoiler]\n> It falls.\n\n> [!note]\n> Tall.\n',
    ),
    note('GM only/Plot.md', 'tags: [plot, gm-only]'),
    note('World/(Secrets)/Heir.md', 'secret: true\npublish: false'),
    note('World/Keeper of Keys.md', 'hidden: false\ngm: Ines', '> [!secret]\n> Lost.'),
  ];
  const found = survey({ notes: NOTES, calendars: [], isInGit: false });

  it('hide content where that is certain, and are suggested where it may be meant', () => {
    const { text, codex } = init(NOTES);
    expect([...codex.secrets]).toEqual(['secret', 'gm']);
    expect(codex.audience).toEqual([{ glob: 'GM only/**', knowers: ['nobody'] }]);
    expect(text.slice(text.indexOf('# Callouts'), text.indexOf('# What else'))).toMatchInlineSnapshot(`
      "# Callouts that only you see, besides [!secret]: [!gm] in 1 note and [!spoiler] in 1 note.
      secrets: gm
      # secrets: [gm, spoiler]
      # Who knows what is in a folder: only you, or those you name.
      audience:
        "GM only/**": nobody             # 1 note
        # "World/?Secrets?/**": nobody   # 1 note
      # \`#gm-only\` (1 note), \`secret: true\` (1 note) and \`publish: false\` (1 note) hide nothing here: a note that
      # says \`known_by: nobody\` is yours alone, and one that says \`known_by: [players]\` is known to a circle, listed
      # like \`circles: {players: [sara, tom]}\`.

      "
    `);
  });

  it('are offered one by one, and the file reads without a problem if all are accepted', () => {
    const own = findingsOf(found).filter(({ part }) => part === 'secrets');
    expect(own.map(({ id, isSure }) => `${id} ${isSure}`)).toEqual([
      'secret:gm true',
      'secret:spoiler false',
      'audience:GM only/** true',
      'audience:World/?Secrets?/** false',
    ]);
    const { codex, problems } = readCodex(writeCodexYaml(found, new Set(own.map(({ id }) => id))));
    expect(problems).toEqual([]);
    expect([...codex.secrets]).toEqual(['secret', 'gm', 'spoiler']);
    expect(codex.audience.map(({ glob }) => glob)).toEqual(['GM only/**', 'World/?Secrets?/**']);
  });
});

describe('folders that hide what lies in them', () => {
  const offered = (folder: string): boolean | undefined => {
    const found = survey({ notes: [note(`${folder}/Heir.md`, 'type: person')], calendars: [], isInGit: false });
    return findingsOf(found).find(({ part }) => part === 'secrets')?.isSure;
  };
  it.each([
    '_sealed',
    '_secret',
    '_Secrets',
    '_hidden',
    'GM',
    'DM only',
    'GM Only',
    '01 GM Notes',
    'DMs',
    'World/_private',
  ])('are nobody’s but the author’s: %s', (folder) => expect(offered(folder)).toBe(true));
  it.each(['Sealed', 'Secrets', 'hidden', 'Private', 'Campaign Secrets', 'For My Eyes Only', 'Behind the Screen'])(
    'are suggested: %s',
    (folder) => expect(offered(folder)).toBe(false),
  );
  it.each(['Secret Societies', 'The Sealed Gate', 'Only Ones', '_templates', 'Screens'])(
    'are folders like any other: %s',
    (folder) => expect(offered(folder)).toBeUndefined(),
  );
});

describe('dates', () => {
  it('are found under their own keys, in the one era that they use', () => {
    const { text, codex } = init([
      'fc-date: 412 TA\nborn: 380 TA',
      'Born: 12 Harvestmoon 391 TA\ndied: 430 TA',
      'founded: -62',
      'founded: 3rd century TA\nend: 500 TA\ncapital: Vyrhold',
    ]);
    expect(codex.fields.get('date')).toEqual(['date', 'fc_date', 'born', 'founded']);
    expect(codex.fields.get('through')).toEqual(['through', 'died']);
    expect(codex.chronology.calendars.map(({ eras }) => eras.map(({ id }) => id))).toEqual([['TA']]);
    expect(text).toMatchInlineSnapshot(`
      "# The rules of this world. Everything here is optional, and your notes stay as they are.
      # Written by \`retcon init\` after a look at 4 notes. Lines that begin with # only explain, or suggest.

      # What your notes call the keys that Retcon knows. Of several in one note, the first counts.
      fields:
        date: [date, fc-date, born, founded]   # in 4 notes, like 412 TA
        through: [through, died]               # in 1 note, like 430 TA
        # through: [through, died, end]
        # (end: in 1 note, like 500 TA. Only if what such a note says ends then, and not just the event.)

      # Your dates are in years of TA; a date without an era is read the same way.
      calendars:
        reckoning:
          # To tell days apart, a calendar needs all its months, in order, with their lengths. Your dates name
          # Harvestmoon; there may be more. Then:
          # months: [{name: …, days: …}, {name: …, days: …}]
          eras:
            - {id: TA, epoch: 0}   # 6 dates, from 3rd century TA to 500 TA

      # The world's present: what "now" means when nobody says when. The latest date in your notes is:
      # present: 500 TA

      # Properties that may be facts about what a note describes. A # in front of one leaves it out.
      # constant: one value for all time; state: one at a time; set: any number at a time.
      # attributes:
      #   capital: state   # 1 note: Vyrhold

      # What else can go here: circles, audience and secrets, for what not everybody may know; tiers, mortal, established, rules,
      # include, exclude.
      "
    `);
  });

  it('of several eras leave the calendar to their author', () => {
    const { text, codex } = init(['born: 3052 AS', 'born: 1886 FA', 'born: 15th hammer, 5421 AS', 'born: 17']);
    expect(codex.chronology.declared).toBe(false);
    expect(text).toMatchInlineSnapshot(`
      "# The rules of this world. Everything here is optional, and your notes stay as they are.
      # Written by \`retcon init\` after a look at 4 notes. Lines that begin with # only explain, or suggest.

      # What your notes call the keys that Retcon knows. Of several in one note, the first counts.
      fields:
        date: [date, born]   # in 4 notes, like 3052 AS

      # Your dates are in AS and FA. Each is in order, but a date in one can't be compared with a date in another,
      # since nothing in your notes says how they follow each other.
      # To compare them, say where each begins. Fill in each …, and remove the # signs:
      # calendars:
      #   reckoning:
      #     default_era: AS   # of years without an era: 1 date
      #     # To tell days apart, a calendar needs all its months, in order, with their lengths. Your dates name
      #     # hammer; there may be more. Then:
      #     months: [{name: …, days: …}, {name: …, days: …}]
      #     eras:   # epoch: the year before the first, in one count for all; direction: backward where years count down
      #       - {id: AS, epoch: …}   # 2 dates, from 3052 AS to 15th hammer, 5421 AS
      #       - {id: FA, epoch: …}   # 1 date: 1886 FA

      # What else can go here: circles, audience and secrets, for what not everybody may know; tiers, mortal, established, rules,
      # include, exclude.
      "
    `);
  });

  it('in eras of several words declare those that two of them use, or one that is called an age', () => {
    const erasIn = (dates: readonly string[]) => {
      const { declared, eraNames } = init(dates.map((date) => `date: ${date}`)).codex.chronology;
      return declared ? [...eraNames.keys()] : [];
    };
    expect(erasIn(['412 of the Long Red Winter', '415 of the Long Red Winter'])).toEqual(['long red winter']);
    expect(erasIn(['412 of the Golden Age'])).toEqual(['golden age']);
    expect(erasIn(['412 TA', 'late Deepwinter, year 650'])).toEqual([]);
  });

  it('are not found where most of the values are something else', () => {
    const { codex } = init(['born: Waterdeep', 'born: in the south', 'born: 412 TA', 'start: here']);
    expect(codex.fields.size).toBe(0);
  });

  it('of our own past need no calendar', () => {
    const { codex } = init(['born: 1996-03-02', 'born: 12 March 1998', 'born: 44 BCE']);
    expect(codex.fields.get('date')).toEqual(['date', 'born']);
    expect(codex.chronology.declared).toBe(false);
  });

  it("of the author's work do not count as dates of the world", () => {
    const { text, codex } = init([
      'date: 2025-05-01\nborn: 412 TA',
      'date: 2025-06-01\nborn: 413 TA',
      'created: 2025-06-01',
    ]);
    expect(codex.fields.get('date')).toEqual(['born']);
    expect(text).toContain('# date is not among them: it holds real-world dates (in 2 notes, like 2025-05-01).');
  });

  it('in an era used once among many are shown as a slip', () => {
    const { text, codex } = init([...Array.from({ length: 20 }, (_, year) => `born: ${year + 1} PR`), 'born: 212 PT']);
    expect(codex.chronology.calendars[0]?.eras.map(({ id }) => id)).toEqual(['PR']);
    expect(text).toContain('# 212 PT may be a slip: PT is used only once.');
  });
});

describe('names', () => {
  it('are found under their own keys', () => {
    const { codex } = init([
      'name: Aldric\nalias: The Wolf\neip: 1',
      'name: Maric\neip: 2',
      'name: Lysa\naliases: [Lys]\neip: 3',
    ]);
    expect([...codex.fields]).toEqual([
      ['id', ['eip']],
      ['title', ['title', 'name']],
      ['aliases', ['aliases', 'alias']],
    ]);
  });

  it('are not ids where two notes share one', () => {
    expect(init(['uuid: a', 'uuid: a', 'uuid: b', 'uuid: c']).codex.fields.has('id')).toBe(false);
    expect(init(['id: x\nuuid: a', 'uuid: d', 'uuid: b', 'uuid: c']).codex.fields.has('id')).toBe(false);
  });
});

describe('sessions', () => {
  it('become revisions in their order, dated where dates go forward', () => {
    const { text, codex } = init([
      note('Log/Session 10 - The Fall.md', 'sessiondate: 2026-05-12'),
      note('Log/Session 2.md', 'sessiondate: 2026-04-28'),
      note('Log/Session 3.md', 'sessiondate: 2026-04-01'),
      note('Log/Prologue.md', 'type: Session'),
      note('Templates/Session 99.md', ''),
    ]);
    expect(codex.revisions.map(({ id, date, title }) => [id, date, title])).toEqual([
      ['session-2', '2026-04-28', undefined],
      ['session-3', undefined, undefined],
      ['session-10', '2026-05-12', 'The Fall'],
      ['prologue', undefined, undefined],
    ]);
    expect(text).toContain('after a look at 4 notes');
  });

  /** Four tables that play in turn: 165 sessions, on days of their own. @param noteOf the path and the keys of a session */
  const fourTables = (noteOf: (table: string, number: number, day: string) => readonly string[]) =>
    Array.from({ length: 165 }, (_, i) => {
      const table = ['Honor', 'Crows', 'Salt Road', 'Übermut'][i % 4] ?? '';
      const day = new Date(Date.UTC(2024, 0, 1 + 3 * i)).toISOString().slice(0, 10);
      const [path = '', keys = ''] = noteOf(table, Math.floor(i / 4) + 1, day);
      return note(path, keys);
    });

  it.each([
    ['by folder', (table: string, n: number, day: string) => [`${table}/Session ${n}.md`, `date_played: ${day}`]],
    [
      'by a key',
      (table: string, n: number, day: string) => [
        `Log/${table} ${n}.md`,
        `type: session\ncampaign: "[[${table}]]"\ndate_played: ${day}`,
      ],
    ],
    [
      'by what their names begin with',
      (table: string, n: number, day: string) => [`Sessions/${table} - ${n}.md`, `date_played: ${day}`],
    ],
  ] as const)('of several tables are told apart %s, and stand on one line by their days', (_, noteOf) => {
    const { codex, text } = init(fourTables(noteOf));
    expect(codex.revisions).toHaveLength(165);
    expect(codex.revisions.slice(0, 6).map(({ id }) => id)).toEqual([
      'honor/1',
      'crows/1',
      'salt-road/1',
      'übermut/1',
      'honor/2',
      'crows/2',
    ]);
    expect(codex.campaigns.get('salt-road')).toBe('Salt Road');
    expect(text).not.toContain('could not be placed');
  });

  it('of several tables may be named by notes already', () => {
    const played = fourTables((table, n, day) => [`${table}/Session ${n}.md`, `date_played: ${day}`]);
    const named = init([...played, note('gate.md', 'canon: honor/2')]);
    expect(named.codex.revisions).toHaveLength(165);
    const others = init([...played, note('gate.md', 'canon: draft-2'), note('keep.md', 'canon: draft-1')]);
    expect(others.codex.revisions.map(({ id }) => id)).toEqual(['draft-1', 'draft-2']);
  });

  it('of several tables that nobody can place are named', () => {
    const { codex, text } = init([
      note('Group 1/Session 1.md', 'date_played: 2024-01-01'),
      note('Group 1/Session 2.md', ''),
      note('Group 2/Session 1.md', 'date_played: 2024-01-08'),
    ]);
    expect(codex.revisions.map(({ id }) => id)).toEqual(['group-1/1', 'group-2/1']);
    expect(text).toContain('# 1 session could not be placed, for lack of a day or a campaign in the notes: Session 2.');
  });
});

describe('keys that repeat over notes of one type', () => {
  it('are facts where several notes have short values or links, and lists are sets', () => {
    const people = ['elf', 'human', 'elf'].map(
      (race) => `type: person\nrace: ${race}\nguilds: [Thieves, Bards]\nhome: "[[Vyr]]"\nrole: [spy]\ncssclass: wide`,
    );
    const { text, codex } = init(people);
    expect([...codex.attributes]).toEqual([
      ['race', 'constant'],
      ['guilds', 'set'],
      ['home', 'state'],
      ['role', 'set'],
    ]);
    expect(text).toContain('  race: constant   # 3 notes (person): elf, human\n');
    expect(text).toContain('  guilds: set      # 3 notes (person): Thieves, Bards\n');
    expect(text).not.toContain('cssclass');
  });

  it('are only suggested where they keep house, count, or stand on a single note', () => {
    const notes = ['draft', 'draft', 'stub'].map(
      (state, i) =>
        `status: ${state}\ncanon_status: ${state}\nlevel: ${1 + (i % 2)}\nup: "[[Index]]"${i === 0 ? '\nseat: hill' : ''}`,
    );
    const { text, codex } = init(notes);
    expect([...codex.attributes]).toEqual([]);
    for (const name of ['status', 'canon_status', 'level', 'seat']) expect(text).toContain(`#   ${name}: state`);
  });

  it('of a plug-in are not facts', () => {
    const plumbing =
      'dg-publish: true\ndg-note: x\nbanner: "[[a]]"\ncssclasses: wide\ntags: [a]\npublish: true\naliases: [x]';
    const { text } = init([plumbing, plumbing, plumbing]);
    expect(text).not.toContain('Keys that');
  });
});

const month = (name: string, length: number, more: object = {}) => ({
  name,
  length,
  type: 'month',
  interval: 1,
  offset: 0,
  ...more,
});
const era = (name: string, year: number, more: object = {}) => ({
  name,
  format: '{{era_name}}',
  date: { year, month: 0, day: 1 },
  isStartingEra: false,
  ...more,
});

describe("Calendarium's calendars", () => {
  const fixed = {
    firstWeekDay: 1,
    overflow: true,
    weekdays: [{ name: 'Sunsday' }, { name: 'Moonsday' }, { name: 'Ashday' }],
    months: [month('Frostwane', 30), month('Midfeast', 1), month('Thaw', 31)],
    leapDays: [
      {
        name: 'Leap Day',
        interval: [
          { interval: 400, exclusive: false, ignore: false },
          { interval: 100, exclusive: true, ignore: false },
          { interval: 4, exclusive: false, ignore: false },
        ],
        offset: 1,
        timespan: 2,
        intercalary: false,
      },
    ],
    eras: [
      era('Before Flame', 1, { isStartingEra: true }),
      era('First Age', 1, { end: { year: 1200, month: 2, day: 31 } }),
      era('Third Age', 1201, { format: 'Year {{era_year}} of the {{era_name}}' }),
    ],
  };
  const data = (more: object = {}, current: object | null = { year: 1612, month: 2, day: 12 }) => ({
    calendars: [{ id: 'a', name: 'Calendar of the Reckoning', static: { ...fixed, ...more }, current }],
    defaultCalendar: 'a',
  });

  it('are written with their months, leap days, weekdays and eras', () => {
    const { text, codex } = init(['born: 380 TA'], data());
    expect(text).toMatchInlineSnapshot(`
      "# The rules of this world. Everything here is optional, and your notes stay as they are.
      # Written by \`retcon init\` after a look at 1 note. Lines that begin with # only explain, or suggest.

      # What your notes call the keys that Retcon knows. Of several in one note, the first counts.
      fields:
        date: [date, born]   # in 1 note, like 380 TA

      # Your calendar, as Calendarium has it.
      calendars:
        reckoning:   # Calendar of the Reckoning
          default_era: TA
          months:
            - {name: Frostwane, days: 30}
            - {name: Midfeast, days: 1}
            - {name: Thaw, days: 31}
          leap:
            - {month: Thaw, every: 4, except: 100, unless: 400, offset: 1}
          weekdays: [Moonsday, Ashday, Sunsday]
          eras:
            - {id: Before Flame, epoch: 1, direction: backward}
            - {id: First Age, epoch: 0, last: 1200}
            - {id: TA, names: Third Age, epoch: 1200}

      # The world's present, Calendarium's current date: what "now" means when nobody says when.
      present: 12 Thaw 412 TA

      # What else can go here: circles, audience and secrets, for what not everybody may know; tiers, mortal, established, rules,
      # include, exclude.
      "
    `);
    expect(codex.present?.text).toBe('12 Thaw 412 TA');
  });

  it('count the years of undecorated dates as the plug-in does', () => {
    const { codex } = init(['fc-date: 1612-03-12'], data());
    expect(declarationsOf(codex.chronology)[0]?.defaultEra).toBe('CY');
    expect(codex.present?.text).toBe('12 Thaw 1612 CY');
  });

  it('take the era that the notes use where they have none', () => {
    const { codex } = init(['fc-date: 12 Frostwane 1491 DR'], data({ eras: [] }));
    expect(codex.chronology.calendars[0]?.eras.map(({ id }) => id)).toEqual(['DR']);
    expect(codex.present?.text).toBe('12 Thaw 1612 DR');
  });

  it('read a name with its short form as both', () => {
    const { codex } = init([], data({ eras: [era('Post Rising (PR)', 1)] }));
    expect(codex.chronology.calendars[0]?.eras).toMatchObject([{ id: 'PR', names: ['Post Rising'], epoch: 0 }]);
  });

  it.each([
    ['4', [[4]], 0, [{ every: 4 }]],
    ['1,!4', [[1], [4, '!']], 0, [{ every: 1, except: 4 }]],
    ['!4', [[4, '!']], 0, [{ every: 1, except: 4 }]],
    ['4,!100', [[100, '!'], [4]], 2, [{ every: 4, except: 100, offset: 2 }]],
    ['+4', [[4, '+']], 2, [{ every: 4 }]],
    ['8 with an offset of 8', [[8]], 8, [{ every: 8 }]],
  ] as const)('read the leap rule %s', (_, conditions, offset, rules) => {
    const interval = conditions.map(([years, mark]: readonly (number | string)[]) => ({
      interval: years,
      exclusive: mark === '!',
      ignore: mark === '+',
    }));
    const { codex } = init([], data({ leapDays: [{ name: 'x', interval, offset, timespan: 0 }] }));
    expect(declarationsOf(codex.chronology)[0]?.leap).toEqual(rules.map((rule) => ({ month: 'Frostwane', ...rule })));
  });

  it('count back the years before year 1, with or without their sign, in each of several eras', () => {
    const before = { name: 'Before Christ', format: 'Year {{abs_year}} - {{era_name}}', start: { year: -1, month: 0 } };
    const after = { name: 'Anno Domini', format: 'Year {{year}} - {{era_name}}', start: { year: 1, month: 0 } };
    const { text } = init([], data({ eras: [before, after] }));
    expect(text).toContain('{id: Before Christ, epoch: 1, direction: backward}');
    expect(text).toContain('{id: Anno Domini, epoch: 0}');
    const dawn = { name: 'Dawn', format: 'Year {{abs_year}} - {{era_name}}', start: { year: -5300, month: 0 } };
    const signed = { ...before, format: 'Year {{year}} - {{era_name}}' };
    const { codex } = init([], data({ eras: [dawn, signed, after] }));
    const day = (written: string) => {
      const reading = readDate(codex.chronology, written);
      return reading.ok ? reading.date?.start.day : null;
    };
    expect(day('-4 Before Christ')).toBe(day('4 Before Christ'));
    const inOrder = ['5000 Dawn', '4 Before Christ', '3 Anno Domini'].map((written) => day(written) ?? NaN);
    expect([...inOrder].sort((a, b) => a - b)).toEqual(inOrder);
  });

  it('say which rules they leave out', () => {
    const interval = [4, 6].map((years) => ({ interval: years, exclusive: false, ignore: false }));
    const leapDays = [{ name: 'Twice', interval, offset: 0, timespan: 0 }];
    expect(init([], data({ leapDays, overflow: false })).text).toContain(
      "# Twice follows a rule that can't be expressed here",
    );
  });

  it('make a feast of the month that comes only in some years', () => {
    const months = [...fixed.months, month('Greatfeast', 1, { type: 'intercalary', interval: 5, offset: 2 })];
    const { codex, text } = init([], data({ months, leapDays: [] }));
    expect(declarationsOf(codex.chronology)[0]?.months.at(-1)).toEqual({ name: 'Greatfeast', days: 0 });
    expect(declarationsOf(codex.chronology)[0]?.leap).toEqual([{ month: 'Greatfeast', every: 5, offset: 2 }]);
    expect(text).toContain('its feasts fall on no weekday');
  });

  it('are aligned at their current dates where there are several', () => {
    const second = {
      id: 'b',
      name: 'Elven',
      static: { months: [month('Leaf', 100)], eras: [era('Elder', 1)] },
      current: { year: 2, month: 0, day: 1 },
    };
    const all = {
      calendars: [second, ...data({ leapDays: [], eras: [era('TA', 1)] }, { year: 3, month: 0, day: 1 }).calendars],
      defaultCalendar: 'a',
    };
    const { codex } = init([], all);
    expect(declarationsOf(codex.chronology).map(({ id, offsetDays }) => [id, offsetDays])).toEqual([
      ['reckoning', 0],
      ['elven', 2 * 62 - 100],
    ]);
  });

  it.each([['no JSON'], [{}], [{ calendars: [{ name: 'x' }] }], [{ calendars: [null, { static: {} }] }]])(
    'are not invented: %j',
    (json) => {
      const text = writeCodexYaml(survey({ notes: [], calendars: filesOf(json), isInGit: false }));
      expect(readCodex(text).problems).toEqual([]);
    },
  );
});

describe('a key with many values that are not dates', () => {
  const born = ['380 TA', '391 TA', '402 TA', 'long ago', 'before the flood'];
  const found = (values: readonly string[]) =>
    survey({
      notes: values.map((text, at) => note(`note-${at}.md`, `born: ${JSON.stringify(text)}`)),
      calendars: [],
      isInGit: false,
    });

  it('is suggested, with the number of readable ones', () => {
    const text = writeCodexYaml(found(born));
    expect(readCodex(text).codex.fields.has('date')).toBe(false);
    expect(text).toContain('#   date: [date, born]');
    expect(text).toContain('born: 3 of 5 can be read; the others are like “long ago” and “before the flood”.');
  });

  it('counts where its author accepts it', () => {
    const { codex } = readCodex(writeCodexYaml(found(born), new Set(['field:date:born'])));
    expect(codex.fields.get('date')).toEqual(['date', 'born']);
  });

  it.each(['[In-game date]', '<% tp.date.now() %>', 'TBD', 'in-game date'])('counts where they are %s', (text) => {
    const { codex } = readCodex(writeCodexYaml(found([...born.slice(0, 3), text, text])));
    expect(codex.fields.get('date')).toEqual(['date', 'born']);
  });
});

describe('a choice of the author', () => {
  const vault = {
    notes: [
      note('People/Aldric.md', 'born: 380 TA\nend: 431 TA\nrace: elf'),
      note('People/Maric.md', 'born: 391 TA\nrace: human'),
      note('People/Lysa.md', 'born: 402 TA\nrace: elf'),
    ],
    calendars: [],
    isInGit: true,
  };
  const found = survey(vault);
  const ids = findingsOf(found).map(({ id }) => id);
  const codexOf = (taken: readonly string[]) => readCodex(writeCodexYaml(found, new Set(taken))).codex;

  it('is offered one by one', () => {
    expect(ids).toEqual([
      'field:date:born',
      'field:through:died',
      'field:through:end',
      'type:People/**',
      'eras',
      'git',
      'attribute:race',
    ]);
  });

  it('counts where it is accepted', () => {
    const { fields, types, chronology, datedByGit, attributes } = codexOf(ids);
    expect([...fields]).toEqual([
      ['date', ['date', 'born']],
      ['through', ['through', 'died', 'end']],
    ]);
    expect(types).toMatchObject([{ glob: 'People/**', type: 'person' }]);
    expect(chronology.declared).toBe(true);
    expect(datedByGit).not.toBeNull();
    expect([...attributes]).toEqual([['race', 'constant']]);
  });

  it('is only suggested where it is not', () => {
    const { fields, types, chronology, datedByGit, attributes } = codexOf([]);
    expect([fields.size, types.length, chronology.declared, datedByGit, attributes.size]).toEqual([
      0,
      0,
      false,
      null,
      0,
    ]);
  });
});

describe('headers in the text of a page', () => {
  const presets = (path: (n: number) => string, prose: string) =>
    init([1, 2, 3].map((n) => note(path(n), '', prose))).codex.preset;

  it('are known by what stands in numbered pages: decisions, a status below, lines of a request', () => {
    expect(presets((n) => `docs/decisions/000${n}-x.md`, '# X\n\n## Context\n\n## Decision Outcome\n')).toBe('adr');
    expect(presets((n) => `adr-00${n}-x.md`, `# X\n\n${'Prose. '.repeat(400)}\n\n## Status\n`)).toBe('adr');
    expect(presets((n) => `TEAM-ADR-000${n}-x.md`, '| Status | Draft |\n')).toBe('adr');
    expect(presets((n) => `text/000${n}-x.md`, '- Start Date: 2014-09-18\n- RFC PR: none\n')).toBe('rfc');
  });

  it('are not known by numbers alone', () => {
    expect(presets((n) => `docs/decisions/000${n}-x.md`, '# X\n')).toBeNull();
    expect(presets((n) => `sessions/000${n}-x.md`, '## Decision\n')).toBeNull();
  });
});

it('a folder of loose sessions beside several tables is none of them', () => {
  const table = (name: string, days: readonly string[]) =>
    days.map((day, n) => note(`Campaigns/${name}/Sessions/Session ${n + 1}.md`, `date: ${day}\n`));
  const loose = note('Loose/Session zero.md', 'type: session\n');
  const { text, codex } = init([
    ...table('Honor', ['2024-01-06', '2024-01-20']),
    ...table('Crows', ['2024-01-13']),
    loose,
  ]);
  expect([...codex.campaigns]).toEqual([
    ['honor', 'Honor'],
    ['crows', 'Crows'],
  ]);
  expect(text).toContain('Session zero');
});

it('days of our own time in numbers are not dates of the world, also with the year last', () => {
  const notes = ['12/16/2023', '3/30/2024', '2025-10-04'].map((day, n) =>
    note(`Sessions/${n + 1}.md`, `date: ${day}\n`),
  );
  const { text, codex } = init([...notes, note('Born.md', 'born: 1491 DR\n')]);
  expect(codex.fields.get('date')).not.toContain('date');
  expect(text).not.toContain('date/unreadable');
});

it('does not show items that a template leaves empty as examples', () => {
  const spells = ['["", Storm]', '[""]', '[Fire, ""]', '[Storm]'];
  const { text } = init(spells.map((list, n) => note(`people/${n}.md`, `type: person\nspells: ${list}\n`)));
  expect(text).toMatch(/ spells: set +# 4 notes \(person\): Storm, Fire\n/);
});

describe('the birth and the death that notes to come will have', () => {
  const people = (keys: string) => [1, 2, 3].map((n) => note(`characters/${n}.md`, `race: elf\n${keys}`));
  const fieldsOf = (notes: Parameters<typeof init>[0]) => [...init(notes).codex.fields];

  it('count as dates where there are people', () => {
    expect(fieldsOf(people(''))).toEqual([
      ['date', ['date', 'born']],
      ['through', ['through', 'died']],
    ]);
    expect(fieldsOf([1, 2, 3].map((n) => note(`places/${n}.md`, 'region: north\n')))).toEqual([]);
  });

  it('leave words alone that the notes have already', () => {
    expect(fieldsOf(people('birth: 400 TA\n'))).toEqual([
      ['date', ['date', 'birth']],
      ['through', ['through', 'died']],
    ]);
    expect(fieldsOf(people('born: Selt\n'))).toEqual([['through', ['through', 'died']]]);
  });
});
