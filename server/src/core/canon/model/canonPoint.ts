/** Reads canon points, as `as_of` names them, and gives what the canon knows at one (model §7). */
import { type CanonPosition, END, endOfDay, readIso } from '../../codex/canonTime';
import type { Entry } from '../../entry/entry';
import { changersOf, pageOf, withVersions } from '../../entry/versions';
import type { Canon, CanonPoint, CommitReading, Commits, Known, Still } from './canonValue';
import { allOf, idOf, knowing, remembered, resolve, upTo } from './known';
import { edgesOf } from './edges';
import { positionOf } from './canon';
import { findRevision, nearRevision, offeredRevisions } from '../../codex/revisions';
import { readDate } from '../../chronology';
import { listCandidates } from '../../text/words';

/** The commit that a canon point names with `git:`; null if it names none. */
export const commitNamed = (asOf: string): string | null => (/^\s*git:/.test(asOf) ? asOf.trim().slice(4) : null);

export const LATEST: CanonPoint = { kind: 'latest', text: 'latest' };

type CanonPointReading =
  | { readonly ok: true; readonly point: CanonPoint }
  | { readonly ok: false; readonly message: string; readonly candidates?: readonly string[] };

/** The forms that `as_of` accepts, for messages. */
export function acceptedCanonPoints({ codex, eyes }: Pick<Canon, 'codex' | 'eyes'>, written?: string): string[] {
  // The name of a revision may give away what happens in it.
  const ids = eyes ? ['the id of a revision'] : offeredRevisions(codex, written);
  return ['latest', ...ids, 'a date such as 2026-05-12', 'before:ENTRY', 'git:COMMIT'];
}

/** Reads an `as_of`. Anything that is not a canon point is refused: there is no silent fallback. */
export function readCanonPoint(canon: Canon, written: string, commits: Commits = new Map()): CanonPointReading {
  const text = written.normalize('NFC').trim();
  const own = canon.eyes?.points.get(text);
  if (own) return { ok: true, point: own };
  if (text === 'latest') return { ok: true, point: LATEST };
  const revision = findRevision(canon.codex, text);
  if (revision) return { ok: true, point: { kind: 'position', text: revision.id, position: revision.position } };
  const iso = /^\d{4}-\d{2}-\d{2}(?:T.*(?:Z|[+-]\d{2}:?\d{2}))?$/.test(text) ? readIso(text) : null;
  if (iso) {
    const position = { time: iso.isDay ? endOfDay(iso.time) : iso.time, rank: Infinity };
    return { ok: true, point: { kind: 'position', text, position } };
  }
  if (text.startsWith('before:')) return readBefore(canon, text);
  const ref = commitNamed(text);
  if (ref !== null) return readCommit(text, commits.get(ref));
  const accepted = acceptedCanonPoints(canon, text).join(', ');
  return { ok: false, message: `"${text}" is not a canon point${hintInstead(canon, text)} Accepted: ${accepted}.` };
}

/** A hint to what the author meant instead of a canon point. It continues a sentence, and ends it. */
function hintInstead({ codex, eyes }: Canon, text: string): string {
  const date = readDate(codex.chronology, text);
  // A bare number may be the number of a session.
  if (!/^[\d-]*$/.test(text) && date.ok && date.date && date.unknownEra === undefined)
    return `, but a date of the world: write it as \`at\` (--at "${text}").`;
  const suggestion = /^(?:now|today|current|present|newest|last)$/i.test(text)
    ? 'latest'
    : eyes
      ? null
      : nearRevision(codex, text);
  return suggestion === null ? '.' : `. Did you mean ${suggestion}?`;
}

function readCommit(text: string, commit: CommitReading | undefined): CanonPointReading {
  if (!commit) return { ok: false, message: `"${text}" can't be used here: commits are not read for this.` };
  if (!commit.ok) return { ok: false, message: `"${text}" can't be answered: ${commit.message}` };
  const { canon, commit: hash, textOf, leftOut } = commit;
  return { ok: true, point: { kind: 'git', text, canon, textOf, commit: hash, leftOut } };
}

function readBefore(canon: Canon, text: string): CanonPointReading {
  const now = knownAt(canon, LATEST);
  const name = text.slice('before:'.length).trim();
  const result = resolve(now, name);
  if (result.kind === 'one') {
    return { ok: true, point: { kind: 'before', text: `before:${idOf(now, result.entry)}`, entry: result.entry } };
  }
  if (result.kind === 'none')
    return {
      ok: false,
      message: `"${text}" is not a canon point: no entry is called "${name}". Accepted: before: with the id of an entry.`,
    };
  const candidates = result.entries.map((entry) => idOf(now, entry));
  return {
    ok: false,
    message: `"${text}" is not a canon point: "${name}" could be ${listCandidates(candidates)}.`,
    candidates,
  };
}

/** The canon at a canon point; for a commit, the canon of that commit. The same arguments always give the same value. */
export const knownAt = (canon: Canon, point: CanonPoint): Still =>
  point.kind === 'git'
    ? knownAt(point.canon, LATEST)
    : remembered(canon, point.kind === 'before' ? `before ${point.entry.path}` : `at ${point.text}`, () =>
        knownAtPoint(canon, point),
      );

/** The last position that is known at a canon point; for a commit, on the axis of its own canon. */
export const lastPosition = (canon: Canon, point: CanonPoint): CanonPosition =>
  point.kind === 'position' ? point.position : point.kind === 'before' ? positionOf(canon, point.entry) : END;

function knownAtPoint(canon: Canon, point: Exclude<CanonPoint, { kind: 'git' }>): Still {
  if (point.kind === 'latest') return allOf(canon);
  if (point.kind === 'position') return upTo(canon, point.position);
  return without(upTo(canon, positionOf(canon, point.entry)), point.entry);
}

/** A view without an entry and without all that supersedes, retracts or restores it, directly or through others. */
export function without(known: Still, entry: Entry): Still {
  const gone = aboveOf(known, entry);
  return knowing(known.canon, (other) => known.has(other) && !gone.has(other));
}

/** An entry with everything that supersedes, retracts or restores it, directly or through others. */
export function aboveOf(known: Known, entry: Entry): Set<Entry> {
  const above = new Set([entry]);
  for (const one of above) {
    for (const { by } of edgesOf(known, pageOf(one))) above.add(by);
    const isLater = ({ versionOf }: Entry): boolean => (versionOf?.place ?? 0) > (one.versionOf?.place ?? 0);
    for (const version of one.versionOf ? changersOf(one).filter(isLater) : withVersions(one))
      if (known.has(version)) above.add(version);
  }
  return above;
}
