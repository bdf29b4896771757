/**
 * Which paths the patterns of codex.yaml mean: `*`, `?` and `[a-z]` in a name, `**` for any folders, `{a,b}` for either. Somebody else may
 * have written them, so the time is bounded by the length of the pattern times that of the path.
 */
import { nfc } from '../text/nearNames';

interface Braces {
  readonly open: number;
  readonly commas: readonly number[];
  readonly close: number;
}

/** All that a pattern can be with one choice in each of its braces; null where that is more than `most` characters. */
function alternativesIn(glob: string, most: number): readonly string[] | null {
  const braces = bracesIn(glob);
  if (braces.size === 0) return glob.length <= most ? [glob] : null;
  return chosen(glob, 0, glob.length, braces, most);
}

/** The closed braces, by where they open. An escaped brace and one between brackets do not count. */
function bracesIn(glob: string): ReadonlyMap<number, Braces> {
  const closed = new Map<number, Braces>();
  const open: { readonly at: number; readonly commas: number[] }[] = [];
  for (let at = 0; at < glob.length; at++) {
    const char = glob.charAt(at);
    if (char === '\\') at++;
    else if (char === '[') at = Math.max(at, glob.slice(0, nameEnd(glob, at)).indexOf(']', at + 2));
    else if (char === '{') open.push({ at, commas: [] });
    else if (char === ',') open.at(-1)?.commas.push(at);
    else if (char === '}') {
      const last = open.pop();
      if (last) closed.set(last.at, { open: last.at, commas: last.commas, close: at });
    }
  }
  return closed;
}

const nameEnd = (glob: string, at: number): number => {
  const end = glob.indexOf('/', at);
  return end < 0 ? glob.length : end;
};

function chosen(
  glob: string,
  start: number,
  end: number,
  braces: ReadonlyMap<number, Braces>,
  most: number,
): readonly string[] | null {
  let made: readonly string[] = [''];
  for (let at = start; at < end; at++) {
    const here = braces.get(at);
    if (!here || !isChoice(glob, here)) {
      made = made.map((before) => before + glob.charAt(at));
      continue;
    }
    const choices = choicesIn(glob, here, braces, most);
    if (!choices || made.length * choices.length > most) return null;
    made = [...new Set(made.flatMap((before) => choices.map((choice) => before + choice)))];
    at = here.close;
  }
  return made.reduce((size, one) => size + one.length, 0) > most ? null : made;
}

/** `{1..9}`. */
const RANGE = /^\{([a-z0-9])\.\.([a-z0-9])\}$/i;

const isChoice = (glob: string, { open, commas, close }: Braces): boolean =>
  commas.length > 0 || RANGE.test(glob.slice(open, close + 1));

/** What can stand for braces that offer a choice. */
function choicesIn(
  glob: string,
  here: Braces,
  braces: ReadonlyMap<number, Braces>,
  most: number,
): readonly string[] | null {
  const { open, commas, close } = here;
  const [, from = '', to = ''] = RANGE.exec(glob.slice(open, close + 1)) ?? [];
  if (commas.length === 0) return [`[${[from, to].sort().join('-')}]`];
  const choices: string[] = [];
  const ends = [...commas, close];
  for (const [i, end] of ends.entries()) {
    const found = chosen(glob, (ends[i - 1] ?? open) + 1, end, braces, most);
    if (!found) return null;
    choices.push(...found);
    if (choices.length > most) return null;
  }
  return choices;
}

interface NamePattern {
  readonly whole: RegExp;
  /** It begins with a sign for any character, which does not stand for a dot at the start of a name. */
  readonly isOpen: boolean;
}

/** A name that begins with a dot is meant by what begins with a dot. */
const isHidden = (name: string): boolean => name.startsWith('.');

const fitsName = ({ whole, isOpen }: NamePattern, name: string, meansHidden: boolean): boolean =>
  (meansHidden || !isOpen || !isHidden(name)) && whole.test(name);

/** What is written of a name as a pattern, lower case; and, where its brackets can be those of a name like `Part [old]`, as that. */
function namePatterns(name: string): readonly [pattern: NamePattern, asWritten?: NamePattern] {
  const asWritten = read(name, true);
  const pattern = read(name, false);
  return asWritten.hasPlainSet ? [pattern.pattern, asWritten.pattern] : [pattern.pattern];
}

/** Letters alone between brackets may be a name. */
const PLAIN_SET = /^[^-*+?.^${}(|)[\]!\\]+$/;

