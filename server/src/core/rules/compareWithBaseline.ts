/** Compares what is there now with what was established: what has been changed silently, and what is wrong only since then. */
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

/** What was wrong when it was told either, in a page that was touched since: no reason to stop who writes in it. */
type TextOf = (file: string) => string | null;

/**
 * Makes warnings of errors that were there: frontmatter that could not be read and is the same, and what else is wrong with the
 * same words, as often as it was. @param before what was found in these files, under the paths of now. @param then the texts as they were told
 */
export function asBefore(
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

/** What tells a problem from others of its file by the words in which it stands: what is written above them may have moved them. */
const spanTextKey = ({ file, problem: { code, span } }: CheckedProblem, textOf: TextOf): string =>
  `${file}\n${code}\n${textOf(file)?.slice(span.start, span.end)}`;

/** So many are told one by one. */
const MOST = 3;
const MOST_NAMED = 3;

/** In the order in which they were found. */
export function gathered(found: readonly CheckedProblem[]): CheckedProblem[] {
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
    const message = `${problem.message} So it is in ${files.length} other ${files.length === 1 ? 'page' : 'pages'}: ${listFirst(MOST_NAMED, files, 'and')}.`;
    const related = others.map(({ file, problem: { span, message: words } }) => ({ file, span, message: words }));
    return { ...one, problem: { ...problem, message, related: [...(problem.related ?? []), ...related] } };
  });
}

/** The codes that say of a name that no page answers to it. */
const isUnknown = (code: string): boolean => /^(?:link|reference)\/unknown$|\/unknown-id$/.test(code);

/** Whether a problem is that a name is ambiguous, or nobody's, of which one of those found tells the cause. */
export function sharedWith(
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
  /** What stands for that text: the same only where that is, and null where that is. */
  readonly blobOf: (file: string) => string | null;
}

/** What was told, and by which point. */
export interface BaselineState {
  readonly snapshot: State;
  /** What was told in files that can't be read any more, with why; none of it is in the snapshot. */
  readonly unreadable?: ReadonlyMap<string, { readonly was: Entry; readonly why: string }>;
  /** As it is called: `v1`; where this branch is behind that, the last common commit's hash. */
  readonly ref: string;
  /** What a sentence calls it, where that is something else. */
  readonly words?: string;
  /** Whether the point was chosen by the author: where it was guessed, nothing is worse than a warning. */
  readonly isCertain: boolean;
  /** Whether codex.yaml names another point, which counts from the next commit on. */
  readonly isMoved?: boolean;
}

/** A point as a sentence names it. */
export const pointWords = ({ ref, words }: Pick<BaselineState, 'ref' | 'words'>): string =>
  words ?? (ref === 'HEAD' ? 'the last commit' : ref);

const isSameFile = (a: State, b: State, file: string): boolean =>
  a.blobOf(file) === b.blobOf(file) || isSameText(a.textOf(file), b.textOf(file));

/** Both states, as the rules that compare take them. */
export function comparedOf(now: State, { snapshot, ...point }: BaselineState): Compared {
  const { canon } = snapshot.host;
  const isUntouched = (path: string): boolean => isSameFile(snapshot, now, path);
  const isContinued = readsTheSameUnder(canon, now.host.canon.codex);
  const then = { canon, textOf: snapshot.textOf, isUntouched, isContinued };
  const compared = comparedStates({ canon: now.host.canon, textOf: now.textOf }, then, pointWords(point));
  return { ...compared, isMoved: point.isMoved === true };
}

/**
 * What is wrong only since then: every problem that was not there, or that stands in a file which has changed, and what has
 * been changed silently. What nobody has touched is no reason to stop a commit.
 */
export const problemsSince = (now: State, established: BaselineState): CheckedProblem[] =>
  atOnce(problemsSinceInSteps(now, established));

/** The same in steps, none of which takes long. */
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
  // Under another codex.yaml everything may be judged otherwise.
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
  // What codex.yaml does to untouched pages is reported there, once.
  if (
    compared.baselineAsRead &&
    silent.some(({ file, problem }) => file === CODEX_FILE && problem.severity === 'error')
  ) {
    const reread = { canon: compared.baseline.canon, codexProblems: [] };
    for (const one of yield* checkCodexInSteps(reread, untouched)) had.add(placeKey(one));
  }
  const isToldWith = sharedWith(silent, now.textOf);
  const isWorse = (one: CheckedProblem): boolean =>
    isTouched(one.file) || !(had.has(placeKey({ ...one, file: pathThen(one.file) })) || isToldWith(one));
  const worse = found.filter(isWorse);
  const wrong = new Set(worse.flatMap(({ file, problem }) => (problem.severity === 'error' ? file : [])));
  const before = wrong.size > 0 ? yield* checkCodexInSteps(snapshot.host, wrong) : [];
  const mine = worse.map(asBefore(before, snapshot.textOf, now.textOf));
  return inOrder([...mine, ...gathered(silent)]);
}

