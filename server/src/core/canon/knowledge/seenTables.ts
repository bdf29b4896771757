/** The tables of a view: its pages, and the indexes in which what was learned of other pages is filed as well. */
import type { Entry } from '../../entry/entry';
import type { Canon } from '../model/canonValue';
import { entryAt } from '../model/canon';
import { at, type ReadableMap, type Table, tableKeys } from '../model/table';

const unchanged = <V>(base: ReadableMap<V>): Table<V> => ({ base, over: new Map() });

/** The entries that are shown, by path. Only who walks over all of them looks at all. */
export function withPages(canon: Canon, pageAt: (path: string) => Entry | undefined): Table<Entry> {
  function* each(): Generator<readonly [string, Entry]> {
    for (const path of tableKeys(canon.entries)) {
      const page = pageAt(path);
      if (page) yield [path, page];
    }
  }
  return unchanged({
    get size() {
      return [...each()].length;
    },
    get: pageAt,
    has: (path) => pageAt(path) !== undefined,
    *keys() {
      for (const [path] of each()) yield path;
    },
    [Symbol.iterator]: each,
  });
}

/** What is asked of a page: whether it is shown, and where what was learned of it stands if it is not. */
interface Veiling {
  readonly isOpenAt: (path: string) => boolean;
  readonly veiledPathsAt: (path: string) => string[];
}

/** An index with the facts and declarations of pages that are not shown, under what they state or declare something of. */
export function withVeiled(
  canon: Canon,
  index: 'statedOn' | 'declaredOn' | 'valued',
  { isOpenAt, veiledPathsAt }: Veiling,
): Table<readonly string[]> {
  const table = canon[index];
  const found = new Map<string, readonly string[]>();
  const pathsAt = (key: string): readonly string[] => {
    let paths = found.get(key);
    if (!paths) {
      const own = at(table, key) ?? [];
      const others = index === 'statedOn' ? describing(canon, key, isOpenAt) : [];
      paths = [...own, ...[...new Set([...own, ...others])].flatMap(veiledPathsAt)];
      found.set(key, paths);
    }
    return paths;
  };
  return unchanged({
    get size() {
      return [...tableKeys(table)].length;
    },
    get(key) {
      const paths = pathsAt(key);
      return paths.length > 0 ? paths : undefined;
    },
    has: (key) => pathsAt(key).length > 0,
    keys: () => tableKeys(table),
    *[Symbol.iterator]() {
      for (const key of tableKeys(table)) yield [key, pathsAt(key)] as const;
    },
  });
}

/**
 * The pages that are not shown and may describe what has a name: what they state of it, they state without naming it. Through those
 * that are shown whoever asks goes on by themselves.
 */
function describing(canon: Canon, name: string, isOpenAt: Veiling['isOpenAt']): string[] {
  const keys = new Set([name]);
  const paths = new Set<string>();
  for (const key of keys)
    for (const index of [canon.names, canon.describing])
      for (const path of at(index, key) ?? []) {
        if (paths.has(path) || isOpenAt(path)) continue;
        paths.add(path);
        for (const other of entryAt(canon, path)?.names ?? []) keys.add(other);
      }
  return [...paths];
}
