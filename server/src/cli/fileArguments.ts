/** Questions that are asked of files: how these are given, and the exit status that claims have. */
import { InvalidArgumentError, Option } from 'commander';
import type { AnswerOf } from '../core/tools/asked/answerShapes';
import type { ParameterKind } from '../core/tools/asked/questionList';
import { percent } from '../core/tools/claims/verify';
import type { Output } from './print';

interface FileArgument {
  readonly word: string;
  readonly description: string;
}

/** The kinds of parameters that stand in files. */
export const FILE_ARGUMENTS: { readonly [Kind in ParameterKind]?: FileArgument } = {
  pages: {
    word: 'file...',
    description: 'files with the pages as they would be saved, wherever they are; - reads one from standard input',
  },
  claims: {
    word: 'file',
    description: 'a file with the claims, as JSON, JSON Lines or YAML; - reads standard input',
  },
};

const USUAL = 0.05;

export const mostViolations = (): Option =>
  new Option('--max-violations <rate>', 'the share of claims that may go against the canon; above it, exit status 1')
    .argParser(shareOf)
    .default(USUAL);

function shareOf(given: string): number {
  const text = given.trim();
  const rate = text.endsWith('%') ? Number.parseFloat(text) / 100 : Number(text || 'none');
  if (0 <= rate && rate <= 1) return rate;
  throw new InvalidArgumentError('Give a share from 0 to 1, such as 0.05.');
}

/** 1 where more claims go against the canon than may, which is said. */
export function statusOfClaims(json: object, most: number, output: Output): number {
  const { violation_rate: rate } = (json as AnswerOf<'verify'>).summary;
  if (rate <= most) return 0;
  output.err(`retcon: ${percent(rate)} of the claims go against the canon, and ${percent(most)} may.\n`);
  return 1;
}
