/** What the server for assistants is given: tools, pages and names, each answered from the codex as it is at that moment. */
import type { Given } from './asked/answering';
import type { AnswerShape } from './asked/answerShapes';
import type { Guidance } from './asked/guidance';
import type { AskResult, Result } from './asked/question';
import type { ParameterKind, Question } from './asked/questionList';
import type { WholePage } from './facts/wholePages';

/** @param notify is called with remarks beside the answer */
type AnswerCall = (given: Given, notify: (words: string) => void) => Promise<AskResult>;

/** A question, or anything else that is answered like one. */
export interface AssistantTool extends Pick<Question, 'name' | 'alsoCalled' | 'description' | 'parameters'> {
  readonly guidance: Guidance;
  readonly shape: AnswerShape<unknown>;
  readonly answer: AnswerCall;
}

/** The page of a rule, which explains a problem. */
interface RulePage {
  readonly code: string;
  readonly text: () => string | null;
}

export interface Assistant {
  readonly version: string;
  /** The knower to whose view the server is held; null: to nobody's. */
  readonly knower: string | null;
  /** Whether its list of tools has the schemas of their answers, which are three times as long as the rest. */
  readonly hasSchemas: boolean;
  readonly tools: readonly AssistantTool[];
  /** Every page by its id, without its text. */
  readonly pages: () => Promise<readonly Omit<WholePage, 'text'>[]>;
  /** @param knower whose view of the page is read; null: the page as written, or the view to which the server is held */
  readonly page: (name: string, knower: string | null) => Promise<Result<WholePage>>;
  /** Names that the typed text may mean, the best first. */
  readonly names: (kind: ParameterKind, typed: string) => Promise<readonly string[]>;
  readonly rules: readonly RulePage[];
}
