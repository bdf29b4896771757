/** A codex as it is offered to an assistant: its questions as tools, its pages, its names; all of it held to one view where that is asked for. */
import { pathsOf } from '../core/canon';
import type { CheckedProblem } from '../core/rules/check';
import { MORE, ANSWER_SHAPES } from '../core/tools/asked/answerShapes';
import { GUIDANCE } from '../core/tools/asked/guidance';
import type { AssistantTool, Assistant } from '../core/tools/assistant';
import { nextJson, nextWords, partOf, type Given } from '../core/tools/asked/answering';
import { diagnosticsJson, rangesOf } from '../core/tools/words/answerJson';
import type { AskResult, Result } from '../core/tools/asked/question';
import { headingLine, itemLine } from '../core/tools/words/richText';
import { arrayOf, integer, object, oneOf, string, type TypeOf } from '../core/schema/shape';
import { openCommits } from '../workspace/commits';
import { readerOf } from '../workspace/folder';
import { findProblems, withPagesTooLong, withSettings } from './checkCommand';
import { SETTING, toolsInSettings } from './assistantSettings';
import { openDatedCodex, askQuestion, takeTurns } from './ask';
import { isAmongPaths, checkSummary, type Output, reportSkipped, GRAVEST_FIRST } from './print';
import { SEVERITIES } from '../core/rules';
import { visible, counted } from '../core/text/words';
import { isAuthor, seenFor } from '../core/tools/asked/forKnower';
import { type ListedQuestion, QUESTIONS, questionsForOne } from '../core/tools/asked/questionList';
import { namedPages, namesLike, wholePage } from '../core/tools/facts/wholePages';

const POSITION = object({ line: integer, character: integer });
const PLACE = { file: string, range: object({ start: POSITION, end: POSITION }), message: string };

/** What `check --format json` prints. */
export const CHECK_ANSWER = object(
  {
    diagnostics: arrayOf(
      object({ ...PLACE, severity: oneOf(...GRAVEST_FIRST), code: string, related: arrayOf(object(PLACE)) }),
    ),
    summary: object({ files: integer, entries: integer, errors: integer, warnings: integer, infos: integer }),
  },
  MORE,
);

/**
 * The problems of a codex as a tool of assistants: a part of the list at a time.
 * @param outputFor where one call prints what the author should know besides the answer
 */
const checkTool = (root: string, outputFor: (notify: (words: string) => void) => Output): AssistantTool => ({
  name: 'check',
  description: 'what is wrong with the pages of the codex: each problem with its place, its code and what to do',
  parameters: [
    { name: 'path', kind: 'words', description: 'only this file or folder, from the root of the codex' },
    { name: 'severity', kind: 'words', description: `only problems this severe or worse: ${GRAVEST_FIRST.join(', ')}` },
    { name: 'limit', kind: 'count', description: 'how many at most', isForAssistants: { usual: '50' } },
    { name: 'cursor', kind: 'words', description: 'next_cursor of the previous answer', isForAssistants: {} },
  ],
  guidance: GUIDANCE.check,
  shape: { title: 'Check the Codex', answer: CHECK_ANSWER },
  answer: (given, notify) => checked(root, given, outputFor(notify)),
});

