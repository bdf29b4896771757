/** Whether words say a name, however they are dressed: marked up, with escapes, in another case, as a possessive or a plural. */

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '',
};

const ARTICLES: ReadonlySet<string> = new Set(['the', 'a', 'an']);

/** Behind the last of Unicode there is no sign. */
const signOf = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');

function withoutEntities(text: string): string {
  return text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,6}));/gi,
    (all, hex?: string, decimal?: string, name = '') => {
      if (hex !== undefined) return signOf(Number.parseInt(hex, 16));
      return decimal === undefined ? (ENTITIES[name.toLowerCase()] ?? all) : signOf(Number(decimal));
    },
  );
}

/** The words that a reader sees, in lower case. */
function plainWords(text: string): readonly string[] {
  const plain = withoutEntities(text.replace(/<[^<>]*>/g, ''))
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\\*~`]|==|\p{Cf}/gu, '')
    .replace(/['’]s?(?![\p{L}\p{N}])/gu, '');
  return plain.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

export function isNameAmong(words: string, name: string): boolean {
  const whole = plainWords(name);
  const wanted = whole.slice(whole.findIndex((word) => !ARTICLES.has(word)));
  if (wanted.every((word) => ARTICLES.has(word))) return false;
  const said = plainWords(words);
  const isLast = (word: string | undefined, last = ''): boolean => word === last || word === `${last}s`;
  return said.some((_, from) =>
    wanted.every((word, i) => (i === wanted.length - 1 ? isLast(said[from + i], word) : said[from + i] === word)),
  );
}
