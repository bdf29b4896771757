/** Hears of files and folders that come, change and go, for editors that do not watch them themselves. */
import fs from 'node:fs';
import path from 'node:path';
import { isSkippedFolder } from '../core/codex/files';
import type { Happened } from '../platform/filesPort';
import type { Watch } from '../platform/gitPort';

/** How long several events are waited for that belong together, in milliseconds: a file is often emptied first, and then written. */
const MOMENT = 50;
/** How many folders are looked at before others have their turn. */
const AT_ONCE = 20;

/**
 * Watches all that lies in some folders, without those that hold no canon. Each folder is watched by itself: to watch them
 * recursively, node watches every single file on Linux.
 * @param listener told of absolute paths
 * @param failed told why something can't be watched; the rest is
 */
export function watchFolders(
  roots: readonly string[],
  listener: (file: string, happened: Happened) => void,
  failed: (why: string) => void,
): Watch {
  const watchers = new Map<string, fs.FSWatcher>();
  /** What lay in a folder when it was looked at last: node does not say whether something has come or gone. */
  const inside = new Map<string, Set<string>>();
  const waiting = new Set<string>();
  const unwatched = [...roots];
  let timer: NodeJS.Timeout | undefined;
  let next: NodeJS.Immediate | undefined;

  const forget = (folder: string): void => {
    for (const one of [...watchers.keys()].filter((each) => each === folder || each.startsWith(folder + path.sep))) {
      watchers.get(one)?.close();
      watchers.delete(one);
      inside.delete(one);
    }
  };
  /** Begins to watch a folder: those in it are for later. */
  const watch = (folder: string): void => {
    if (watchers.has(folder)) return;
    try {
      const watcher = fs.watch(folder, { persistent: false }, (_, name) => {
        waiting.add(name === null ? folder : path.join(folder, name));
        timer ??= setTimeout(tell, MOMENT).unref();
      });
      watcher.on('error', () => forget(folder));
      watchers.set(folder, watcher);
      const items = fs.readdirSync(folder, { withFileTypes: true });
      inside.set(folder, new Set(items.map(({ name }) => name)));
      for (const item of items)
        if (item.isDirectory() && !isSkippedFolder(item.name)) unwatched.push(path.join(folder, item.name));
    } catch (error) {
      forget(folder);
      // It has gone before it was looked at: that is told as what has become of it.
      if (fs.existsSync(folder)) failed(`${folder} can't be watched: ${error instanceof Error ? error.message : ''}`);
    }
  };
  const watchSome = (): void => {
    for (const folder of unwatched.splice(0, AT_ONCE)) watch(folder);
    next = unwatched.length > 0 ? setImmediate(watchSome) : undefined;
  };
  const tell = (): void => {
    timer = undefined;
    const files = [...waiting];
    waiting.clear();
    for (const file of files) {
      const [folder, name] = [path.dirname(file), path.basename(file)];
      const names = inside.get(folder);
      const stats = fs.statSync(file, { throwIfNoEntry: false });
      const wasThere = names?.has(name) === true;
      if (!stats) {
        names?.delete(name);
        forget(file);
        if (wasThere) listener(file, 'deleted');
        continue;
      }
      names?.add(name);
      // What comes in it from now on is heard of; what is in it already is told of with it.
      if (stats.isDirectory() && !isSkippedFolder(name)) watch(file);
      listener(file, wasThere ? 'changed' : 'created');
    }
    next ??= setImmediate(watchSome);
  };
  watchSome();
  return {
    close() {
      clearTimeout(timer);
      clearImmediate(next);
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}