async function checked(
  root: string,
  { path, severity, limit, cursor }: Readonly<Record<string, string | undefined>>,
  output: Output,
): Promise<AskResult> {
  const least = GRAVEST_FIRST.findIndex((one) => one === (severity ?? 'hint'));
  if (least < 0) {
    const message = `"${severity}" is not a severity. Accepted: ${GRAVEST_FIRST.join(', ')}.`;
    return { ok: false, failure: { code: 'bad-query', message, given: severity ?? '', accepted: GRAVEST_FIRST } };
  }
  const host = await openDatedCodex(root, openCommits(root), output);
  const textOf = readerOf(root, reportSkipped(output));
  const wanted = path === undefined ? [] : [path.replace(/^\.?\/|\/$/g, '')];
  const files = pathsOf(host.canon).filter((file) => isAmongPaths(wanted, file));
  if (path !== undefined && files.length === 0) {
    const message = `"${path}" is not an entry of this codex, nor a folder with entries.`;
    return { ok: false, failure: { code: 'not-found', message, given: path } };
  }
  const { problems } = findProblems(root, host, null, textOf);
  const found = withSettings(root, withPagesTooLong(problems, host.canon, output), host.canon).filter(({ file }) =>
    isAmongPaths(wanted, file),
  );
  const grave = found.filter(({ problem }) => GRAVEST_FIRST.findIndex((one) => one === problem.severity) <= least);
  const part = partOf(grave, keyOf, { limit, cursor });
  if (!part.ok) return part;
  const summary = checkSummary(files.length, files.length, found);
  const json: TypeOf<typeof CHECK_ANSWER> = {
    diagnostics: diagnosticsJson(part.value.items, rangesOf(textOf)),
    summary,
    ...nextJson(part.value),
  };
  const counts = [counted(summary.errors, 'error'), counted(summary.warnings, 'warning'), `${summary.infos} to note`];
  return {
    ok: true,
    json,
    prose: [
      headingLine(`${counts.join(', ')} in ${counted(files.length, 'page')}`),
      ...part.value.items.map(({ file, problem }) =>
        itemLine(`${file}: ${problem.message} (${problem.severity}, ${problem.code})`),
      ),
      ...nextWords(part.value),
    ],
  };
}

const keyOf = ({ file, problem }: CheckedProblem): string =>
  [file, problem.span.start, problem.span.end, problem.code].join(' ');

interface AssistantCall {
  readonly version: string;
  readonly root: string;
  readonly rulePage: (code: string) => string | null;
  /** Who sees no more, and is asked with `held`; null: it is the author's. */
  readonly knower: string | null;
  /** What is added to every question. */
  readonly held: Given;
  readonly hasSchemas: boolean;
}

export function assistantOf(
  { version, root, rulePage, knower, held, hasSchemas }: AssistantCall,
  output: Output,
): Assistant {
  const outputFor = (notify: (words: string) => void): Output => ({
    ...output,
    err: (words) => notify(visible(words)),
  });
  // Each call reads the codex again and may load SQLite: many at once need more memory, and none is answered sooner.
  const inTurn = takeTurns();
  const taking = (tool: AssistantTool): AssistantTool => ({
    ...tool,
    answer: (...asked) => inTurn(() => tool.answer(...asked)),
  });
  const silent = outputFor(() => undefined);
  const asTool = (question: ListedQuestion, at = root): AssistantTool => ({
    ...question,
    guidance: GUIDANCE[question.name],
    shape: ANSWER_SHAPES[question.name],
    answer: (given, notify) => askQuestion(at, question, { ...given, ...held }, outputFor(notify)),
  });
  /** The codex as it is now, for one reader. */
  const seen = async (given: Given) => {
    const { canon } = await openDatedCodex(root, openCommits(root), silent);
    const around = { commits: new Map(), textOf: readerOf(root, reportSkipped(silent)) };
    const whose = { ...given, ...held };
    const lookup = QUESTIONS.find(({ name }) => name === 'lookup');
    if (!lookup || whose.for === undefined || isAuthor(whose.for))
      return { ok: true, value: { canon, around } } satisfies Result<unknown>;
    return seenFor(lookup, canon, whose, around);
  };
  // Who is held to a view of this codex has none of the others.
  const tools =
    knower === null
      ? toolsInSettings(root, (at) => [...QUESTIONS.map((one) => asTool(one, at)), checkTool(at, outputFor)])
      : questionsForOne.map((one) => asTool(one));
  return {
    version,
    knower,
    // An answer of all settings has another shape.
    hasSchemas: hasSchemas && !tools.some(({ parameters }) => parameters.some(({ name }) => name === SETTING)),
    tools: tools.map(taking),
    async pages() {
      const view = await inTurn(() => seen({}));
      return view.ok ? namedPages(view.value.canon) : [];
    },
    async page(name, whose) {
      const view = await inTurn(() => seen(whose === null ? {} : { for: whose }));
      return view.ok ? wholePage(view.value.canon, name, view.value.around.textOf) : view;
    },
    async names(kind, typed) {
      const view = await inTurn(() => seen({}));
      return view.ok ? namesLike(view.value.canon, kind, typed) : [];
    },
    rules: [...SEVERITIES.keys()].map((code) => ({ code, text: () => rulePage(code) })),
  };
}
