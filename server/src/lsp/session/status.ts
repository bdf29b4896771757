/** Sends the editor the progress of reading and the size of the codex, for its language-status item. */
import { renderBehind } from '../../core/commits/comparable';
import { type Canon, countOf, entryAt, tableEntries, sizeOf, entryNamed } from '../../core/canon';
import type { Codices } from './codices';
import type { LiveCodex } from './liveCodex';
import type { Status } from '../protocol/protocol';
import { toTheEnd, listeners } from './slices';
import type { Connection, WorkDoneProgressServerReporter } from 'vscode-languageserver';
import { baseName } from '../convert/uris';

interface StatusNotifier {
  /** Sends it at once. */
  notify(): void;
  /** Counts the retcons first, where that was not done yet: it takes a look at each of them. */
  count(): Promise<void>;
}

/** Sends the status where it differs from the last one. @param send sends it, where the editor listens */
export function makeStatusNotifier(send: (status: Status) => void, codices: Codices): StatusNotifier {
  let lastSent = '';
  let calls = 0;
  const shownCodices = (): readonly LiveCodex[] => codices.all().filter(({ isOne, isDormant }) => !isOne || !isDormant);
  const notify = (): void => {
    const status = statusOf(shownCodices());
    const text = JSON.stringify(status);
    if (text === lastSent) return;
    lastSent = text;
    send(status);
  };
  return {
    notify,
    async count() {
      const mine = ++calls;
      for (const codex of shownCodices()) await countIn(codex);
      if (mine === calls) notify();
    },
  };
}

function statusOf(all: readonly LiveCodex[]): Status {
  const failed = all.find(({ failure }) => failure !== null);
  const awake = all.filter(({ isDormant }) => !isDormant);
  const [only] = awake;
  const counts = awake.map(({ state }) => retconsOf.get(state));
  return {
    state: failed
      ? 'failed'
      : all.some(({ isReady }) => !isReady)
        ? 'reading'
        : awake.length === 0
          ? 'dormant'
          : 'ready',
    entries: awake.reduce((sum, { canon }) => sum + sizeOf(canon.entries), 0),
    hasSecrets: awake.some(({ canon }) => hasSecrets(canon)),
    retcons: counts.includes(undefined) ? null : counts.reduce<number>((sum, count = 0) => sum + count, 0),
    ...(failed?.failure != null
      ? { message: `${failed.root} could not be read: ${failed.failure}` }
      : only?.baseline?.behind && awake.length === 1 && { message: renderBehind(only.baseline.behind) }),
    ...(only && awake.length === 1 && { root: only.root }),
    ...(awake.length === 0 && all.some((one) => one.looksLikeWorld()) && { looksLikeWorld: true }),
    ...(awake.some(({ canon, isOne }) => !isOne && !canon.codex.declared) && { lacksSetUp: true }),
  };
}

/** Whether a page, a fact or a passage is kept from anybody, or something is believed that is not true. */
const hasSecrets = (canon: Canon): boolean =>
  canon.codex.hidesAll ||
  canon.codex.audience.length > 0 ||
  countOf(canon, 'believed') > 0 ||
  sizeOf(canon.knownBy) > 0;

/** By the state of a codex: it is another one whenever a file comes, goes, or declares something else. */
const retconsOf = new WeakMap<object, number>();

async function countIn(codex: LiveCodex): Promise<void> {
  const { state, isReady, isDormant } = codex;
  if (!isReady || isDormant || retconsOf.has(state)) return;
  const retcons = await toTheEnd(recount(codex));
  retconsOf.set(state, retcons);
  // Counting retcons means looking at much that may never be shown.
  if (retcons > 0) codex.forget();
}

/** Yields after each name and each entry that it looks at. */
function* recount({ canon, known }: LiveCodex): Generator<void, number> {
  const declaring = new Set<string>();
  for (const [, paths] of tableEntries(canon.declaredOn)) {
    for (const path of paths) declaring.add(path);
    yield;
  }
  const retcons = new Set<string>();
  for (const path of declaring) {
    const entry = entryAt(canon, path);
    // Declared at both ends, it is one.
    for (const { fromOldEnd, target } of entry?.declarations ?? []) {
      const other = entryNamed(known, target.text);
      if (entry && other && other !== entry)
        retcons.add((fromOldEnd ? [other, entry] : [entry, other]).map(({ path }) => path).join('\n'));
    }
    yield;
  }
  return retcons.size;
}

