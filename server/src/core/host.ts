/** The host of a codex, through which every surface enters the core: texts of files go in, a canon comes out. */
import {
  allEntries,
  withoutMemos,
  type Canon,
  type CanonPack,
  type CommitPlaces,
  type OtherSettings,
  canonPack,
  emptyCanon,
  entryAt,
  grown,
  packedCanon,
  pathsOf,
  withEntries,
  knownAt,
  LATEST,
} from './canon';
import type { Codex } from './codex/codex';
import { type CanonPosition, positionAt } from './codex/canonTime';
import { type CodexReading, readCodex } from './codex/readCodex';
import { CODEX_FILE } from './codex/codexShapes';
import type { Entry } from './entry/entry';
import { readEntry } from './entry/readEntry';
import { halfDeclared, unknownCodes, circlesHeld, emptyAudience } from './rules/config';
import { limitsOfCodex } from './rules/codex/limit';
import { openFoldersInCodex, unknownInCodex } from './rules/knowers';
import { SEVERITIES } from './rules';
import type { Problem, Severity } from './text/problem';

export { CODEX_FILE };

/** The times of the first commits of files, as far as git knows them. */
export interface Dating {
  /** UTC milliseconds, by path relative to the root; −Infinity: before all commits that git has. Null: unknown. */
  readonly times: ReadonlyMap<string, number> | null;
  /** Why times are missing, for the author; null if none are. */
  readonly trouble: { readonly message: string; readonly severity: Severity } | null;
}

const UNDATED: Dating = { times: null, trouble: null };

export interface CanonHost {
  /** The canon after the last change: an immutable value. */
  readonly canon: Canon;
  /** The problems of codex.yaml. */
  readonly codexProblems: readonly Problem[];
  /** The same without problems that depend on the entries: for use while not all entries are read. */
  readonly writtenProblems: readonly Problem[];
  /**
   * Takes the new texts of some files (null: deleted), by path relative to the root, with `/`. A change of codex.yaml reads every
   * entry again.
   */
  apply(changes: ReadonlyMap<string, string | null>): Canon;
  /** Takes git's dates of entries: they count if codex.yaml asks for them. */
  date(dating: Dating): Canon;
  /** The pack under the canon; null if its entries are not packed. */
  readonly pack: CanonPack | null;
  /** Takes entries that were packed under the same codex.yaml; entries that were read before replace those of the pack. */
  take(pack: CanonPack): Canon;
  /** Packs all entries again, with the changes since; yields after each entry. Returns false if a change interrupted it. */
  repack(): Generator<void, boolean>;
  /** Drops all memos of the canon. */
  forget(): void;
  /**
   * Like `apply`, for the first reading of entries in slices: at the cost of the slice, but earlier canons must not be used any more.
   * A text is taken from the iterable only after the one before was packed. @param onEntry gets each entry, and must not keep it
   */
  grow(texts: Iterable<readonly [path: string, text: string]>, onEntry?: (entry: Entry, text: string) => void): Canon;
  /** Begins with the entries of another canon, whose codex.yaml means the same to them; the caller then applies the differences. */
  begin(canon: Canon): Canon;
}

/**
 * @param readText the text of an entry's file, to read it again when codex.yaml changes; null if the file is gone
 * @param others the other settings of the workspace, to whose entries names may refer
 */
export function createHost(readText: (path: string) => string | null, others: OtherSettings | null = null): CanonHost {
  let rules = codexOf(null);
  let canon = emptyCanon(rules.codex, others);
  let dating: Dating = UNDATED;
  const dated = (): Canon => datedBy(canon, rules.codex, dating);
  let pack: CanonPack | null = null;
  const take = (packed: CanonPack): Canon => {
    const before = new Map(allEntries(canon).map((entry) => [entry.path, entry]));
    pack = packed;
    canon = withEntries(packedCanon(canon, packed), before);
    return canon;
  };
  return {
    get canon() {
      return canon;
    },
    get codexProblems() {
      return problemsNow(rules, canon, dating);
    },
    get writtenProblems() {
      return rules.problems;
    },
    apply(changes) {
      const texts = new Map(changes);
      if (texts.has(CODEX_FILE)) {
        rules = codexOf(texts.get(CODEX_FILE) ?? null);
        texts.delete(CODEX_FILE);
        for (const path of pathsOf(canon)) if (!texts.has(path)) texts.set(path, readText(path));
        canon = emptyCanon(rules.codex, others);
        canon = dated();
        pack = null;
      }
      canon = withEntries(canon, entriesOf(texts, rules.codex));
      return canon;
    },
    date(newDating) {
      dating = newDating;
      canon = dated();
      return canon;
    },
    get pack() {
      return pack;
    },
    take,
    *repack() {
      const [before, next] = [canon, canonPack()];
      const packed = yield* repacked(before, next, () => canon === before);
      if (!packed) return false;
      pack = next;
      canon = packed;
      return true;
    },
    forget() {
      canon = withoutMemos(canon);
      pack?.forget();
    },
    grow(texts, onEntry) {
      const growing = pack ?? canonPack();
      if (!pack) take(growing);
      canon = grown(canon, growing, entriesIn(texts, rules.codex, onEntry));
      return canon;
    },
    begin(other) {
      canon = { ...other, codex: rules.codex, others };
      canon = dated();
      return canon;
    },
  };
}

