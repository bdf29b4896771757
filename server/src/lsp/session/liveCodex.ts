/** One codex as the server keeps it: read in slices, then kept in step with the editor and the disk. */
import { unreadIn } from '../../core/commits/comparable';
import { entryAt, tableKeys, knownAt, LATEST } from '../../core/canon';
import { ERRATA_FILE } from '../../core/codex/errata';
import type { Compared } from '../../core/rules/retcon/baselineComparison';
import { CODEX_FILE } from '../../core/host';
import { type CodexParts, codexParts } from './codexParts';
import { type ReadingProgress, keepReading } from './codexReading';
import type { FilesToCheck } from './checkQueue';
import type { Editor } from './editor';
import type { LiveCodex } from './live';
import { readTouched } from './readTouched';

export type { LiveCodex };

/** @param reread asks for a new `read`, when codex.yaml has changed or a folder wakes up */
export function openCodex(root: string, isOne: boolean, editor: Editor, reread: () => void): LiveCodex {
  const parts = codexParts(root, isOne, editor);
  const { texts, keeper, hosts, due, comparing, using, touched, isAwake } = parts;
  const { pathOf } = texts;
  const reading = keepReading(parts, editor.log);
  return {
    root,
    isOne,
    get isReady() {
      return reading.isReady;
    },
    get isReading() {
      return hosts.isBuilding;
    },
    get isDormant() {
      return !isAwake();
    },
    get failure() {
      return reading.failure;
    },
    get canon() {
      return hosts.serving.canon;
    },
    get known() {
      return knownAt(hosts.serving.canon, LATEST);
    },
    get codexProblems() {
      return hosts.isBuilding ? hosts.newest.writtenProblems : hosts.serving.codexProblems;
    },
    get state() {
      return due.state;
    },
    get baseline() {
      return comparing.baseline;
    },
    get compared() {
      return comparedNow(parts, reading);
    },
    unreadable: (file) => texts.disk.unread.get(file),
    compareWith(baseline) {
      comparing.take(baseline);
      due.everything();
    },
    judgeCodexFile: () => due.one(CODEX_FILE),
    date(told) {
      const isNew = hosts.date(told);
      if (isNew) due.everything();
      return isNew;
    },
    takeDue: () => dueNow(parts),
    pathOf,
    entryAt: (file) => (isAwake() ? entryAt(hosts.serving.canon, pathOf(file)) : undefined),
    currentText: texts.current,
    savedText: texts.saved,
    openText: texts.open,
    losesLetters: texts.losesLetters,
    isThere: texts.isThere,
    touch: (file) => touched.file(pathOf(file)),
    touchOnDisk: (file) => touchOnDisk(parts, pathOf(file)),
    touchFolder: (folder, mayHaveFiles) => touched.folder(pathOf(folder), mayHaveFiles),
    settle: () => readTouched(parts, reading, reread),
    read: reading.read,
    forget() {
      hosts.serving.forget();
      comparing.forget();
    },
    keep: () => keeper.keep(hosts.serving, (file) => ({ face: due.fingerprintAt(file) ?? 0, uses: using.has(file) })),
    close: reading.close,
  };
}

/** The baseline beside the present state; null before all has been read. */
function comparedNow(
  { isOne, texts, hosts, comparing }: CodexParts,
  { isReady, servedText }: ReadingProgress,
): Compared | null {
  if (!isReady || isOne) return null;
  const textOf = (file: string): string | null => (file === CODEX_FILE ? servedText : texts.current(file));
  // What is open is read from there.
  const unread = unreadIn([...texts.disk.unread].filter(([file]) => texts.open(file) === null));
  return comparing.with({ host: hosts.serving, textOf, blobOf: textOf }, unread);
}

function touchOnDisk({ texts, touched }: CodexParts, path: string): void {
  touched.file(path);
  if (texts.open(path) !== null) texts.disk.textOf(path);
}

function dueNow({ isOne, texts, hosts, due, comparing }: CodexParts): FilesToCheck {
  const { serving } = hosts;
  const all = (): string[] => [...tableKeys(serving.canon.entries)];
  const { isAll, first, rest } = due.take(serving.canon, () =>
    isOne ? all() : [CODEX_FILE, ERRATA_FILE, ...all(), ...comparing.gone(serving)],
  );
  return { isAll, first: first.map(texts.fileOf), rest: rest.map(texts.fileOf) };
}
