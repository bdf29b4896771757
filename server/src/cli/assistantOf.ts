/** A codex as it is offered to an assistant: its questions as tools, its pages, its names; all of it held to one view where that is asked for. */
import { SEVERITIES } from '../core/rules';
import { visible } from '../core/text/visibleText';
import { ANSWER_SHAPES } from '../core/tools/asked/answerShapes';
import type { Given } from '../core/tools/asked/answering';
import type { Assistant, AssistantTool } from '../core/tools/assistant';
import { isAuthor, seenFor } from '../core/tools/asked/forKnower';
import type { Result } from '../core/tools/asked/question';
import { type ListedQuestion, QUESTIONS, questionsForOne } from '../core/tools/asked/questionList';
import { namedPages, namesLike, wholePage } from '../core/tools/facts/wholePages';
import { openCommits } from '../workspace/commits';
import { readerOf } from '../workspace/folder';
import { askQuestion } from './ask';
import { checkTool } from './checkTool';
import { openDatedCodex } from './openCodex';
import { type Output, reportSkipped } from './print';
import { takeTurns } from './turns';

export interface AssistantCall {
  readonly version: string;
  readonly root: string;
  /** The page of a rule by its code. */
  readonly rulePage: (code: string) => string | null;
  /** Who sees no more, and is asked with `held`; null: it is the author's. */
  readonly knower: string | null;
  /** What is added to every question. */
  readonly held: Given;
}

export function assistantOf({ version, root, rulePage, knower, held }: AssistantCall, output: Output): Assistant {
  const outputFor = (notify: (words: string) => void): Output => ({
    ...output,
    err: (words) => notify(visible(words)),
  });
  // Each reads the codex anew, and may load SQLite: many at once hold all of that at once, and none is answered sooner.
  const inTurn = takeTurns();
  const taking = (tool: AssistantTool): AssistantTool => ({
    ...tool,
    answer: (...asked) => inTurn(() => tool.answer(...asked)),
  });
  const silent = outputFor(() => undefined);
  const asTool = (question: ListedQuestion): AssistantTool => ({
    ...question,
    shape: ANSWER_SHAPES[question.name],
    answer: (given, notify) => askQuestion(root, question, { ...given, ...held }, outputFor(notify)),
  });
  /** What is there now, for whoever reads it. */
  const seen = async (given: Given) => {
    const { canon } = await openDatedCodex(root, openCommits(root), silent);
    const around = { commits: new Map(), textOf: readerOf(root, reportSkipped(silent)) };
    const whose = { ...given, ...held };
    const lookup = QUESTIONS.find(({ name }) => name === 'lookup');
    if (!lookup || whose.for === undefined || isAuthor(whose.for))
      return { ok: true, value: { canon, around } } satisfies Result<unknown>;
    return seenFor(lookup, canon, whose, around);
  };
  return {
    version,
    knower,
    tools: (knower === null ? [...QUESTIONS.map(asTool), checkTool(root, outputFor)] : questionsForOne.map(asTool)).map(
      taking,
    ),
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
