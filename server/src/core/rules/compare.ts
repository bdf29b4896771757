/** Compares what is there now with what was established: what has been changed silently, and what is wrong only since then. */
import type { Canon } from '../canon/canon';
import { knownAt, LATEST } from '../canon/canonPoint';
import { order } from '../canon/edges';
import { CODEX_FILE } from '../codex/shapes';
import type { Problem, Severity } from '../text/problem';
import { type CheckedProblem, checkCodex } from './check';
import { COMPARING } from './index';
import type { Compared } from './retcon/compared';

/** A codex at one moment, with the texts that it was read from. */
export interface State {
  readonly host: { readonly canon: Canon; readonly codexProblems: readonly Problem[] };
  /** @param file relative to the root, with `/` */
  readonly textOf: (file: string) => string | null;
}

/** What was told, and by which point. */
export interface Established {
  readonly snapshot: State;
  /** As it is called: `v1`. */
  readonly ref: string;
  /** Whether the point was chosen by the author: where it was guessed, nothing is worse than a warning. */
  readonly isCertain: boolean;
}

/** Both states, as the rules that compare take them. */
export const comparedOf = (now: State, { snapshot, ref }: Established): Compared => ({
  established: knownAt(snapshot.host.canon, LATEST),
  point: ref,
  now: knownAt(now.host.canon, LATEST),
  codexTexts: { established: snapshot.textOf(CODEX_FILE), now: now.textOf(CODEX_FILE) },
});

/**
 * What is wrong only since then: every problem that was not there, or that stands in a file which has changed, and what has
 * been changed silently. What nobody has touched is no reason to stop a commit.
 */
export function problemsSince(now: State, established: Established): CheckedProblem[] {
  const { snapshot, isCertain } = established;
  const isTouched = ({ file }: CheckedProblem): boolean => snapshot.textOf(file) !== now.textOf(file);
  const found = checkCodex(now.host);
  const before = new Set(found.every(isTouched) ? [] : checkCodex(snapshot.host).map(asText));
  return inOrder([
    ...found.filter((one) => isTouched(one) || !before.has(asText(one))),
    ...checkAgainst(comparedOf(now, established), isCertain),
  ]);
}

const asText = ({ file, problem }: CheckedProblem): string => `${file}\n${problem.code}\n${problem.message}`;

/**
 * Everything that changes what was told without saying so, in the order of files, then of places.
 * @param isCertain whether the point was chosen by the author: where it was guessed, nothing is worse than a warning
 */
export function checkAgainst(compared: Compared, isCertain: boolean): CheckedProblem[] {
  const { rules } = compared.now.canon.codex;
  const found: CheckedProblem[] = [];
  for (const { code, severity: own, compare } of COMPARING) {
    const usual: Severity = own === 'error' && !isCertain ? 'warning' : own;
    const severity = rules.get(code) ?? usual;
    if (severity === 'off') continue;
    for (const { file, finding } of compare(compared)) found.push({ file, problem: { ...finding, code, severity } });
  }
  return inOrder(found);
}

const inOrder = (found: CheckedProblem[]): CheckedProblem[] =>
  found.sort((a, b) => order(a.file, b.file) || a.problem.span.start - b.problem.span.start);
