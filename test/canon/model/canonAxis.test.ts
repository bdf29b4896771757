/** model §7: what a canon point includes. */
import { describe, expect, it } from 'vitest';
import { plainText } from '../../../server/src/core/tools/words/richText';
import { codex, type Files, answerLines } from './answers';
import { askLog, askWasTrueAt } from '../../support/ask';

describe('the canon axis (model §7)', () => {
  it('accepts a day up to its end and an instant as it is, and nothing else as a canon point', () => {
    const files = {
      a: 'canon: 2026-05-12\nfacts: {x: {c: p}}',
      b: 'canon: 2026-05-12T18:00:00Z\nsupersedes: a\nfacts: {x: {c: q}}',
    };
    expect(answerLines(files, 'x', { asOf: '2026-05-11' })).toEqual([]);
    expect(answerLines(files, 'x', { asOf: '2026-05-12T17:59:59Z' })).toEqual(['p [, )']);
    expect(answerLines(files, 'x', { asOf: '2026-05-12T18:00:00Z' })).toEqual(['q [, )']);
    expect(answerLines(files, 'x', { asOf: '2026-05-12' })).toEqual(['q [, )']);
    for (const asOf of ['2026-05-12T10:00', '2026-02-30', 'soon', 'Latest'])
      expect(askWasTrueAt(codex(files), { entity: 'x', asOf })).toMatchObject({ ok: false, failure: { given: asOf } });
  });

  const inSession46: Files = {
    'codex.yaml': 'revisions: [s45, {id: s46, date: 2026-04-28}, {id: s47}]',
    a: 'canon: s45\nfacts: {x: {c: p}}',
    b: 'canon: s46\nsupersedes: a\nfacts: {x: {c: q}}',
    c: 'canon: s46\nsupersedes: b\nfacts: {x: {c: r}}',
    d: 'canon: 2026-04-28\nfacts: {x: {seat: hill}}',
    e: 'canon: s47\nretracts: c',
    f: 'canon: 2026-05-01\nfacts: {x: {motto: ash}}',
  };
  it.each<[string, string[]]>([
    ['s45', ['p']],
    [' s46 ', ['r', 'hill']],
    ['S46', ['r', 'hill']],
    // A revision without a date has that of the next.
    ['2026-04-27', []],
    ['2026-04-28', ['r', 'hill']],
    ['2026-05-01', ['r', 'ash', 'hill']],
    ['2027-01-01', ['r', 'ash', 'hill']],
    ['s47', ['ash', 'hill']],
    ['latest', ['ash', 'hill']],
    // Nothing that rests on it is known either.
    ['before:b', ['p', 'hill']],
    ['before: c ', ['q', 'hill']],
    ['before:e', ['r', 'ash', 'hill']],
  ])('knows as of %s what was established by then', (asOf, values) =>
    expect(answerLines(inSession46, 'x', { asOf }).map((line) => line.split(' ')[0])).toEqual(values),
  );

  it('suggests, among hundreds of revisions, the similar one and the newest', () => {
    const ids = Array.from({ length: 300 }, (_, i) => `session-${i + 1}`);
    const yaml = `revisions: [${ids.join(', ')}]`;
    expect(askWasTrueAt(codex({ 'codex.yaml': yaml, 'x.md': '' }), { entity: 'x', asOf: 'sesion-46' })).toMatchObject({
      failure: {
        message:
          '"sesion-46" is not a canon point. Did you mean session-46? Accepted: latest, session-296, session-297, session-298, session-299, session-300, any other of the 300 revisions in codex.yaml, a date such as 2026-05-12, before:ENTRY, git:COMMIT.',
      },
    });
  });

  it.each([
    [
      's48',
      /"s48" is not a canon point\. Accepted: latest, s45, s46, s47, a date such as 2026-05-12, before:ENTRY, git:COMMIT/,
    ],
    ['now', /"now" is not a canon point\. Did you mean latest\?/],
    ['47', /"47" is not a canon point\. Did you mean s47\?/],
    [
      '3 CE',
      /"3 CE" is not a canon point, but a date of the world: write it as `at` \(--at "3 CE"\)\. Accepted: latest/,
    ],
    ['before:nobody', /no entry is called "nobody"/],
    ['git:HEAD', /commits are not read for this/],
  ])('refuses %s, and says what it accepts', (asOf, message) =>
    expect(askWasTrueAt(codex(inSession46), { entity: 'x', asOf })).toMatchObject({
      ok: false,
      failure: { message: expect.stringMatching(message) },
    }),
  );

  it('refuses `before:` an ambiguous name', () => {
    const files = { a: 'aliases: [keep]', b: 'aliases: [keep]' };
    expect(askWasTrueAt(codex(files), { entity: 'a', asOf: 'before:keep' })).toMatchObject({
      failure: { message: expect.stringContaining('"keep" could be a or b') },
    });
  });

  it('does not follow `entity` in a circle', () => {
    const files = { a: 'entity: b\nattributes: {c: p}', b: 'entity: a\nattributes: {d: q}' };
    expect(answerLines(files, 'a').length + answerLines(files, 'b').length).toBeGreaterThan(0);
  });

  it('places a retcon at the position at which it takes effect, where what it names came later', () => {
    const answer = askLog(
      codex({
        'codex.yaml': 'revisions: [s1, s2, s3]',
        early: 'canon: s1\nrestores: {id: old, reason: so}',
        old: 'canon: s2\nfacts: {x: {c: p}}',
        new: 'canon: s3\nsupersedes: old\nfacts: {x: {c: q}}',
      }),
      { since: 's1' },
    );
    if (!answer.ok) throw new Error(answer.failure.message);
    expect(answer.json.retcons.map(({ by, canon }) => `${by} ${canon}`)).toEqual(['early s2', 'new s3']);
    expect(plainText(answer.prose)).toContain('In s2, early restores old');
  });
});
