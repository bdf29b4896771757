/** Ids made from names, and the keys under which names are looked up. */

const PLAIN_ASCII = /^[\x20-\x7e]*$/;
const NOT_ASCII_WORD = /[^a-z0-9]+/g;
const NOT_WORD = /[^\p{L}\p{M}\p{N}]+/gu;

/**
 * The id derived from a file's name: `Founding of House Vyr` → `founding-of-house-vyr`. Letters, marks and digits of any
 * script are kept, NFC and in lower case; every run of anything else is one `-`. A name without any is its own id.
 */
export function slug(name: string): string {
  const words = PLAIN_ASCII.test(name)
    ? name.toLowerCase().replace(NOT_ASCII_WORD, '-')
    : name.normalize('NFC').toLowerCase().normalize('NFC').replace(NOT_WORD, '-');
  const start = words.startsWith('-') ? 1 : 0;
  const end = words.endsWith('-') ? words.length - 1 : words.length;
  return start < end ? words.slice(start, end) : name;
}

/** The key of a name for look-ups that ignore case: NFC, lower case, blanks trimmed and each run of them one space. */
export function nameKey(name: string): string {
  const folded = PLAIN_ASCII.test(name) ? name.toLowerCase() : name.normalize('NFC').toLowerCase().normalize('NFC');
  return folded.trim().replace(/\s{2,}|[^\S ]/g, ' ');
}
