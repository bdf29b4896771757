/** A codex that counts in eras without declaring them: problems of its dates, and of dates without an era. */
import { describe, expect, it } from 'vitest';
import { dateRemark, readWorldDateParam } from '../../server/src/core/tools/asked/question';
import { plainText } from '../../server/src/core/tools/words/richText';
import { fixedBy, titlesFor } from '../edits/fixing';
import { codexOf, type Files, problemsIn } from '../support/codex';
import { askWasTrueAt } from '../support/ask';

const page = (...lines: string[]): string => `---\n${lines.join('\n')}\n---\n`;
const FIELDS = 'fields: {date: birth, until: death}\n';

const found = (files: Files): string[] =>
  problemsIn(files, null).map(
    ({ file, problem: { severity, code, span } }) =>
      `${severity} ${code} ${file} ${(files[file] ?? '').slice(span.start, span.end)}`,
  );

describe('a life', () => {
  it('never silently loses its end because of a missing era', () => {
    const files = { 'codex.yaml': FIELDS, 'a.md': page('birth: 5400 AS', 'death: 1st Alturiak, 5300') };
    expect(found(files)).toEqual(['warning date/unknown-era a.md 1st Alturiak, 5300']);
    // With the intended era the life is inverted, and that is reported too.
    expect(found({ ...files, 'a.md': page('birth: 5400 AS', 'death: 1st Alturiak, 5300 AS') })).toEqual([
      'warning date/inverted a.md 1st Alturiak, 5300 AS',
    ]);
    expect(found({ ...files, 'a.md': page('birth: 5400', 'death: 5460 AS') })).toEqual([
      'warning date/unknown-era a.md 5400',
    ]);
  });

  it("may begin before an era's first year and end after it", () => {
    expect(found({ 'codex.yaml': FIELDS, 'a.md': page('birth: 20 BS', 'death: 45 AS') })).toEqual([]);
    expect(found({ 'codex.yaml': FIELDS, 'a.md': page('birth: 1245 BS', 'death: 295 BS') })).toEqual([]);
    expect(found({ 'codex.yaml': FIELDS, 'a.md': page('birth: 1245 BS .. 295 BS') })).toEqual([]);
  });

  it('ends where its page says, in whichever era that is', () => {
    const king = page('birth: 20 BS', 'death: 45 AS', 'facts: {king: {seat: vyrhold}}');
    const { canon } = codexOf({ 'codex.yaml': FIELDS, 'king.md': king });
    const asked = (at?: string) => {
      const answer = askWasTrueAt(canon, { entity: 'king', at });
      if (!answer.ok) throw new Error(answer.failure.message);
      return [answer.json.standing, plainText(answer.prose)];
    };
    expect(asked('20 BS')).toEqual([
      'current',
      expect.stringContaining("seat can't be placed against the asked date: vyrhold, from 20 BS until 45 AS"),
    ]);
    expect(asked('45 AS')).toEqual(['ended', expect.stringContaining('No facts recorded for that date.')]);
    expect(asked()).toEqual(['ended', expect.stringContaining('No facts recorded for that date.')]);
  });

  it('is certainly inverted only where the era is declared', () => {
    const [born, died] = ['birth: 400 XR', 'death: 300 XR'];
    expect(found({ 'codex.yaml': FIELDS, 'a.md': page(born, died) })).toEqual(['warning date/inverted a.md 300 XR']);
    // No fix offers to swap the dates or to make the end inclusive.
    const inverted = { 'codex.yaml': FIELDS, 'a.md': page(born, died), 'b.md': page('birth: 9 XR .. 3 XR') };
    expect(titlesFor(inverted, 'date/inverted')).toEqual([]);
    const eras = 'calendars: {r: {eras: [{id: XR, epoch: 0}]}}\n';
    expect(found({ 'codex.yaml': FIELDS + eras, 'a.md': page(born, died) })).toEqual([
      'error date/inverted a.md 300 XR',
    ]);
  });

  it('in days of our calendar is not a slip next to pages that count in an era', () => {
    const files = { 'a.md': page('date: 5400 AS'), 'b.md': page('date: 2026-04-01'), 'c.md': page('date: May 2026') };
    expect(found(files)).toEqual([]);
    expect(found({ ...files, 'd.md': page('date: c. 5410') })).toEqual(['info date/unknown-era d.md c. 5410']);
  });
});

describe('a word that is not an era', () => {
  const years = { 'b.md': page('date: 1925'), 'c.md': page('date: 1930 CE') };

  it.each(['late 1920s', 'Year 1204', 'Spring 2021', 'since 1850', 'winter of 1850/51'])(
    'is read, and reported nowhere: %s',
    (date) => {
      expect(found({ ...years, 'a.md': page(`date: ${date}`) })).toEqual([]);
    },
  );

  it.each(['mostly 1850', 'Q3 1850', 'Night of 5 May 1850'])(
    'is reported where it stands, and only there: %s',
    (date) => {
      expect(found({ ...years, 'a.md': page(`date: ${date}`) })).toEqual([`warning date/unreadable a.md ${date}`]);
    },
  );

  it('does not make other pages count in it, where it stands in front of a year like any word', () => {
    expect(found({ ...years, 'a.md': page('date: Mostly 1850') })).toEqual([]);
    const info = ['info date/unknown-era b.md 1925'];
    expect(found({ ...years, 'a.md': page('date: 1850 Mostly') })).toEqual(info);
    expect(found({ ...years, 'a.md': page('date: PR 1850') })).toEqual(info);
    expect(found({ ...years, 'a.md': page('date: Hammer 1850 Mostly') })).toEqual(info);
  });
});

