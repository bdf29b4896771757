/** Lines, slugs and the keys of names. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameKey, slug } from '../../server/src/core/entry/slug';
import { lineIndex } from '../../server/src/core/text/span';

describe('the line index', () => {
  it('counts as LSP does', () => {
    const index = lineIndex('a\r\nb🜂c\rd\n\n');
    expect(index.count()).toBe(5);
    expect(index.placeAt(3)).toEqual({ line: 1, character: 0 });
    expect(index.placeAt(7)).toEqual({ line: 1, character: 4 });
    expect(index.placeAt(8)).toEqual({ line: 2, character: 0 });
    expect(index.placeAt(99)).toEqual({ line: 4, character: 0 });
    expect(index.offsetAt({ line: 1, character: 99 })).toBe(7);
    expect(index.offsetAt({ line: 0, character: 99 })).toBe(1);
    expect(index.offsetAt({ line: 99, character: 0 })).toBe(11);
    expect(lineIndex('').placeAt(0)).toEqual({ line: 0, character: 0 });
  });

  it('converts there and back', () => {
    const text = fc
      .array(fc.constantFrom('a', '🜂', '\n', '\r', '\r\n', 'bc'), { maxLength: 40 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.nat(80), (written, at) => {
        const offset = Math.min(at, written.length);
        const index = lineIndex(written);
        // Between `\r` and `\n` there is not a place of its own.
        if (written[offset - 1] === '\r' && written[offset] === '\n') return;
        const lines = written.slice(0, offset).split(/\r\n|\r|\n/);
        expect(index.placeAt(offset)).toEqual({ line: lines.length - 1, character: lines.at(-1)?.length });
        expect(index.offsetAt(index.placeAt(offset))).toBe(offset);
      }),
    );
  });
});

describe('slugs', () => {
  it.each([
    ['Founding of House Vyr', 'founding-of-house-vyr'],
    ['PEP 0008', 'pep-0008'],
    ["  Vyr's — 2nd  (old) ", 'vyr-s-2nd-old'],
    ['Þórr & Åse', 'þórr-åse'],
    ['A\u030Ase', 'åse'],
    ['महाभारत', 'महाभारत'],
    ['🜂', '🜂'],
    ['---', '---'],
    ['', ''],
  ])('%j → %j', (name, expected) => expect(slug(name)).toBe(expected.normalize('NFC')));

  it('are slugs of themselves', () => {
    const name = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(name, (written) => {
        expect(slug(slug(written))).toBe(slug(written));
      }),
    );
  });
});

describe('keys of names', () => {
  it.each([
    ['House Vyr', ' house  VYR '],
    ['A\u030Ase', 'åSE'],
    ['tab\there', 'Tab here'],
  ])('%j and %j are one', (one, other) => expect(nameKey(one)).toBe(nameKey(other)));
});
