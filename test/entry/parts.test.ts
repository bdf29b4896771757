/** A life in parts: a list under `date`, and one under `until` or `through`. */
import { describe, expect, it } from 'vitest';
import { entryAt, knownAt, LATEST } from '../../server/src/core/canon';
import { readDate } from '../../server/src/core/chronology';
import { readCodex } from '../../server/src/core/codex/readCodex';
import { readEntry } from '../../server/src/core/entry/readEntry';
import { ageAt } from '../../server/src/core/reading/scene';
import { standingWords } from '../../server/src/core/reading/entryCard';
import { declareRetcon } from '../../server/src/core/edits/refactor/declare';
import { questionsAbout } from '../../server/src/core/edits/refactor/retconQuestions';
import { viewFrom } from '../../server/src/core/reading/viewpoint';
import { exportSteps } from '../../server/src/core/tools/exports/exportRows';
import { plainText } from '../../server/src/core/tools/words/richText';
import { codexOf, differences, drawn, type Files, problemsIn } from '../support/codex';
import { ended } from '../support/lore';
import { askLookup, askWasTrueAt } from '../support/ask';

const CODEX = 'eras: [{id: AS, epoch: 0}]\n';
const LYSA = `---
type: person
date: [5380 AS, 5410 AS]
through: [5400 AS, 5421 AS]
attributes: {home: keep}
facts:
  - {entity: lysa, attribute: rank, value: captain, from: 5390 AS}
  - {entity: lysa, attribute: oath, value: old, until: 5415 AS}
  - {entity: lysa, attribute: scar, value: cheek, from: 5395 AS, until: 5412 AS}
---
`;

const files = (page = LYSA, others: Files = {}): Files => ({ 'codex.yaml': CODEX, 'lysa.md': page, ...others });

const problemsOf = (page: string, codex = CODEX): string[] =>
  readEntry('lysa.md', page, readCodex(codex).codex).problems.map(
    ({ code, message, span, severity }) => `${severity} ${code} at ${page.slice(span.start, span.end)}: ${message}`,
  );

const paged = (...lines: readonly string[]): string => `---\n${lines.join('\n')}\n---\n`;

/** What holds, and the standing of the page. */
function told(at: string, given = files()): string {
  const done = askWasTrueAt(codexOf(given).canon, { entity: 'lysa', at });
  if (!done.ok) throw new Error(done.failure.message);
  const { json } = done;
  const facts = json.facts.map(({ attribute, values }) => `${attribute}=${values.map(({ value }) => value).join('|')}`);
  return [json.standing, ...facts].join(' ');
}

describe('the values', () => {
  it.each([
    ['5379 AS', 'not_yet'],
    ['5380 AS', 'current home=keep oath=old'],
    ['5392 AS', 'current home=keep oath=old rank=captain'],
    ['5400 AS', 'current home=keep oath=old rank=captain scar=cheek'],
    ['5401 AS', 'ended scar=cheek'],
    ['5409 AS', 'ended scar=cheek'],
    ['5410 AS', 'current home=keep oath=old rank=captain scar=cheek'],
    ['5420 AS', 'current home=keep rank=captain'],
    ['5421 AS', 'current home=keep rank=captain'],
    ['5422 AS', 'ended'],
  ])('at %s: %s', (at, expected) => {
    expect(told(at)).toBe(expected);
  });

  it('continue where the last stretch has no end', () => {
    const open = LYSA.replace('[5400 AS, 5421 AS]', '5400 AS');
    expect(told('5405 AS', files(open))).toBe('ended scar=cheek');
    expect(told('6000 AS', files(open))).toBe('current home=keep rank=captain');
    expect(told('6000 AS', files(LYSA.replace('[5400 AS, 5421 AS]', '[5400 AS]')))).toBe(told('6000 AS', files(open)));
  });

  it('end before a date of `until`', () => {
    const until = LYSA.replace('through: [', 'until: [');
    expect(told('5399 AS', files(until))).toMatch(/^current/);
    expect(told('5400 AS', files(until))).toMatch(/^ended/);
  });

  it('end with each stretch where a later ruler follows', () => {
    const rulers = files(LYSA.replace('{home: keep}', '{home: keep, seat: low}'), {
      'move.md': paged('date: 5415 AS', 'facts: {lysa: {seat: high}}'),
    });
    expect(told('5412 AS', rulers)).toContain('seat=low');
    expect(told('5416 AS', rulers)).toContain('seat=high');
    expect(told('5405 AS', rulers)).not.toContain('seat');
  });
});

