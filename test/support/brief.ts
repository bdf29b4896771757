/** Briefs of a codex, asked as any surface asks, with its prose searched in one index for all of them. */
import type { Canon } from '../../server/src/core/canon';
import { answerSteps, type Given, questionNamed } from '../../server/src/core/tools';
import type { ReadText } from '../../server/src/core/tools/asked/answering';
import type { AskResult } from '../../server/src/core/tools/asked/question';
import { fill, openLore } from '../../server/src/index/proseIndex';
import { codexOf, type Files } from './codex';
import { ended, sqlLoaded } from './lore';

export type AskBrief = (given: Given) => AskResult;

export async function briefsOf(canon: Canon, textOf: ReadText): Promise<AskBrief> {
  const question = questionNamed('brief');
  if (!question) throw new Error('brief is no question');
  const index = openLore(await sqlLoaded(), null);
  ended(fill(index, canon, textOf, () => ''));
  return (given) => {
    const steps = answerSteps(question, canon, given, { commits: new Map(), textOf });
    for (let step = steps.next(); ; )
      if (step.done === true) return step.value;
      else step = steps.next(step.value ? ended(index.find(step.value.query, step.value.needed)) : []);
  };
}

export const briefsOfFiles = (files: Files): Promise<AskBrief> =>
  briefsOf(codexOf(files).canon, (path) => files[path] ?? null);

// oxlint-disable-next-line typescript/no-explicit-any -- the JSON of answers is looked into freely
export const briefJson = (answer: AskResult): any => {
  if (!answer.ok) throw new Error(answer.failure.message);
  return answer.json;
};
