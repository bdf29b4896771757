/** The pages of the rules, which come with the program. */
import path from 'node:path';
import { readText } from '../workspace/folder';
import type { Called } from '../workspace/hookBlocks';

/** @param called how the program was called; null: there is no page of that code */
export const rulePages =
  ({ cli }: Pick<Called, 'cli'>): ((code: string) => string | null) =>
  (code) =>
    readText(path.join(path.dirname(cli), '../docs/rules'), `${code}.md`);
