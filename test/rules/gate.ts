/** What a commit is judged by: pages and a codex.yaml in the baseline, and as they are now. */
import { createHost } from '../../server/src/core/host';
import { type CheckedProblem } from '../../server/src/core/rules/check';
import { problemsSince, type State } from '../../server/src/core/rules/compareWithBaseline';

/** Files by path; null: the file was deleted. */
export type Pages = Readonly<Record<string, string | null>>;

export function stateOf(files: Pages): State {
  const all = new Map(Object.entries(files).flatMap(([path, text]) => (text === null ? [] : [[path, text] as const])));
  const textOf = (file: string): string | null => all.get(file) ?? null;
  const host = createHost(textOf);
  host.apply(new Map([...all].filter(([path]) => path !== 'errata.yaml')));
  return { host, textOf, blobOf: textOf };
}

/** Several branches may start from the same pages: these are read once. */
const toldStates = new WeakMap<Pages, State>();

/** @param changes to the baseline */
export function foundSince(told: Pages, changes: Pages): CheckedProblem[] {
  const snapshot = toldStates.get(told) ?? stateOf(told);
  toldStates.set(told, snapshot);
  return problemsSince(stateOf({ ...told, ...changes }), { snapshot, ref: 'v1', isCertain: true });
}

/** `file: severity code: message`. */
export const inWords = ({ file, problem }: CheckedProblem): string =>
  `${file}: ${problem.severity} ${problem.code}: ${problem.message}`;

/** The findings about the baseline. */
export const toldSince = (told: Pages, changes: Pages): string[] =>
  foundSince(told, changes)
    .filter(({ problem }) => problem.code.startsWith('retcon/'))
    .map(inWords);

/** The text at which each finding is shown. */
export const placesSince = (told: Pages, changes: Pages): string[] =>
  foundSince(told, changes).flatMap(({ file, problem: { code, span } }) =>
    code.startsWith('retcon/') ? `${file}: ${(changes[file] ?? told[file] ?? '').slice(span.start, span.end)}` : [],
  );

export const page = (keys: string): string => `---\n${keys}\n---\n`;
