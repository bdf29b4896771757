/** Applies the rules: to one entry, to codex.yaml, to the whole codex. */
import { type Canon, entryAt, tableKeys, knownAt, LATEST, type Known, limitIn } from '../canon';
import { compareTexts } from '../text/sorted';
import type { Codex } from '../codex/codex';
import { CODEX_FILE } from '../codex/codexShapes';
import { ERRATA_FILE } from '../codex/errata';
import type { Entry } from '../entry/entry';
import type { Problem, RelatedPlace, Severity } from '../text/problem';
import { atOnce } from '../text/groups';
import { RULES, SEVERITIES } from '.';
import { errataProblems } from './retcon/silencedFacts';
import { MOST_LOOKED_FOR, type Finding, hasSomeOf, type Rule } from './rule';

/** A problem as it is shown: with the severity that its rule and codex.yaml give it. */
export interface Reported extends Problem {
  readonly severity: Severity;
}

/** A problem of the codex, and the file that has it, relative to the root, with `/`. */
export interface CheckedProblem {
  readonly file: string;
  readonly problem: Reported;
  /** A name, as `nameKey` gives it: one problem covers that it is ambiguous, wherever it is used. */
  readonly shares?: string;
  /** The names of a page that has gone. */
  readonly gone?: readonly string[];
  /** What did it, where that did the same to other pages. */
  readonly cause?: string;
}

/** What tells a problem from others by its words. */
export const wordsKey = ({ file, problem: { code, message } }: CheckedProblem): string =>
  `${file}\n${code}\n${message}`;

/** What tells a problem from others by its place: its words may change with other files. */
export const placeKey = ({ file, problem: { code, span } }: CheckedProblem): string =>
  `${file}\n${code}\n${span.start}`;

/**
 * Everything the rules find in one entry, among what is known, in the order of places, then of codes.
 * @param isWanted false for the codes of rules that are not to be asked
 */
export function checkEntry(known: Known, entry: Entry, isWanted: (code: string) => boolean = () => true): Reported[] {
  const { codex } = known.canon;
  const judged = { known, entry, present: codex.present };
  const found: Reported[] = [];
  for (const { of, rules } of GROUPS) {
    if (!hasSomeOf(entry, of)) continue;
    for (const { code, severity, check } of rules) {
      const wanted = codex.rules.get(code);
      if (wanted === 'off' || !isWanted(code)) continue;
      try {
        for (const finding of check(judged)) found.push(shown(finding, code, wanted ?? finding.severity ?? severity));
      } catch (error) {
        // What needs something past its limit is not judged: `codex/limit` reports that.
        limitIn(error);
      }
    }
  }
  return inOrder(found);
}

/** Rules that look at the same parts of an entry. */
interface Group {
  readonly of: Rule['of'];
  readonly rules: Rule[];
}

const GROUPS: readonly Group[] = grouped(RULES);

function grouped(all: readonly Rule[]): Group[] {
  const groups = new Map<string, Group>();
  for (const rule of all) {
    const parts = rule.of?.join() ?? '';
    const group = groups.get(parts);
    if (group) group.rules.push(rule);
    else groups.set(parts, { of: rule.of, rules: [rule] });
  }
  return [...groups.values()];
}

/** The problems of codex.yaml or errata.yaml, as they are shown: with the severities that codex.yaml gives them, in order. */
export const checkConfig = (codex: Codex, problems: readonly Problem[]): Reported[] =>
  inOrder(
    problems.flatMap((problem) => {
      const severity = codex.rules.get(problem.code) ?? problem.severity ?? SEVERITIES.get(problem.code) ?? 'error';
      return severity === 'off' ? [] : [shown(problem, problem.code, severity)];
    }),
  );

/**
 * What is wrong in errata.yaml itself; it counts beside a codex.yaml only.
 * @param text what it holds; null where there is none. @param then the codex as it was told, where the two are compared
 */
export function checkErrata(text: string | null, now: Known, ...then: readonly Known[]): CheckedProblem[] {
  const { codex } = now.canon;
  if (text === null || !codex.declared) return [];
  return checkConfig(codex, errataProblems(text, now, ...then)).map((problem) => ({ file: ERRATA_FILE, problem }));
}

/** A codex that has been read. */
interface Judgeable {
  readonly canon: Canon;
  /** Those that only the notes can tell are worked out when it is asked: all names are gone through for one that nobody has. */
  readonly codexProblems: readonly Problem[];
}

/** Every problem of a codex, in the order of files, then of places. */
export const checkCodex = (host: Judgeable): CheckedProblem[] => atOnce(checkCodexInSteps(host));

/**
 * The same, an entry at a step. @param wanted the files that are to be judged; null: all of them. @param isWanted false for
 * the codes of rules that are not to be asked of an entry
 */
export function* checkCodexInSteps(
  host: Judgeable,
  wanted: ReadonlySet<string> | null = null,
  isWanted?: (code: string) => boolean,
): Generator<void, CheckedProblem[]> {
  const { canon } = host;
  const known = knownAt(canon, LATEST);
  const config = wanted?.has(CODEX_FILE) === false ? [] : checkConfig(canon.codex, host.codexProblems);
  const files = [{ file: CODEX_FILE, problems: config }];
  for (const file of wanted ?? [...tableKeys(canon.entries)]) {
    const entry = entryAt(canon, file);
    if (!entry) continue;
    files.push({ file, problems: checkEntry(known, entry, isWanted) });
    yield;
  }
  return files
    .sort((a, b) => compareTexts(a.file, b.file))
    .flatMap(({ file, problems }) => problems.map((problem) => ({ file, problem })));
}

const inOrder = (problems: Reported[]): Reported[] =>
  problems.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end || compareTexts(a.code, b.code));

/** A thousand entries may say something else than this one: some of them are enough to name. In a circle, all count. */
const MOST = 8;
const MOST_OF_A_CIRCLE = 50;

/** Made key by key: copying whatever a rule has made takes as long as finding it. */
function shown({ span, message, related, fixes }: Finding, code: string, severity: Severity): Reported {
  const problem: { -readonly [K in keyof Reported]: Reported[K] } = { code, severity, span, message };
  if (related) problem.related = some(related, code === 'supersedes/cycle' ? MOST_OF_A_CIRCLE : MOST);
  if (fixes) problem.fixes = fixes.length > MOST ? fixes.slice(0, MOST) : fixes;
  return problem;
}

/** The first of them; the last of those says how many more there are. */
function some(related: readonly RelatedPlace[], most: number): readonly RelatedPlace[] {
  const [more, last] = [related.length - most, related[most - 1]];
  if (more <= 0 || !last) return related;
  return [
    ...related.slice(0, most - 1),
    { ...last, message: `${last.message}, and ${related.length > MOST_LOOKED_FOR ? 'many' : more} more` },
  ];
}
