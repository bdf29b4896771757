/** What the client and its pages say, against what translators are given: every message is in the bundle, and nothing else. */
import { describe, expect, it } from 'vitest';
import { bundleOf, messagesIn } from '../../scripts/messages';
import { FILES, filesIn, read } from './sources';

const CLIENT = filesIn(['client/src', 'media'], /\.ts$/).map((file) => ({ file, text: read(file) }));
const TRANSLATIONS = FILES.filter((file) => /^(?:l10n\/bundle\.l10n|package\.nls)\.(?!json$)[\w-]+\.json$/.test(file));

const wordsOf = (file: string): Readonly<Record<string, string>> =>
  JSON.parse(read(file)) as Readonly<Record<string, string>>;
/** `{0}`, `[…](command:…)`: what a translation has to keep. */
const partsOf = (message: string): string[] => (message.match(/\{\d\}|\(command:[^)]+\)/g) ?? []).sort();

describe('what the client says', () => {
  it('is said whole, so that it can be translated', () => {
    const wrong = CLIENT.filter(({ text }) => messagesIn(text).includes(null)).map(({ file }) => file);
    expect(wrong, "write t('…', …) with the whole message as its first argument").toEqual([]);
  });

  it('is all in the bundle, and nothing else', () => {
    expect(read('l10n/bundle.l10n.json'), '`npm run docs` writes it').toBe(bundleOf(CLIENT.map(({ text }) => text)));
  });

  it('goes through t()', () => {
    const shown =
      /\bshow(?:Error|Warning|Information)Message\(\s*['"]|\b(?:title|placeHolder|placeholder|prompt|label|description|detail|tooltip|openLabel): ['"](?=[^'"]*[a-z]{2})/;
    const wrong = CLIENT.flatMap(({ file, text }) => {
      const found = text.split('\n').find((line) => shown.test(line));
      return found === undefined ? [] : [`${file}: ${found.trim()}`];
    });
    expect(wrong, "write t('…')").toEqual([]);
  });

  it('is read from sources as it is said', () => {
    expect(messagesIn(`t('It\\'s {0}.', x); l10n.t(\n  "a", 1); nott('b'); t(\`c\${d}\`); t('e' + f)`)).toEqual([
      "It's {0}.",
      'a',
      null,
      null,
    ]);
  });
});

it.each(TRANSLATIONS)('%s has every message, with all its parts', (file) => {
  const translated = wordsOf(file);
  const original = wordsOf(file.replace(/\.[\w-]+\.json$/, '.json'));
  expect(Object.keys(translated).sort()).toEqual(Object.keys(original).sort());
  const lost = Object.entries(original).filter(
    ([key, text]) => partsOf(translated[key] ?? '').join() !== partsOf(text).join(),
  );
  expect(lost.map(([key]) => key)).toEqual([]);
});
