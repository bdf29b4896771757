/** Names for new entries: a title to propose, a free file name, an id that no entry has. */
import { filed, type Known, resolve } from '../../canon';
import type { Entry } from '../../entry/entry';
import { nameKey, slug } from '../../entry/slug';

/** Whether there is a file of that path already, entry or not. @param path relative to the codex root, with `/` */
export type IsTaken = (path: string) => boolean;

const LONGEST_NAME = 80;

/** Why a new entry can't have a title; null where it can. */
export function titleProblem(known: Known, title: string): string | null {
  if (title.trim() === '') return 'Give the new entry a title.';
  if (resolve(known, title).kind === 'none') return null;
  return `"${title.trim()}" is the name of an entry already: give the new one a title of its own, so that a link can mean only one of them.`;
}

/** A title to which no entry answers: `The Fall (revised)`, `The Fall (revised 2)`. */
export function freeTitle(known: Known, title: (n: number) => string): string {
  for (let n = 1; ; n++) if (resolve(known, title(n)).kind === 'none') return title(n);
}

/**
 * The path of a new file beside another, in the style of its neighbours: `the-fall.md` or `The Fall.md`. No entry has its name
 * and nothing in the codex mentions it, since it must not give a mention a new meaning.
 */
export function freeFile(known: Known, beside: Entry, title: string, isTaken: IsTaken): string {
  const folder = beside.path.slice(0, beside.path.lastIndexOf('/') + 1);
  const isSlugged = slug(beside.fileName) === beside.fileName;
  const words = fileWords(title);
  // `Ferryman's` is `ferrymans` to those who name their files so.
  const name = shortened(isSlugged ? slug(words.replace(/['’]/g, '')) : words);
  for (let n = 1; ; n++) {
    const numbered = n === 1 ? name : `${name}${isSlugged ? '-' : ' '}${n}`;
    const path = `${folder}${numbered}.md`;
    if (!isMentioned(known, numbered) && !isMentioned(known, slug(numbered)) && !isTaken(path)) return path;
  }
}

/** A title without what a file's name can't have on some system, or what a `[[link]]` would take for its own. */
function fileWords(title: string): string {
  const words = title
    .normalize('NFC')
    // oxlint-disable-next-line no-control-regex -- they are what no file's name may hold
    .replace(/[\0-\x1f\x7f\\/:*?"<>|#^[\]]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\.+|[. ]+$/g, '');
  return words === '' ? 'entry' : words;
}

const shortened = (name: string): string =>
  name.length <= LONGEST_NAME
    ? name
    : [...name.slice(0, LONGEST_NAME + 1)]
        .slice(0, -1)
        .join('')
        .replace(/[-\s]+$/, '');

const INDEXES = ['names', 'declaredOn', 'statedOn', 'describing', 'restingOn', 'alsoNaming'] as const;

/** Whether any entry answers to a name, or says it of another. */
const isMentioned = ({ canon }: Known, name: string): boolean =>
  INDEXES.some((index) => filed(canon, index, nameKey(name)).length > 0);
