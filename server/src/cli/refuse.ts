/** Calls that can't be taken: the bad word and what is accepted instead, in one line. */
import type { Command, CommanderError } from 'commander';
import { limitOfError } from '../core/canon';
import { limitFailure } from '../core/tools';
import { reasonOf } from '../workspace/folder';
import { refusalIn } from '../workspace/runGit';
import type { WritingFailure } from '../workspace/writeFiles';
import { shellQuoted } from './paths';
import { type Format, type Output, printRefusal, type ReportFormat } from './print';

/** Help and version are fine (0); anything else is printed, and is 2. @param args the words after `retcon` */
export function refuseCall(program: Command, error: CommanderError, args: readonly string[], output: Output): number {
  if (error.exitCode === 0) return 0;
  const message = error.message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ');
  const accepted = acceptedInstead(program, error, args);
  // For an option with a bad value, commander quotes both: first the option, then the value.
  const quoted = (/argument '([^']*)' is invalid/.exec(message) ?? /'([^']*)'/.exec(message))?.[1];
  const topic = isMissingCommand(error) ? helpTopic(args) : undefined;
  printRefusal(output, formatWanted(args), {
    code: 'usage',
    message: isMissingCommand(error)
      ? `${topic === undefined ? 'say what to do' : `there is no command "${topic}"`}. Accepted: ${accepted.join(', ')}.`
      : (adviceOn(program, error, args) ?? worded(begunBy(program, error, quoted) ?? message, accepted)),
    given: topic ?? quoted ?? args.join(' '),
    ...(accepted.length > 0 && { accepted }),
  });
  return 2;
}

/** What needs something past its limit is 1, and anything else that could not be done 2. @param args the words after `retcon` */
export function refuseError(error: unknown, args: readonly string[], output: Output): number {
  const limit = limitOfError(error);
  if (!limit) return refuseFailure(error, args, output);
  const knower = args.flatMap((word, i) =>
    word === '--for' ? (args[i + 1] ?? []) : word.startsWith('--for=') ? word.slice(6) : [],
  );
  printRefusal(output, formatWanted(args), limitFailure(limit, knower[0]));
  return 1;
}

/** What could not be done, whatever was asked: a file that may not be read or written, or a fault of ours. Told in one line, and is 2. */
export function refuseFailure(error: unknown, args: readonly string[], output: Output): number {
  const { path, code, isNothingWritten } = error instanceof Error ? (error as WritingFailure) : {};
  const head = code === undefined ? 'this should not have happened: ' : path === undefined ? '' : `${path}: `;
  const tail = isNothingWritten ? '. Nothing was written.' : code === undefined ? '' : '.';
  const message = `${head}${reasonOf(error)}${tail}`;
  printRefusal(output, formatWanted(args), { code: 'failed', message, given: path ?? args.join(' ') });
  return 2;
}

/** `help` of what is no command ends in the same way as no command at all. */
const helpTopic = ([first, topic]: readonly string[]): string | undefined => (first === 'help' ? topic : undefined);

const isMissingCommand = ({ code }: CommanderError): boolean => code === 'commander.help';

/** What to do about an option before its command, or a name in several words; null about all else. */
function adviceOn(program: Command, { code }: CommanderError, args: readonly string[]): string | null {
  const at = args.findIndex((word) => program.commands.some((command) => command.name() === word));
  const quotedWords = (words: readonly string[]): string => words.map(shellQuoted).join(' ');
  if (code === 'commander.unknownOption' && at > 0)
    return `options come behind the command: retcon ${quotedWords([...args.slice(at), ...args.slice(0, at)])}`;
  const [command = '', ...words] = args;
  const called = at === 0 ? program.commands.find((one) => one.name() === command) : undefined;
  if (code !== 'commander.excessArguments' || called?.registeredArguments.length !== 1) return null;
  const end = words.findIndex((word) => word.startsWith('-'));
  const named = end < 0 ? words : words.slice(0, end);
  // An office is named with a dot, and the entity before it may have a name of several words.
  if (command === 'succession')
    return `too many words for succession: ${quotedWords(named)}. A dot stands between whom it is about and the attribute: retcon succession ${shellQuoted(`${named.slice(0, -1).join(' ')}.${named.at(-1)}`)}`;
  return `too many words for ${command}: ${quotedWords(named)}. A name of several words goes in quotes: retcon ${command} ${shellQuoted(named.join(' '))}`;
}

/** The only command that an unknown one begins is meant before the one that is most like it; null: there is none. */
function begunBy(program: Command, { code, message }: CommanderError, word: string | undefined): string | null {
  if (code !== 'commander.unknownCommand' || word === undefined) return null;
  const begun = program.commands.map((command) => command.name()).filter((name) => name.startsWith(word));
  const [first] = message.replace(/^error: /, '').split('\n');
  return begun.length === 1 ? `${first} (Did you mean ${begun[0]}?)` : null;
}

/** Where commander has named what is accepted already, its words stand. */
const worded = (message: string, accepted: readonly string[]): string =>
  /Allowed choices/.test(message) || accepted.length === 0
    ? message
    : `${message.replace(/\.$/, '')}. Accepted: ${accepted.join(', ')}.`;

/** The commands, else the options or the words of the one that was called. */
function acceptedInstead(program: Command, { code, message }: CommanderError, args: readonly string[]): string[] {
  const called = program.commands.find((command) => command.name() === args[0]);
  if (!called) return program.commands.map((command) => command.name());
  if (called.commands.length > 0) return called.commands.map((command) => `${called.name()} ${command.name()}`);
  if (code === 'commander.invalidArgument') {
    const option = called.options.find(({ flags }) => message.includes(`'${flags}'`));
    return [...(option?.argChoices ?? [])];
  }
  if (code === 'commander.unknownOption') return called.options.flatMap(({ long }) => long ?? []).concat('--help');
  return [`retcon ${called.name()} ${called.usage()}`];
}

const formatWanted = (args: readonly string[]): Format =>
  args.some((arg, i) => arg === '--format=json' || (arg === 'json' && args[i - 1] === '--format')) ? 'json' : 'text';

/** What git can't answer is printed, and is 2; any other failure is thrown on. @param given what git was asked */
export function refuseGit(error: unknown, given: string, format: ReportFormat, output: Output): number {
  const message = refusalIn(error);
  if (message === null) throw error;
  printRefusal(output, format, { code: 'git', message, given });
  return 2;
}
