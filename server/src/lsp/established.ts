/** Compares a codex as it is now with what was told, where that is known. */
import { CODEX_FILE } from '../core/host';
import { entryAt } from '../core/canon/canon';
import { knownAt, LATEST } from '../core/canon/canonPoint';
import type { Known } from '../core/canon/known';
import { type Established, pointWords } from '../core/rules/compare';
import type { Compared } from '../core/rules/retcon/compared';
import type { Snapshot } from '../workspace/commits';
import { faceOf } from '../core/entry/face';

/** What was told, as it was read from a commit. */
export type Told = Established & { readonly snapshot: Snapshot };

export interface Comparing {
  /** What it is compared with; null: nothing was told, or git has not been asked yet. */
  readonly told: Told | null;
  take(told: Told | null): void;
  /** Lets go of what was worked out to compare. */
  forget(): void;
  /** Null where there is nothing to compare with. @param codexText the text of codex.yaml, null where there is none */
  with(known: Known, codexText: string | null): Compared | null;
}

/** @param faceNow what others can see of a file as it is; undefined where it is no entry */
export function compareEstablished(faceNow: (path: string) => number | undefined): Comparing {
  let told: Told | null = null;
  let last: { readonly told: Established; readonly compared: Compared } | null = null;
  /** What others could see of a file as it was told. */
  const facesThen = new WeakMap<Established, Map<string, number | undefined>>();
  const faceThen = (then: Established, path: string): number | undefined => {
    let faces = facesThen.get(then);
    if (!faces) facesThen.set(then, (faces = new Map()));
    if (!faces.has(path)) {
      const { snapshot } = then;
      const [entry, text] = [entryAt(snapshot.host.canon, path), snapshot.textOf(path)];
      faces.set(path, entry && text !== null ? faceOf(entry, text) : undefined);
    }
    return faces.get(path);
  };
  return {
    get told() {
      return told;
    },
    take(then) {
      told = then;
    },
    forget() {
      told?.snapshot.host.forget();
      last = null;
    },
    with(known, codexText) {
      const taken = told;
      if (!taken) return null;
      if (last?.told === taken && last.compared.now === known) return last.compared;
      const { snapshot, ref } = taken;
      const codexTexts = { established: snapshot.textOf(CODEX_FILE), now: codexText };
      // Under another codex.yaml the same text may mean something else.
      const isSameCodex = codexTexts.established === codexTexts.now;
      const isUntouched = (path: string): boolean => faceNow(path) === faceThen(taken, path);
      const isAsTold = (path: string): boolean => isSameCodex && isUntouched(path);
      const compared = {
        established: knownAt(snapshot.host.canon, LATEST),
        point: pointWords(ref),
        now: known,
        codexTexts,
        isAsTold,
        isUntouched,
      };
      last = { told: taken, compared };
      return compared;
    },
  };
}
