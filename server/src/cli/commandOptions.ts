/** The options that every command takes, and the folder that they name. */
import path from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { findRoot, isFolder } from '../workspace/folder';
import type { Format } from './print';

export interface Common {
  readonly root?: string;
  readonly format: Format;
}

/** The options that every command takes. */
export function withCommon(command: Command, formats: readonly string[] = ['text', 'json']): Command {
  return command
    .option(
      '--root <dir>',
      'the folder of the codex (default: the nearest one above with a codex.yaml, else this one)',
      existingFolder,
    )
    .addOption(new Option('--format <format>', 'how to print').choices([...formats]).default('text'));
}

export function existingFolder(given: string): string {
  if (given !== '' && isFolder(given)) return given;
  // Git tells its hooks which index they are asked about.
  const inHook = process.env.GIT_INDEX_FILE === undefined ? '' : ` ${MOVED}`;
  throw new InvalidArgumentError(`Give a folder that is there.${inHook}`);
}

const MOVED = 'Where the codex has been moved, `retcon hook install` in its folder brings the hook up to date.';

export const rootOf = ({ root }: Pick<Common, 'root'>): string =>
  root === undefined ? (findRoot('.') ?? path.resolve('.')) : path.resolve(root);
