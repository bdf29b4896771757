/**
 * A misspelled key that may hide something: reported on each page that has it, and corrected automatically only for a
 * single wrong letter.
 */
import { expect, it } from 'vitest';
import { fixesOf } from '../../server/src/core/edits/fixes/fixesAt';
import { askedIn, type Files, problemsIn } from '../support/codex';

const told = (files: Files): string[] =>
  problemsIn(files, null).flatMap(({ file, problem }) =>
    fixesOf(askedIn(files, file, null), problem).map(
      ({ fix, isSure }) => `${file} ${problem.severity} ${fix.title}${isSure ? '' : ', if they look'}`,
    ),
  );
const page = (key: string): string => `---\n${key}: [lysa]\n---\n`;

it('is corrected automatically if one letter is wrong, and not if two are', () => {
  expect(told({ 'lysa.md': '', 'a.md': page('knwon_by'), 'b.md': page('knwon_bi') })).toEqual([
    'a.md warning Change to known_by',
    'b.md warning Change to known_by, if they look',
  ]);
});

it('is reported on every page that it hides, however many there are', () => {
  const files = Object.fromEntries(['a', 'b', 'c'].map((name) => [`${name}.md`, page('known_to')]));
  expect(told({ 'lysa.md': '', ...files })).toEqual(
    ['a', 'b', 'c'].map((name) => `${name}.md info Change to known_by, if they look`),
  );
});
