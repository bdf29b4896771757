/** Reading codex.yaml: what it declares, and a message at the place of everything that is wrong in it. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { declarationsOf } from '../../server/src/core/chronology';
import { readCodex } from '../../server/src/core/codex/readCodex';
import { asDrawn, drawn } from './drawn';
import { readsAny } from './writtenCodex';

const reads = (source: string) => {
  const { text, expected } = drawn(source);
  const reading = readCodex(text);
  expect(asDrawn(reading.problems)).toEqual(expected);
  for (const { code, message } of reading.problems) {
    expect(code).toBe('config/invalid');
    expect(message.length).toBeLessThanOrEqual(190);
  }
  return reading.codex;
};

describe('a calendar', () => {
  it('has as many months, leap rules and eras as a world can need, and no more', () => {
    const listed = (count: number, item: (i: number) => string) =>
      `[${Array.from({ length: count }, (_, i) => item(i)).join(', ')}]`;
    const { codex, problems } = readCodex(
      `calendars: {c: {months: ${listed(1001, (i) => `{name: m${i}, days: 1}`)}, leap: ${listed(101, () => '{month: m0, every: 4}')}, eras: ${listed(1001, (i) => `{id: e${i}, epoch: ${i}}`)}}}`,
    );
    const [calendar] = declarationsOf(codex.chronology);
    expect([calendar?.months.length, calendar?.leap.length, calendar?.eras.length]).toEqual([1000, 100, 1000]);
    expect(problems.map(({ message }) => message)).toEqual(
      ['1000 months', '100 leap rules', '1000 eras'].map(
        (what) => `Retcon reads at most ${what} of a calendar: this one and those after it are left out.`,
      ),
    );
  });

  it('has months of any length, found by the beginnings of their names', () => {
    const { codex } = readCodex(`calendars: {c: {months: [{name: ${'Thaw'.repeat(50_000)}, days: 30}]}}`);
    const isFound = (letters: number) => codex.chronology.calendars[0]?.monthNamed('thaw'.repeat(50).slice(0, letters));
    expect([isFound(1), isFound(100), isFound(101)]).toEqual([0, 0, undefined]);
  });
});

describe('the defaults', () => {
  it('apply where codex.yaml is missing', () => {
    const { codex, problems } = readCodex(null);
    expect(problems).toEqual([]);
    expect(codex.declared).toBe(false);
    expect([...codex.mortal]).toEqual(['person', 'character', 'npc']);
    expect(codex.chronology.declared).toBe(false);
  });

  it.each([
    '',
    '\n',
    '# only a comment\n',
    '---\n',
    '\uFEFF',
    'revisions:\nattributes:\nmortal:\ncalendars:\n# - nothing yet\n',
  ])('apply in an empty one: %j', (text) => {
    const { codex, problems } = readCodex(text);
    expect(problems).toEqual([]);
    expect(codex.declared).toBe(true);
    expect(codex.mortal.size).toBe(3);
  });
});

describe('a complete codex.yaml', () => {
  const codex = reads(`
fields: {date: [fc-date, Born, founded], id: eip}
present: 412 TA
Revisions:
  - session-45
  - {id: session-46, date: 2026-04-28}
  - session-46b
  - {id: session-47, date: 2026-05-12, title: The Refounding}
  - {id: session-48, open: true}
attributes: {founder: constant, ruler: State, member: set}
tiers: [core, canon, rumour]
mortal: [Person, dragon]
rules: {link/unknown: off, fact/disputed: error}
established: git:book-one
canon: {from: git}
include: lore/**
exclude: [drafts/**, "*.tmp.md"]
calendars:
  reckoning:
    default_era: Third Age
    months: [{name: Frostwane, days: 30}, {name: Thaw, days: 31}, {name: Midfeast, days: 1}]
    leap: [{month: thaw, every: 4, except: 100, unless: 400, offset: -1}]
    weekdays: [Sunsday, Moonsday]
    offset_days: -12
    eras:
      - {id: FA, names: [First Age], epoch: 0, last: 1200}
      - {id: TA, names: [Third Age], epoch: 1200, year_zero: no}
      - {id: BF, names: Before Flame, epoch: 1, direction: backward}
`);

  it('has the spellings of fields as keys are compared', () => {
    expect([...codex.fields]).toEqual([
      ['date', ['fc_date', 'born', 'founded']],
      ['id', ['eip']],
    ]);
  });

  it('has the revisions at their places on the canon axis', () => {
    const [april, may] = [Date.UTC(2026, 3, 28), Date.UTC(2026, 4, 12)];
    expect(codex.revisions.map(({ id, position }) => [id, position.time, position.rank])).toEqual([
      ['session-45', april, 0],
      ['session-46', april, 1],
      ['session-46b', may, 0],
      ['session-47', may, 1],
      ['session-48', Infinity, 0],
    ]);
    expect(codex.revisions[3]).toMatchObject({ title: 'The Refounding', date: '2026-05-12', open: false });
    expect(codex.revisions[4]).toMatchObject({ open: true });
    expect(codex.revisions[4]).not.toHaveProperty('date');
  });

  it('has the calendar', () => {
    const [calendar] = declarationsOf(codex.chronology);
    expect(calendar).toMatchObject({
      id: 'reckoning',
      defaultEra: 'TA',
      offsetDays: -12,
      weekdays: ['Sunsday', 'Moonsday'],
      leap: [{ month: 'Thaw', every: 4, except: 100, unless: 400, offset: -1 }],
    });
    expect(calendar?.eras[2]).toEqual({
      id: 'BF',
      names: ['Before Flame'],
      epoch: 1,
      direction: 'backward',
      yearZero: false,
    });
  });

  it('has everything else', () => {
    expect(codex.present?.text).toBe('412 TA');
    expect([...codex.attributes]).toEqual([
      ['founder', 'constant'],
      ['ruler', 'state'],
      ['member', 'set'],
    ]);
    expect(codex.tiers).toEqual(['core', 'canon', 'rumour']);
    expect([...codex.mortal]).toEqual(['person', 'dragon']);
    expect([...codex.rules]).toEqual([
      ['link/unknown', 'off'],
      ['fact/disputed', 'error'],
    ]);
    expect(codex.established).toBe('git:book-one');
    expect(codex.include).toEqual(['lore/**']);
    expect(codex.exclude).toEqual(['drafts/**', '*.tmp.md']);
  });
});

describe('eras at the top', () => {
  it('make a calendar of years where none is declared', () => {
    const codex = reads('eras: [{id: PR, epoch: 0}]\npresent: 212\n');
    expect(codex.chronology.calendars).toHaveLength(1);
    expect(codex.present?.text).toBe('212 PR');
  });

  it('belong to the first calendar where there are some', () => {
    const codex = reads('eras: [{id: PR, epoch: 0}]\ncalendars: {a: {eras: [{id: AA, epoch: 9}]}, b: {}}\n');
    expect(codex.chronology.calendars.map(({ eras }) => eras.map(({ id }) => id))).toEqual([['AA', 'PR'], []]);
  });
});

describe('a message at the place of', () => {
  it('a key that does not exist', () => {
    const codex = reads(`
calenders: {}
^^^^^^^^^ "calenders" is not a key of codex.yaml. Did you mean calendars?
colour: blue
^^^^^^ "colour" is not a key of codex.yaml: write one that it knows, like fields, types, calendars, present, revisions, attributes or circles.
weekdays: [Sunsday]
^^^^^^^^ weekdays belongs in a calendar: move it to calendars, below the name of one.
present: 12 TA
Present: 13 TA
^^^^^^^ Present is the same key as present above, and only the first counts: keep one of the two.
`);
    expect(codex.present?.text).toBe('12 TA');
  });

  it('a typo, with the right word as a fix', () => {
    const [problem] = readCodex('atributes: {founder: constant}').problems;
    expect(problem?.fixes).toEqual([
      {
        title: 'Change to attributes',
        edits: [{ file: 'codex.yaml', span: { start: 0, end: 9 }, text: 'attributes' }],
      },
    ]);
  });

  it('something that is not a group of keys', () => {
    const said = 'codex.yaml is made of keys with values, like `present: 412 TA`.';
    expect(reads(`just a sentence\n^^^^^^^^^^^^^^^ ${said}`).declared).toBe(true);
    expect(reads(`- session-1\n  ^^^^^^^^^ ${said}`).revisions).toEqual([]);
  });

  it('fields that rename nothing, or one key twice', () => {
    const codex = reads(`
fields:
  dates: born
  ^^^^^ "dates" is not a key of Retcon's to rename. Did you mean date?
  zodiac: sign
  ^^^^^^ "zodiac" is not a key of Retcon's to rename: write a key that it knows, like id, title, aliases, type, date or until.
  date: [born, founded]
  until: Born
         ^^^^ Born stands for date already, and can't mean until as well: keep it in one place.
  title: {a: b}
         ^^^^^^ title takes one text, not a group of keys.
  aliases:
`);
    expect([...codex.fields.keys()]).toEqual(['date']);
  });

  it('an unknown source of titles', () => {
    expect(reads('titles: Heading\n').titles).toBe('heading');
    expect(reads('titles: file\n').titles).toBe('file');
    expect(reads('titles:\n').titles).toBeNull();
    const codex = reads(`
titles: headings
        ^^^^^^^^ A title can't be taken from "headings". Did you mean heading?
`);
    expect(codex.titles).toBeNull();
    reads(
      'titles: first line\n        ^^^^^^^^^^ A title can\'t be taken from "first line": write file (the file\'s name) or heading.',
    );
    reads('titles: [file]\n        ^^^^^^ titles takes one text, not a list.');
  });

  it('invalid kin, kin named twice, or used in two roles', () => {
    const codex = reads(`
attributes: {married-to: state, mother: constant}
kin:
  parent: [Mother, father, mother]
                           ^^^^^^ mother is listed twice under parent: once is enough.
  spouse: [married_to, father]
                       ^^^^^^ father names a parent already, and can't name a spouse as well: keep it in one place.
  children: child
  ^^^^^^^^ "children" is not a key of kin: write parent, spouse or child, each with your attributes after it.
  child: {a: b}
         ^^^^^^ child takes one text, not a group of keys.
`);
    expect([...codex.kin]).toEqual([
      ['mother', 'parent'],
      ['father', 'parent'],
      ['married-to', 'spouse'],
    ]);
    reads(
      'kin: mother\n     ^^^^^^ kin takes keys with values, not a text: what somebody is to another, and the attributes that say it, like `parent: [mother, father]`.',
    );
    expect([...reads('kin:\n').kin]).toEqual([]);
  });

  it('a type without a place, and a place without a type', () => {
    const codex = reads(`
types:
  "People/**": person
  "#NPC": npc
  "#": ghost
  ^^^ "#" names no folder and no tag: write one, like "People/**" or "#npc".
  "": ghost
  ^^ "" names no folder and no tag: write one, like "People/**" or "#npc".
  Places:
  ^^^^^^ What type do notes in Places have? Write it after the colon, like \`"Places": person\`.
  "#house": [house]
            ^^^^^^^ #house takes one text, not a list.
`);
    expect(codex.types).toEqual([
      { type: 'person', glob: 'People/**', tag: null },
      { type: 'npc', glob: null, tag: 'npc' },
    ]);
    reads(
      'types: [person]\n       ^^^^^^^^ types takes keys with values, not a list: a folder or a tag, and the type of the notes there, like `"People/**": person`.',
    );
  });

  it('no field that is listed under nothing, which has another meaning', () => {
    expect([...reads('fields: {title: [], date: born}\n').fields]).toEqual([
      ['title', []],
      ['date', ['born']],
    ]);
  });

  it('an attribute without a valid kind', () => {
    const codex = reads(`
attributes:
  founder: constnat
           ^^^^^^^^ "constnat" is not a kind of attribute. Did you mean constant?
  ruler: many
         ^^^^ "many" is not a kind of attribute: write constant (one value for all time), state (one at a time) or set (any number).
  seat:
  ^^^^ What kind of attribute is seat? Write constant (one value for all time), state (one at a time) or set (any number).
  crest: {kind: constant}
         ^^^^^^^^^^^^^^^^ The kind comes right after the name: write \`crest: constant\`.
  foe: state
`);
    expect([...codex.attributes.keys()]).toEqual(['foe']);
    reads(
      'attributes: [race, ruler]\n            ^^^^^^^^^^^^^ attributes takes keys with values, not a list: name and kind, like `founder: constant`.',
    );
  });

  it('a rule with a wrong shape or severity', () => {
    const codex = reads(`
rules:
  links: off
  ^^^^^ "links" is not the code of a rule: write it as the problem shows it, like link/unknown.
  link/unknown: warn
                ^^^^ "warn" is not a severity. Did you mean warning?
  fact/disputed: never
                 ^^^^^ "never" is not a severity: write off, error, warning, info or hint.
  date/inverted:
  ^^^^^^^^^^^^^ How should date/inverted be reported? Write off, error, warning, info or hint.
  link/superseded: OFF
`);
    expect([...codex.rules]).toEqual([['link/superseded', 'off']]);
    const { ruleCodes } = readCodex('rules: {no/such: off}');
    expect(ruleCodes).toEqual([{ text: 'no/such', span: { start: 8, end: 15 } }]);
  });

  it('a revision that is repeated, nameless, backward, or has no valid date', () => {
    const codex = reads(`
revisions:
  - {id: one, date: 2026-05-12}
  - One
    ^^^ The revision One is listed twice: keep one of the two, or give it another id.
  - {id: two, date: 2026-04-28}
                    ^^^^^^^^^^ two is dated before one (2026-05-12), which is listed above it: revisions go from the oldest to the newest.
  - {id: three, date: 2026-02-30}
                      ^^^^^^^^^^ "2026-02-30" is not a date of our calendar: write year, month and day, like 2026-05-12.
  - {title: Four, date: 2026-06-01}
    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ This revision has no id: write \`{id: session-47, date: 2026-05-12}\`.
  - five: The Fifth
    ^^^^ A revision is a name, or has an id: write \`{id: five, title: …}\`.
  - {id: six, opne: true}
              ^^^^ "opne" is not a key of a revision. Did you mean open?
  - {id: seven, open: perhaps}
                      ^^^^^^^ open is "perhaps": write true or false.
  - latest
    ^^^^^^ A revision can't be called latest, which means something else to --as-of: give it another id.
  - [eight]
    ^^^^^^^ A revision takes one text, not a list.
`);
    expect(codex.revisions.map(({ id }) => id)).toEqual(['one', 'two', 'three', 'six', 'seven']);
  });

  it('a month or a leap rule that cannot be counted', () => {
    const codex = reads(`
calendars:
  reckoning:
    months:
      - {name: Thaw, days: thirty}
                           ^^^^^^ days is "thirty": write a whole number, 0 or more.
      - {name: Sun, days: 30.5}
                          ^^^^ days is "30.5": write a whole number, 0 or more.
      - {name: Frost, days: 30}
      - {name: frost, days: 30}
               ^^^^^ The month frost is listed twice: give one of the two another name.
      - {name: Moon}
               ^^^^ How many days does Moon have? Write \`{name: Moon, days: 30}\`.
      - Harvest
        ^^^^^^^ A month has a name and its days: write \`{name: Frostwane, days: 30}\`.
      - {days: 3}
        ^^^^^^^^^ This month has no name: write \`{name: Frostwane, days: 30}\`.
    leap:
      - {month: Frots, every: 4}
                ^^^^^ "Frots" is not a month of this calendar. Did you mean Frost?
      - {month: Thaw, every: 4}
      - {month: Frost, every: 0}
                              ^ every is "0": write a whole number, 1 or more.
      - {month: Frost, every: 4, unless: 400}
                                 ^^^^^^ \`unless\` limits an \`except\`, but there is none: add \`except\`, or leave \`unless\` out.
      - {month: Frost}
        ^^^^^^^^^^^^^^ In which years? Write \`every: 4\` for every fourth year.
  feasts:
    months: [{name: Only, days: 0}]
    ^^^^^^ These months have no days at all: give at least one of them some.
    year_days: 0
               ^ year_days is "0": write a whole number, 1 or more.
    offset_days: soon
                 ^^^^ offset_days is "soon": write a whole number.
    wekdays: [A]
    ^^^^^^^ "wekdays" is not a key of a calendar. Did you mean weekdays?
`);
    const [first, second] = declarationsOf(codex.chronology);
    expect(first?.months).toEqual([{ name: 'Frost', days: 30 }]);
    expect(first?.leap).toEqual([{ month: 'Frost', every: 4, unless: 400 }]);
    expect(second?.months).toEqual([]);
  });

  it('a season whose months are not those of the calendar', () => {
    const many = Array.from({ length: 101 }, (_, i) => `s${i}: Thaw`).join(', ');
    const codex = reads(`
calendars:
  reckoning:
    months: [{name: Frostwane, days: 30}, {name: Thaw, days: 30}]
    seasons:
      winter: [thaw, Frostwane]
      summer: [Harvestmoon]
               ^^^^^^^^^^^ "Harvestmoon" is not a month of this calendar: write Frostwane or Thaw.
      thaw: [Thaw]
      ^^^^ thaw is a month of this calendar, and in a date it means the month: give the season another name.
      spring:
      ^^^^^^ Which months does spring have? Write \`{winter: [Frostwane, Thaw]}\`.
      Long Dark: Frostwane
  other:
    months: [{name: Bloom, days: 30}]
    seasons: [Bloom]
             ^^^^^^^ seasons takes keys with values, not a list: write \`{winter: [Frostwane, Thaw]}\`.
`);
    const [first, second] = declarationsOf(codex.chronology);
    expect(first?.seasons).toEqual([
      { name: 'winter', months: ['Thaw', 'Frostwane'] },
      { name: 'Long Dark', months: ['Frostwane'] },
    ]);
    expect(second).not.toHaveProperty('seasons');
    const most = readCodex(`calendars: {c: {months: [{name: Thaw, days: 30}], seasons: {${many}}}}`);
    expect(declarationsOf(most.codex.chronology)[0]?.seasons).toHaveLength(100);
    expect(most.problems.map(({ message }) => message)).toEqual([
      'Retcon reads at most 100 seasons of a calendar: this one and those after it are left out.',
    ]);
  });

  it('an era that cannot be counted or distinguished', () => {
    const codex = reads(`
calendars:
  north:
    default_era: ZA
                 ^^ "ZA" is not an era of this calendar. Did you mean TA?
    eras:
      - {id: TA, names: [Third Age], epoch: 0}
      - {id: FA}
             ^^ FA needs an epoch, the year before its first: write \`{id: FA, epoch: 0}\` if it begins the calendar.
      - SA
        ^^ SA needs an epoch, the year before its first: write \`{id: SA, epoch: 0}\` if it begins the calendar.
      - {epoch: 3}
        ^^^^^^^^^^ This era has no id, the short name used in dates: write \`{id: TA, epoch: 0}\`.
      - {id: ta, epoch: 12}
             ^^ The era ta is listed twice: keep one of the two, or give it another id.
      - {id: XA, epoch: 0, direction: backwards, last: never, year_zero: maybe}
                                                       ^^^^^ last is "never": write a whole number.
                                      ^^^^^^^^^ "backwards" is not a direction. Did you mean backward?
                                                                         ^^^^^ year_zero is "maybe": write true or false.
  south:
    default_era: FA
                 ^^ "FA" is not an era of this calendar: write SU.
    eras:
      - {id: SU, names: [third age, SU], epoch: 0}
                         ^^^^^^^^^ third age already names the era TA, so dates could mean either: choose another name.
  west: {default_era: WA}
                      ^^ "WA" is not an era of this calendar, which has none: list it under eras.
  east: {default_era: EA, eras: [{id: EA, epoch: x}]}
                                                 ^ epoch is "x": write a whole number.
`);
    expect(codex.chronology.calendars.map(({ eras }) => eras.map(({ id }) => id))).toEqual([
      ['TA', 'XA'],
      ['SU'],
      [],
      [],
    ]);
  });

  it('an unreadable present', () => {
    const { codex, problems } = readCodex('present: soon');
    expect(codex.present).toBeNull();
    expect(problems).toMatchObject([{ code: 'config/invalid', span: { start: 9, end: 13 } }]);
    const foreign = 'present: 12 XX\n         ^^^^^ No calendar has the era XX: add it to one, or correct it here.';
    expect(reads(`${foreign}\neras: [{id: TA, epoch: 0}]`).present).toBeNull();
    expect(reads('present: {year: 412, month: 3, day: 12}').present?.text).toBe('0412-03-12');
    expect(reads('present: unknown').present).toBeNull();
  });

  it('an invalid established point', () => {
    const said = 'write git: and a tag, branch or commit, like git:book-one, or git:book-* for the newest of them.';
    const [bare, blank] = [`established is "book-one": ${said}`, `established is "git: x": ${said}`];
    expect(reads(`established: book-one\n             ^^^^^^^^ ${bare}`).established).toBeNull();
    expect(reads(`established: "git: x"\n              ^^^^^^ ${blank}`).established).toBeNull();
  });

  it('a tier twice, and lists that hold no texts', () => {
    expect(
      reads(
        'tiers: [core, Core]\n              ^^^^ The tier Core is listed twice: keep only the one in the right place.',
      ).tiers,
    ).toEqual(['core']);
    reads('include: [[a]]\n          ^^^ include takes one text, not a list.');
    reads('mortal: {a: b}\n        ^^^^^^ mortal takes one text, not a group of keys.');
  });

  it('broken YAML, and the rest of the file counts', () => {
    const { codex, problems } = readCodex('present: 12 TA\ntiers: [core, canon\nattributes: {founder: constant}\n');
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.every(({ code }) => code === 'config/invalid')).toBe(true);
    expect(codex.present?.text).toBe('12 TA');
  });
});

it('reads any text without throwing, and every problem is within it', () => {
  fc.assert(readsAny, { numRuns: 500 });
});

describe('the sources of texts', () => {
  it('are checked, with a message at the place of what is wrong', () => {
    const { registry, mode } = reads(`
mode: nuetral
      ^^^^^^^ "nuetral" is not a mode. Did you mean neutral?
registry:
  one: {version: 1.0, paths: [a/**], trust: 1.5, for: fans}
                                            ^^^ trust is "1.5": write a number from 0 (none) to 1 (all), like 0.4.
                                                      ^^^^ "fans" is not a mode. Did you mean fan?
  two: {paths: "@(a|b)"}
  ^^^ Which version of two is this? Write it, like \`version: 0.1.0\`.
                ^^^^^^ "@(a|b)" has alternatives in round brackets, which mean nothing here: write them in braces, like \`{one,other}\`.
  three: {version: 1 2}
  ^^^^^ Which files are from three? Write where they are, like \`paths: [canon/**]\`.
                   ^^^ A version is cited as \`name@version\`, so "1 2" can't have a space or an @ in it.
  four@1: {version: 1}
  ^^^^^^ A source is cited as \`name@version\`, so "four@1" can't have a space or an @ in it.
  five:
  ^^^^ What is in five? Write its version and its paths: \`canon-core: {version: 0.1.0, paths: [canon/**]}\`.
`);
    expect(mode).toBeNull();
    expect(registry).toEqual([
      expect.objectContaining({ id: 'one', version: '1.0', trust: 1, for: null, globs: ['a/**'] }),
      expect.objectContaining({ id: 'two', version: '0', for: 'neutral', globs: [] }),
      expect.objectContaining({ id: 'three', version: '0', globs: [] }),
    ]);
  });

  it('have terms that must not be used, within bounds', () => {
    const { bannedTerms } = reads(`
banned_terms: [Gondor, hobbit*, "**", Minas Tirith]
                                 ^^ "**" has no letter in it: write a word, like Gondor, or the beginning of one, like hobbit*.
`);
    expect(bannedTerms).toEqual(['Gondor', 'hobbit*', 'Minas Tirith']);
    const many = readCodex(`banned_terms: [${Array.from({ length: 600 }, (_, i) => `x${i}*`).join(', ')}]`);
    expect(many.problems).toHaveLength(1);
    expect(many.codex.bannedTerms).toHaveLength(500);
  });
});
