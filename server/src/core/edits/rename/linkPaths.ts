/** Paths between the files of a codex, and how they are written in links. Paths are relative to the root, with `/`. */
import { type Canon, tableEntries } from '../../canon';
import { compareTexts } from '../../text/compareTexts';
import type { Entry } from '../../entry/entry';
import { decoded } from '../../entry/inline';
import type { Span } from '../../text/span';

/** A file or a folder that is to have another path. */
export interface Move {
  readonly from: string;
  readonly to: string;
}

/** The moves by where they begin: of several that begin at one place, the first. */
const begun = new WeakMap<readonly Move[], ReadonlyMap<string, number>>();

function beginningsOf(moves: readonly Move[]): ReadonlyMap<string, number> {
  let places = begun.get(moves);
  if (!places) begun.set(moves, (places = new Map(moves.map(({ from }, i) => [from, i] as const).reverse())));
  return places;
}

/** Where a path leads after some files and folders were moved: of moves that all concern it, the first counts. */
export function movedBy(moves: readonly Move[], path: string): string {
  const places = beginningsOf(moves);
  let first = places.get(path) ?? moves.length;
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
    first = Math.min(first, places.get(path.slice(0, end)) ?? first);
  const move = moves[first];
  return move ? move.to + path.slice(move.from.length) : path;
}

/** The entries that are moved, in the order of their paths. */
export function movedEntries(canon: Canon, moves: readonly Move[]): Entry[] {
  if (moves.length === 0) return [];
  const moved = [...tableEntries(canon.entries)].filter(([path]) => movedBy(moves, path) !== path);
  return moved.map(([, entry]) => entry).sort((a, b) => compareTexts(a.path, b.path));
}

/** Without `.md`. */
export const fileNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '');

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** The way from one file to another, in the form of a link: `../people/maric.md`. */
export function relativePath(from: string, to: string): string {
  const start = folderOf(from).split('/').filter(Boolean);
  const end = to.split('/');
  let same = 0;
  while (same < start.length && same < end.length - 1 && start[same] === end[same]) same++;
  return [...start.slice(same).map(() => '..'), ...end.slice(same)].join('/');
}

/** A path as it goes into a link, in place of the one that stands there: parts that both have stay as they are written. */
export function encodedLike(text: string, span: Span, path: string): string {
  const old = text.slice(span.start, span.end).split('/');
  const isBracketed = text.charAt(span.start - 1) === '<';
  return path
    .split('/')
    .map((part) => old.find((written) => decoded(written) === part) ?? encodedPart(part, isBracketed))
    .join('/');
}

/** What would end a link early, or be taken for something else in it. */
const encodedPart = (part: string, isBracketed: boolean): string =>
  part.replace(isBracketed ? /[<>\\%#]/g : /[\s<>()\\%#]/g, (mark) =>
    mark === '(' || mark === ')' ? `%${mark.charCodeAt(0).toString(16)}` : encodeURIComponent(mark),
  );
