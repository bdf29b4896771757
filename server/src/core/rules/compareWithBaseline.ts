/** Compares a codex with its baseline: reports silent changes, and problems that are new since the baseline. */
import { cutFrontmatter } from '../entry/frontmatter';
import { isSameText } from '../text/span';
import { type CheckedProblem, checkCodexInSteps, checkErrata, type Reported, placeKey, wordsKey } from './check';
import { listFirst } from '../text/words';
import { addTo, atOnce } from '../text/groups';
import { nameKey } from '../entry/slug';
import {
  type Canon,
  entryAt,
  knownAt,
  LATEST,
  readsTheSameSteps,
  readsTheSameUnder,
  entryNamed,
  affectedFiles,
  differing,
  type Limit,
  limitIn,
  limitWords,
  presentReach,
} from '../canon';
import { compareTexts } from '../text/sorted';
import { isSamePresent } from '../codex/codex';
import { ERRATA_FILE } from '../codex/errata';
import { CODEX_FILE } from '../codex/codexShapes';
import type { Entry } from '../entry/entry';
import type { Problem } from '../text/problem';
import { COMPARING, GUARDING } from '.';
import {
  type ChangedEntry,
  changedEntries,
  changedFrom,
  changedInto,
  type Compared,
  type ComparedFinding,
  comparedStates,
  type ComparingRule,
  isEstablishedIn,
  isNew,
  newEntries,
} from './retcon/baselineComparison';
import { changedByPage, newByPage, guardLowered } from './retcon/changedCodex';
import { spoilt, movedFiles } from './retcon/gonePages';

type TextOf = (file: string) => string | null;

/**
 * Turns errors that the baseline had already into warnings, since they do not stop a commit: errors in unchanged
 * frontmatter, and others on the same words, as often as before. @param before the problems of these files in the baseline, under
 * their present paths. @param then the texts in the baseline
 */
function asBefore(
  before: readonly CheckedProblem[],
  then: TextOf,
  now: TextOf,
): (one: CheckedProblem) => CheckedProblem {
  const left = new Map<string, number>();
  for (const one of before) {
    const key = spanTextKey(one, then);
    left.set(key, (left.get(key) ?? 0) + 1);
  }
  const isFrontmatterAsBefore = (file: string): boolean => {
    const [was, is] = [then(file), now(file)].map((text) => text?.slice(0, cutFrontmatter(text)?.body ?? 0));
    return Boolean(was && is && isSameText(was, is));
  };
  const wasThere = (one: CheckedProblem): boolean => {
    if (one.problem.code.startsWith('frontmatter/')) return isFrontmatterAsBefore(one.file);
    const key = spanTextKey(one, now);
    const times = left.get(key) ?? 0;
    left.set(key, times - 1);
    return times > 0;
  };
  return (one) =>
    one.problem.severity === 'error' && wasThere(one)
      ? { ...one, problem: { ...one.problem, severity: 'warning' } }
      : one;
}

/** Identifies a problem by the text of its span, since its offset changes with the text above it. */
const spanTextKey = ({ file, problem: { code, span } }: CheckedProblem, textOf: TextOf): string =>
  `${file}\n${code}\n${textOf(file)?.slice(span.start, span.end)}`;

/** Up to this many problems with one cause are reported separately. */
const MOST = 3;
const MOST_NAMED = 3;

/** Merges problems with one cause into the first of them; the order stays. */
function gathered(found: readonly CheckedProblem[]): CheckedProblem[] {
  const byCause = new Map<string, CheckedProblem[]>();
  for (const one of found) {
    if (one.cause === undefined) continue;
    const key = `${one.problem.code}\n${one.cause}`;
    addTo(byCause, key, one);
  }
  const many = new Map([...byCause.values()].flatMap((all) => (all.length > MOST ? all.map((one) => [one, all]) : [])));
  return found.flatMap((one) => {
    const all = many.get(one);
    if (!all) return one;
    if (all[0] !== one) return [];
    const { problem } = one;
    const others = all.slice(1);
    const files = [...new Set(others.map(({ file }) => file))];
    const message = `${problem.message} The same goes for ${files.length} other ${files.length === 1 ? 'page' : 'pages'}: ${listFirst(MOST_NAMED, files, 'and')}.`;
    const related = others.map(({ file, problem: { span, message: words } }) => ({ file, span, message: words }));
    return { ...one, problem: { ...problem, message, related: [...(problem.related ?? []), ...related] } };
  });
}

/** Codes of problems about names that no page answers to. */
const isUnknown = (code: string): boolean => /^(?:link|reference)\/unknown$|\/unknown-id$/.test(code);

