/** The command line: reads the call, asks the core, prints the answer. Returns the exit status (contract.md). */
import { Command, CommanderError } from 'commander';
import { QUESTIONS } from '../core/tools/asked/questionList';
import { onOneLine, visible } from '../core/text/visibleText';
import { finishWriting } from '../workspace/finishWriting';
import { type Output } from './print';
import { refuseCall, refuseError, refuseFailure } from './refuse';
import { addCommands, type Started } from './commandList';
import { rootOf } from './commandOptions';
import { addQuestion } from './questionCommands';

export type { Started };

/** @param args the words after `retcon` */
export async function main(args: readonly string[], started: Started): Promise<number> {
  const output: Output = {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(visible(text)),
    hasColour: process.stdout.isTTY && !process.env.NO_COLOR,
  };
  let status = 0;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The reader of our output may stop early: `retcon log | head`.
    process.exit(error.code === 'EPIPE' ? status : refuseFailure(error, [], output));
  });
  const program = new Command('retcon')
    .description('Keeps the canon of a world: a retcon never deletes a fact, and what was true stays answerable.')
    .version(started.version)
    .exitOverride()
    .configureOutput({ writeOut: output.out, writeErr: () => undefined })
    .showSuggestionAfterError(true);
  program.hook('preAction', (_program, command) => {
    for (const words of finishWriting(rootOf(command.opts()))) output.err(`retcon: ${onOneLine(words)}\n`);
  });
  for (const question of QUESTIONS) addQuestion(program, question, output, (code) => (status = code));
  const end = (code: number): void => void (status = code);
  addCommands({ program, output, started, end });
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    return error instanceof CommanderError
      ? refuseCall(program, error, args, output)
      : refuseError(error, args, output);
  }
  return status;
}
