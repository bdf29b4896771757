/** Compares a codex as it is now with its baseline, where that is known. */
import {
  type Behind,
  withoutUnreadable,
  type ReadableSnapshot,
  missingIn,
  unknownThen,
} from '../../core/commits/comparable';
import type { Snapshot, CommittedSnapshot } from '../../core/commits/snapshot';
import { type Canon, entryAt } from '../../core/canon';
import { type BaselineState, pointWords } from '../../core/rules/compareWithBaseline';
import { type Compared, comparedStates } from '../../core/rules/retcon/baselineComparison';

/** The baseline, as it was read from a commit. */
export interface Baseline extends BaselineState {
  readonly snapshot: CommittedSnapshot;
  readonly behind?: Behind;
  /** Files that git does not lay out in the folder. */
  readonly keptOut: ReadonlySet<string>;
}

export interface BaselineComparison {
  /** The baseline; null: nothing is established, or git has not been asked yet. */
  readonly baseline: Baseline | null;
  take(baseline: Baseline | null): void;
  /** The files of the baseline that are gone. */
  gone(now: Snapshot['host']): readonly string[];
  /** Lets go of what was worked out to compare. */
  forget(): void;
  /**
   * Null where there is nothing to compare with. @param now the codex with its texts. @param unread files that can't be called
   * changed
   */
  with(now: Snapshot, unread: ReadonlySet<string>): Compared | null;
}

/** @param fingerprintNow what other files can see of a file now; undefined where it is not an entry */
export function compareWithBaseline(fingerprintNow: (path: string) => number | undefined): BaselineComparison {
  let baseline: Baseline | null = null;
  let last: {
    readonly baseline: Baseline;
    readonly canon: Canon;
    readonly unread: string;
    readonly compared: Compared;
  } | null = null;
  /** The comparable part of the baseline, as long as the same files can't be read on either side. */
  let known: {
    readonly baseline: Baseline;
    readonly unknown: readonly unknown[];
    readonly before: ReadableSnapshot;
  } | null = null;
  const thenFor = (taken: Baseline, now: Snapshot, unread: ReadonlySet<string>): ReadableSnapshot => {
    const { snapshot } = taken;
    const { canon } = now.host;
    const files = unknownThen(snapshot, now);
    const unknown = [...unread, null, ...files.map((file) => entryAt(canon, file))];
    const isSame = known?.baseline === taken && isEqual(known.unknown, unknown);
    if (!known || !isSame) known = { baseline: taken, unknown, before: withoutUnreadable(snapshot, now, unread) };
    return known.before;
  };
  return {
    get baseline() {
      return baseline;
    },
    take(then) {
      baseline = then;
    },
    gone: (host) => (baseline ? missingIn(host.canon, baseline.snapshot) : []),
    forget() {
      baseline?.snapshot.host.forget();
      known?.before.host.forget();
      last = null;
    },
    with(now, cannotBeRead) {
      const taken = baseline;
      if (!taken) return null;
      const { canon } = now.host;
      const away = [...taken.keptOut].filter((file) => !entryAt(canon, file));
      const unread = new Set([...cannotBeRead, ...away]);
      const names = [...unread].join('\n');
      if (last?.baseline === taken && last.canon === canon && last.unread === names) return last.compared;
      const then = thenFor(taken, now, unread);
      const isUntouched = (path: string): boolean => {
        const fingerprint = fingerprintNow(path);
        return fingerprint === then.fingerprintAt(path, fingerprint);
      };
      const told = { canon: then.host.canon, textOf: then.textOf, isUntouched };
      const compared = {
        ...comparedStates({ canon, textOf: now.textOf }, told, pointWords(taken)),
        isMoved: taken.isMoved === true,
        isAsInBaseline: isUntouched,
      };
      last = { baseline: taken, canon, unread: names, compared };
      return compared;
    },
  };
}

const isEqual = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((one, i) => one === b[i]);