/** Whether a problem is an ambiguous or unknown name whose cause is among the found problems. */
function sharedWith(
  found: readonly CheckedProblem[],
  textOf: (file: string) => string | null,
): (one: CheckedProblem) => boolean {
  const shared = new Set(found.flatMap(({ shares, problem }) => (problem.severity === 'error' ? (shares ?? []) : [])));
  const gone = new Set(
    found.flatMap((one) => (one.problem.severity === 'error' ? (one.gone ?? []) : []).map((name) => nameKey(name))),
  );
  return ({ file, problem: { code, span } }) => {
    const names = code === 'reference/ambiguous' ? shared : isUnknown(code) ? gone : null;
    return names !== null && names.size > 0 && names.has(nameKey(textOf(file)?.slice(span.start, span.end) ?? ''));
  };
}

/** A codex at one moment, with the texts that it was read from. */
export interface State {
  readonly host: { readonly canon: Canon; readonly codexProblems: readonly Problem[] };
  /** @param file relative to the root, with `/` */
  readonly textOf: (file: string) => string | null;
  /** An identifier of the text: equal only for equal texts, and null where the text is. */
  readonly blobOf: (file: string) => string | null;
}

/** The baseline, and the point that defines it. */
export interface BaselineState {
  readonly snapshot: State;
  /** Established entries whose files can't be read any more, with the reason. The snapshot does not have them. */
  readonly unreadable?: ReadonlyMap<string, { readonly was: Entry; readonly why: string }>;
  /** The name of the point, `v1`; if the branch is behind it, the hash of the last common commit. */
  readonly ref: string;
  /** The name for use in a sentence, if it differs from `ref`. */
  readonly words?: string;
  /** Whether the author chose the point. If it was guessed, errors become warnings. */
  readonly isCertain: boolean;
  /** Whether codex.yaml names another point, which counts from the next commit on. */
  readonly isMoved?: boolean;
}

/** The name of a point in a sentence. */
export const pointWords = ({ ref, words }: Pick<BaselineState, 'ref' | 'words'>): string =>
  words ?? (ref === 'HEAD' ? 'the last commit' : ref);

const isSameFile = (a: State, b: State, file: string): boolean =>
  a.blobOf(file) === b.blobOf(file) || isSameText(a.textOf(file), b.textOf(file));

/** Both states in the form that comparing rules take. */
function comparedOf(now: State, { snapshot, ...point }: BaselineState): Compared {
  const { canon } = snapshot.host;
  const isUntouched = (path: string): boolean => isSameFile(snapshot, now, path);
  const isContinued = readsTheSameUnder(canon, now.host.canon.codex);
  const then = { canon, textOf: snapshot.textOf, isUntouched, isContinued };
  const compared = comparedStates({ canon: now.host.canon, textOf: now.textOf }, then, pointWords(point));
  return { ...compared, isMoved: point.isMoved === true };
}

/**
 * The silent changes, and every problem that is new or lies in a changed file. Problems in untouched files that the baseline
 * had as well are left out: they do not stop a commit.
 */
export const problemsSince = (now: State, established: BaselineState): CheckedProblem[] =>
  atOnce(problemsSinceInSteps(now, established));

/** As `problemsSince`, in short steps. */
export function* problemsSinceInSteps(now: State, established: BaselineState): Generator<void, CheckedProblem[]> {
  const { snapshot, isCertain } = established;
  const isOther = !(yield* readsTheSameSteps(snapshot.host.canon, now.host.canon.codex));
  const compared = comparedOf(now, established);
  const gone = yield* codexGone(compared, isCertain);
  if (gone.length > 0) return gone;
  const touched = touchedSince(now, snapshot);
  const pathsThen = movedFiles(now, snapshot, touched);
  const pathThen = (file: string): string => pathsThen.get(file) ?? file;
  const isTouched = (file: string): boolean => touched.has(file) && !pathsThen.has(file);
  // Another codex.yaml may change the problems of every file.
  const reach = isTouched(CODEX_FILE) && isOther ? null : reachSince(now, snapshot, touched);
  const later = reach === null ? null : yield* reachOfPresent(now, snapshot);
  const reached = reach && new Set([...touched, ...reach, ...(later ?? [])]);
  const found = yield* checkCodexInSteps(now.host, reached);
  const elsewhere = found.filter(({ file }) => !isTouched(file));
  const untouched = new Set(elsewhere.map(({ file }) => pathThen(file)));
  const codes = new Set(elsewhere.map(({ problem }) => problem.code));
  const had = new Set((yield* checkCodexInSteps(snapshot.host, untouched, (code) => codes.has(code))).map(placeKey));
  const comparedFar = { ...compared, reach: reach ?? reachIn(compared, now, snapshot, touched) };
  const silent = [...(yield* against(comparedFar, isCertain)), ...checkUnreadable(compared, established)];
  // What a change of codex.yaml does to untouched pages is reported once, in codex.yaml.
  if (
    compared.baselineAsRead &&
    silent.some(({ file, problem }) => file === CODEX_FILE && problem.severity === 'error')
  ) {
    const reread = { canon: compared.baseline.canon, codexProblems: [] };
    for (const one of yield* checkCodexInSteps(reread, untouched)) had.add(placeKey(one));
  }
  const isCoveredBy = sharedWith(silent, now.textOf);
  const isWorse = (one: CheckedProblem): boolean =>
    isTouched(one.file) || !(had.has(placeKey({ ...one, file: pathThen(one.file) })) || isCoveredBy(one));
  const worse = found.filter(isWorse);
  const wrong = new Set(worse.flatMap(({ file, problem }) => (problem.severity === 'error' ? file : [])));
  const before = wrong.size > 0 ? yield* checkCodexInSteps(snapshot.host, wrong) : [];
  const mine = worse.map(asBefore(before, snapshot.textOf, now.textOf));
  return inOrder([...mine, ...gathered(silent)]);
}

