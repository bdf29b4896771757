/** What one codex is kept in: each part sees to one thing, and all of them are told of the same files. */
import { entryFilter } from '../../core/codex/files';
import { usesRetcon } from '../../core/entry/uses';
import type { CanonHost } from '../../core/host';
import { type BaselineComparison, compareWithBaseline } from './baseline';
import { type DueFiles, keepDue } from './due';
import type { Editor } from './editor';
import { type Hosts, keepHosts } from './hosts';
import { type Keeper, keeperOf } from './keeping';
import { type LiveTexts, liveTexts } from './liveTexts';
import { keepTouched, type Touched } from './touched';
import { keepUsing, type Using } from './using';

export interface CodexParts {
  readonly root: string;
  readonly isOne: boolean;
  readonly texts: LiveTexts;
  readonly keeper: Keeper;
  readonly hosts: Hosts;
  readonly due: DueFiles;
  readonly comparing: BaselineComparison;
  readonly using: Using;
  readonly touched: Touched;
  /** Whether there is a codex.yaml, or a file that uses Retcon's keys: else nothing is said of the notes. */
  isAwake(): boolean;
  /** Takes note of what a file reads now. */
  note(file: string, text: string | null): void;
  /** Whether the codex of a canon wants a file. */
  wants(host: CanonHost): (file: string) => boolean;
}

export function codexParts(root: string, isOne: boolean, editor: Editor): CodexParts {
  const texts = liveTexts(root, isOne, editor);
  const hosts = keepHosts(texts.current);
  const due = keepDue();
  const using = keepUsing();
  return {
    root,
    isOne,
    texts,
    keeper: keeperOf(root, editor.storage, texts.disk.textOf, editor.log),
    hosts,
    due,
    comparing: compareWithBaseline(due.faceOf),
    using,
    touched: keepTouched(),
    isAwake: () => hosts.newest.canon.codex.declared || using.any,
    note: (file, text) => using.note(file, text !== null && usesRetcon(text)),
    wants: (host) => (isOne ? () => true : entryFilter(host.canon.codex)),
  };
}