function read(
  name: string,
  arePlainSetsNames: boolean,
): { readonly pattern: NamePattern; readonly hasPlainSet: boolean } {
  // What stands between two stars.
  const pieces = [''];
  let hasPlainSet = false;
  const put = (source: string): void => void pieces.push((pieces.pop() ?? '') + source);
  for (let at = 0; at < name.length; at++) {
    const char = name.charAt(at);
    const set = char === '[' ? setAt(name, at) : null;
    if (char === '*') {
      if (name.charAt(at - 1) !== '*' || at === 0) pieces.push('');
    } else if (char === '?') put('[^]');
    else if (set) {
      const inside = name.slice(at + 1, set.end);
      const isPlain = PLAIN_SET.test(inside);
      hasPlainSet ||= isPlain;
      put(isPlain && arePlainSetsNames ? escaped(`[${inside}]`) : set.source);
      at = set.end;
    } else if (char === '\\' && at + 1 < name.length) put(escaped(name.charAt(++at)));
    else put(escaped(char));
  }
  const [first = '', ...others] = pieces;
  const last = others.pop();
  // Each piece is sought once, behind the one before it: what has matched in a lookahead is not tried otherwise.
  const between = others.map((piece, i) => `(?=([^]*?${piece}))\\${i + 1}`).join('');
  const whole = new RegExp(`^${first}${between}${last === undefined ? '' : `[^]*${last}`}$`);
  return { pattern: { whole, isOpen: /^[*?]/.test(name) }, hasPlainSet };
}

