/**
 * Which paths the patterns of codex.yaml mean: `*`, `?` and `[a-z]` in a name, `**` for any folders, `{a,b}` for either. Somebody else may
 * have written them, so no regular expression is made of them: the time is bounded by the length of the pattern times that of the path.
 */
import { nfc } from '../text/nfc';
import { alternativesIn } from './globAlternatives';
import { fitsName, isHidden, type NamePattern, namePatterns } from './globNames';

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

/** A place before any folders is also the one behind them, where there are none. */
function reach(places: Uint8Array, place: number, parts: readonly Part[]): void {
  places[place] = 1;
  if (parts[place] === ANY_FOLDERS) places[place + 1] = 1;
}