/** Established pages that can't be read any more, each at its file. */
export const checkUnreadable = (
  compared: Compared,
  { snapshot, unreadable: files, isCertain }: BaselineState,
): CheckedProblem[] =>
  [...(files ?? [])].flatMap(([file, { was, why }]) =>
    findings(compared, isCertain, ({ code }) =>
      code === 'retcon/silent' && isEstablishedIn(snapshot.host.canon, was) ? [spoilt(compared, file, why)] : [],
    ),
  );

/** As `comparedOf`, with the untouched files whose meaning may have changed with others. */
export function comparedWithReach(now: State, established: BaselineState): Compared {
  const compared = comparedOf(now, established);
  const { snapshot } = established;
  return { ...compared, reach: reachIn(compared, now, snapshot, touchedSince(now, snapshot)) };
}

/** The files affected by the touched ones, comparing with the baseline as the present codex.yaml reads it. */
const reachIn = (
  compared: Compared,
  now: State,
  then: State,
  touched: ReadonlySet<string>,
): ReadonlySet<string> | null =>
  reachSince(now, { ...then, host: { canon: compared.baseline.canon, codexProblems: [] } }, touched);

/** The files whose text has changed. Entries that were not read again are the same object. */
const touchedSince = (now: State, then: State): ReadonlySet<string> =>
  new Set(
    [CODEX_FILE, ...differing(then.host.canon.entries, now.host.canon.entries)].filter(
      (file) => !isSameFile(then, now, file),
    ),
  );

const reachSince = (now: State, then: State, touched: ReadonlySet<string>): ReadonlySet<string> | null =>
  affectedFiles(
    then.host.canon,
    now.host.canon,
    [...touched].filter((file) => !isSameText(visibleText(then, file), visibleText(now, file))),
  );

/** The files whose problems may change because the present has moved on. */
function* reachOfPresent(now: State, then: State): Generator<void, ReadonlySet<string>> {
  const [was, is] = [then.host.canon.codex, now.host.canon.codex];
  if (isSamePresent(was, is)) return new Set();
  return yield* presentReach(knownAt(now.host.canon, LATEST), was.present, is.present);
}

/** The problems of a deleted codex.yaml. Everything is read differently then, so nothing else is reported. */
function* codexGone(compared: Compared, isCertain: boolean): Generator<void, CheckedProblem[]> {
  return isCodexGone(compared) ? yield* checkCodexAgainst(compared, isCertain) : [];
}

export const isCodexGone = ({ codexTexts: { baseline, now } }: Compared): boolean => now === null && baseline !== null;

/** The parts of a file that other files depend on: its title and type, and its text up to the end of frontmatter and title. */
function visibleText({ host, textOf }: State, file: string): string | null {
  const entry = entryAt(host.canon, file);
  return entry
    ? `${entry.title}\n${entry.type?.text}\n${textOf(file)?.slice(0, Math.max(entry.frontmatter.end, entry.titleSpan?.end ?? 0))}`
    : null;
}

/** All silent changes of the baseline, sorted by file, then by place. */
export const checkAgainst = (compared: Compared, isCertain: boolean): CheckedProblem[] =>
  atOnce(against(compared, isCertain));

function* against(compared: Compared, isCertain: boolean): Generator<void, CheckedProblem[]> {
  const found: CheckedProblem[] = [];
  for (const changed of changedEntries(compared)) {
    found.push(...ofChanged(compared, isCertain, changed));
    yield;
  }
  for (const is of newEntries(compared)) {
    found.push(...ofNew(compared, isCertain, is));
    yield;
  }
  found.push(...(yield* checkCodexAgainst(compared, isCertain)));
  found.push(...checkErrataAgainst(compared, isCertain));
  return inOrder([...new Map(found.map((one) => [limitKey(one), one])).values()]);
}

