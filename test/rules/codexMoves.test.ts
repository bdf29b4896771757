/** codex.yaml changes that alter the meaning of the baseline are reported once, at the line responsible. */
import { describe, expect, it } from 'vitest';
import { type Pages, page, placesSince, toldSince } from './gate';

const CODEX = `calendars:
  ours:
    months:
      - {name: Frostwane, days: 30}
      - {name: Thaw, days: 20}
    eras:
      - {id: FA, epoch: 0, last: 1200}
      - {id: TA, epoch: 1200}
attributes: {founder: constant, race: constant}
fields: {date: [when, date]}
`;
const TOLD: Pages = {
  'codex.yaml': CODEX,
  'a.md': page('when: 1190 FA\nfacts: {vyr: {founder: maric, ruler: maric}}'),
  'b.md': page('when: 12 Thaw 20 TA\nfacts: {vyr: {ruler: lysa}}'),
  'c.md': page('when: 20 Frostwane 20 TA\nrace: elf\nfacts: {vyr: {ruler: orm}}'),
};
const found = (from: string, to: string): string[] => toldSince(TOLD, { 'codex.yaml': CODEX.replace(from, to) });
const FINDING =
  /^codex\.yaml: error retcon\/silent: This change to codex\.yaml has changed .* established as of v1 \(.*\)/;

describe('is reported once', () => {
  it.each([
    ['an epoch that is moved', 'epoch: 1200', 'epoch: 1100'],
    ['an epoch that is moved away', 'epoch: 1200', 'epoch: 1300'],
    ['another direction', 'epoch: 1200}', 'epoch: 1200, direction: backward}'],
    [
      'months that are swapped',
      '- {name: Frostwane, days: 30}\n      - {name: Thaw, days: 20}',
      '- {name: Thaw, days: 20}\n      - {name: Frostwane, days: 30}',
    ],
    ['a longer month', 'Frostwane, days: 30', 'Frostwane, days: 31'],
    ['a leap rule', '    eras:', '    leap: [{month: Thaw, every: 4}]\n    eras:'],
    ['a calendar that is gone', CODEX.slice(0, CODEX.indexOf('attributes')), ''],
    ['a key that is gone', '[when, date]', '[date]'],
    ['an attribute that is gone', ', race: constant', ''],
  ])('%s', (_, from, to) => {
    expect(found(from, to)).toEqual([expect.stringMatching(FINDING)]);
  });

  it('at the line responsible, whatever else has changed', () => {
    const now = `# Ours, and nobody else's.\n${CODEX.replace('epoch: 1200', 'epoch: 1100')}`;
    expect(placesSince(TOLD, { 'codex.yaml': now })).toEqual(['codex.yaml:       - {id: TA, epoch: 1100}']);
  });

  it('along with edited pages, for which only their own changes are reported', () => {
    const changes = { 'codex.yaml': CODEX.replace('epoch: 1200', 'epoch: 1100') };
    const edited = { ...changes, 'b.md': page('when: 12 Thaw 20 TA\nfacts: {vyr: {ruler: lisa}}') };
    expect(toldSince(TOLD, edited)).toEqual([
      expect.stringMatching(/^b\.md: error retcon\/silent: ruler of vyr was lysa/),
      expect.stringMatching(FINDING),
    ]);
  });
});

