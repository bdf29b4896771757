/** Secrets made and revealed: only what is requested changes, and the rest of the author's text stays as it is. */
import { describe, expect, it } from 'vitest';
import { knownAt, LATEST, entryAt } from '../../server/src/core/canon';
import { makeSecret, type Revealed, revealTo } from '../../server/src/core/edits/refactor/secret';
import type { Outcome } from '../../server/src/core/edits/refactor/page';
import { checkCodex } from '../../server/src/core/rules/check';
import { codexOf } from '../support/codex';

const CODEX = 'revisions: [s1, s2]\ncircles: {players: [sara, tom]}\nattributes: {founder: constant, member: set}\n';

const CIRCLES = 'circles: {players: [sara, tom]}\n';

/** A page with a caret (`|`) or a selection (`«…»`), and the result. */
function changed(
  page: string,
  change: (...args: Parameters<typeof makeSecret> extends [...infer A, unknown] ? A : never) => Outcome,
  codex = CODEX,
) {
  const [start, end] = page.includes('«')
    ? [page.indexOf('«'), page.indexOf('»') - 1]
    : [page.indexOf('¦'), page.indexOf('¦')];
  const text = page.replace(/[«»¦]/g, '');
  const files = { 'codex.yaml': codex, 'lysa.md': '---\ntype: person\n---\n', 'note.md': text };
  const known = knownAt(codexOf(files).canon, LATEST);
  const entry = entryAt(known.canon, 'note.md');
  if (!entry) throw new Error('no entry');
  const made = change(known, entry, text, { start, end });
  if ('refusal' in made) return made.refusal;
  const problems = checkCodex(codexOf({ ...files, 'note.md': made.text })).map(({ problem }) => problem.message);
  expect(problems).toEqual([]);
  return made.text;
}

const secret = (page: string, ...knowers: string[]) =>
  changed(page, (known, entry, text, span) => makeSecret(known, entry, text, span, knowers));
const revealed = (page: string, name: string, when = '', codex = CODEX) =>
  changed(
    page,
    (known, entry, text, span) => revealTo(known, entry, text, span, { name, when } satisfies Revealed),
    codex,
  );
const note = (...lines: string[]): string => `---\n${lines.join('\n')}\n---\n`;

describe('a page', () => {
  it.each([
    ['¦No frontmatter.\n', ['lysa'], '---\nknown_by: [lysa]\n---\nNo frontmatter.\n'],
    ['¦No frontmatter.\r\n', [], '---\r\nknown_by: nobody\r\n---\r\nNo frontmatter.\r\n'],
    [
      note('title: X  # so', 'ti¦er: core'),
      ['lysa', 'players'],
      note('title: X  # so', 'known_by: [lysa, players]', 'tier: core'),
    ],
    [note('known_by: [lysa]  # for now', 'ti¦tle: X'), ['players'], note('known_by: [players]  # for now', 'title: X')],
    [note('known_by: {lysa: 430 TA}', 'ti¦tle: X'), [], note('known_by: nobody', 'title: X')],
  ])('%j is one of %j', (page, knowers, expected) => {
    expect(secret(page, ...knowers)).toBe(expected);
  });
  it.each([
    [
      note('known_by: {lysa: 430, players: s1}  # told', 'ti¦tle: X'),
      ['lysa', 'players', 'tom'],
      note('known_by: {lysa: 430, players: s1, tom: s1}  # told', 'title: X'),
    ],
    [note('known_by: {lysa: 430, players: s1}', 'ti¦tle: X'), ['players'], note('known_by: {players: s1}', 'title: X')],
    [
      note('known_by:', '  lysa: 430  # in the mill', '  players: s1', 'ti¦tle: X'),
      ['lysa'],
      note('known_by:', '  lysa: 430  # in the mill', 'title: X'),
    ],
    [
      note('known_by:', '  - sara  # first', '  - "[[Lysa]]"', 'ti¦tle: X'),
      ['lysa', 'tom'],
      note('known_by:', '  - "[[Lysa]]"', '  - tom', 'title: X'),
    ],
    [note('known_by: {lysa: 430}', 'ti¦tle: X'), ['tom'], note('known_by: [tom]', 'title: X')],
    [
      note('known_by: {lysa: 430, players: s1}', 'facts: {vyr: {seat: mi¦ll}}'),
      ['lysa', 'tom'],
      note(
        'facts:',
        '  - {entity: vyr, attribute: seat, value: mill, known_by: {lysa: 430, tom: s1}}',
        'known_by: {lysa: 430, players: s1}',
      ),
    ],
  ])('%j is of %j, and keeps what is written about knowers who stay', (page, knowers, expected) => {
    expect(secret(page, ...knowers)).toBe(expected);
  });
  it('is unchanged where nobody is added or removed', () => {
    expect(secret(note('known_by: {lysa: 430, players: s1}', 'ti¦tle: X'), 'players', 'lysa')).toBe(
      'They know X already, and nobody else does.',
    );
  });
  it('asks since when the others know it, where a single date can say that', () => {
    const page = note(
      'known_by: {lysa: 430}',
      'ti¦tle: X',
      'facts: [{entity: vyr, attribute: seat, value: mill, from: 3}]',
    );
    expect(
      changed(page, (known, entry, text, span) => makeSecret(known, entry, text, span, ['lysa', 'tom']), CIRCLES),
    ).toBe('If one knower has a date, all need one: say with `known_from` since when the others know X.');
  });
  it('without an audience is open to everyone', () => {
    expect(secret('¦x', 'everyone')).toBe('What everyone knows is not a secret: choose who may know it.');
  });
});

