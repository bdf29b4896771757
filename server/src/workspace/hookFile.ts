/** The file of a git hook: what is the author's in it stays byte for byte, and what we can't share is not touched. */
import fs from 'node:fs';
import path from 'node:path';
import { gitRefusal } from './runGit';
import { writeAll } from './writeFiles';
import { makeFolders } from './writingFolder';

/** A pre-commit hook, where it is and who runs it. */
export interface HookFile {
  readonly file: string;
  /** As it is named to the author. */
  readonly name: string;
  /** Whether git runs it itself, and so only where it may be executed. */
  readonly isGits: boolean;
  /** The command that its author is to add where we can't. */
  readonly line: string;
}

/** Every byte as one character, whatever its encoding is; null where there is no file. */
export const textIn = ({ file }: HookFile): string | null =>
  fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true ? fs.readFileSync(file, 'latin1') : null;

/** What a hook is to hold, every byte as one character. It keeps its mode; a new one can be executed. */
export interface HookText {
  readonly hook: HookFile;
  readonly text: string;
}

/** Writes all hooks or none, as pages are written. They lie in one folder. */
export function writeHooks(all: readonly HookText[]): void {
  const [first] = all;
  if (!first) return;
  const folder = path.dirname(first.hook.file);
  makeFolders(folder);
  writeAll(
    folder,
    all.map(({ hook, text }) => ({
      file: path.basename(hook.file),
      text,
      before: textIn(hook),
      encoding: 'latin1',
      mode: 0o777,
    })),
  );
}

/** Refuses what is somebody else's to change: what a link leads to may be the hook of other repositories as well. */
export function refuseLink({ file, name }: HookFile, todo: string): void {
  const stats = fs.lstatSync(file, { throwIfNoEntry: false });
  if (!stats || stats.isFile()) return;
  if (!stats.isSymbolicLink()) throw gitRefusal(`${name} is no file. Move it away.`);
  throw gitRefusal(`${name} is a link to ${fs.readlinkSync(file)}, which is not changed: ${todo} there yourself.`);
}

/** Refuses a hook in which a few lines of shell would not run, or would bring to life what was turned off. */
export function refuseUnfit(hook: HookFile): void {
  const { file, name, isGits, line } = hook;
  const add = `add \`${line}\``;
  refuseLink(hook, add);
  const text = textIn(hook);
  if (text === null) return;
  if (text.includes('\0')) throw gitRefusal(`${name} is a program, which is not changed: have it run \`${line}\`.`);
  const runs = interpreterOf(text);
  if (runs !== null && !SHELLS.has(runs))
    throw gitRefusal(
      `${name} is written for ${runs}, and is not changed: have it run \`${line}\`, and fail where that does.`,
    );
  // Windows has no such mode.
  const isOff = isGits && process.platform !== 'win32' && (fs.statSync(file).mode & 0o111) === 0;
  if (isOff)
    throw gitRefusal(
      `${name} is there, but turned off: it can't be executed. \`chmod +x\` it, or remove it, then try again.`,
    );
}

const SHELLS: ReadonlySet<string> = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh']);

/** What a script is run by, without its folder; null where it doesn't say, and a shell does. */
function interpreterOf(text: string): string | null {
  const words = /^#!([^\r\n]*)/.exec(text)?.[1]?.trim().split(/\s+/);
  if (!words) return null;
  const nameOf = (word = ''): string => word.replace(/^.*[/\\]/, '').replace(/\.exe$/i, '');
  const [first, ...rest] = words;
  if (nameOf(first) !== 'env') return nameOf(first);
  // `env`, its options and variables come before the name.
  return nameOf(rest.find((word) => !word.startsWith('-') && !word.includes('=')));
}
