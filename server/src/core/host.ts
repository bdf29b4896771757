/** The surfaces' only door into the core: texts of files go in, a canon comes out. */
import {
  allEntries,
  withoutMemos,
  type Canon,
  type CanonPack,
  type CommitPlaces,
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

/** When the files of a codex were committed first, as far as git can tell. */
export interface Dating {
  /** UTC milliseconds, by path relative to the root; −Infinity: before all that git knows. null: it tells nothing. */
  readonly times: ReadonlyMap<string, number> | null;
  /** Why it does not tell all, for the author; null where it does. */
  readonly trouble: { readonly message: string; readonly severity: Severity } | null;
}

const UNDATED: Dating = { times: null, trouble: null };

export interface CanonHost {
  /** The canon as of the last change; a value that no later change touches. */
  readonly canon: Canon;
  /** What is wrong in codex.yaml. */
  readonly codexProblems: readonly Problem[];
  /** The same without what only its entries tell, for as long as not all of them are read. */
  readonly writtenProblems: readonly Problem[];
  /**
   * Takes the new texts of some files (null: the file has gone), by path relative to the root, with `/`. A change of codex.yaml
   * reads every entry again under the new rules.
   */
  apply(changes: ReadonlyMap<string, string | null>): Canon;
  /** Takes git's record of when entries entered the canon: it counts where codex.yaml asks for it. */
  date(dating: Dating): Canon;
  /** What the canon rests on, where its entries are packed. */
  readonly pack: CanonPack | null;
  /** Takes entries that were packed under the same codex.yaml; what was read before lies over them. */
  take(pack: CanonPack): Canon;
  /** Packs everything again, including what lies over the pack; yields after each entry. False where a change came between. */
  repack(): Generator<void, boolean>;
  /** Forgets what was worked out of the canon: the same one from now on, as another value. */
  forget(): void;
  /**
   * Like `apply`, for the first reading of entries, in slices: at the cost of the slice, and canons of before are void. Each
   * text is taken when the one before is read and packed. @param seen is shown each entry, which is not held on to
   */
  grow(texts: Iterable<readonly [path: string, text: string]>, seen?: (entry: Entry, text: string) => void): Canon;
  /** Begins with all that another canon holds, read under a codex.yaml that means the same to it: what is not the same is to be applied. */
  begin(canon: Canon): Canon;
}

/** @param readText the text of an entry's file, asked for again when codex.yaml changes; null where it has gone */
export function createHost(readText: (path: string) => string | null): CanonHost {
  let rules = codexOf(null);
  let canon = emptyCanon(rules.codex);
  let dating: Dating = UNDATED;
  const dated = (): Canon => datedBy(canon, rules.codex, dating);
  /** What the canon rests on, once it has been grown. */
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
        canon = emptyCanon(rules.codex);
        canon = dated();
        pack = null;
      }
      canon = withEntries(canon, entriesOf(texts, rules.codex));
      return canon;
    },
    date(told) {
      dating = told;
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
    grow(texts, seen) {
      const growing = pack ?? canonPack();
      if (!pack) take(growing);
      canon = grown(canon, growing, entriesIn(texts, rules.codex, seen));
      return canon;
    },
    begin(other) {
      canon = { ...other, codex: rules.codex };
      canon = dated();
      return canon;
    },
  };
}

/** What is wrong in codex.yaml, with what its entries and git tell of it. */
function problemsNow(rules: Rules, canon: Canon, { trouble }: Dating): readonly Problem[] {
  const { problems, calendarPlaces, knowerPlaces } = rules;
  const { datedByGit: span } = rules.codex;
  const known = knownAt(canon, LATEST);
  const told = [
    ...halfDeclared(known, calendarPlaces),
    ...unknownInCodex(known, knowerPlaces),
    ...limitsOfCodex(known, knowerPlaces.members),
    ...circlesHeld(knowerPlaces.members),
    ...emptyAudience(known, knowerPlaces.folders),
    ...openFoldersInCodex(known, knowerPlaces),
    ...(span && trouble ? [{ code: 'config/invalid', span, ...trouble }] : []),
  ];
  return told.length === 0 ? problems : inOrder([...problems, ...told]);
}

/** The canon of a codex.yaml that asks git for it, with what git has told. */
const datedBy = (canon: Canon, codex: Codex, { times }: Dating): Canon =>
  withoutMemos(canon, codex.datedByGit && times && placesOf(codex, times));

const entriesOf = (texts: ReadonlyMap<string, string | null>, codex: Codex): ReadonlyMap<string, Entry | null> =>
  new Map([...texts].map(([path, text]) => [path, text === null ? null : readEntry(path, text, codex)]));

/** Each is read when it is taken. */
function* entriesIn(
  texts: Iterable<readonly [path: string, text: string]>,
  codex: Codex,
  seen?: (entry: Entry, text: string) => void,
): Generator<Entry> {
  for (const [path, text] of texts) {
    const entry = readEntry(path, text, codex);
    seen?.(entry, text);
    yield entry;
  }
}

/** The same canon over a pack of its own, an entry at a step; null where it is no longer the one that counts. */
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

/** What codex.yaml says, and all that is wrong in it: it is read before it is known which rules there are. */
type Rules = Omit<CodexReading, 'ruleCodes'>;

/** So many are kept of those that were read last. */
const MOST_KEPT = 4;
const kept = new Map<string | null, Rules>();

/** The codex of a text. Most states of git have the same codex.yaml: it is read once, and then the same value for all of them. */
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

/** Of most files nobody asks: each place is worked out when somebody does, and once for all that came with one commit. */
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