describe('a fact', () => {
  it.each([
    [
      note('facts:', '  vyr: {founder: al¦dric, seat: mill}  # both'),
      note(
        'facts:',
        '  - vyr: {seat: mill}  # both',
        '  - {entity: vyr, attribute: founder, value: aldric, known_by: [lysa]}',
      ),
    ],
    [
      note('facts: {vyr: {founder: "al¦dric, the elder"}}', 'tier: x'),
      note('facts:', '  - {entity: vyr, attribute: founder, value: "aldric, the elder", known_by: [lysa]}', 'tier: x'),
    ],
    [
      note('facts:', '  - {entity: vyr, attribute: seat, value: mi¦ll, from: 300 TA}  # since the flood'),
      note(
        'facts:',
        '  - {entity: vyr, attribute: seat, value: mill, from: 300 TA, known_by: [lysa]}  # since the flood',
      ),
    ],
    [
      note(
        'facts:',
        '  - entity: vyr',
        '    attribute: seat',
        "    value: 'mi¦ll'",
        '    known_by: [tom]  # was',
        '  - {entity: vyr, attribute: founder, value: a}',
      ),
      note(
        'facts:',
        '  - entity: vyr',
        '    attribute: seat',
        "    value: 'mill'",
        '    known_by: [lysa]  # was',
        '  - {entity: vyr, attribute: founder, value: a}',
      ),
    ],
    [
      note('founder: al¦dric', 'title: X'),
      note('title: X', 'facts:', '  - {attribute: founder, value: aldric, known_by: [lysa]}'),
    ],
    [
      note('facts:', '  vyr:', '    member: [ada, b¦o, cy]'),
      note(
        'facts:',
        '  - vyr:',
        '      member: [ada, cy]',
        '  - {entity: vyr, attribute: member, value: bo, known_by: [lysa]}',
      ),
    ],
  ])('%j states it itself', (page, expected) => {
    expect(secret(page, 'lysa')).toBe(expected);
  });
});

describe('a passage', () => {
  it.each([
    [
      '# Keep\nThe wa«lls are» thick.\nSo is the keeper.\n',
      '# Keep\n\n> [!secret|lysa]\n> The walls are thick.\n\nSo is the keeper.\n',
    ],
    ['One.\n\n«- a\n- b\n»\nTwo.\n', 'One.\n\n> [!secret|lysa]\n> - a\n> - b\n\nTwo.\n'],
    ['One.\r\n\r\n«Two.\r\n\r\nThree.»\r\n', 'One.\r\n\r\n> [!secret|lysa]\r\n> Two.\r\n>\r\n> Three.\r\n'],
  ])('%j is in a callout', (page, expected) => {
    expect(secret(page, 'lysa')).toBe(expected);
  });
  it.each([
    ['> [!secret]\n> «One.»\n', 'Part of this is a secret already: change who is named after its bar.'],
    ['«```\ncode»\n```\n', 'This begins or ends within a code block: select the whole block.'],
  ])('%j is refused', (page, refusal) => {
    expect(secret(page, 'lysa')).toBe(refusal);
  });
});

