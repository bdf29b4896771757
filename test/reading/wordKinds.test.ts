/** The words of an entry with a meaning, drawn as they are coloured. */
import { expect, it } from 'vitest';
import { allEntries } from '../../server/src/core/canon';
import { tokensOf } from '../../server/src/core/reading/faded';
import { nowOf } from '../../server/src/core/reading/viewpoint';
import { vyr } from '../support/caret';
import { codexOf } from '../support/codex';

/** Each token as `sort:words`, with `=` where the entry names itself and `~` where it no longer counts. */
function drawn(files: Readonly<Record<string, string>>, path: string): string[] {
  const canon = codexOf(files).canon;
  const entry = [...allEntries(canon)].find((one) => one.path === path);
  const text = files[path] ?? '';
  return (entry ? tokensOf(nowOf(canon), entry, text) : []).map(
    ({ span, sort, isOwn, isGone }) =>
      `${isGone ? '~' : ''}${isOwn ? '=' : ''}${sort}:${text.slice(span.start, span.end)}`,
  );
}

const files = {
  ...vyr,
  'note.md':
    '---\nid: note\ntitle: A Note\ndate: 412 TA\nsources: [founding-of-house-vyr, "our own words"]\nfacts:\n  vyr: {seat: "[[maric]]", words: We keep the fire}\n---\n# A Note\nSee [[founding-of-house-vyr|it]], [[maric]] and [[nobody]].\n',
};

it('names, attributes and dates are distinguished, and what no longer counts is marked', () => {
  const tokens = drawn(files, 'note.md');
  expect(tokens.slice(0, 4)).toEqual(['=name:note', '=name:A Note', 'date:412 TA', '~name:founding-of-house-vyr']);
  expect(tokens).toContain('name:maric');
  expect(tokens).toContain('attribute:seat');
  expect(tokens).toContain('~name:[[founding-of-house-vyr|it]]');
  expect(tokens).toContain('name:[[maric]]');
  expect(tokens.join(' ')).not.toMatch(/own words|We keep|nobody/);
});

it('the names of a superseded entry no longer count', () => {
  expect(drawn(files, 'founding-of-house-vyr.md').find((one) => one.includes('='))).toMatch(/^~=name:/);
  expect(drawn(files, 'refounding-of-house-vyr.md').find((one) => one.includes('='))).toMatch(/^=name:/);
});

it('no two overlap, and each is on one line', () => {
  for (const [path, text] of Object.entries(files)) {
    const canon = codexOf(files).canon;
    const entry = [...allEntries(canon)].find((one) => one.path === path);
    const tokens = entry ? tokensOf(nowOf(canon), entry, text) : [];
    tokens.forEach(({ span }, i) => {
      expect(tokens[i - 1]?.span.end ?? 0).toBeLessThanOrEqual(span.start);
      expect(text.slice(span.start, span.end)).not.toContain('\n');
    });
  }
});
