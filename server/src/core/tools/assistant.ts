/** What the server for assistants is handed: how tools are answered, and what there is to be read. All of it looks at the codex as it is at that moment. */
import type { Given } from './asked/answering';
import type { AnswerShape } from './asked/answerShapes';
import type { AskResult, Result } from './asked/question';
import type { ParameterKind, Question } from './asked/questionList';
import type { WholePage } from './facts/wholePages';

/** @param notify is called with what should be known beside the answer */
export type AnswerCall = (given: Given, notify: (words: string) => void) => Promise<AskResult>;

/** A question, or something else that is answered like one. */
export interface AssistantTool extends Pick<Question, 'name' | 'description' | 'parameters'> {
  readonly shape: AnswerShape<unknown>;
  readonly answer: AnswerCall;
}

/** The page of a rule, which tells what a problem means. */
export interface RulePage {
  readonly code: string;
  readonly text: () => string | null;
}

export interface Assistant {
  readonly version: string;
  /** Whose view all of it is held to; null: nobody's. */
  readonly knower: string | null;
  readonly tools: readonly AssistantTool[];
  /** Every page by its id, without its text. */
  readonly pages: () => Promise<readonly Omit<WholePage, 'text'>[]>;
  /** @param knower as whom it is read; null: as it is written, or as the one to whom all is held */
  readonly page: (name: string, knower: string | null) => Promise<Result<WholePage>>;
  /** Names that may be meant by what is typed, the best first. */
  readonly names: (kind: ParameterKind, typed: string) => Promise<readonly string[]>;
  readonly rules: readonly RulePage[];
}
