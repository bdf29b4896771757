/** Why something can't have a name, in words for its author; and the file that it is to have by that name. */
import { isKnower, isWordForKnowers, type Known, resolve, writtenKnowers } from '../../canon';
import type { Entry } from '../../entry/entry';
import { nameKey, slug } from '../../entry/slug';
import { NOTHING } from '../../yaml/value';
import { referencesLike } from '../../reading/references';

/** What is wrong with a name in itself; null where nothing is. */
export function badName(name: string): string | null {
  if (name === '') return 'A name needs at least one letter.';
  if (/[\r\n\u2028\u2029]/.test(name)) return 'A name stands on one line.';
  if (!/[\p{L}\p{N}]/u.test(name)) return `"${name}" has no letter and no digit, and so is no name.`;
  if (isWordForKnowers(name)) return isWord(name);
  if (NOTHING.test(name)) return `"${name}" says that there is nothing: choose another name.`;
  const mark = /\[\[|\]\]|\{\{|<%|\$\{|:\/\/|[\p{Cc}[\]|#^]/u.exec(name)?.[0];
  if (mark === undefined) return null;
  return `A name that is linked to can't have ${/\p{Cc}/u.test(mark) ? 'an invisible character' : mark} in it.`;
}

const isWord = (name: string): string =>
  `"${name}" is a word of its own in \`known_by\`, and no name: choose another name.`;

/** What is wrong with an id in itself. */
export function badId(name: string): string | null {
  const mark = /[\\/]/.exec(name)?.[0];
  return mark === undefined
    ? badName(name)
    : `An id can't have ${mark} in it. To move an entry, move its file; links to it follow.`;
}

/**
 * Whether somebody else has one of the names already, or something that has no entry is spoken of by it.
 *
 * @param self what is renamed: an entry, or the name of what has none
 */
export function takenName(known: Known, self: Entry | string, names: readonly string[]): string | null {
  for (const name of names) {
    const found = resolve(known, name);
    const owners = found.kind === 'one' ? [found.entry] : found.kind === 'many' ? found.entries : [];
    const owner = owners.find((entry) => entry !== self);
    if (owner) return `"${name}" is taken by ${owner.title} (${owner.path}).`;
    if (found.kind !== 'none' || (typeof self === 'string' && nameKey(self) === nameKey(name))) continue;
    if (isWordForKnowers(name)) return isWord(name);
    // A link in the prose that leads nowhere yet may be meant for what gets the name now.
    const reference = referencesLike(known, name).find(({ naming }) => naming.role !== 'link');
    if (reference) return `"${name}" is taken: ${reference.entry.path} speaks of something of that name.`;
    if (isInCodexYaml(known, name))
      return `"${name}" is taken: codex.yaml says what somebody of that name knows. Choose another name.`;
    if (isKnower(known, name)) return `"${name}" is taken by the member of a circle: choose another name.`;
  }
  return null;
}

/** Whether codex.yaml has a circle of that name, or a member, or lets somebody in on a folder who is called so. */
function isInCodexYaml(known: Known, name: string): boolean {
  const { audience } = known.canon.codex;
  const names = [...writtenKnowers(known), ...audience.flatMap(({ knowers }) => knowers)];
  return names.some((one) => nameKey(one) === nameKey(name));
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