describe('a retcon of it', () => {
  const retcon = (effective: string): Files =>
    files(LYSA, {
      'later.md': paged('date: 5430 AS', `supersedes: {id: lysa, effective: ${effective}, reason: r}`, 'entity: lysa'),
    });
  const kind = (effective: string) => {
    const done = askWasTrueAt(codexOf(retcon(effective)).canon, { entity: 'lysa', at: '5390 AS' });
    return done.ok ? done.json.retcons[0]?.kind : done.failure.message;
  };

  it('cuts off what comes after it, in whichever stretch', () => {
    expect(told('5395 AS', retcon('5405 AS'))).toContain('home=keep');
    expect(told('5412 AS', retcon('5405 AS'))).not.toContain('home');
    expect(kind('5405 AS')).toBe('change');
    expect(kind('5380 AS')).toBe('correction');
  });

  it('is reported if it comes too late', () => {
    const late = retcon('5425 AS');
    const { unexpected } = differences(
      { files: late, marks: [] },
      ({ problem }) => problem.code === 'supersedes/no-effect',
    );
    expect(unexpected.join()).toContain('lysa ended by itself at 5422 AS');
  });

  it('may name the beginning of any stretch as the date of the old version', () => {
    const named = (asOf: string): Files =>
      files(LYSA, { 'later.md': paged('date: 5430 AS', `supersedes: {id: lysa, as_of: ${asOf}, reason: r}`) });
    const found = (asOf: string): string[] =>
      differences({ files: named(asOf), marks: [] }, ({ problem }) => problem.code === 'supersedes/as-of-mismatch')
        .unexpected;
    expect([found('5380 AS'), found('5410 AS')]).toEqual([[], []]);
    expect(found('5390 AS')).toHaveLength(1);
  });

  it('of another page restates it within its stretches', () => {
    const restated = files('', {
      'lysa.md': paged('date: 5370 AS', 'facts: {lysa: {home: hut}}'),
      'new.md': paged(
        'date: [5380 AS, 5410 AS]',
        'through: 5400 AS',
        'supersedes: {id: lysa, effective: 5390 AS, reason: r}',
        'facts: {lysa: {home: keep}}',
      ),
    });
    const home = (at: string): string => told(at, restated).replace(/^\S+ ?/, '');
    expect(['5385 AS', '5395 AS', '5405 AS', '5411 AS'].map(home)).toEqual(['home=hut', 'home=keep', '', 'home=keep']);
  });
});

it('is outside of a life between its parts', () => {
  const drawing = drawn(`//- codex.yaml
${CODEX}//- lysa.md
${LYSA}//- chronicle.md
---
facts:
  - {entity: vyr, attribute: ruler, value: lysa, from: 5390 AS}
  - {entity: vyr, attribute: guard, value: lysa, from: 5405 AS}
                                           ^^^^ fact/outside-lifetime: guard begins at 5405 AS, after lysa died, 5400 AS, and before lysa lived again, 5410 AS
  - {entity: vyr, attribute: cook, value: lysa, from: 5370 AS}
                                          ^^^^ fact/outside-lifetime: cook begins at 5370 AS, before lysa was born, 5380 AS
  - {entity: vyr, attribute: smith, value: lysa, from: 5430 AS}
                                           ^^^^ fact/outside-lifetime: smith begins at 5430 AS, after lysa died, 5421 AS
---
`);
  const { missing, unexpected } = differences(drawing, ({ problem }) => problem.code === 'fact/outside-lifetime');
  expect({ missing, unexpected }).toEqual({ missing: [], unexpected: [] });
});