/** Told pages that can't be read any more, each at its file. */
export const checkUnreadable = (
  compared: Compared,
  { snapshot, unreadable: files, isCertain }: BaselineState,
): CheckedProblem[] =>
  [...(files ?? [])].flatMap(([file, { was, why }]) =>
    findings(compared, isCertain, ({ code }) =>
      code === 'retcon/silent' && isEstablishedIn(snapshot.host.canon, was) ? [spoilt(compared, file, why)] : [],
    ),
  );

/** As `comparedOf`, with the files that nobody has touched and that may mean something else all the same. */
export function comparedWithReach(now: State, established: BaselineState): Compared {
  const compared = comparedOf(now, established);
  const { snapshot } = established;
  return { ...compared, reach: reachIn(compared, now, snapshot, touchedSince(now, snapshot)) };
}

/** The same of what was told, as codex.yaml of now reads it. */
const reachIn = (
  compared: Compared,
  now: State,
  then: State,
  touched: ReadonlySet<string>,
): ReadonlySet<string> | null =>
  reachSince(now, { ...then, host: { canon: compared.baseline.canon, codexProblems: [] } }, touched);

/** The files that are not as they were; what was not read anew is one object. */
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

/** What is judged otherwise because the present has moved on. */
function* reachOfPresent(now: State, then: State): Generator<void, ReadonlySet<string>> {
  const [was, is] = [then.host.canon.codex, now.host.canon.codex];
  if (isSamePresent(was, is)) return new Set();
  return yield* presentReach(knownAt(now.host.canon, LATEST), was.present, is.present);
}

/** That codex.yaml has gone, where that changes anything. Then everything is read otherwise, and only this is worth telling. */
function* codexGone(compared: Compared, isCertain: boolean): Generator<void, CheckedProblem[]> {
  return isCodexGone(compared) ? yield* checkCodexAgainst(compared, isCertain) : [];
}

export const isCodexGone = ({ codexTexts: { baseline, now } }: Compared): boolean => now === null && baseline !== null;

/** All that others see of a file: its title and type, and the text as far as its frontmatter and its title reach. */
function visibleText({ host, textOf }: State, file: string): string | null {
  const entry = entryAt(host.canon, file);
  return entry
    ? `${entry.title}\n${entry.type?.text}\n${textOf(file)?.slice(0, Math.max(entry.frontmatter.end, entry.titleSpan?.end ?? 0))}`
    : null;
}

/** Everything that changes what was told without saying so, in the order of files, then of places. */
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

/** The same limit is met by each page that changes what is past it; all other problems count by themselves. */
const limitKey = (one: CheckedProblem): unknown => (one.problem.code === 'codex/limit' ? wordsKey(one) : one);

/** What of that stands in errata.yaml, and what else is wrong there. */
export const checkErrataAgainst = (compared: Compared, isCertain: boolean): CheckedProblem[] => [
  ...findings(compared, isCertain, ({ ofErrata }) => ofErrata?.(compared)),
  ...checkErrata(compared.textOf?.(ERRATA_FILE) ?? null, compared.now, compared.baseline),
];

const ofChanged = (compared: Compared, isCertain: boolean, changed: ChangedEntry): CheckedProblem[] =>
  changedByPage(compared, changed, (here, one) => findings(here, isCertain, (rule) => rule.ofChanged?.(here, one)));

const ofNew = (compared: Compared, isCertain: boolean, is: Entry): CheckedProblem[] =>
  newByPage(compared, (here) => findings(here, isCertain, (rule) => rule.ofNew?.(here, is)));

/** What of that stands in codex.yaml. */
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

/** That codex.yaml has taken the guard away; no rule that it has switched off could say so. */
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

/** What of that stands at a file that has gone. @param path where it was */
export function checkGoneAgainst(compared: Compared, isCertain: boolean, path: string): Reported[] {
  const was = entryAt(compared.baseline.canon, path);
  const changed = was && changedFrom(compared, was);
  if (!changed || changed.is) return [];
  return ofChanged(compared, isCertain, changed).map(({ problem }) => problem);
}

/** What of that stands in the file of one entry, and can be told by that entry and those it says have superseded it. */
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

/** A change of what is past its limit can't be judged, so nobody is to believe that there is none. */
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
