/** One codex as the server keeps it: read in slices, then kept in step with the editor and the disk. */
import path from 'node:path';
import { entryAt, keysOf, knownAt, LATEST } from '../../core/canon';
import { ERRATA_FILE } from '../../core/codex/errata';
import { entryFilter } from '../../core/codex/files';
import { usesRetcon } from '../../core/entry/uses';
import { CODEX_FILE, type CanonHost, createHost, type Dating } from '../../core/host';
import { atOnce } from '../../core/text/steps';
import type { Note } from '../../workspace/kept';
import { unreadIn } from '../../workspace/comparable';
import { compareEstablished } from './established';
import { diskOf } from './disk';
import { keepDue } from './due';
import type { Editor, Progress } from './editor';
import { keeperOf } from './keeping';
import type { LiveCodex } from './live';
import { relativeTo } from '../convert/places';
import { keepTouched } from './touched';
import { keepUsing } from './using';
import { inSlices, opening, SLICE, turn } from './slices';

export type { LiveCodex };

/** @param read asks for a new `read`, when codex.yaml has changed or a folder wakes up */
export function openCodex(root: string, isOne: boolean, editor: Editor, reread: () => void): LiveCodex {
  /** The path of a codex of one. */
  const own = path.basename(root).replace(/^untitled:/i, '');
  const inCodex = (file: string): string => (isOne ? own : relativeTo(root, file));
  const absolute = (file: string): string => (isOne ? root : path.join(root, file));
  const disk = diskOf(root, editor);
  // An editor keeps a byte-order mark to itself, and counts positions without it.
  const withoutMark = (text: string | null): string | null => text?.replace(/^\uFEFF/, '') ?? null;
  const openText = (file: string): string | null => editor.textOf(absolute(file)) ?? null;
  const currentText = (file: string): string | null =>
    openText(file) ?? (isOne ? null : withoutMark(disk.textOf(file)));
  const keeper = keeperOf(root, editor.storage, disk.textOf, editor.log);
  let dating: Dating | null = null;
  const newHost = (): CanonHost => {
    const host = createHost(currentText);
    if (dating) host.date(dating);
    return host;
  };
  const wants = (host: CanonHost): ((file: string) => boolean) => (isOne ? () => true : entryFilter(host.canon.codex));

  let serving = newHost();
  /** The one that is being read while the old one still answers. */
  let building: CanonHost | null = null;
  let isReady = false;
  let failure: string | null = null;
  let readings = 0;
  let state = {};
  const due = keepDue();
  const comparing = compareEstablished(due.faceOf);
  /** The codex.yaml that was read last; undefined where it has to be read again. */
  let codexText: string | null | undefined;
  const using = keepUsing();
  const touched = keepTouched();
  const judgeAll = (): void => {
    due.everything();
    state = {};
  };
  const isDeclared = (): boolean => (building ?? serving).canon.codex.declared;
  const isAwake = (): boolean => isDeclared() || using.any;

  const note = (file: string, text: string | null): void => using.note(file, text !== null && usesRetcon(text));

  const restore = (noteOf: (file: string) => Note | undefined, count: number): void => {
    due.restore((file) => noteOf(file)?.face);
    using.restore((file) => noteOf(file)?.uses, count);
  };

  async function readAll(host: CanonHost, isCurrent: () => boolean, progress: Progress): Promise<boolean> {
    keeper.begin();
    codexText = isOne ? null : currentText(CODEX_FILE);
    host.apply(new Map([[CODEX_FILE, codexText]]));
    due.one(CODEX_FILE);
    state = {};
    const open = isOne ? [own] : editor.openFiles(root).map(inCodex).filter(wants(host));
    // What the author looks at comes first: it is answered for while the folder is not even listed.
    if (!(await readSlices(host, open, isCurrent, progress))) return false;
    if (isOne) return true;
    if (!isReady) await opening();
    const files = isCurrent() && (await inSlices(disk.list(host.canon.codex), isCurrent));
    if (!files) return false;
    const left = await keeper.take({ host, codexText: codexText ?? null, files, restore, isCurrent, isAwake });
    return left !== null && readSlices(host, [...new Set([...open, ...left])], isCurrent, progress);
  }

  /** False where the reading was given up. */
  async function readSlices(
    host: CanonHost,
    files: readonly string[],
    isCurrent: () => boolean,
    progress: Progress,
  ): Promise<boolean> {
    let done = 0;
    /** The texts of as many more files as there is time for. */
    function* texts(until: number): Generator<[string, string]> {
      do {
        const file = files[done++] ?? '';
        const typed = openText(file);
        if (typed !== null) keeper.touched(file);
        const text = typed ?? (isOne ? null : withoutMark(keeper.read(file)));
        note(file, text);
        if (text !== null) yield [file, text];
      } while (done < files.length && performance.now() < until);
    }
    while (done < files.length) {
      const [wasAwake, some] = [isAwake(), texts(performance.now() + SLICE)];
      if (wasAwake) host.grow(some, (entry, text) => due.read(entry.path, text, entry));
      else for (const [file, text] of some) due.read(file, text, undefined);
      // It woke up only now: what was merely looked at has to be read after all.
      if (!wasAwake && isAwake()) done = 0;
      state = {};
      progress.report(done, files.length);
      await turn();
      if (!isCurrent()) return false;
    }
    return true;
  }

  const settleHost = (host: CanonHost, files: readonly string[]): void => {
    const wanted = wants(host);
    const changes = new Map<string, string | null>();
    for (const file of files) {
      const text = wanted(file) ? currentText(file) : null;
      note(file, text);
      keeper.touched(file);
      changes.set(file, text);
    }
    const before = host.canon;
    if (isAwake()) host.apply(changes);
    if (host === serving) due.edited(changes, before, host.canon);
  };

  /** What is being read anew may have files already that the old one has not. */
  function* filesRead(): Generator<string> {
    for (const { canon } of new Set([serving, building ?? serving])) yield* keysOf(canon.entries);
  }

  return {
    root,
    isOne,
    get isReady() {
      return isReady;
    },
    get isReading() {
      return building !== null;
    },
    get isDormant() {
      return !isAwake();
    },
    get failure() {
      return failure;
    },
    get canon() {
      return serving.canon;
    },
    get known() {
      return knownAt(serving.canon, LATEST);
    },
    get codexProblems() {
      return (building ?? serving).codexProblems;
    },
    get state() {
      return state;
    },
    get told() {
      return comparing.told;
    },
    get compared() {
      if (!isReady || isOne) return null;
      const textOf = (file: string): string | null => (file === CODEX_FILE ? (codexText ?? null) : currentText(file));
      // What is open is read from there.
      const unread = unreadIn([...disk.unread].filter(([file]) => openText(file) === null));
      return comparing.with({ host: serving, textOf, blobOf: textOf }, unread);
    },
    unreadable: (file) => disk.unread.get(file),
    compareWith(told) {
      comparing.take(told);
      judgeAll();
    },
    judgeCodexFile: () => due.one(CODEX_FILE),
    date(told) {
      if (dating?.times === told.times && dating.trouble?.message === told.trouble?.message) return false;
      dating = told;
      for (const host of new Set([serving, building ?? serving])) host.date(told);
      judgeAll();
      return true;
    },
    takeDue() {
      const all = (): string[] => [...keysOf(serving.canon.entries)];
      const { isAll, first, rest } = due.take(serving.canon, () =>
        isOne ? all() : [CODEX_FILE, ERRATA_FILE, ...all(), ...comparing.gone(serving)],
      );
      return { isAll, first: first.map(absolute), rest: rest.map(absolute) };
    },
    pathOf: inCodex,
    entryAt: (file) => (isAwake() ? entryAt(serving.canon, inCodex(file)) : undefined),
    currentText,
    openText,
    touch: (file) => touched.file(inCodex(file)),
    touchOnDisk(file) {
      touched.file(inCodex(file));
      if (openText(inCodex(file)) !== null) disk.textOf(inCodex(file));
    },
    touchFolder: (folder, mayHaveFiles) => touched.folder(inCodex(folder), mayHaveFiles),
    settle() {
      if (!isOne && touched.drop(CODEX_FILE) && currentText(CODEX_FILE) !== codexText) {
        touched.clear();
        return reread();
      }
      // What it lets through was compared without it.
      if (!isOne && touched.drop(ERRATA_FILE)) {
        due.one(ERRATA_FILE);
        judgeAll();
      }
      if (touched.isEmpty) return;
      const files = touched.take(filesRead(), () => atOnce(disk.list(serving.canon.codex)));
      if (files.length === 0) return;
      const wasAwake = isAwake();
      for (const host of new Set([serving, building ?? serving])) settleHost(host, files);
      if (isAwake() !== wasAwake) due.everything();
      if (due.isAll) state = {};
      if (!isAwake() || wasAwake) return;
      // Nobody has read the other files: until then it is as if it had just been opened.
      isReady = false;
      reread();
    },
    async read(progress) {
      const mine = ++readings;
      const host = (building = newHost());
      if (!isReady) serving = host;
      failure = null;
      try {
        if (!(await readAll(host, () => mine === readings, progress))) return false;
        isReady = true;
      } catch (error) {
        if (mine !== readings) return false;
        failure = error instanceof Error ? error.message : String(error);
        codexText = undefined;
        editor.log(`${root} could not be read: ${failure}`);
      }
      if (failure === null) serving = host;
      building = null;
      judgeAll();
      return true;
    },
    forget() {
      serving.forget();
      comparing.forget();
    },
    keep: () => keeper.keep(serving, (file) => ({ face: due.faceOf(file) ?? 0, uses: using.has(file) })),
    close() {
      readings++;
    },
  };
}
