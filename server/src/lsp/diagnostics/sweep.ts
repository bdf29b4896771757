/** Judges all files of all codices in slices, while nobody types: what an edit may have changed, and nothing else. */
import type { Memory } from '../../platform/platform';
import type { Codices } from '../session/codices';
import type { LiveCodex } from '../session/liveCodex';
import { findNearDuplicates } from '../session/nearDuplicates';
import { joinPath } from '../convert/uris';
import type { Reports } from './reports';
import { SLICE, turn } from '../session/slices';

export interface Sweep {
  /** Whether everything is judged in its present state. */
  readonly isDone: boolean;
  /** Goes on where it was interrupted; true when everything is judged, false when it gave way again. */
  run(): Promise<boolean>;
  /** Asks to be called whenever everything has been judged. */
  whenDone(run: () => void): void;
  /** Asks to be called whenever what an edit is likeliest to concern has been judged, and the rest takes long. */
  whenBegun(run: () => void): void;
  /** Gives way to typing. */
  interrupt(): void;
}

/** How long it may take until everything can be reported at once, in milliseconds. */
const PATIENCE = 400;

/** After how many files all is forgotten that was worked out for them. Much is shared by files that name the same. */
const MOST_REMEMBERED = 10_000;

/** What is left to be judged in a codex; what is in both is judged with the first. */
interface Pending {
  readonly first: Set<string>;
  readonly rest: Set<string>;
}

/** @param memory is asked to give back what is forgotten */
export function sweepCodices(
  codices: Codices,
  reports: Reports,
  memory: Pick<Memory, 'giveBack'>,
  log: (message: string) => void,
): Sweep {
  const left = keepLeft(reports, memory, log);
  const done: (() => void)[] = [];
  const begun: (() => void)[] = [];
  let runs = 0;
  let isDone = false;
  return {
    get isDone() {
      return isDone;
    },
    async run() {
      const mine = ++runs;
      const isWanted = (): boolean => mine === runs;
      const all = codices.all();
      reports.keepOnly(all);
      left.keepOnly(all);
      // One that is being read says itself when it can be judged.
      if (all.some(({ isReading }) => isReading)) return false;
      for (const codex of all) left.collect(codex);
      if (!(await left.judge('first', isWanted))) return false;
      const began = performance.now();
      let isTold = false;
      const goesOn = (): boolean => {
        if (!isTold && performance.now() - began > PATIENCE) {
          isTold = true;
          for (const tell of begun) tell();
        }
        return isWanted();
      };
      if (!(await left.judge('rest', goesOn))) return false;
      for (const codex of all) {
        const moved = await findNearDuplicates(codex, goesOn);
        if (!moved) return false;
        for (const path of moved) reports.of(codex, joinPath(codex.root, path));
      }
      isDone = true;
      for (const tell of done) tell();
      return true;
    },
    whenDone: (run) => void done.push(run),
    whenBegun: (run) => void begun.push(run),
    interrupt() {
      runs++;
      isDone = false;
    },
  };
}

/** What is left to be judged, codex by codex. */
interface Left {
  keepOnly(codices: readonly LiveCodex[]): void;
  /** Takes what is due in a codex. */
  collect(codex: LiveCodex): void;
  /** Judges one part of what is left; false where it gave way. @param goesOn asked after each slice */
  judge(part: keyof Pending, goesOn: () => boolean): Promise<boolean>;
}

function keepLeft(reports: Reports, memory: Pick<Memory, 'giveBack'>, log: (message: string) => void): Left {
  const pending = new Map<LiveCodex, Pending>();
  const forget = (codex: LiveCodex, goesOn: () => boolean): Promise<void> => {
    codex.forget();
    return memory.giveBack(goesOn);
  };
  const judge = (codex: LiveCodex, file: string): void => {
    try {
      reports.of(codex, file);
    } catch (error) {
      log(`judging ${file}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  };
  return {
    keepOnly(codices) {
      for (const codex of pending.keys()) if (!codices.includes(codex)) pending.delete(codex);
    },
    collect(codex) {
      let files = pending.get(codex);
      if (!files) pending.set(codex, (files = { first: new Set(), rest: new Set() }));
      const { isAll, first, rest } = codex.takeDue();
      for (const file of first) files.first.add(file);
      for (const file of rest) files.rest.add(file);
      // The problems of a file that is gone have to be taken back.
      if (isAll) for (const file of reports.filesOf(codex)) files.rest.add(file);
    },
    async judge(part, goesOn) {
      let began = performance.now();
      for (const [codex, { [part]: files }] of pending) {
        let judged = 0;
        for (const file of files) {
          judge(codex, file);
          files.delete(file);
          const isMuch = ++judged % MOST_REMEMBERED === 0;
          if (!isMuch && performance.now() - began < SLICE) continue;
          await (isMuch ? forget(codex, goesOn) : turn());
          if (!goesOn()) return false;
          began = performance.now();
        }
        if (judged >= MOST_REMEMBERED) await forget(codex, goesOn);
      }
      return goesOn();
    },
  };
}
