/** Invisible characters are shown, except where a script needs them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonText, onOneLine, visible } from '../../server/src/core/text/words';
import { anyText } from '../support/anyText';

const JOINER = '\u200d';
const NON_JOINER = '\u200c';

describe('text with invisible characters', () => {
  it.each([
    ['\u001b[2J', '\\x1b[2J'],
    ['\u009b31m', '\\x9b31m'],
    ['user\u202egnp.md', 'user\\u202egnp.md'],
    ['\u2066a\u2069', '\\u2066a\\u2069'],
    ['\u061cx', '\\u061cx'],
    ['Va\u200bllis', 'Va\\u200bllis'],
    ['one\u2028::error::two\u2029', 'one\\u2028::error::two\\u2029'],
    [`Va${JOINER}llis`, 'Va\\u200dllis'],
    [`Va${NON_JOINER}llis`, 'Va\\u200cllis'],
    [`\u0646${NON_JOINER}${NON_JOINER}\u0646`, '\u0646\\u200c\\u200c\u0646'],
    ['a\u{e0041}', 'a\\u{e0041}'],
    ['\u{1f3f4}\u{e0041}\u{e007f}', '\u{1f3f4}\\u{e0041}\\u{e007f}'],
    ['\ufe0f\ufe0fx', '\\ufe0f\\ufe0fx'],
    ['\u115f\u3164', '\\u115f\\u3164'],
  ])('%j is shown as %s', (text, shown) => expect(visible(text)).toBe(shown));

  it.each([
    ['Persian', `\u0645\u06cc${NON_JOINER}\u062e\u0648\u0627\u0647\u0645`],
    ['Hindi', `\u0915\u094d${JOINER}\u0937`],
    ['Malayalam', `\u0d28\u0d4d${JOINER}\u0d2e`],
    ['a family', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
    ['a rainbow flag', '\u{1f3f3}\ufe0f\u200d\u{1f308}'],
    ['a woman who shrugs', '\u{1f937}\u{1f3fd}\u200d\u2640\ufe0f'],
    ['a heart', '\u2764\ufe0f'],
    ['a key', '1\ufe0f\u20e3'],
    ['Scotland', '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ['a form of a Han sign', '\u845b\u{e0100}'],
    ['a word that can be parted', 'Donau\u00addampf'],
    ['Arabic and Hebrew letters', '\u0627\u0644\u0642\u0644\u0639\u0629 \u05d4\u05de\u05dc\u05da'],
  ])('%s stays as it is', (_what, text) => expect(onOneLine(text)).toBe(text));

  it('keeps lines where there may be several', () => {
    expect(visible('a\tb\nc\r\n')).toBe('a\tb\nc\\x0d\n');
    expect(onOneLine('a\tb\nc')).toBe('a\tb\\x0ac');
  });

  it('loses every control character, direction mark and line separator', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(onOneLine(text)).not.toMatch(/(?!\t)[\p{Cc}\p{Bidi_Control}\u2028\u2029\u200b\ufeff]/u);
      }),
    );
  });
});

it('stays the same value as JSON, with invisible characters as escapes', () => {
  const value = { a: 'x\u202ey\u2028', b: ['\u{e0001}', '\u0085', 'می\u200cخواهم'], c: 'Zoë\n' };
  const text = jsonText(value);
  expect(JSON.parse(text)).toEqual(value);
  for (const escape of ['x\\u202ey\\u2028', '\\udb40\\udc01', '\\u0085', 'می\u200cخواهم', 'Zoë\\n'])
    expect(text).toContain(escape);
});
