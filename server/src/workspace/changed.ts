/** Reads the entries of a folder, and no file again that is what it was when its entry was kept. */
import { entryAt } from '../core/canon/canon';
import { faceOf } from '../core/entry/face';
import { usesRetcon } from '../core/entry/uses';
import { type CanonHost, CODEX_FILE } from '../core/host';
import { digestOfText } from '../core/packed/digest';
import { type Cache, openCache } from './cache';
import { keep, type Kept, newId, type Note, readKept } from './kept';
import { isStamped, lookedAt, NO_STAMP, type Stamp, stampOf } from './stamps';

type Texts = (file: string) => string | null;

/** What is not as it was kept. */
export interface Changed {
  /** The texts of the files that read differently; null for those that have gone. */
  readonly texts: ReadonlyMap<string, string | null>;
  /** Of each file that was read, and whether it is another one or not. */
  readonly stamps: ReadonlyMap<string, Stamp>;
}

/** A codex of fewer files is read as soon as what was kept of it. */
export const FEW = 100;

/** Whether so much had to be read that it is better kept. */
export const isWorthKeeping = ({ stamps }: Pick<Changed, 'stamps'>, files: number): boolean =>
  files >= FEW && stamps.size * 20 > files;

/** Yields after each file. @param textOf the text of a file on the disk */
export function* changedSince(
  kept: Kept | null,
  root: string,
  files: readonly string[],
  textOf: Texts,
): Generator<void, Changed> {
  const texts = new Map<string, string | null>();
  const stamps = new Map<string, Stamp>();
  let known = 0;
  for (const file of files) {
    yield;
    const stats = lookedAt(root, file);
    const note = kept?.noteOf(file);
    if (note) known++;
    const isLike = stats !== null && note !== undefined && isStamped(stats, note);
    if (isLike && note.digest === 0) continue;
    const text = textOf(file);
    if (text !== null) stamps.set(file, stampOf(stats, text));
    if (!isLike || text === null || digestOfText(text) !== note.digest) texts.set(file, text);
  }
  if (kept && known < kept.pack.entries.size) {
    const there = new Set(files);
    for (const file of kept.pack.entries.keys()) if (!there.has(file)) texts.set(file, null);
  }
  return { texts, stamps };
}

/**
 * Reads the entries of a folder into a host that has its codex.yaml, and keeps them for the next start where that is worth
 * the while: the writing goes on behind, and whether it can be done is nobody's concern here. What it answers is the same
 * text only as long as nothing has changed; null where that would have to be told by everything.
 */
export function readEntries(root: string, host: CanonHost, files: readonly string[], textOf: Texts): string | null {
  const cache = openCache(root);
  const codexText = textOf(CODEX_FILE)?.replace(/^\uFEFF/, '') ?? null;
  const since = (kept: Kept | null): Changed => drained(changedSince(kept, root, files, textOf));
  let kept = files.length < FEW ? null : readKept(cache, codexText);
  let changed = since(kept);
  if (kept && changed.texts.size * 2 > files.length) changed = since((kept = null));
  const { texts } = changed;
  if (kept) host.take(kept.pack);
  if (kept) host.apply(texts);
  else host.grow(new Map([...texts].flatMap(([file, text]) => (text === null ? [] : [[file, text]]))));
  if (!isWorthKeeping(changed, files.length))
    return kept && [kept.id, ...[...texts].map(([file, text]) => `${file} ${text && digestOfText(text)}`)].join('\n');
  if (kept && texts.size > 0) drained(host.repack());
  const id = newId();
  void keepEntries(cache, id, codexText, host, (file) => {
    const text = texts.get(file);
    const [entry, before] = [entryAt(host.canon, file), kept?.noteOf(file)];
    const read = text && entry ? { face: faceOf(entry, text), uses: usesRetcon(text) } : before;
    return { ...NO_STAMP, face: 0, uses: false, ...before, ...read, ...changed.stamps.get(file) };
  });
  return id;
}

/** Why they can't be kept; null where they are. */
export const keepEntries = (
  cache: Cache,
  id: string,
  codexText: string | null,
  { pack }: CanonHost,
  noteOf: (file: string) => Note,
): Promise<unknown> => (pack ? keep(cache, id, codexText, pack, noteOf) : Promise.resolve(null));

function drained<T>(steps: Generator<void, T>): T {
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}