it('ages only during its parts', () => {
  const { canon } = codexOf(files());
  const age = (text: string): string | null => {
    const reading = readDate(canon.codex.chronology, text);
    const at = reading.ok ? reading.date : null;
    return at && ageAt(viewFrom(canon, at, null), 'lysa', at);
  };
  expect(['5379 AS', '5390 AS', '5405 AS', '5415 AS', '5430 AS'].map(age)).toEqual([
    'not yet born',
    '10',
    'who lived until 5400 AS',
    'about 25',
    'who lived until 5421 AS',
  ]);
});

it('is exported stretch by stretch', () => {
  const { fact } = ended(exportSteps(codexOf(files()).canon));
  const homes = (fact ?? []).filter(({ attribute }) => attribute === 'home');
  expect(homes.map(({ from, until }) => [from, until])).toEqual([
    ['5380 AS', '5401 AS'],
    ['5410 AS', '5422 AS'],
  ]);
});

it('is looked up with each of its stretches', () => {
  const done = askLookup(codexOf(files()).canon, { name: 'lysa' });
  const facts = done.ok ? done.json.facts : [];
  expect(done.ok && plainText(done.prose)).toContain('person · 5380 AS and 5410 AS');
  const homes = facts.flatMap(({ attribute, values }) => (attribute === 'home' ? values : []));
  expect(homes.map(({ from }) => from)).toEqual(['5380 AS', '5410 AS']);
});

describe('lists that belong to nothing', () => {
  it.each([
    [
      ['date: [5380 AS, 5410 AS, 5430 AS]', 'through: 5400 AS'],
      'info frontmatter/wrong-type at 5400 AS: date has 5380 AS, 5410 AS and 5430 AS, and through 5400 AS: give each its end, in order; only the last may go without.',
    ],
    [
      ['date: [5380 AS, 5410 AS]', 'until: [5400 AS, 5421 AS, 5430 AS, 5440 AS]'],
      'info frontmatter/wrong-type at [5400 AS, 5421 AS, 5430 AS, 5440 AS]: date has 5380 AS and 5410 AS, and until 4 dates: give each its end, in order; only the last may go without.',
    ],
    [
      ['date: [5380 AS, 5410 AS]'],
      'info frontmatter/wrong-type at [5380 AS, 5410 AS]: date has 5380 AS and 5410 AS: write one date, or list their ends under `through` as well, in the same order.',
    ],
    [
      ['date: [5380 AS, 5410 AS]', 'through: [~, 5421 AS]'],
      'info frontmatter/wrong-type at 5380 AS: 5380 AS has no end in through, and only the last may go without.',
    ],
    [
      ['date: 5380 AS', 'through: [5400 AS, 5421 AS]'],
      'info frontmatter/wrong-type at [5400 AS, 5421 AS]: through has 5400 AS and 5421 AS, and date only 5380 AS: list under `date` when each of these stretches begins.',
    ],
    [
      ['through: [5400 AS, 5421 AS]'],
      'info frontmatter/wrong-type at [5400 AS, 5421 AS]: through has 5400 AS and 5421 AS, and there is no date: list under `date` when each of these stretches begins.',
    ],
  ])('%j', (lines, expected) => {
    expect(problemsOf(paged(...lines))).toEqual([expected]);
    expect(expected.length).toBeLessThan(260);
  });

  it('count as absent, and a list of one counts as one date', () => {
    const read = (...lines: readonly string[]) => readEntry('a.md', paged(...lines), readCodex(CODEX).codex);
    expect(read('date: [5380 AS, 5410 AS]')).toMatchObject({ date: null, until: null, parts: [] });
    const one = read('date: [5380 AS]', 'through: [5400 AS]');
    expect(one).toMatchObject({ date: { text: '5380 AS' }, until: { text: '5400 AS' }, parts: [], problems: [] });
    expect(read('date: 5380 AS', 'through: [5400 AS, 5421 AS]')).toMatchObject({
      date: { text: '5380 AS' },
      until: null,
    });
    expect(read('date: [5380 AS, unknown]', 'through: [5400 AS, ?]')).toMatchObject({
      parts: [],
      date: { text: '5380 AS' },
    });
  });
});

