/** Ids made from names, and the keys under which names are looked up. */

const PLAIN_ASCII = /^[\x20-\x7e]*$/;
const NOT_ASCII_WORD = /[^a-z0-9]+/g;
const NOT_WORD = /[^\p{L}\p{M}\p{N}]+/gu;

/**
 * The id of a file's name: `Founding of House Vyr` → `founding-of-house-vyr`. Letters, marks and digits of any script are kept, NFC
 * and in lower case; every run of anything else becomes one `-`. A name without any of them is its own id.
 */
export function slug(name: string): string {
  const words = PLAIN_ASCII.test(name)
    ? name.toLowerCase().replace(NOT_ASCII_WORD, '-')
    : name.normalize('NFC').toLowerCase().normalize('NFC').replace(NOT_WORD, '-');
  const start = words.startsWith('-') ? 1 : 0;
  const end = words.endsWith('-') ? words.length - 1 : words.length;
  return start < end ? words.slice(start, end) : name;
}

/** The key for looking up a name without regard to case: NFC, lower case, blanks trimmed, each run of blanks one space. */
export function nameKey(name: string): string {
  let hasCapital = false;
  let before = SPACE;
  for (let at = 0; at < name.length; at++) {
    const unit = name.charCodeAt(at);
    if (unit < SPACE || unit > TILDE || (unit === SPACE && before === SPACE)) return keyOfAny(name);
    hasCapital ||= 65 <= unit && unit <= 90;
    before = unit;
  }
  // Nearly every name is plain, and most are their own keys.
  return before === SPACE ? keyOfAny(name) : hasCapital ? name.toLowerCase() : name;
}

const SPACE = 32;
const TILDE = 126;

const keyOfAny = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
    .trim()
    .replace(/\s{2,}|[^\S ]/g, ' ');