/** Each page that changes something past a limit meets that limit: it is reported once. */
const limitKey = (one: CheckedProblem): unknown => (one.problem.code === 'codex/limit' ? wordsKey(one) : one);

/** Problems in errata.yaml: needless lines, and what else is wrong there. */
export const checkErrataAgainst = (compared: Compared, isCertain: boolean): CheckedProblem[] => [
  ...findings(compared, isCertain, ({ ofErrata }) => ofErrata?.(compared)),
  ...checkErrata(compared.textOf?.(ERRATA_FILE) ?? null, compared.now, compared.baseline),
];

const ofChanged = (compared: Compared, isCertain: boolean, changed: ChangedEntry): CheckedProblem[] =>
  changedByPage(compared, changed, (here, one) => findings(here, isCertain, (rule) => rule.ofChanged?.(here, one)));

const ofNew = (compared: Compared, isCertain: boolean, is: Entry): CheckedProblem[] =>
  newByPage(compared, (here) => findings(here, isCertain, (rule) => rule.ofNew?.(here, is)));

/** Silent changes that are reported in codex.yaml. */
export function* checkCodexAgainst(compared: Compared, isCertain: boolean): Generator<void, CheckedProblem[]> {
  const found = new Map<ComparingRule, readonly ComparedFinding[]>();
  const limits: CheckedProblem[] = [];
  for (const rule of COMPARING)
    try {
      if (rule.ofCodex) found.set(rule, yield* rule.ofCodex(compared));
    } catch (error) {
      limits.push(notCompared(limitIn(error)));
    }
  return [...findings(compared, isCertain, (rule) => found.get(rule)), ...guards(compared, isCertain), ...limits];
}

/** Changes of codex.yaml that weaken the protection of the baseline. No rule reports them, since codex.yaml can switch rules off. */
const guards = (compared: Compared, isCertain: boolean): CheckedProblem[] => {
  const then = (compared.baselineAsRead ?? compared.baseline).canon.codex;
  const severities = new Map(GUARDING.map(({ code, severity }) => [code, severity]));
  return guardLowered(compared, then, severities).map(({ file, finding }) => {
    const { severity = 'error' } = finding;
    return {
      file,
      problem: {
        ...finding,
        code: 'retcon/silent',
        severity: severity === 'error' && !isCertain ? 'warning' : severity,
      },
    };
  });
};

/** Silent changes that are reported at a deleted file. @param path its former path */
export function checkGoneAgainst(compared: Compared, isCertain: boolean, path: string): Reported[] {
  const was = entryAt(compared.baseline.canon, path);
  const changed = was && changedFrom(compared, was);
  if (!changed || changed.is) return [];
  return ofChanged(compared, isCertain, changed).map(({ problem }) => problem);
}

/** Silent changes in the file of one entry that follow from that entry and from those it says have superseded it. */
export function checkEntryAgainst(compared: Compared, isCertain: boolean, entry: Entry): Reported[] {
  const { now } = compared;
  const superseding = entry.declarations.flatMap(({ fromOldEnd, target }) =>
    fromOldEnd ? (entryNamed(now, target.text) ?? []) : [],
  );
  const changed = [...new Set([entry, ...superseding])].flatMap((is) => changedInto(compared, is) ?? []);
  const found = [
    ...changed.flatMap((one) => ofChanged(compared, isCertain, one)),
    ...(isNew(compared, entry) ? ofNew(compared, isCertain, entry) : []),
  ];
  return found.flatMap(({ file, problem }) => (file === entry.path ? problem : []));
}

function findings(
  { now }: Compared,
  isCertain: boolean,
  findingsOf: (rule: ComparingRule) => Iterable<ComparedFinding> | undefined,
): CheckedProblem[] {
  const { rules } = now.canon.codex;
  return COMPARING.flatMap((rule) => {
    const { code, severity: own } = rule;
    const severity = rules.get(code) ?? (own === 'error' && !isCertain ? 'warning' : own);
    if (severity === 'off') return [];
    try {
      return [...(findingsOf(rule) ?? [])].map(({ finding, ...one }) => ({
        ...one,
        problem: { ...finding, code, severity },
      }));
    } catch (error) {
      return notCompared(limitIn(error));
    }
  });
}

/** The problem of a change that exceeds a limit: it can't be compared, and silence would look like no change. */
const notCompared = (limit: Limit): CheckedProblem => ({
  file: limit.place?.entry.path ?? CODEX_FILE,
  problem: {
    code: 'codex/limit',
    severity: 'error',
    span: { start: 0, end: 0 },
    message: `What was established can't be compared with this: ${limitWords(limit)}`,
  },
});

const inOrder = (found: CheckedProblem[]): CheckedProblem[] =>
  found.sort((a, b) => compareTexts(a.file, b.file) || a.problem.span.start - b.problem.span.start);
