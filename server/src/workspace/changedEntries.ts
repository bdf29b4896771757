/** Reads the entries of a folder, and no file again that is what it was when its entry was kept. */
import fs from 'node:fs';
import { digestOfText } from '../core/packed/bytes';
import type { FileStats, Texts, Cache } from '../platform/platform';
import { type CanonPack, entryAt } from '../core/canon';
import { packChunks, readCachedPack } from './cachedPack';
import { type Entry, fingerprintOf } from '../core/entry/entry';
import { usesRetcon } from '../core/entry/surveyed';
import type { CanonHost } from '../core/host';
import { atOnce } from '../core/text/groups';
import { openCache } from './cache';
import { withoutMark } from '../core/text/span';

/**
 * Size in bytes; when its content and its place on the disk changed last, in milliseconds; and its number on that disk, which
 * distinguishes two files whose folders have swapped names: 0 where there is none. The number of the disk is left out: it
 * changes whenever the disk is mounted.
 */
export interface Stamp {
  readonly size: number;
  readonly mtime: number;
  readonly ctime: number;
  readonly ino: number;
  /** The digest of its text, where it had changed so shortly before that another change could bear the same time; else 0. */
  readonly digest: number;
}

/** No file has it, so the file is read again in any case. */
export const NO_STAMP: Stamp = { size: -1, mtime: 0, ctime: 0, ino: 0, digest: 0 };

/** As coarse as the clock of any file system is, in milliseconds. */
const COARSE = 2000;

const OPTIONS = { throwIfNoEntry: false } as const;

/** The stamp of a file now; null where there is none. A link is none that could be kept: it may lead elsewhere the next time. */
function lookedAt(root: string, file: string): fs.Stats | null {
  try {
    return fs.lstatSync(`${root}/${file}`, OPTIONS) ?? null;
  } catch {
    // Reading it says why.
    return null;
  }
}

/** A text, with the stamp of the file that it was read from. */
export function readStamped(file: string, textOf: Texts): { readonly text: string | null; readonly stamp: Stamp } {
  let seen: FileStats | null = null;
  const text = textOf(file, (stats) => void (seen = stats));
  return { text, stamp: text === null ? NO_STAMP : stampOf(seen, text) };
}

/** @param stats from before the text was read */
export function stampOf(stats: FileStats | null, text: string): Stamp {
  // Behind a byte-order mark places are counted in one way by an editor, and in another by everybody else.
  if (!stats?.isFile() || text.startsWith('\uFEFF')) return NO_STAMP;
  const { size, mtimeMs: mtime, ctimeMs: ctime, ino } = stats;
  const isShort = Date.now() - Math.max(mtime, ctime) < COARSE;
  return { size, mtime, ctime, ino, digest: isShort ? digestOfText(text) : 0 };
}

/** Whether a file is the one that was stamped, judged without reading it. */
export const isStamped = (stats: FileStats, { size, mtime, ctime, ino }: Stamp): boolean =>
  stats.size === size && stats.mtimeMs === mtime && stats.ctimeMs === ctime && stats.ino === ino && stats.isFile();

/** What is noted of a file when its entry is packed. */
interface Note extends Stamp {
  /** The fingerprint of its entry: `fingerprintOf`. */
  readonly face: number;
  /** Whether it uses keys that only Retcon reads. */
  readonly uses: boolean;
}

export interface CachedEntries {
  readonly pack: CanonPack;
  /** Another one each time that entries are kept. */
  readonly id: string;
  /** Quickest where files are asked about in the order in which they were packed. */
  noteOf(path: string): Note | undefined;
}

const NAME = 'entries';

const COLUMNS = 7;

interface Head {
  readonly id: string;
  readonly codexText: string | null;
}

/** @param codexText under which the entries would be read now. Null where nothing is kept that was read under the same */
export function readCachedEntries(cache: Cache, codexText: string | null): CachedEntries | null {
  const kept = readCachedPack<Head>(cache, NAME, (head) => head.codexText === codexText);
  if (!kept) return null;
  const { head, pack, numbers } = kept;
  let next = 0;
  return {
    pack,
    id: head.id,
    noteOf(path) {
      const place = pack.placeOf(path, next);
      if (place < 0) return undefined;
      next = place + 1;
      const at = (column: number): number => numbers[COLUMNS * place + column] ?? 0;
      return { size: at(0), mtime: at(1), ctime: at(2), ino: at(3), digest: at(4), face: at(5), uses: at(6) === 1 };
    },
  };
}

/** An id for what is to be kept. */
export const newId = (): string => `${Date.now()} ${process.pid}`;

/**
 * @param pack nothing is added to it any more
 * @param noteOf what is known of the text from which an entry was packed; asked at once
 * @returns why it can't be kept; null when it is
 */
function cacheEntries(
  cache: Cache,
  id: string,
  codexText: string | null,
  pack: CanonPack,
  noteOf: (path: string) => Note,
): Promise<unknown> {
  const notes = new Float64Array(COLUMNS * pack.entries.size);
  let end = 0;
  for (const path of pack.entries.keys()) {
    const { size, mtime, ctime, ino, digest, face, uses } = noteOf(path);
    for (const column of [size, mtime, ctime, ino, digest, face, uses ? 1 : 0]) notes[end++] = column;
  }
  return packChunks<Head>(cache, NAME, { head: { id, codexText }, pack, numbers: notes });
}

/** What is not as it was kept. */
interface ChangedFiles {
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
interface Begun {
  readonly host: CanonHost;
  /** The text that the host was given: the file may hold something else by now. */
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

const notedOf = (entry: Entry, text: string): Noted => ({
  face: fingerprintOf(entry, text),
  uses: usesRetcon(text, entry.frontmatter.end),
});

/** Why they can't be kept; null where they are. */
export const cacheReadEntries = (
  cache: Cache,
  id: string,
  codexText: string | null,
  { pack }: CanonHost,
  noteOf: (file: string) => Note,
): Promise<unknown> => (pack ? cacheEntries(cache, id, codexText, pack, noteOf) : Promise.resolve(null));

/** A text that changes whenever the file may read differently; null shortly after a change, when its times do not show it. */
export function proseStamp(root: string, file: string): string | null {
  const stats = lookedAt(root, file);
  if (!stats?.isFile()) return null;
  const { size, mtimeMs, ctimeMs, ino } = stats;
  return Date.now() - Math.max(mtimeMs, ctimeMs) < COARSE ? null : `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
}
