/** Writes files of a codex, all of them or none, even where it is killed: what it was about to do is found by the next command. */
import fs from 'node:fs';
import path from 'node:path';
import { listFirst } from '../core/text/words';
import { insideOf, reasonOf, isFolder } from './folder';
import {
  beginJournal,
  beginUndoing,
  digestOfBytes,
  endJournal,
  type Journal,
  linkNew,
  putInPlace,
  type Replacing,
  takeBack,
  wholeOf,
  newWritingFolder,
  writingFolders,
  type Found,
  journalsLeft,
  progressOf,
  writtenTogether,
} from './writingJournal';

/** What a file is to hold; by path relative to the root, with `/`. */
export interface Writing {
  readonly file: string;
  readonly text: string;
  /** What it held when it was read; null where it is new. */
  readonly before: string | null;
  /** UTF-8 where left out. `latin1`: every byte is one character, whatever the author had it written in. */
  readonly encoding?: 'latin1' | 'utf8';
  /** Of a new file, as far as the author lets new files have it. */
  readonly mode?: number;
}

/** Why files could not be written. */
export interface WritingFailure extends NodeJS.ErrnoException {
  /** All is as it was before the command. */
  readonly isNothingWritten?: true;
}

/**
 * Throws, with the file that stands in the way, where any can't be written; then all of them are as they were.
 * @param isAlone whether the command writes nothing before it
 */
export function writeAll(root: string, writings: readonly Writing[], isAlone = true): void {
  if (writings.length === 0) return;
  let folder: string | null = null;
  let journal: Journal | null = null;
  try {
    refuseAny(root, writings);
    const made = (folder = newWritingFolder(writingFolders(root)));
    const all = writings.map((writing, i) => stage(root, made, writing, i));
    // Putting them ready takes a while, in which an author can save.
    refuseAny(root, writings);
    const ready = { root, folder, all };
    beginJournal(ready);
    journal = ready;
    for (const [i, { file }] of all.entries()) if (!putInPlace(journal, i)) throw changed(file);
  } catch (error) {
    const stuck = journal ? undoWriting(journal) : [];
    if (stuck.length > 0)
      throw failure(
        listFirst(MOST_NAMED, stuck, 'and'),
        `${reasonOf(error)}, and what had been written there could not be undone`,
      );
    if (folder !== null) endJournal(folder);
    throw isAlone && error instanceof Error ? Object.assign(error, { isNothingWritten: true }) : error;
  }
  endJournal(folder);
}

/** Takes back what was written, the last first. @returns the files where that can't be done */
function undoWriting(journal: Journal): readonly string[] {
  beginUndoing(journal);
  return journal.all
    .map(({ file }, i) => ({ file, i }))
    .reverse()
    .flatMap(({ file, i }) => {
      try {
        takeBack(journal, i);
        return [];
      } catch (error) {
        return [`${file} (${reasonOf(error)})`];
      }
    });
}

/** Throws where one of them can't be written. Where a folder lies is asked once, and again when something is put there. */
function refuseAny(root: string, writings: readonly Writing[]): void {
  const folders = new Map<string, string>();
  for (const { file, before, encoding } of writings) {
    if (before !== null) {
      refuseChanged(root, file, before, encoding);
      continue;
    }
    const way = path.dirname(file);
    let folder = folders.get(way);
    if (folder === undefined) {
      folder = insideOf(root, way);
      fs.accessSync(folder, fs.constants.W_OK);
      folders.set(way, folder);
    }
    if (fs.lstatSync(path.join(folder, path.basename(file)), { throwIfNoEntry: false }))
      throw Object.assign(new Error(`EEXIST: ${file} is there already`), { code: 'EEXIST', path: file });
  }
}

/** Throws where a file can't be written, or is not what it was when it was read. */
function refuseChanged(root: string, file: string, before: string, encoding: Writing['encoding'] = 'utf8'): void {
  const whole = wholeOf(root, { file, before });
  const bytes = fs.readFileSync(whole);
  if (bytes.toString(encoding) !== before) throw changed(file);
  if (!bytes.equals(Buffer.from(before, encoding)))
    throw failure(file, 'it is not written in UTF-8. Save it as UTF-8 first');
  fs.accessSync(whole, fs.constants.W_OK);
  fs.accessSync(path.dirname(whole), fs.constants.W_OK);
}

/** Lays the new text ready, and the old one beside it. */
function stage(root: string, folder: string, writing: Writing, i: number): Replacing {
  const { file, text, before, encoding = 'utf8', mode = 0o666 } = writing;
  const [staged, bytes] = [path.join(folder, String(i)), Buffer.from(text, encoding)];
  fs.writeFileSync(staged, bytes, { flag: 'wx', mode });
  if (before !== null) {
    const whole = wholeOf(root, { file, before });
    linkNew(whole, `${staged}.old`);
    fs.chmodSync(staged, fs.statSync(whole).mode);
  }
  return {
    file,
    before: before === null ? null : digestOfBytes(Buffer.from(before, encoding)),
    after: digestOfBytes(bytes),
  };
}

/** Nobody reads a longer list. */
const MOST_NAMED = 3;

const changed = (file: string): Error => failure(file, 'it has been changed in the meantime');

const failure = (file: string, reason: string): Error =>
  Object.assign(new Error(reason), { code: 'RETCON', path: file });

/** @param root the folder of a codex. @returns a sentence for each command that was stopped */
export const finishWriting = (root: string): readonly string[] => {
  // Where nothing is yet, nothing was begun.
  if (!isFolder(root)) return [];
  try {
    return writtenTogether(root).flatMap(journalsLeft).flatMap(finished);
  } catch (error) {
    return [`What an interrupted command left behind can't be read: ${reasonOf(error)}.`];
  }
};

const STOPPED = 'An earlier command was stopped while it wrote';

function finished(journal: Found): string[] {
  const { root, folder, all, isUndoing } = journal;
  if (isUndoing) {
    const stuck = undoWriting(journal);
    if (stuck.length > 0) return [`${STOPPED}, and what it had begun can't be undone: ${named(stuck)}.`];
    endJournal(folder);
    return [`${STOPPED}: what it had begun is undone, in ${named(all.map(({ file }) => file))}.`];
  }
  const written: string[] = [];
  const left: string[] = [];
  for (const [i, one] of all.entries()) {
    const { file } = one;
    try {
      const progress = progressOf(root, one);
      if (progress === 'before' && putInPlace(journal, i)) written.push(file);
      else if (progress !== 'after') left.push(file);
    } catch (error) {
      return [`${STOPPED}, and ${file} can't be written now either: ${reasonOf(error)}. The next command tries again.`];
    }
  }
  endJournal(folder);
  const rest =
    left.length > 0
      ? ` ${named(left)} had been changed since, and ${left.length > 1 ? 'were left as they are' : 'was left as it is'}.`
      : '';
  return written.length + left.length > 0
    ? [`${STOPPED}. ${written.length > 0 ? `What was missing is written now: ${named(written)}.` : ''}${rest}`]
    : [];
}

const named = (files: readonly string[]): string => listFirst(3, files, 'and');
