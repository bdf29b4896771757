/** Texts of any characters at all, for properties that must hold whatever an author types. */
import fc from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 };

/**
 * As fast-check's `binary` has them; that one begins by making a table of all 1.1 million, which takes longer than most
 * tests.
 */
const character = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES.count })
  .map((n) => String.fromCodePoint(n < SURROGATES.first ? n : n + SURROGATES.count));

export const anyText = ({ maxLength }: { readonly maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.string({ unit: character, ...(maxLength !== undefined && { maxLength }) });
