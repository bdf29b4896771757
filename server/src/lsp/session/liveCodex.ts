/** One codex as the server keeps it: read in slices, then kept in step with the editor and the disk. */
import { CODEX_FILE, type CanonHost, type Dating } from '../../core/host';
import { type CodexParts, codexParts, type LiveCodex } from './live';
import type { Progress, FilesToCheck, Editor } from './codexState';
import { inSlices, opening, SLICE, turn } from './slices';
import { withoutMark } from '../../core/text/span';
import { SETTINGS_FILE } from '../../core/codex/settings';
import { ERRATA_FILE } from '../../core/codex/errata';
import { atOnce } from '../../core/text/groups';
import { unreadIn } from '../../core/commits/comparable';
import { entryAt, namingElsewhere, tableKeys, knownAt, LATEST, type Canon } from '../../core/canon';
import type { Compared } from '../../core/rules/retcon/baselineComparison';

/** Reads all files of one codex in slices, while the canon that was read before still answers. */
interface ReadingProgress {
  /** Whether every file has been read at least once. */
  readonly isReady: boolean;
  /** Why it could not be read. */
  readonly failure: string | null;
  /** The codex.yaml that was read last; undefined where it has to be read again. */
  readonly codexText: string | null | undefined;
  /** The codex.yaml of the canon that answers: while all is read again it may be an earlier one. */
  readonly servedText: string | null;
  /** Reads everything again; a reading under way is given up. False where a later one took its place. */
  read(progress: Progress): Promise<boolean>;
  /** Most files are not read yet: until they are, the codex counts as just opened. */
  unready(): void;
  /** Gives up a reading under way. */
  close(): void;
}

/** How many units are read ahead: some fifteen texts. Where reading a file and making its entry take turns, both take longer. */
const AHEAD = 2 ** 15;

/** One reading of all files. */
interface Run {
  readonly host: CanonHost;
  readonly codexText: string | null;
  /** Whether nothing was read before. */
  readonly isFirst: boolean;
  /** Whether no later reading has taken its place. */
  readonly isCurrent: () => boolean;
  readonly progress: Progress;
}

/** @param log receives why a reading has failed */
export function keepReading(parts: CodexParts, log: (message: string) => void): ReadingProgress {
  const { root, isOne, texts, hosts, due } = parts;
  let isReady = false;
  let failure: string | null = null;
  let readings = 0;
  let codexText: string | null | undefined;
  let servedText: string | null = null;
  return {
    get isReady() {
      return isReady;
    },
    get failure() {
      return failure;
    },
    get codexText() {
      return codexText;
    },
    get servedText() {
      return servedText;
    },
    async read(progress) {
      const mine = ++readings;
      const isCurrent = (): boolean => mine === readings;
      const host = hosts.begin(!isReady);
      failure = null;
      try {
        codexText = isOne ? null : texts.current(CODEX_FILE);
        if (!(await readAll(parts, { host, codexText, isFirst: !isReady, isCurrent, progress }))) return false;
        isReady = true;
        servedText = codexText;
      } catch (error) {
        if (!isCurrent()) return false;
        failure = error instanceof Error ? error.message : String(error);
        codexText = undefined;
        log(`${root} could not be read: ${failure}`);
      }
      hosts.end(host, failure === null);
      due.everything();
      return true;
    },
    unready() {
      isReady = false;
    },
    close() {
      readings++;
    },
  };
}

/** False where the reading was given up. */
async function readAll(parts: CodexParts, run: Run): Promise<boolean> {
  const { isOne, texts, keeper, due, using, isAwake } = parts;
  const { host, codexText, isCurrent } = run;
  keeper.begin();
  host.apply(new Map([[CODEX_FILE, codexText]]));
  due.one(CODEX_FILE);
  due.renew();
  const open = texts.opened().filter(parts.wants(host));
  // What the author looks at comes first: it is answered for while the folder is not even listed.
  if (!(await readSlices(parts, run, open))) return false;
  if (isOne) return true;
  if (run.isFirst) await opening();
  const files = isCurrent() && (await inSlices(texts.disk.list(host.canon.codex), isCurrent));
  if (!files) return false;
  // Nobody may have reported what is gone since the last reading.
  if (!run.isFirst) using.keepOnly([...new Set([...open, ...files])]);
  const restore: Parameters<typeof keeper.take>[0]['restore'] = (noteOf, count) => {
    due.restore((file) => noteOf(file)?.face);
    using.restore((file) => noteOf(file)?.uses, count);
  };
  const left = await keeper.take({ host, codexText, files, restore, isCurrent, isAwake });
  return left !== null && readSlices(parts, run, [...new Set([...open, ...left])]);
}

