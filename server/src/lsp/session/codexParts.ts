/** What one codex is kept in: each part does one thing, and all of them hear of the same files. */
import type { StartupCache } from '../../platform/startupCachePort';
import { entryFilter } from '../../core/codex/pathRules';
import { usesRetcon } from '../../core/entry/surveyed';
import type { CanonHost } from '../../core/host';
import { type BaselineComparison, compareWithBaseline } from './baseline';
import { type CheckQueue, openCheckQueue } from './checkQueue';
import type { Editor } from './editor';
import { type Hosts, keepHosts } from './hosts';
import { type LiveTexts, liveTexts } from './liveTexts';
import { trackTouchedFiles, type TouchedFiles } from './touchedFiles';
import { trackKeyUsage, type KeyUsage } from './keyUsage';

export interface CodexParts {
  readonly root: string;
  readonly isOne: boolean;
  readonly texts: LiveTexts;
  readonly keeper: StartupCache;
  readonly hosts: Hosts;
  readonly due: CheckQueue;
  readonly comparing: BaselineComparison;
  readonly using: KeyUsage;
  readonly touched: TouchedFiles;
  /** Whether there is a codex.yaml, or a file that uses Retcon's keys: else nothing is said of the notes. */
  isAwake(): boolean;
  /** Takes note of what a file reads now. */
  note(file: string, text: string | null): void;
  /** Whether the codex of a canon wants a file, which is in no other. */
  wants(host: CanonHost): (file: string) => boolean;
}

export function codexParts(root: string, isOne: boolean, editor: Editor): CodexParts {
  const texts = liveTexts(root, isOne, editor);
  const hosts = keepHosts(texts.current);
  const due = openCheckQueue();
  const using = trackKeyUsage();
  return {
    root,
    isOne,
    texts,
    keeper: editor.platform.openStartupCache(root, editor.storage, texts.disk.textOf, editor.log),
    hosts,
    due,
    comparing: compareWithBaseline(due.fingerprintAt),
    using,
    touched: trackTouchedFiles(),
    isAwake: () => hosts.newest.canon.codex.declared || using.any,
    note: (file, text) => using.note(file, text !== null && usesRetcon(text)),
    wants(host) {
      const isWanted = entryFilter(host.canon.codex);
      return (file) => isOne || (isWanted(file) && editor.rootOf(texts.fileOf(file)) === root);
    },
  };
}