describe('revealing', () => {
  it.each([
    ['known_by: nobody', 'players', 's2', 'known_by: {players: s2}'],
    ['known_by: nobody', 'lysa', '', 'known_by: [lysa]'],
    ['known_by: [lysa]  # so far', 'players', '', 'known_by: [lysa, players]  # so far'],
    ['known_by: [lysa]  # so far', 'players', 's2', 'known_by: {lysa: s1, players: s2}  # so far'],
    ['known_by: {lysa: 430 TA}', 'players', 's2', 'known_by: {lysa: 430 TA, players: s2}'],
    ['known_by: {lysa: 430 TA}', 'lysa', '420 TA', 'known_by: {lysa: 420 TA}'],
    [
      'known_by: lysa\nknown_from: 430 TA',
      'tom',
      '431 TA',
      // Nobody goes by the other date any more.
      'known_by: {lysa: 430 TA, tom: 431 TA}',
    ],
    [
      'known_by:\n  - lysa  # his aunt\n  # and those at the table\n  - "players"',
      'sara',
      's2',
      'known_by:\n  lysa: s1  # his aunt\n  # and those at the table\n  "players": s1\n  sara: s2',
    ],
    ['known_by:\n- lysa\n- tom', 'sara', '', 'known_by:\n- lysa\n- tom\n- sara'],
    ['known_by:\n- lysa\n- tom', 'sara', '431 TA', 'known_by:\n  lysa: s1\n  tom: s1\n  sara: 431 TA'],
  ])('%j to %s from %j', (keys, name, when, expected) => {
    expect(revealed(`---\n${keys}\ntit¦le: X\n---\n`, name, when)).toBe(`---\n${expected}\ntitle: X\n---\n`);
  });

  it('keeps the date of the page for the others where nothing lists revisions', () => {
    const codex = 'circles: {players: [sara, tom]}\n';
    expect(revealed(note('date: 412 TA', 'known_by: [ly¦sa]'), 'tom', '431 TA', codex)).toBe(
      note('date: 412 TA', 'known_by: {lysa: 412 TA, tom: 431 TA}'),
    );
    expect(revealed(note('known_by: [ly¦sa]', 'title: Oath'), 'tom', '431 TA', codex)).toBe(
      'If one knower has a date, all need one: say with `known_from` since when the others know Oath.',
    );
  });

  it('changes a fact that has its own knowers', () => {
    const page = (keys: string): string => note('facts:', `  - {entity: vyr, attribute: seat, value: mi¦ll, ${keys}}`);
    expect(revealed(page('known_by: [lysa]'), 'tom')).toBe(page('known_by: [lysa, tom]').replace('¦', ''));
    expect(revealed(page('from: 300 TA, known_by: nobody'), 'tom', '310 TA')).toBe(
      page('from: 300 TA, known_by: {tom: 310 TA}').replace('¦', ''),
    );
  });

  it('changes the prose, after the bar', () => {
    expect(revealed('> [!secret]\n> O¦ne.\n', 'tom')).toBe('> [!secret|tom]\n> One.\n');
    expect(revealed('> [!secret|lysa] Title\n> O¦ne.\n', 'tom')).toBe('> [!secret|lysa, tom] Title\n> One.\n');
  });

  it.each([
    ['¦Open to all.\n', 'tom', '', 'Everyone knows note already: make it a secret first.'],
    [note('known_by: [play¦ers]'), 'tom', '', 'tom knows it already.'],
    [
      note('known_by: [ly¦sa]'),
      'tom',
      'the day after',
      "“the day after” can't be written into note: give a date of your world, or one of your sessions.",
    ],
  ])('%j to %s from %j is refused', (page, name, when, refusal) => {
    expect(revealed(page, name, when)).toBe(refusal);
  });
});
