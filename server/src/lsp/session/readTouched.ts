/** Reads the files of one codex that may read differently now, in the canon that answers and in the one that is being read. */
import { ERRATA_FILE } from '../../core/codex/errata';
import { CODEX_FILE, type CanonHost } from '../../core/host';
import { atOnce } from '../../core/text/steps';
import type { CodexParts } from './codexParts';
import type { ReadingProgress } from './codexReading';

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
  if (due.isAll) due.renew();
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
