/** Why something can't have a name, in words for its author; and the file that it is to have by that name. */
import { type Known, resolve } from '../../canon';
import type { Entry } from '../../entry/entry';
import { slug } from '../../entry/slug';
import { NOTHING } from '../../yaml/value';
import { referencesTo } from '../../reading/references';

/** What is wrong with a name in itself; null where nothing is. */
export function badName(name: string): string | null {
  if (name === '') return 'A name needs at least one letter.';
  if (/[\r\n\u2028\u2029]/.test(name)) return 'A name stands on one line.';
  if (!/[\p{L}\p{N}]/u.test(name)) return `"${name}" has no letter and no digit, and so is no name.`;
  if (NOTHING.test(name)) return `"${name}" says that there is nothing: choose another name.`;
  const mark = /\[\[|\]\]|\{\{|<%|\$\{|:\/\/|[\p{Cc}[\]|#^]/u.exec(name)?.[0];
  if (mark === undefined) return null;
  return `A name that is linked to can't have ${/\p{Cc}/u.test(mark) ? 'an invisible character' : mark} in it.`;
}

/** What is wrong with an id in itself. */
export function badId(name: string): string | null {
  const mark = /[\\/]/.exec(name)?.[0];
  return mark === undefined
    ? badName(name)
    : `An id can't have ${mark} in it. To move an entry, move its file; links to it follow.`;
}

/** Whether somebody else has one of the names already, or something that has no entry is spoken of by it. */
export function takenName(known: Known, self: Entry | null, names: readonly string[]): string | null {
  for (const name of names) {
    const found = resolve(known, name);
    const owners = found.kind === 'one' ? [found.entry] : found.kind === 'many' ? found.entries : [];
    const owner = owners.find((entry) => entry !== self);
    if (owner) return `"${name}" is taken by ${owner.title} (${owner.path}).`;
    if (found.kind !== 'none') continue;
    // A link in the prose that leads nowhere yet may be meant for what gets the name now.
    const reference = referencesTo(known, { kind: 'name', name }).find(({ naming }) => naming.role !== 'link');
    if (reference) return `"${name}" is taken: ${reference.entry.path} speaks of something of that name.`;
  }
  return null;
}

/** Names that mean a device to Windows, whatever follows the dot. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const LONGEST_FILE_NAME = 200;

/** A name as that of a file, without what some system or tool can't have in it; null where nothing is left of it. */
export function fileNameFor(name: string): string | null {
  const plain = name
    .replace(/[<>:"/\\|?*#^[\]]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  return plain === '' || plain.length > LONGEST_FILE_NAME || DEVICE.test(plain) ? null : plain;
}

/** A file's name for a new id in the style of the old one: `House Vyr` and `house-vyrn` make `House Vyrn`. */
export function fileNameLike(old: string, id: string): string {
  const words = old.split(/([^\p{L}\p{M}\p{N}]+)/u);
  const [first = '', gap = ''] = words;
  const isCapital = /^\p{Lu}/u.test(first);
  if (slug(old) === old || gap === '' || slug(id) !== id) return id;
  const styled = id
    .split('-')
    .map((word) => words.find((one) => slug(one) === word) ?? (isCapital ? capital(word) : word))
    .join(gap);
  return slug(styled) === id ? styled : id;
}

const capital = (word: string): string => word.replace(/^./u, (letter) => letter.toUpperCase());
