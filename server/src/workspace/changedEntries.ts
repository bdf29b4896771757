/** Reads the entries of a folder, and no file again that is what it was when its entry was kept. */
import type { Cache } from '../platform/cachePort';
import type { Texts } from '../platform/filesPort';
import { entryAt } from '../core/canon';
import { type Entry, fingerprintOf } from '../core/entry/entry';
import { usesRetcon } from '../core/entry/surveyed';
import type { CanonHost } from '../core/host';
import { digestOfText } from '../core/packed/bytes';
import { atOnce } from '../core/text/steps';
import { openCache } from './cache';
import { cacheEntries, type CachedEntries, newId, type Note, readCachedEntries } from './cachedEntries';
import { isStamped, lookedAt, NO_STAMP, readStamped, type Stamp } from './fileStamps';
import { withoutMark } from '../core/text/lines';

/** What is not as it was kept. */
export interface ChangedFiles {
  /** The texts of the files that read differently; null for those that have gone. */
  readonly texts: ReadonlyMap<string, string | null>;
  /** Of each file that was read, and whether it is another one or not. */
  readonly stamps: ReadonlyMap<string, Stamp>;
  /** How many files that are as they were kept use Retcon's keys. */
  readonly using: number;
}

/** A codex of fewer files is read as soon as what was kept of it. */
export const FEW = 100;

/** Whether so much had to be read that it is better kept. */
export const isWorthCachingEntries = ({ stamps }: Pick<ChangedFiles, 'stamps'>, files: number): boolean =>
  files >= FEW && stamps.size * 20 > files;

/** How many files are looked at between two steps. */
const LOOKED_AT = 16;

/** Yields after each file that is read, and each few others. @param textOf the text of a file on the disk */
export function* changedSince(
  kept: CachedEntries,
  root: string,
  files: readonly string[],
  textOf: Texts,
): Generator<void, ChangedFiles> {
  const texts = new Map<string, string | null>();
  const stamps = new Map<string, Stamp>();
  let [known, using] = [0, 0];
  let looked = 0;
  for (const file of files) {
    if (looked++ % LOOKED_AT === 0) yield;
    const stats = lookedAt(root, file);
    const note = kept.noteOf(file);
    if (note) known++;
    const isLike = stats !== null && note !== undefined && isStamped(stats, note);
    let isSame = isLike;
    if (!isLike || note.digest !== 0) {
      const { text, stamp } = readStamped(file, textOf);
      if (text !== null) stamps.set(file, stamp);
      isSame &&= text !== null && digestOfText(text) === note?.digest;
      if (!isSame) texts.set(file, text);
      yield;
    }
    if (isSame && note?.uses === true) using++;
  }
  if (known < kept.pack.entries.size) {
    const present = new Set(files);
    for (const file of kept.pack.entries.keys()) if (!present.has(file)) texts.set(file, null);
  }
  return { texts, stamps, using };
}

/** A folder of which only codex.yaml is read yet. */
export interface Begun {
  readonly host: CanonHost;
  /** What the host was told: the file may hold something else by now. */
  readonly codexWritten: string | null;
  readonly textOf: Texts;
}

/**
 * Reads the entries of a folder into a host that has its codex.yaml, and keeps them for the next start where that is worthwhile:
 * they are written in the background, and a failure does not matter. The answer is the same text only as long as nothing has
 * changed; null where finding that out would take everything.
 */
export function readEntries(
  root: string,
  { host, codexWritten, textOf }: Begun,
  files: readonly string[],
): string | null {
  const cache = openCache(root);
  const codexText = withoutMark(codexWritten);
  const kept = files.length < FEW ? null : readCachedEntries(cache, codexText);
  const changed = kept && atOnce(changedSince(kept, root, files, textOf));
  const isLittle = changed !== null && changed.texts.size * 2 <= files.length;
  const read = kept && isLittle ? readChanged(host, kept, changed) : readAgain(host, files, textOf);
  // Behind a byte-order mark, what is wrong in codex.yaml stands at other places.
  const isTold = codexWritten === codexText;
  if (!isWorthCachingEntries(read, files.length)) return isTold ? read.state : null;
  const id = newId();
  if (kept && isLittle && changed.texts.size > 0) atOnce(host.repack());
  void cacheReadEntries(cache, id, codexText, host, read.noteOf);
  return isTold ? id : null;
}

interface Read extends Pick<ChangedFiles, 'stamps'> {
  /** As `readEntries` answers it, where what was read is not kept. */
  readonly state: string | null;
  noteOf(file: string): Note;
}

function readChanged(host: CanonHost, kept: CachedEntries, { texts, stamps }: ChangedFiles): Read {
  host.take(kept.pack);
  host.apply(texts);
  return {
    stamps,
    state: [kept.id, ...[...texts].map(([file, text]) => `${file} ${text && digestOfText(text)}`)].join('\n'),
    noteOf(file) {
      const [text, entry] = [texts.get(file), entryAt(host.canon, file)];
      const read = text && entry ? notedOf(entry, text) : null;
      return { ...NOTHING, ...kept.noteOf(file), ...read, ...stamps.get(file) };
    },
  };
}

/** How many units are read ahead: a hundred texts or so. Where reading a file and making its entry take turns, both take longer. */
const AHEAD = 2 ** 18;

function readAgain(host: CanonHost, files: readonly string[], textOf: Texts): Read {
  const stamps = new Map<string, Stamp>();
  const noted = new Map<string, Noted>();
  function* texts(): Generator<[string, string]> {
    let [ahead, units]: [[string, string][], number] = [[], 0];
    for (const file of files) {
      const { text, stamp } = readStamped(file, textOf);
      if (text === null) continue;
      stamps.set(file, stamp);
      ahead.push([file, text]);
      units += text.length;
      if (units < AHEAD) continue;
      yield* ahead;
      [ahead, units] = [[], 0];
    }
    yield* ahead;
  }
  host.grow(texts(), (entry, text) => void noted.set(entry.path, notedOf(entry, text)));
  return { stamps, state: null, noteOf: (file) => ({ ...NOTHING, ...noted.get(file), ...stamps.get(file) }) };
}

/** What is noted of a file beside its stamp. */
type Noted = Pick<Note, 'face' | 'uses'>;

const NOTHING: Note = { ...NO_STAMP, face: 0, uses: false };

const notedOf = (entry: Entry, text: string): Noted => ({ face: fingerprintOf(entry, text), uses: usesRetcon(text) });

/** Why they can't be kept; null where they are. */
export const cacheReadEntries = (
  cache: Cache,
  id: string,
  codexText: string | null,
  { pack }: CanonHost,
  noteOf: (file: string) => Note,
): Promise<unknown> => (pack ? cacheEntries(cache, id, codexText, pack, noteOf) : Promise.resolve(null));
