/** Watches files and folders that come, change and go, for editors that do not watch them themselves. */
import fs from 'node:fs';
import path from 'node:path';
import { isSkippedFolder } from '../core/codex/pathRules';
import type { Happened, Watch, GitFolders } from '../platform/platform';

/** How long several events are waited for that belong together, in milliseconds: a file is often emptied first, and then written. */
const MOMENT = 50;
/** How many folders are looked at before others have their turn. */
const AT_ONCE = 20;

/**
 * Watches all that lies in some folders, without those that hold no canon. Each folder is watched by itself: to watch them
 * recursively, node watches every single file on Linux.
 * @param listener called with absolute paths
 * @param failed called with the reason why something cannot be watched; the rest is watched
 */
export function watchFolders(
  roots: readonly string[],
  listener: (file: string, happened: Happened) => void,
  failed: (why: string) => void,
): Watch {
  const waiting = new Set<string>();
  /** Folders that were moved or deleted, though another may have their name by now. */
  const lost = new Set<string>();
  const unwatched = [...roots];
  let timer: NodeJS.Timeout | undefined;
  let next: NodeJS.Immediate | undefined;

  const soon = (file: string): void => {
    waiting.add(file);
    timer ??= setTimeout(tell, MOMENT).unref();
  };
  const watched = keepWatchers({
    soon,
    lose(folder) {
      lost.add(folder);
      soon(folder);
    },
    found: (folder) => void unwatched.push(folder),
    failed,
  });
  const watchSome = (): void => {
    for (const folder of unwatched.splice(0, AT_ONCE)) watched.watch(folder);
    next = unwatched.length > 0 ? setImmediate(watchSome) : undefined;
  };
  const tellOf = (file: string): void => {
    const name = path.basename(file);
    const names = watched.namesIn(path.dirname(file));
    const wasThere = names?.has(name) ?? watched.namesIn(file) !== undefined;
    const stats = statsOf(file);
    const isSame = stats !== null && !lost.has(file);
    if (!isSame) {
      names?.delete(name);
      watched.forget(file);
      if (wasThere) listener(file, 'deleted');
    }
    if (!stats) return;
    names?.add(name);
    // What comes in it from now on is watched; what is in it already is reported with it.
    if (stats.isDirectory() && !isSkippedFolder(name)) watched.watch(file);
    listener(file, wasThere && isSame ? 'changed' : 'created');
  };
  const tell = (): void => {
    timer = undefined;
    const files = [...waiting];
    waiting.clear();
    for (const file of files) tellOf(file);
    lost.clear();
    next ??= setImmediate(watchSome);
  };
  const around = roots.flatMap((root) => watchAround(root, () => soon(root)) ?? []);
  watchSome();
  return {
    close() {
      clearTimeout(timer);
      clearImmediate(next);
      watched.close();
      for (const watcher of around) watcher.close();
    },
  };
}

/** The listeners of folder watchers. */
interface WatchersListener {
  /** Something has become of a file or folder. */
  readonly soon: (file: string) => void;
  /** A folder was moved or deleted. */
  readonly lose: (folder: string) => void;
  /** A folder lies in one that is watched now. */
  readonly found: (folder: string) => void;
  readonly failed: (why: string) => void;
}

/** One watcher for each folder. */
function keepWatchers({ soon, lose, found, failed }: WatchersListener) {
  const watchers = new Map<string, fs.FSWatcher>();
  /** What lay in a folder when it was looked at last: node does not say whether something has come or gone. */
  const inside = new Map<string, Set<string>>();
  const forget = (folder: string): void => {
    for (const one of [...watchers.keys()].filter((each) => each === folder || each.startsWith(folder + path.sep))) {
      watchers.get(one)?.close();
      watchers.delete(one);
      inside.delete(one);
    }
  };
  return {
    namesIn: (folder: string) => inside.get(folder),
    forget,
    /** Begins to watch a folder: those in it are for later. */
    watch(folder: string): void {
      if (watchers.has(folder)) return;
      try {
        const own = identityOf(folder);
        const watcher = fs.watch(folder, { persistent: false }, (event, name) => {
          // Node reports changes of the folder itself, its times included, under its own name, as if it lay in itself.
          if (event === 'rename' && name === path.basename(folder) && identityOf(folder) !== own) lose(folder);
          soon(name === null ? folder : path.join(folder, name));
        });
        watcher.on('error', () => forget(folder));
        watchers.set(folder, watcher);
        const items = fs.readdirSync(folder, { withFileTypes: true });
        inside.set(folder, new Set(items.map(({ name }) => name)));
        for (const item of items)
          if (item.isDirectory() && !isSkippedFolder(item.name)) found(path.join(folder, item.name));
      } catch (error) {
        forget(folder);
        // It was gone before it was looked at: that is reported as a deletion.
        if (fs.existsSync(folder)) failed(`${folder} can't be watched: ${error instanceof Error ? error.message : ''}`);
      }
    },
    close() {
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}

/** Watches for a folder that comes back: only the folder around it reports that, as long as that stays the same. Null where it cannot be watched. */
function watchAround(folder: string, come: () => void): fs.FSWatcher | null {
  try {
    const watcher = fs.watch(path.dirname(folder), { persistent: false }, (_, name) => {
      if (name === path.basename(folder)) come();
    });
    return watcher.on('error', () => watcher.close());
  } catch {
    // It is watched as long as it is there.
    return null;
  }
}

/** A folder that was made again may have the inode of the one before. */
function identityOf(folder: string): string {
  const stats = statsOf(folder);
  return stats ? `${stats.dev} ${stats.ino} ${stats.birthtimeMs}` : '';
}

/** What lies at a path; null where nothing does, or nothing that we may look at. A link is what it is. */
function statsOf(file: string): fs.Stats | null {
  try {
    return fs.lstatSync(file, { throwIfNoEntry: false }) ?? null;
  } catch {
    // Nothing can be read there.
    return null;
  }
}

/** @param failed called with the reason why something cannot be watched; the rest is watched */
export function watchGit({ own, common }: GitFolders, changed: () => void, failed: (why: string) => void): Watch {
  // Refs lie in folders of their own, or in one file; in a newer format, in tables.
  const refs = ['refs', 'reftable'].map((name) => path.join(common, name)).filter((folder) => fs.existsSync(folder));
  const watchers = [
    ...[...new Set([own, common])].map((folder) => ({ folder, recursive: false })),
    ...refs.map((folder) => ({ folder, recursive: true })),
  ].flatMap(({ folder, recursive }) => {
    try {
      const watcher = fs.watch(folder, { recursive, persistent: false }, (_, file) => {
        // Git writes beside a file, and then puts that in its place.
        if (file?.endsWith('.lock') !== true) changed();
      });
      watcher.on('error', (error) => failed(`${folder} is no longer watched: ${error.message}`));
      return [watcher];
    } catch (error) {
      failed(`${folder} can't be watched: ${error instanceof Error ? error.message : String(error)}`);
      return [];
    }
  });
  return { close: () => watchers.forEach((watcher) => watcher.close()) };
}
