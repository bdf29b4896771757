/** Banned terms are found as whole words in any case, and no pattern of a codex makes that slow. */
import { describe, expect, it } from 'vitest';
import { bannedIn } from '../../server/src/core/codex/bannedTerms';

const found = (text: string, ...terms: readonly string[]): readonly string[] =>
  bannedIn(text, terms).map(({ start, end }) => text.slice(start, end));

describe('a banned term', () => {
  it.each([
    ['Gondor', "Gondor, GONDOR; gondor's _gondor_ Gondorian AGondor gondor2", ['Gondor', 'GONDOR', 'gondor', 'gondor']],
    ['hobbit*', 'A hobbit, two Hobbits, hobbitlike; hobbit2 and a shobbit', ['hobbit', 'Hobbits', 'hobbitlike']],
    ['*orc', 'An orc, a halforc and orcs', ['orc', 'halforc']],
    ['m*r*a', 'moria Mithra mira morra maria1', ['moria', 'Mithra', 'mira', 'morra', 'maria'].slice(0, 4)],
    ['Minas Tirith', 'Minas  Tirith, minas\ntirith, Minas, Tirith', ['Minas  Tirith', 'minas\ntirith']],
    ['half-elf*', 'Half-elf, half-elves, half elf, half-elfin', ['Half-elf', 'half-elfin']],
    ['Éowyn', 'E\u0301OWYN rode; Eowyn did not', ['E\u0301OWYN']],
    ['中土', '在中土世界', ['中土']],
    ['R2*', 'r2d r2 r22', ['r2d', 'r2']],
  ])('%s', (term, text, words) => expect(found(text, term)).toEqual(words));

  it('is reported once where several match, as the longest', () => {
    expect(bannedIn('Minas Tirith', ['minas', 'Minas Tirith', 'tirith'])).toEqual([
      { start: 0, end: 12, term: 'Minas Tirith' },
    ]);
  });

  it('with many stars takes time linear in the words', () => {
    const text = 'ab'.repeat(50_000);
    expect(found(text, `${'a*'.repeat(49)}c`)).toEqual([]);
  });
});
