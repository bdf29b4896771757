/**
 * A value that is not a date where somebody comes to know something: the author learns what to write, and that it is
 * hidden meanwhile.
 */
import { expect, it } from 'vitest';
import { checkCodex } from '../../server/src/core/rules/check';
import { codexOf } from '../support/codex';

const told = (keys: string, codex = 'revisions: [session-1, session-2]\n'): string[] =>
  checkCodex(
    codexOf({
      'codex.yaml': `circles: {players: [sara, tom]}\n${codex}`,
      'a.md': `---\n${keys}\n---\n`,
      'sara.md': '',
    }),
  ).map(({ problem: { code, severity, message } }) => `${severity} ${code} ${message}`);

it.each([
  [
    'known_by: {sara: session-9}',
    /^warning date\/unreadable "session-9" is not a date: .*, or name a revision of codex.yaml: session-1 or session-2\. Until then nobody sees this\.$/,
  ],
  [
    'known_from: session-1\nknown_by: sara',
    /^warning date\/unreadable session-1 is a revision, and known_from takes a world date: write `known_by: \{name: session-1\}` for each who learned it then\. Until then nobody sees this\.$/,
  ],
  [
    'known_from: soon\nknown_by: sara',
    /^warning date\/unreadable "soon" is not a date: .*[^.]\. Until then nobody sees this\.$/,
  ],
  [
    'known_by: {sara: 430 TA, tom}',
    /^info frontmatter\/wrong-type Nothing says since when tom knows it: write a date or a revision after the name, like `tom: …`\. Until then nobody sees this\.$/,
  ],
  [
    'facts:\n  - {entity: a, attribute: b, value: c, knownby: sara}',
    /^warning frontmatter\/misspelt-key "knownby" means nothing here\. Did you mean known_by\? Until it is corrected, nobody sees this\.$/,
  ],
  [
    'facts:\n  - {entity: a, attribute: b, value: c, form: 1 TA}',
    /^warning frontmatter\/misspelt-key "form" means nothing here\. Did you mean from\?$/,
  ],
])('%s', (keys, message) => {
  const found = told(keys);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(message);
});

it('lists no revisions where codex.yaml has none', () => {
  expect(told('known_by: {sara: session-9}', '')[0]).not.toContain('revision');
});