describe('what goes on', () => {
  it.each(['present', 'today', 'heute', "aujourd'hui", 'Now'])('has no end: %s', (word) => {
    const at = (key: string) => {
      const keep = page(
        'date: 400 CE',
        `${key}: ${word}`,
        `facts: [{entity: keep, attribute: a, value: b, ${key}: ${word}}]`,
      );
      const { canon } = codexOf({ 'keep.md': keep });
      expect(found({ 'keep.md': keep })).toEqual([]);
      const answer = askWasTrueAt(canon, { entity: 'keep', at: '9000 CE' });
      return answer.ok && [answer.json.standing, plainText(answer.prose)];
    };
    for (const key of ['until', 'through']) expect(at(key)).toEqual(['current', expect.stringContaining('b')]);
    const parts = page('date: [400 CE, 500 CE]', `until: [450 CE, ${word}]`);
    expect(found({ 'a.md': parts })).toEqual([]);
  });

  it('is not what a retcon or a beginning can be dated by', () => {
    expect(found({ 'a.md': page('date: today') })).toEqual(['warning date/unreadable a.md today']);
  });
});

describe('an inverted range', () => {
  it.each([
    ['from 1860 to 1840', 'from 1840 to 1860'],
    ['between 1860 and 1840', 'between 1840 and 1860'],
    ['1860 until 1840', '1840 until 1860'],
    ['1860 or 1840', '1840 or 1860'],
  ])('%s is turned round', (date, turned) => {
    const files = { 'a.md': page(`date: ${date}`) };
    expect(fixedBy(files, 'date/inverted')['a.md']).toBe(page(`date: ${turned}`));
  });
});

describe('words for undated', () => {
  it.each(['unknown', 'Unclear', 'NEVER', 'tbd', 'n/a', '?', '"-"', 'none', '', '""', '~'])('%s', (word) => {
    const files = {
      'old.md': page('date: 400 AS', 'facts: {e: {a: b}}'),
      'a.md': page(
        `date: ${word}`,
        `until: ${word}`,
        `through: ${word}`,
        `supersedes: {id: old, as_of: "${word.replaceAll('"', '')}", effective: "${word.replaceAll('"', '')}", reason: x}`,
        'facts:',
        `  - {entity: e, attribute: a, value: c, from: "${word.replaceAll('"', '')}", until: "${word.replaceAll('"', '')}"}`,
      ),
    };
    expect(found(files)).toEqual([]);
  });
});

describe('examples', () => {
  const AS = { 'a.md': page('date: 5421 AS'), 'b.md': page('date: 5400 AS'), 'c.md': page('date: 12 BS') };

  it('use the eras that the codex counts in', () => {
    const [problem] = problemsIn({ ...AS, 'd.md': page('date: the day before') }, null);
    expect(problem?.problem.message).toBe(
      '"the day before" is not a date: write it like 5421 AS, c. 5421 AS or before 5421 AS',
    );
    const [other] = problemsIn({ ...AS, 'd.md': page('date: 12 April') }, null);
    expect(other?.problem.message).toBe('"12 April" has no year: write it like 12 April 5421 AS');
    const asked = readWorldDateParam(codexOf(AS).canon, 'soon');
    expect(asked).toMatchObject({
      failure: {
        accepted: ['5421 AS', '12 BS', '2026-04-01', '44 BCE'],
        message: expect.stringContaining('like 5421 AS'),
      },
    });
  });
});

describe('a question about a year without an era', () => {
  const files = {
    'a.md': page('date: 5421 AS', 'facts: {house: {ruler: maric}}'),
    'b.md': page('date: 5400 AS'),
    'c.md': page('date: 12 BS'),
  };

  it('says how the year was read, and which eras the codex counts in', () => {
    const { canon } = codexOf(files);
    const remark =
      'Which era is "5450" in? It was read as 5450 CE, and this codex counts in AS and BS: ask for 5450 AS or 5450 BS.';
    expect(dateRemark(canon, '5450')).toBe(remark);
    expect(dateRemark(canon, '2 BCE .. 3')).toMatch(/: write the era behind each year\.$/);
    const answer = askWasTrueAt(canon, { entity: 'house', at: '5450' });
    expect(answer.ok && plainText(answer.prose).split('\n')).toContain(remark);
  });

  it.each(['5450 AS', '2026-04-01', '5450 CE', 'nonsense', undefined])('says nothing about %s', (at) => {
    expect(dateRemark(codexOf(files).canon, at)).toBeNull();
  });

  it('says nothing where calendars are declared, or no era is used', () => {
    const eras = { ...files, 'codex.yaml': 'calendars: {r: {eras: [{id: AS, epoch: 0}]}}\n' };
    expect(dateRemark(codexOf(eras).canon, '5450')).toBeNull();
    expect(dateRemark(codexOf({ 'a.md': page('date: 412 CE') }).canon, '5450')).toBeNull();
  });
});
