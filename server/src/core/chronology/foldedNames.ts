/** Names as people type them: folded for comparison, months and weekdays found by an unambiguous prefix. */

const ASCII = /^[ -~]*$/;

/** A name without case, accents, fancy apostrophes, spare spaces or a last dot: two spellings of one name fold alike. */
export const fold = (name: string): string => {
  const lower = name.toLowerCase();
  const plain = ASCII.test(lower) ? lower : stripAccents(lower);
  return plain.endsWith('.') ? plain.slice(0, -1) : plain;
};

const stripAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();

/** What stands in a prefix table where several names begin alike. */
export const AMBIGUOUS = -1;

/** Longer ones nobody writes, and to keep all of a very long name would take the square of its length. */
const LONGEST_PREFIX = 100;

/**
 * Folded name, and every prefix of `shortest` letters or more → the name's index, or `AMBIGUOUS`; whole names win.
 * Our own months want three: `412 D` is an era of somebody's, and no December.
 */
export const prefixTable = (names: readonly string[], shortest: number): ReadonlyMap<string, number> => {
  const table = new Map<string, number>();
  const folded = names.map(fold);
  folded.forEach((name, index) => {
    for (let length = shortest; length < name.length && length <= LONGEST_PREFIX; length++) {
      const prefix = name.slice(0, length);
      table.set(prefix, table.has(prefix) ? AMBIGUOUS : index);
    }
  });
  // Where two months share one name, the first has it.
  for (const [index, name] of [...folded.entries()].reverse()) table.set(name, index);
  return table;
};

/** The name of an era as the id of its own line: lower case, NFC, single spaces, no last dot. */
export const normaliseEraName = (name: string): string =>
  name.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim().replace(/\.$/, '');