describe('the baseline', () => {
  const silent = (after: string): string[] =>
    problemsIn(files(after), files())
      .filter(({ problem }) => problem.code === 'retcon/silent')
      .map(({ problem }) => problem.message);

  it('has changed where one of its stretches differs', () => {
    expect(silent(LYSA)).toEqual([]);
    expect(silent(LYSA.replace('5410 AS]', '5408 AS]')).join()).toContain('which moves 3 facts');
    expect(silent(LYSA.replace('[5380 AS, 5410 AS]', '5380 AS').replace('[5400 AS, ', '[')).join()).toContain(
      'The time of lysa was',
    );
  });

  it('is unchanged where the dates are written in another way', () => {
    expect(silent(LYSA.replace('[5400 AS, 5421 AS]', '[5400, 5421]'))).toEqual([]);
    expect(silent(LYSA.replace('[5380 AS, 5410 AS]', '\n  - AS 5380\n  - 5410 AS'))).toEqual([]);
  });
});

it('is shown as ended when it had, and by which end', () => {
  const { canon } = codexOf(files());
  const entry = entryAt(canon, 'lysa.md');
  const words = (text: string): string => {
    const reading = readDate(canon.codex.chronology, text);
    return entry && reading.ok ? standingWords(viewFrom(canon, reading.date, null), entry) : '';
  };
  expect(['5379 AS', '5390 AS', '5405 AS', '5412 AS', '5430 AS'].map(words)).toEqual([
    'not yet begun: from 5380 AS',
    'current',
    'ended after 5400 AS',
    'current',
    'ended after 5421 AS',
  ]);
});

describe('a new version of it', () => {
  const declared = (date: string): string => {
    const { canon } = codexOf(files());
    const [known, entry] = [knownAt(canon, LATEST), entryAt(canon, 'lysa.md')];
    const asked = entry && questionsAbout(known, entry, 'declare', '2026-06-01');
    if (!entry || !asked || 'refusal' in asked) return '';
    const answers = {
      manner: 'always',
      title: 'Lysa (retold)',
      date: date || asked.date,
      canon: null,
      reason: 'r',
    } as const;
    const made = declareRetcon(known, entry, LYSA, answers, { isTaken: () => false });
    return 'refusal' in made ? made.refusal : made.text;
  };

  it('has the same stretches', () => {
    expect(declared('')).toContain('date: [5380 AS, 5410 AS]\nthrough: [5400 AS, 5421 AS]\n');
    expect(declared('')).toContain('attributes: {home: keep}');
  });

  it('states them for each fact where it has another date', () => {
    const text = declared('5385 AS');
    expect(text).toMatch(/^date: 5385 AS$/m);
    expect(text).not.toMatch(/^through:/m);
    const after = codexOf({ ...files(), 'lysa-retold.md': text }).canon;
    const done = askLookup(after, { name: 'lysa-retold' });
    const facts = done.ok ? done.json : null;
    const homes = facts?.facts.flatMap(({ attribute, values }) => (attribute === 'home' ? values : []));
    expect(homes?.map(({ from, until }) => [from, until])).toEqual([
      ['5385 AS', '5401 AS'],
      ['5410 AS', '5422 AS'],
    ]);
  });
});
