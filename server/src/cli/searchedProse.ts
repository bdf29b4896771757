/** Answers that may search the prose of a codex: SQLite is loaded when the first does, and what it holds is given back behind the last. */
import type { Canon } from '../core/canon';
import type { AnswerSteps } from '../core/tools';
import type { ReadText } from '../core/tools/asked/loreTypes';
import type { Prose } from './loreCommand';

/** Works out an answer, with whatever passages it asks for. */
export type Finish = <T>(steps: AnswerSteps<T>) => Promise<T>;

/**
 * @param root the folder of the codex
 * @param textOf the text of a file as it is now
 */
export async function withProse<T>(
  root: string,
  canon: Canon,
  textOf: ReadText,
  answer: (finish: Finish) => Promise<T>,
): Promise<T> {
  const opened: { prose?: Prose } = {};
  const open = async (): Promise<Prose> =>
    (opened.prose ??= await (await import('./loreCommand')).openProse(root, canon, textOf));
  try {
    return await answer(async (steps) => {
      let step = steps.next();
      while (step.done !== true) step = steps.next(step.value ? (await open()).find(step.value) : []);
      return step.value;
    });
  } finally {
    opened.prose?.close();
  }
}
