/** Applies the rules to one entry, to codex.yaml and errata.yaml, and to a whole codex. */
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

/** A problem with the severity that its rule and codex.yaml give it. */
export interface Reported extends Problem {
  readonly severity: Severity;
}

/** A problem and its file, relative to the root, with `/`. */
export interface CheckedProblem {
  readonly file: string;
  readonly problem: Reported;
  /** An ambiguous name, as `nameKey` gives it. This problem stands for all uses of the name. */
  readonly shares?: string;
  /** The names of a page that no longer exists. */
  readonly gone?: readonly string[];
  /** A key for the cause of the problem. Problems with the same cause are reported together. */
  readonly cause?: string;
}

/** Identifies a problem by its message. */
export const wordsKey = ({ file, problem: { code, message } }: CheckedProblem): string =>
  `${file}\n${code}\n${message}`;

/** Identifies a problem by its place, since its message may depend on other files. */
export const placeKey = ({ file, problem: { code, span } }: CheckedProblem): string =>
  `${file}\n${code}\n${span.start}`;

/**
 * All problems of one entry, sorted by place, then by code.
 * @param isWanted false for the codes of rules that are skipped
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
        // A rule that meets a limit finds nothing here: `codex/limit` reports the limit.
        limitIn(error);
      }
    }
  }
  return inOrder(found);
}

/** Rules that look at the same parts of an entry, so that the parts are tested once. */
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

/** The problems of codex.yaml or errata.yaml with the severities that codex.yaml gives them, sorted by place. */
export const checkConfig = (codex: Codex, problems: readonly Problem[]): Reported[] =>
  inOrder(
    problems.flatMap((problem) => {
      const severity = codex.rules.get(problem.code) ?? problem.severity ?? SEVERITIES.get(problem.code) ?? 'error';
      return severity === 'off' ? [] : [shown(problem, problem.code, severity)];
    }),
  );

/**
 * The problems in errata.yaml itself. The file is ignored in a codex without codex.yaml.
 * @param text the text of errata.yaml; null if there is no such file. @param then the baseline, if the two are compared
 */
export function checkErrata(text: string | null, now: Known, ...then: readonly Known[]): CheckedProblem[] {
  const { codex } = now.canon;
  if (text === null || !codex.declared) return [];
  return checkConfig(codex, errataProblems(text, now, ...then)).map((problem) => ({ file: ERRATA_FILE, problem }));
}

/** A codex to check. */
interface Judgeable {
  readonly canon: Canon;
  /** Computed when read, since some of them depend on all entries. */
  readonly codexProblems: readonly Problem[];
}

/** Every problem of a codex, in the order of files, then of places. */
export const checkCodex = (host: Judgeable): CheckedProblem[] => atOnce(checkCodexInSteps(host));

/**
 * As `checkCodex`, with one entry per step. @param wanted the files to check; null: all of them. @param isWanted false for the
 * codes of rules that are skipped
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

/** How many related places and fixes a problem keeps. A cycle keeps more, since each of its edges matters. */
const MOST = 8;
const MOST_OF_A_CIRCLE = 50;

/** Builds the problem key by key: copying the finding with a spread is measurably slower. */
function shown({ span, message, related, fixes }: Finding, code: string, severity: Severity): Reported {
  const problem: { -readonly [K in keyof Reported]: Reported[K] } = { code, severity, span, message };
  if (related) problem.related = some(related, code === 'supersedes/cycle' ? MOST_OF_A_CIRCLE : MOST);
  if (fixes) problem.fixes = fixes.length > MOST ? fixes.slice(0, MOST) : fixes;
  return problem;
}

/** The first `most` related places; the last of them says how many were left out. */
function some(related: readonly RelatedPlace[], most: number): readonly RelatedPlace[] {
  const [more, last] = [related.length - most, related[most - 1]];
  if (more <= 0 || !last) return related;
  return [
    ...related.slice(0, most - 1),
    { ...last, message: `${last.message}, and ${related.length > MOST_LOOKED_FOR ? 'many' : more} more` },
  ];
}
