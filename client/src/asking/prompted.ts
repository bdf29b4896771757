/** Which parameters a question of the palette prompts for. */
import type { PromptedParameter } from '../../../server/src/core/tools/asked/questionList';

/** @param hasDates whether anything has a date of the world: else no answer differs by when it is asked for */
export const prompted = (asks: readonly PromptedParameter[], hasDates: boolean): readonly PromptedParameter[] =>
  hasDates ? asks : asks.filter((name) => name !== 'at');
