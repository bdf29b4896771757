/** What a question is answered from, and how: in steps between which others have their turn. */
import type { Canon, Commits } from '../../canon';
import type { FoundPassage, ReadText, WantedPassages } from './loreTypes';
import type { AnswerOf } from './answerShapes';
import type { AskResult } from './question';
import type { QuestionName } from './questionList';

/** The words of a question, by parameter; one that may be given several times holds a line for each. */
export type Given = Readonly<Record<string, string | undefined>>;

/** What a surface has at hand beside the canon. */
export interface AskSurroundings {
  /** Those that the question names as canon points, read before: see `commitsIn`. */
  readonly commits: Commits;
  /** The text of a file of the codex now. */
  readonly textOf: ReadText;
}

/** Yields the prose that has to be searched, and is then given what was found there; anything else that it yields is only a pause. */
export type AnswerSteps<Result = AskResult> = Generator<WantedPassages | null | void, Result, Iterable<FoundPassage>>;

/** The answer of one question, in the shape that it is published with. */
export type Answered<Name extends QuestionName> = AskResult<AnswerOf<Name>>;

export type Answering<Result = AskResult> = (
  canon: Canon,
  given: Given,
  around: AskSurroundings,
) => AnswerSteps<Result>;