describe('a calendar of years that is given months', () => {
  const YEARS = CODEX.replace(/    months:\n.*\n.*\n/, '');
  const told: Pages = {
    'codex.yaml': YEARS,
    'a.md': page('when: 1190 FA\nfacts: {vyr: {founder: maric, ruler: maric, seat: hold}}'),
    'b.md': page('when: c. 20 TA\nfacts: {vyr: {ruler: {value: lysa, through: 31 TA}}}'),
    'c.md': page('when: 20 TA .. 25 TA\nrace: elf\nfacts: {vyr: {seat: {value: keep, until: 40 TA}}}'),
    'd.md': page('when: 31 TA\nsupersedes: {id: a, effective: 1195 FA}\nfacts: {vyr: {ruler: orm}}'),
  };

  it('means the same as before', () => {
    expect(YEARS).not.toContain('Thaw');
    expect(toldSince(told, { 'codex.yaml': CODEX })).toEqual([]);
  });

  it.each([
    ['and another epoch', CODEX.replace('epoch: 1200', 'epoch: 1100')],
    ['and another direction', CODEX.replace('epoch: 1200}', 'epoch: 1200, direction: backward}')],
    ['and an era less', CODEX.replace(/ +- \{id: FA.*\n/, '')],
  ])('%s is reported', (_, codex) => {
    expect(toldSince(told, { 'codex.yaml': codex })).not.toEqual([]);
  });
});

describe('a renamed era', () => {
  const rewritten = Object.fromEntries(
    Object.entries(TOLD).map(([path, text]) => [path, text?.replace(/\bTA\b/g, 'AT') ?? null]),
  );

  it('is reported once, with what keeps its dates valid, and not at the pages that use it', () => {
    const said =
      / answers established as of v1 .* Keep TA among the `names` of the era, put it back, or declare retcons\./;
    expect(toldSince(TOLD, rewritten)).toEqual([expect.stringMatching(FINDING)]);
    expect(toldSince(TOLD, rewritten)).toEqual([expect.stringMatching(said)]);
  });

  it('is not reported where the era keeps its old name as well', () => {
    const codex = CODEX.replace('{id: TA, ', '{id: AT, names: [TA], ');
    expect(toldSince(TOLD, { ...rewritten, 'codex.yaml': codex })).toEqual([]);
  });

  it('does not hide a date that was moved at the same time', () => {
    const moved = { ...rewritten, 'b.md': page('when: 12 Thaw 21 AT\nfacts: {vyr: {ruler: lysa}}') };
    expect(toldSince(TOLD, moved)).toEqual([
      expect.stringMatching(
        /^b\.md: error retcon\/silent: The date of b was 12 Thaw 20 TA as of v1, and is now 12 Thaw 21 AT/,
      ),
      expect.stringMatching(FINDING),
    ]);
  });
});

describe('is not reported', () => {
  it.each([
    ['one more era', 'epoch: 1200}', 'epoch: 1200}\n      - {id: BF, epoch: 1, direction: backward}'],
    ['another name of an era', 'epoch: 1200}', 'epoch: 1200, names: [Third Age]}'],
    ['days of the week', '    eras:', '    weekdays: [Sunsday, Moonsday]\n    eras:'],
    ['one more attribute', 'founder: constant', 'founder: constant, member: set'],
    ['the present', 'attributes:', 'present: 30 TA\nattributes:'],
  ])('%s', (_, from, to) => {
    expect(found(from, to)).toEqual([]);
  });

  it('a key renamed on all pages too', () => {
    const pages = Object.fromEntries(
      Object.entries(TOLD).map(([path, text]) => [path, text?.replace('when:', 'date:') ?? null]),
    );
    expect(toldSince(TOLD, { ...pages, 'codex.yaml': CODEX.replace('fields: {date: [when, date]}\n', '') })).toEqual(
      [],
    );
  });

  it('a calendar for dates that had none, and an era before all others', () => {
    const codexOf = (eras: string): string => `calendars: {ours: {eras: [${eras}], year_days: 360}}\n`;
    const pages = {
      'a.md': page('date: 200 TA\nfacts: {vyr: {ruler: maric}}'),
      'b.md': page('date: 310 TA\nfacts: {vyr: {ruler: lysa}}'),
    };
    const [none, one, two] = [
      '',
      codexOf('{id: TA, epoch: 0}'),
      codexOf('{id: FA, epoch: 0, last: 900}, {id: TA, epoch: 900}'),
    ];
    expect(toldSince({ ...pages, 'codex.yaml': none }, { 'codex.yaml': one })).toEqual([]);
    expect(toldSince({ ...pages, 'codex.yaml': one }, { 'codex.yaml': two })).toEqual([]);
    expect(toldSince({ ...pages, 'codex.yaml': two }, { 'codex.yaml': none })).toHaveLength(1);
  });
});