const escaped = (text: string): string =>
  text.replace(/[^a-z0-9]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** `[a-z]`, `[!a]`, `[^a]`; null where no bracket closes it, and it is a character like others. @param at that of the bracket that opens */
function setAt(name: string, at: number): { readonly source: string; readonly end: number } | null {
  const isNot = /[!^]/.test(name.charAt(at + 1));
  const start = at + (isNot ? 2 : 1);
  // A bracket that closes right behind the one that opens is one of the characters.
  const end = name.indexOf(']', start + 1);
  if (end < 0) return null;
  let ranges = '';
  for (let i = start; i < end; i++) {
    if (name.charAt(i) === '\\' && i + 1 < end) i++;
    const from = name.charAt(i);
    const isRange = name.charAt(i + 1) === '-' && i + 2 < end;
    const to = isRange ? name.charAt(i + 2) : from;
    if (from <= to) ranges += `${escaped(from)}-${escaped(to)}`;
    if (isRange) i += 2;
  }
  return { source: `[${isNot ? '^' : ''}${ranges}]`, end };
}

/** A path relative to the root, with `/`. */
export type PathTest = (path: string) => boolean;

/** Any folders that are not hidden, or none. */
const ANY_FOLDERS = null;
type Part = NamePattern | typeof ANY_FOLDERS;
const [ANY_NAME] = namePatterns('*');

interface Glob {
  /** Each of them the parts of a path. */
  readonly alternatives: readonly (readonly Part[])[];
  /** Whether it begins with `!`, and means what does not fit. */
  readonly isNot: boolean;
}

/**
 * Whether a path fits one of the patterns, or lies in a folder that does; ignoring case. What `globSize` refuses fits nothing.
 * @param meansHidden whether stars stand for names that begin with a dot as well
 */
export function globTest(written: readonly string[], meansHidden = false): PathTest {
  const globs = written.flatMap((one) => globOf(one) ?? []);
  if (globs.length === 0) return () => false;
  const namesIn = nameSplitter();
  return (path) => {
    const names = namesIn(path);
    return globs.some(
      ({ alternatives, isNot }) => alternatives.some((parts) => fitsPath(parts, names, meansHidden)) !== isNot,
    );
  };
}

/** Parts paths at their `/`, lower case; mostly those of one folder, one after the other. The names are good until the next path. */
function nameSplitter(): (path: string) => readonly string[] {
  let last = '';
  let names = [''];
  return (path) => {
    const whole = nfc(path).toLowerCase();
    const end = whole.lastIndexOf('/') + 1;
    if (end !== last.length || !whole.startsWith(last)) {
      last = whole.slice(0, end);
      names = last.split('/');
    }
    names[names.length - 1] = whole.slice(end);
    return names;
  };
}

/** A longer pattern is refused. */
export const LONGEST_GLOB = 1000;
/** What a pattern may come to with its alternatives written out, and all patterns of a list together. */
export const MOST_WRITTEN_OUT = 10_000;

/** What a pattern comes to with its alternatives written out, in characters; null where that is too much, and it is not matched. */
export const globSize = (glob: string): number | null =>
  writtenOut(glob)?.reduce((size, one) => size + one.length, 0) ?? null;

const writtenOut = (glob: string): readonly string[] | null =>
  glob.length > LONGEST_GLOB ? null : alternativesIn(glob, MOST_WRITTEN_OUT);

function globOf(written: string): Glob | null {
  const negations = /^!*/.exec(written)?.[0].length ?? 0;
  const alternatives = writtenOut(nfc(written.slice(negations)).toLowerCase())?.flatMap(pathPatterns);
  return alternatives ? { alternatives, isNot: negations % 2 === 1 } : null;
}

/** `lore/**` as the parts of a path; two of them where brackets can also be meant as they are. */
function pathPatterns(glob: string): readonly (readonly Part[])[] {
  const trimmed = fromRoot(glob);
  if (trimmed === '') return [];
  const names = trimmed.split('/').map(partsOf);
  const isTwofold = names.some(({ asWritten }) => asWritten);
  const taken = isTwofold ? [false, true] : [false];
  return taken.map((areWritten) => {
    const parts = names.flatMap(({ patterns, asWritten }) => (areWritten && asWritten ? asWritten : patterns));
    // `lore/**` is what lies in it, and the name of a folder means all of that too.
    const all = parts.length > 1 && parts.at(-1) === ANY_FOLDERS ? [...parts.slice(0, -1), ANY_NAME] : parts;
    return [...all, ANY_FOLDERS].filter((part, i) => part !== ANY_FOLDERS || all[i - 1] !== ANY_FOLDERS);
  });
}

/** All that lies in a folder, as a pattern: signs that mean something there stand for any one. */
export const globWithin = (folder: string): string => `${folder.replace(/[()[\]{}!*?+@|\\]/g, '?')}/**`;

/** `lore` of `./lore/` and `/lore`: all paths begin at the root. */
export const fromRoot = (glob: string): string => glob.replace(/^(?:\.?\/+)+/, '').replace(/\/+$/, '');

function partsOf(name: string): { readonly patterns: readonly Part[]; readonly asWritten?: readonly Part[] } {
  // `**.md` is a name in any folder; two stars behind something are as one.
  const isAnywhere = /^\*\*(?!\*)/.test(name);
  if (name === '**') return { patterns: [ANY_FOLDERS] };
  const [pattern, asWritten] = namePatterns(name);
  const inFolders = (one: NamePattern): readonly Part[] => (isAnywhere ? [ANY_FOLDERS, one] : [one]);
  return { patterns: inFolders(pattern), ...(asWritten !== undefined && { asWritten: inFolders(asWritten) }) };
}

function fitsPath(parts: readonly Part[], names: readonly string[], meansHidden: boolean): boolean {
  let at = 0;
  for (let part = parts[0]; part !== ANY_FOLDERS && part !== undefined; part = parts[++at]) {
    const name = names[at];
    if (name === undefined || !fitsName(part, name, meansHidden)) return false;
  }
  if (at < parts.length - 1) return fitsFrom(at, parts, names, meansHidden);
  if (meansHidden) return true;
  for (; at < names.length; at++) if (isHidden(names[at] ?? '')) return false;
  return true;
}

/** Two rows of places in a pattern, made once: nobody asks about two paths at a time. */
const ROWS = [new Uint8Array(LONGEST_GLOB + 3), new Uint8Array(LONGEST_GLOB + 3)] as const;

/** Goes through the names once, with all places in the pattern that they can have come to. @param start where the parts before have brought both */
function fitsFrom(start: number, parts: readonly Part[], names: readonly string[], meansHidden: boolean): boolean {
  const end = parts.length;
  let [places, next]: readonly [Uint8Array, Uint8Array] = ROWS;
  places.fill(0, start, end + 1);
  reach(places, start, parts);
  for (let n = start; n < names.length; n++) {
    const name = names[n] ?? '';
    next.fill(0, start, end + 1);
    for (let place = start; place < end; place++) {
      const part = parts[place];
      if (places[place] !== 1 || part === undefined) continue;
      if (part === ANY_FOLDERS) {
        if (meansHidden || !isHidden(name)) reach(next, place, parts);
      } else if (fitsName(part, name, meansHidden)) reach(next, place + 1, parts);
    }
    [places, next] = [next, places];
  }
  return places[end] === 1;
}

/** A place before `**` is also the one behind it, since `**` may stand for no folder. */
function reach(places: Uint8Array, place: number, parts: readonly Part[]): void {
  places[place] = 1;
  if (parts[place] === ANY_FOLDERS) places[place + 1] = 1;
}