/** False where the reading was given up. */
async function readSlices(parts: CodexParts, run: Run, files: readonly string[]): Promise<boolean> {
  const { isOne, texts, keeper, due, isAwake, note } = parts;
  const { host, isCurrent, progress } = run;
  let done = 0;
  /** The texts of some more files. */
  function ahead(): [string, string][] {
    const found: [string, string][] = [];
    for (let units = 0; done < files.length && units < AHEAD; ) {
      const file = files[done++] ?? '';
      const typed = texts.open(file);
      if (typed !== null) keeper.touched(file);
      const text = typed ?? (isOne ? null : withoutMark(keeper.read(file)));
      note(file, text);
      if (text === null) continue;
      found.push([file, text]);
      units += text.length;
    }
    return found;
  }
  /** The texts of as many more files as there is time for. */
  function* some(until: number): Generator<[string, string]> {
    do yield* ahead();
    while (done < files.length && performance.now() < until);
  }
  while (done < files.length) {
    const [wasAwake, slice] = [isAwake(), some(performance.now() + SLICE)];
    if (wasAwake) host.grow(slice, (entry, text) => due.read(entry.path, text, entry));
    else for (const [file, text] of slice) due.read(file, text, undefined);
    // It woke up only now: what was merely looked at has to be read after all.
    if (!wasAwake && isAwake()) done = 0;
    due.renew();
    progress.report(done, files.length);
    await turn();
    if (!isCurrent()) return false;
  }
  return true;
}

/** @param reread has everything read again, when codex.yaml has changed or a folder wakes up */
export function readTouched(parts: CodexParts, reading: ReadingProgress, reread: () => void): void {
  const { isOne, texts, hosts, due, touched, isAwake } = parts;
  if (!isOne && touched.drop(CODEX_FILE) && texts.current(CODEX_FILE) !== reading.codexText) {
    touched.clear();
    return reread();
  }
  // What it lets through was compared without it.
  if (!isOne && touched.drop(ERRATA_FILE)) {
    due.one(ERRATA_FILE);
    due.everything();
  }
  if (touched.isEmpty) return;
  const files = touched.take(hosts.paths(), () => atOnce(texts.disk.list(hosts.serving.canon.codex)));
  if (files.length === 0) return;
  const wasAwake = isAwake();
  for (const host of hosts.all()) readInto(host, parts, files);
  if (isAwake() !== wasAwake) due.everything();
  if (!isAwake() || wasAwake) return;
  reading.unready();
  reread();
}

function readInto(host: CanonHost, parts: CodexParts, files: readonly string[]): void {
  const { texts, keeper, hosts, due } = parts;
  const isWanted = parts.wants(host);
  const changes = new Map<string, string | null>();
  for (const file of files) {
    const text = isWanted(file) ? texts.current(file) : null;
    parts.note(file, text);
    keeper.touched(file);
    changes.set(file, text);
  }
  const before = host.canon;
  if (parts.isAwake()) host.apply(changes);
  if (host === hosts.serving) due.edited(changes, before, host.canon);
}

export type { LiveCodex };

function dateNow({ hosts, due }: CodexParts, given: Dating): boolean {
  const isNew = hosts.date(given);
  if (isNew) due.everything();
  return isNew;
}

/** @param reread asks for a new `read`, when codex.yaml has changed or a folder wakes up */
export function openCodex(root: string, isOne: boolean, editor: Editor, reread: () => void): LiveCodex {
  const parts = codexParts(root, isOne, editor);
  const { texts, keeper, hosts, due, comparing, using, signs, touched, isAwake } = parts;
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
    judgeOthers: () => judgeOthers(parts),
    date: (given) => dateNow(parts, given),
    looksLikeWorld: () => !isOne && reading.isReady && !isAwake() && signs.areEnough(texts.isThere),
    takeDue: () => dueNow(parts),
    pathOf: texts.pathOf,
    entryAt: (file) => (isAwake() ? entryAt(hosts.serving.canon, texts.pathOf(file)) : undefined),
    currentText: texts.current,
    savedText: texts.saved,
    openText: texts.open,
    losesLetters: texts.losesLetters,
    isThere: texts.isThere,
    touch: (file) => touched.file(texts.pathOf(file)),
    touchOnDisk: (file) => touchOnDisk(parts, texts.pathOf(file)),
    touchFolder: (folder, mayHaveFiles) => touched.folder(texts.pathOf(folder), mayHaveFiles),
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

/** Has judged again what names entries of other settings. */
function judgeOthers({ hosts, due }: CodexParts): void {
  const files = namingElsewhere(hosts.serving.canon);
  for (const file of files) due.one(file);
  if (files.length > 0) due.renew();
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
    isOne ? all() : [CODEX_FILE, ERRATA_FILE, SETTINGS_FILE, ...all(), ...comparing.gone(serving)],
  );
  return { isAll, first: first.map(texts.fileOf), rest: rest.map(texts.fileOf) };
}

/** @param canon that of the codex before */
export const saysTheSame = ({ canon: now }: LiveCodex, canon: Canon): boolean =>
  now.entries === canon.entries && now.codex === canon.codex && now.committed === canon.committed;
