/** The problems of a codex as a tool of assistants: a part of the list at a time. */
import { pathsOf } from '../core/canon';
import type { CheckedProblem } from '../core/rules/check';
import type { Severity } from '../core/text/problem';
import { MORE } from '../core/tools/asked/answerShapes';
import type { AssistantTool } from '../core/tools/assistant';
import { nextJson, nextWords, partOf } from '../core/tools/asked/paging';
import { diagnosticsJson, rangesOf } from '../core/tools/words/problemsJson';
import type { AskResult } from '../core/tools/asked/question';
import { headingLine, itemLine, textLine } from '../core/tools/words/richText';
import { arrayOf, integer, object, oneOf, string, type TypeOf } from '../core/schema/shape';
import { openCommits } from '../workspace/commits';
import { readerOf } from '../workspace/folder';
import { findProblems, withPagesTooLong } from './findProblems';
import { openDatedCodex } from './openCodex';
import { isAmongPaths } from './paths';
import { checkSummary, countedNoun, type Output, reportSkipped } from './print';

const SEVERITIES = ['error', 'warning', 'info', 'hint'] as const satisfies readonly Severity[];

const POSITION = object({ line: integer, character: integer });
const PLACE = { file: string, range: object({ start: POSITION, end: POSITION }), message: string };

/** What `check --format json` prints. */
export const CHECK_ANSWER = object(
  {
    diagnostics: arrayOf(
      object({ ...PLACE, severity: oneOf(...SEVERITIES), code: string, related: arrayOf(object(PLACE)) }),
    ),
    summary: object({ files: integer, entries: integer, errors: integer, warnings: integer, infos: integer }),
  },
  MORE,
);

/** @param outputFor what the author is told beside the answer, for one call */
export const checkTool = (root: string, outputFor: (notify: (words: string) => void) => Output): AssistantTool => ({
  name: 'check',
  description: 'what is wrong with the pages of the codex: each problem with its place, its code and what to do',
  parameters: [
    { name: 'path', kind: 'words', description: 'only this file or folder, from the root of the codex' },
    { name: 'severity', kind: 'words', description: `only problems as grave as this: ${SEVERITIES.join(', ')}` },
    { name: 'limit', kind: 'count', description: 'how many at most', isForAssistants: { usual: '50' } },
    { name: 'cursor', kind: 'words', description: 'next_cursor of the answer before', isForAssistants: {} },
  ],
  shape: { title: 'Check the Codex', answer: CHECK_ANSWER },
  answer: (given, notify) => checked(root, given, outputFor(notify)),
});

async function checked(
  root: string,
  { path, severity, limit, cursor }: Readonly<Record<string, string | undefined>>,
  output: Output,
): Promise<AskResult> {
  const least = SEVERITIES.findIndex((one) => one === (severity ?? 'hint'));
  if (least < 0) {
    const message = `"${severity}" is not a severity. Accepted: ${SEVERITIES.join(', ')}.`;
    return { ok: false, failure: { code: 'bad-query', message, given: severity ?? '', accepted: SEVERITIES } };
  }
  const host = await openDatedCodex(root, openCommits(root), output);
  const textOf = readerOf(root, reportSkipped(output));
  const wanted = path === undefined ? [] : [path.replace(/^\.?\/|\/$/g, '')];
  const files = pathsOf(host.canon).filter((file) => isAmongPaths(wanted, file));
  if (path !== undefined && files.length === 0) {
    const message = `"${path}" is no entry, and no folder with entries, of this codex.`;
    return { ok: false, failure: { code: 'not-found', message, given: path } };
  }
  const { problems } = findProblems(root, host, null, textOf);
  const found = withPagesTooLong(problems, host.canon, output).filter(({ file }) => isAmongPaths(wanted, file));
  const grave = found.filter(({ problem }) => SEVERITIES.findIndex((one) => one === problem.severity) <= least);
  const part = partOf(grave, keyOf, { limit, cursor });
  if (!part.ok) return part;
  const summary = checkSummary(files.length, files.length, found);
  const json: TypeOf<typeof CHECK_ANSWER> = {
    diagnostics: diagnosticsJson(part.value.items, rangesOf(textOf)),
    summary,
    ...nextJson(part.value),
  };
  const counts = [
    countedNoun(summary.errors, 'error'),
    countedNoun(summary.warnings, 'warning'),
    `${summary.infos} to note`,
  ];
  return {
    ok: true,
    json,
    prose: [
      headingLine(`${counts.join(', ')} in ${countedNoun(files.length, 'page')}`),
      ...part.value.items.map(({ file, problem }) =>
        itemLine(`${file}: ${problem.message} (${problem.severity}, ${problem.code})`),
      ),
      ...nextWords(part.value).map((words) => textLine(words)),
    ],
  };
}

const keyOf = ({ file, problem }: CheckedProblem): string =>
  [file, problem.span.start, problem.span.end, problem.code].join(' ');
