/** Takes over what was kept of a codex at the last start, and keeps what was read for the next. */
import { entryAt } from '../../core/canon';
import { openCache } from '../../workspace/cache';
import {
  changedSince,
  FEW,
  isWorthCachingEntries,
  cacheReadEntries,
  type CachedEntries,
  newId,
  readCachedEntries,
  NO_STAMP,
  readStamped,
  type Stamp,
} from '../../workspace/changedEntries';
import { reasonOf } from '../../workspace/folder';
import { inSlices, toTheEnd } from '../../lsp/session/slices';
import type { CacheTarget, OpenStartupCache } from '../../platform/platform';

export const openStartupCache: OpenStartupCache = (root, storage, onDisk, log) => {
  const stamps = new Map<string, Stamp>();
  let last: Pick<CacheTarget, 'codexText' | 'files' | 'host' | 'restore'> | null = null;
  let kept: CachedEntries | null = null;
  return {
    begin: () => stamps.clear(),
    read(file) {
      const { text, stamp } = readStamped(file, onDisk);
      // What it was first is what may be packed: what was read of it later lies over that.
      if (text !== null && !stamps.has(file)) stamps.set(file, stamp);
      return text;
    },
    touched: (file) => void stamps.set(file, NO_STAMP),
    async take({ host, codexText, files, restore, isCurrent, isAwake }) {
      last = { host, codexText, files, restore };
      kept = files.length < FEW ? null : readCachedEntries(openCache(root, storage()), codexText);
      if (!kept) return files;
      const changed = await inSlices(changedSince(kept, root, files, onDisk), isCurrent);
      if (!changed) return null;
      const { texts } = changed;
      const { noteOf } = kept;
      // Files that were read, edited, made or removed since the beginning are newer than what the disk held.
      const isKnown = new Set(stamps.keys());
      const isAsKept = (file: string): boolean => !texts.has(file) && !isKnown.has(file);
      const using = changed.using - [...isKnown].filter((file) => !texts.has(file) && noteOf(file)?.uses).length;
      // Notes that do not use Retcon are not a codex, and are not kept.
      if (texts.size * 2 > files.length || !(isAwake() || using > 0)) {
        kept = null;
        return files;
      }
      const missing = [...texts].flatMap(([file, text]) => (text === null ? file : []));
      const gone = [...isKnown, ...missing].filter((file) => !entryAt(host.canon, file));
      host.take(kept.pack);
      host.apply(new Map(gone.map((file) => [file, null])));
      restore((file) => (isAsKept(file) ? noteOf(file) : undefined), using);
      for (const [file, stamp] of changed.stamps) if (!isKnown.has(file)) stamps.set(file, stamp);
      return files.filter((file) => isKnown.has(file) || (texts.get(file) ?? null) !== null);
    },
    async keep(host, noted) {
      const of = last;
      if (of?.host !== host || !isWorthCachingEntries({ stamps }, of.files.length)) return;
      last = null;
      // An edit has come between: then there will be another time.
      if (kept && !(await toTheEnd(host.repack()))) return void (last = of);
      const before = kept;
      kept = null;
      const written = cacheReadEntries(openCache(root, storage()), newId(), of.codexText, host, (file) => ({
        ...NO_STAMP,
        ...before?.noteOf(file),
        ...stamps.get(file),
        ...noted(file),
      }));
      stamps.clear();
      // Every file was asked about, so the old cache is no longer looked at.
      of.restore(() => undefined, 0);
      const why = await written;
      if (why !== null) log(`what was read from ${root} can't be kept for the next start: ${reasonOf(why)}.`);
    },
  };
};
