/**
 * Fixes that restore the baseline, or declare a silent change, make nothing public, and write nothing that nobody wrote.
 */
import { expect, it } from 'vitest';
import { textsAfter } from '../../server/src/core/edits/fixes/mend';
import { fixesOf } from '../../server/src/core/edits/fixes/fixesAt';
import { askedIn, type Files, problemsIn } from '../support/codex';

const PEOPLE: Files = { 'codex.yaml': '', 'maric.md': '', 'lysa.md': '', 'bob.md': '', 'oda.md': '' };

/** The texts of `p.md` after the fixes of a silent change, by their titles. */
function mended(was: string, is: string): ReadonlyMap<string, string> {
  const [then, now]: [Files, Files] = [
    { ...PEOPLE, 'p.md': was },
    { ...PEOPLE, 'p.md': is },
  ];
  const fixes = problemsIn(now, then)
    .filter(({ file }) => file === 'p.md')
    .flatMap(({ file, problem }) => fixesOf(askedIn(now, file, then), problem));
  return new Map(
    fixes.map(({ fix }) => [fix.title, textsAfter(fix, (path) => now[path] ?? null).get('p.md') ?? is] as const),
  );
}

const changing = (texts: ReadonlyMap<string, string>): readonly string[] =>
  [...texts].flatMap(([title, text]) => (/^(?:Put back|Declare)/.test(title) ? text : []));

it('leaves the fence of a page with other line ends where it is', () => {
  const [was, is] = ['facts:\r\n  vyr: {seat: maric}', 'mood: dark'].map(
    (told) => `---\r\n${told}\r\n---\r\nProse.\r\n`,
  );
  const made = mended(was ?? '', is ?? '');
  expect(changing(made).length).toBeGreaterThan(0);
  for (const text of changing(made)) {
    expect(text).toMatch(/\r\n---\r\nProse\.\r\n$/);
    expect(text).not.toMatch(/\r(?!\n)/);
  }
});

it('states nothing that no text has stated', () => {
  const item = (attribute: string): string => `  - entity: vyr\n    attribute: ${attribute}\n    value: maric\n`;
  const made = mended(`---\nfacts:\n${item('founder')}${item('heir')}---\n`, '---\ntitle: P\n---\n');
  for (const text of made.values()) {
    expect(text).not.toContain('value: P');
    expect(text).toContain('title: P');
  }
});

it('does not turn a belief into a truth', () => {
  const fact = '  - entity: vyr\n    attribute: founder\n    value: bob\n';
  const was = `---\nfacts:\n${fact}    believed_by: [oda]\n  - {entity: vyr, attribute: seat, value: keep}\n---\n`;
  for (const text of mended(was, "---\nknown_by: 'lysa'\n---\n").values())
    expect(text.includes('value: bob') && !text.includes('believed_by: [oda]')).toBe(false);
});

const SECRET = 'facts: {vyr: {founder: maric}}';

it.each([['known_by: nobody'], ['known_from: 500 CE'], ['believed_by: [lysa]'], ['draft: true']])(
  'keeps %s, which its author has written since',
  (own) => {
    const made = mended(`---\ndate: 200 CE\n${SECRET}\n---\n`, `---\ndate: 200 CE\n${own}\n---\nNew secret prose.\n`);
    for (const text of changing(made)) expect(text).toContain(own);
  },
);

it('leaves the prose with the audience that its author gives it now', () => {
  const was = `---\nknown_by: [lysa, maric]\n${SECRET}\n---\n`;
  const made = mended(was, '---\nknown_by: nobody\nfacts: {vyr: {founder: oda}}\n---\nSecret.\n');
  for (const text of changing(made)) expect(text).toMatch(/^known_by: nobody$/m);
});

it('keeps the audience of a retcon that only some knew', () => {
  const was = `---\nsupersedes: {id: bob, reason: so}\ntier: core\nknown_by: [lysa]\n${SECRET}\n---\n`;
  const made = mended(was, `---\ntier: core\n${SECRET}\n---\n`);
  for (const text of changing(made)) expect(text).not.toContain('supersedes');
});

it('keeps the audience of facts that are restored along with the wanted one', () => {
  const item = (attribute: string, more: string): string =>
    `  - entity: vyr\n    attribute: ${attribute}\n    value: maric\n${more}`;
  const was = `---\nfacts:\n${item('founder', '')}${item('heir', '    known_by: lysa\n')}---\n`;
  for (const text of changing(mended(was, '---\nknown_by: [lysa, bob]\n---\n')))
    if (text.includes('heir')) expect(text).toMatch(/attribute: heir\n    value: maric\n    known_by: \[?lysa\]?\n/);
});