/** Reads codices, and shows the author the progress of a long reading. */
export interface Reader {
  /** Reads a codex from the beginning; a reading of it that is under way is given up. */
  read(codex: LiveCodex): void;
  /** Says whether the editor can show progress. */
  showsProgress(isAble: boolean): void;
  /** Asks to be called now and then while a codex is read. */
  whenUnderWay(run: () => void): void;
  /** Asks to be called when a codex has been read. */
  whenRead(run: () => void): void;
}

/** A shorter reading needs no progress item, in milliseconds. */
const PATIENCE = 1000;
/** How often the progress of a reading is reported, in milliseconds. */
const INTERVAL = 250;

export function makeReader(connection: Connection, log: (message: string) => void): Reader {
  const [underWay, done] = [listeners(), listeners()];
  let canShow = false;

  const readShowing = async (codex: LiveCodex): Promise<void> => {
    const began = performance.now();
    let lastReported = began;
    let isShown = false;
    const shown: WorkDoneProgressServerReporter[] = [];
    let isRead = false;
    const show = async (): Promise<void> => {
      const item = await connection.window.createWorkDoneProgress();
      if (isRead) return item.done();
      item.begin('Retcon', 0, `reading ${baseName(codex.root)}`);
      shown.push(item);
    };
    const wasRead = await codex.read({
      report(files, total) {
        if (performance.now() - lastReported > INTERVAL) {
          lastReported = performance.now();
          underWay.call();
          shown[0]?.report(Math.floor((100 * files) / total), `${files} of ${total} files`);
        }
        if (canShow && !isShown && performance.now() - began > PATIENCE) {
          isShown = true;
          show().catch((error: unknown) => log(`showing progress: ${String(error)}`));
        }
      },
    });
    isRead = true;
    shown[0]?.done();
    if (wasRead) done.call();
  };
  return {
    read: (codex) => void readShowing(codex).catch((error: unknown) => log(`reading ${codex.root}: ${String(error)}`)),
    showsProgress: (isAble) => void (canShow = isAble),
    whenUnderWay: underWay.add,
    whenRead: done.add,
  };
}

/** Decides when a change is judged: at once where that is quick, after a pause in typing where it is slow, and before any answer. */
export interface Debouncer {
  /** Something has changed: judge again before long. */
  soon(): void;
  /** Reads what has changed, so that an answer is never about an older text. */
  now(): void;
  /** Does what is due when nothing has changed for a while. */
  rest(): void;
  /** Asks to be called as soon as something changes. */
  whenChanged(run: () => void): void;
  /** Asks to be called when a change has been read. */
  whenSettled(run: () => void): void;
  /** Asks to be called once nothing has changed for a while. */
  whenResting(run: () => void): void;
}

/** Up to how long judging may take to be done at each key, and the longest pause that is waited for; in milliseconds. */
const QUICK = 20;
const LONGEST = 400;
/** How quiet it must be for what can take its time. */
const QUIET = 250;

export function makeDebouncer(codices: Codices, log: (message: string) => void): Debouncer {
  let cost = 0;
  let judging: ReturnType<typeof setTimeout> | undefined;
  let resting: ReturnType<typeof setTimeout> | undefined;
  const guarded = (what: string, run: () => void): void => {
    try {
      run();
    } catch (error) {
      log(`${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  };
  const [changed, settled] = [listeners(), listeners()];
  const rested = listeners((run) => guarded('resting', run));
  /** The state of each codex when the others were last judged for its sake. */
  const seen = new WeakMap<LiveCodex, object>();
  const now = (): void => {
    const all = codices.all();
    for (const codex of all) codex.settle();
    // Names of one setting may mean entries of another.
    const moved = all.filter((codex) => seen.get(codex) !== codex.state);
    if (moved.length === 0) return;
    for (const codex of all) if (moved.some((one) => one !== codex)) codex.judgeOthers();
    for (const codex of all) seen.set(codex, codex.state);
  };
  const judge = (): void => {
    const began = performance.now();
    guarded('judging', () => {
      now();
      settled.call();
    });
    cost = performance.now() - began;
  };
  return {
    now: () => guarded('reading changes', now),
    rest: rested.call,
    whenChanged: changed.add,
    whenSettled: settled.add,
    whenResting: rested.add,
    soon() {
      changed.call();
      clearTimeout(judging);
      clearTimeout(resting);
      // Where judging is quick, the squiggle follows the key; where it is slow, keys must not queue up behind it.
      judging = setTimeout(judge, cost < QUICK ? 0 : Math.min(2 * cost, LONGEST));
      resting = setTimeout(rested.call, QUIET);
    },
  };
}
