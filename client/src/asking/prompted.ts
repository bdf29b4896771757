/** Which parameters a question of the palette prompts for. */
import type { PromptedParameter } from '../../../server/src/core/tools/asked/questionList';

/** What a question can be about in a world. */
interface Choices {
  /** Whether anything has a date of the world: else no answer differs by when it is asked for. */
  readonly hasDates: boolean;
  /** Whether anything was decided at another time than now. */
  readonly hasPoints: boolean;
}

export const prompted = (
  asks: readonly PromptedParameter[],
  { hasDates, hasPoints }: Choices,
): readonly PromptedParameter[] =>
  asks.filter((name) => (name !== 'at' || hasDates) && (name !== 'as_of' || hasPoints));
