/** What an author types into the pages of a codex: meaningful words, and halves of them. */
import fc from 'fast-check';
import { vyr } from '../support/caret';

const WORDS = [
  '',
  '\n',
  ' ',
  '---\n',
  '# Maric\n',
  'a',
  'maric',
  'aldric',
  'founding-of-house-vyr',
  'supersedes: maric\n',
  'facts: {house-vyr: {founder: lysa}}\n',
  'date: 300 TA\n',
  'until: 100 TA\n',
  '[[maric]]',
  'superseeds: x\n',
  'known_by: [lysa]\n',
  'pov: maric\n',
];

/** One place of a page with another text. */
export const typedEdit = fc.record({
  file: fc.constantFrom(...Object.keys(vyr).filter((file) => file.endsWith('.md'))),
  at: fc.nat(999),
  gone: fc.constantFrom(0, 0, 1, 4, 30),
  word: fc.constantFrom(...WORDS),
});

export const typedEdits = fc.array(typedEdit, { minLength: 1, maxLength: 12 });

export type TypedEdit = typeof typedEdit extends fc.Arbitrary<infer T> ? T : never;

/** The start and the end of an edit in a text. */
export function spanOf(
  { at, gone }: Pick<TypedEdit, 'at'> & { readonly gone: number },
  text: string,
): { readonly start: number; readonly end: number } {
  const start = Math.floor((at / 1000) * (text.length + 1));
  return { start, end: Math.min(start + gone, text.length) };
}