/** The problems of codex.yaml, with those that depend on the entries and on git. */
function problemsNow(rules: Rules, canon: Canon, { trouble }: Dating): readonly Problem[] {
  const { problems, calendarPlaces, knowerPlaces } = rules;
  const { datedByGit: span } = rules.codex;
  const known = knownAt(canon, LATEST);
  const ofEntries = [
    ...halfDeclared(known, calendarPlaces),
    ...unknownInCodex(known, knowerPlaces),
    ...limitsOfCodex(known, knowerPlaces.members),
    ...circlesHeld(knowerPlaces.members),
    ...emptyAudience(known, knowerPlaces.folders),
    ...openFoldersInCodex(known, knowerPlaces),
    ...(span && trouble ? [{ code: 'config/invalid', span, ...trouble }] : []),
  ];
  return ofEntries.length === 0 ? problems : inOrder([...problems, ...ofEntries]);
}

/** A canon with git's dates, if codex.yaml asks for them. */
const datedBy = (canon: Canon, codex: Codex, { times }: Dating): Canon =>
  withoutMemos(canon, codex.datedByGit && times && placesOf(codex, times));

const entriesOf = (texts: ReadonlyMap<string, string | null>, codex: Codex): ReadonlyMap<string, Entry | null> =>
  new Map([...texts].map(([path, text]) => [path, text === null ? null : readEntry(path, text, codex)]));

/** Reads entries lazily, one by one. */
function* entriesIn(
  texts: Iterable<readonly [path: string, text: string]>,
  codex: Codex,
  onEntry?: (entry: Entry, text: string) => void,
): Generator<Entry> {
  for (const [path, text] of texts) {
    const entry = readEntry(path, text, codex);
    onEntry?.(entry, text);
    yield entry;
  }
}

/** The same canon over a new pack, one entry at a step; null if the canon changes in between. */
function* repacked(canon: Canon, pack: CanonPack, isCurrent: () => boolean): Generator<void, Canon | null> {
  let packed = packedCanon(canon, pack);
  for (const path of pathsOf(canon)) {
    const entry = entryAt(canon, path);
    if (entry) packed = grown(packed, pack, [entry]);
    yield;
    if (!isCurrent()) return null;
  }
  return packed;
}

/** The reading of codex.yaml, with the codes of rules checked. */
type Rules = Omit<CodexReading, 'ruleCodes'>;

/** The most readings of codex.yaml to keep. */
const MOST_KEPT = 4;
const kept = new Map<string | null, Rules>();

/** The reading of a codex.yaml. Most commits have the same codex.yaml, and share one value. */
function codexOf(text: string | null): Rules {
  let rules = kept.get(text);
  if (!rules) {
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(text, (rules = readRules(text)));
  }
  return rules;
}

function readRules(text: string | null): Rules {
  const { ruleCodes, ...rest } = readCodex(text);
  const unknown = unknownCodes(ruleCodes, SEVERITIES.keys());
  return { ...rest, problems: inOrder([...rest.problems, ...unknown]) };
}

const inOrder = (problems: readonly Problem[]): readonly Problem[] =>
  [...problems].sort((a, b) => a.span.start - b.span.start);

/** The canon positions of committed files: each is computed on first use, once per commit time. */
function placesOf({ revisions }: Codex, times: ReadonlyMap<string, number>): CommitPlaces {
  const positions = new Map<number, CanonPosition>();
  const positionOf = (time: number): CanonPosition => {
    let position = positions.get(time);
    if (!position) positions.set(time, (position = positionAt(revisions, time)));
    return position;
  };
  return {
    times,
    at(path) {
      const time = times.get(path);
      return time === undefined ? undefined : positionOf(time);
    },
  };
}
