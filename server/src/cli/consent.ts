/** Has the author agree before anything is written. */
import { createInterface } from 'node:readline/promises';
import { onOneLine } from '../core/text/visibleText';
import type { Format, RefusalJson } from './print';

/** How a call that writes says what it may do. */
export interface Consent {
  readonly dryRun?: true;
  readonly yes?: true;
}

export const asksFirst = ({ dryRun, yes }: Consent): boolean => dryRun !== true && yes !== true;

/** Whether somebody sits at the terminal, and the answer is not for another program. */
export const canAsk = (format: Format): boolean => format === 'text' && process.stdin.isTTY && process.stdout.isTTY;

/** Why nobody can be asked; null where somebody can, or where no question is needed. @param given the command */
export function unasked(consent: Consent, format: Format, given: string): RefusalJson | null {
  if (!asksFirst(consent) || canAsk(format)) return null;
  return {
    code: 'usage',
    message: 'nobody is there to be asked: give --yes to write, or --dry-run to see what would be written.',
    given,
    accepted: ['--yes', '--dry-run'],
  };
}

/** Whether the files may be written; asks where that has not been said. */
export async function isAgreed(consent: Consent, files: readonly string[]): Promise<boolean> {
  return asksFirst(consent) ? askYesNo(onOneLine(`Write ${files.join(', ')}?`)) : consent.yes === true;
}

/** The answer to a question at the terminal. */
export async function askYesNo(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  // An author who closes the terminal has not agreed.
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  const answer = await Promise.race([terminal.question(`${question} [y/N] `), closed]);
  terminal.close();
  return /^y(?:es)?$/i.test(answer.trim());
}
