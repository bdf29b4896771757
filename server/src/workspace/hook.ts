/** The git hook that checks what is about to be committed: put beside whatever hook is there already, and taken away again. */
import fs from 'node:fs';
import path from 'node:path';
import { establishedIn } from './against';
import { hooksOf, type Repository, repositoryOf } from './git';
import { type HookFile, refuseLink, refuseUnfit, textIn, writeIn } from './hookFile';
import type { EstablishedPoint } from './point';
import { refusal } from './runGit';

/** Between these two lines everything is ours; what else is in the file is the author's. */
const BEGIN = '# >>> retcon: stop a commit that changes what was told without saying so >>>';
const END = '# <<< retcon <<<';

export interface HookDone {
  readonly did: 'installed' | 'updated' | 'removed' | 'was there' | 'was not there';
  /** The file, as it is named to the author. */
  readonly file: string;
  /** Whether other commands are in it too. */
  readonly isShared: boolean;
  /** Whether another tool will write it anew. */
  readonly isGenerated: boolean;
  /** What commits are compared with, where they are; null: nothing has been committed yet. */
  readonly against?: EstablishedPoint | null;
}

/**
 * What runs there. Where retcon has moved, as it does with each new version of an editor's extension, the commit is let
 * through. An editor's own program is node only when it is told to be.
 */
function blockFor({ node, cli }: Called, prefix: string): string {
  const check = checkFor(prefix);
  const block = `${BEGIN}
retcon_node=${quoted(node)} retcon_cli=${quoted(cli)}
if [ -x "$retcon_node" ] && [ -f "$retcon_cli" ]; then
  ELECTRON_RUN_AS_NODE=1 "$retcon_node" "$retcon_cli" ${check} || exit $?
elif command -v retcon >/dev/null 2>&1; then retcon ${check} || exit $?
else echo 'retcon is no longer where it was, and this commit was not checked: install its hook again.' >&2
fi
${END}
`;
  return Buffer.from(block).toString('latin1');
}

/** Git runs it at the top of the repository, of which the codex may be a part. */
const checkFor = (prefix: string): string =>
  prefix === '' ? 'check --staged' : `check --staged --root ${quoted(prefix)}`;

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** How this command line is called: the absolute paths of node and of its script. */
export interface Called {
  readonly node: string;
  readonly cli: string;
}

/** How files are named to the author; absolute paths are taken. */
type Naming = (file: string) => string;

/** Whether the check is there already; `lost`: it calls a retcon that has gone. */
export async function hookIn(folder: string): Promise<'there' | 'lost' | null> {
  const text = textIn(await hookFile(await repositoryOf(folder), (file) => file));
  if (text?.includes(BEGIN) !== true) return null;
  const cli = /retcon_cli='([^'\n]*)'\r?$/m.exec(text)?.[1];
  return cli !== undefined && !fs.existsSync(Buffer.from(cli, 'latin1')) ? 'lost' : 'there';
}

export async function installHook(folder: string, called: Called, named: Naming): Promise<HookDone> {
  const repository = await repositoryOf(folder);
  const hook = await hookFile(repository, named);
  refuseUnfit(hook);
  const against = await establishedIn(folder);
  const before = textIn(hook);
  const rest = before === null ? ALONE : withoutBlock(before, hook);
  const after = withBlock(rest, blockFor(called, repository.prefix));
  if (after !== before) writeIn(hook, after);
  const did = before === after ? 'was there' : before?.includes(BEGIN) === true ? 'updated' : 'installed';
  return {
    did,
    file: hook.name,
    isShared: rest.replace(/^#![^\n]*/, '').trim() !== '',
    isGenerated: /lefthook/i.test(rest),
    against,
  };
}

/** Takes ours away; a file that we have begun, and that holds nothing else, goes with it. */
export async function removeHook(folder: string, named: Naming): Promise<HookDone> {
  const hook = await hookFile(await repositoryOf(folder), named);
  const before = textIn(hook);
  const told = { file: hook.name, isShared: false, isGenerated: false };
  if (before?.includes(BEGIN) !== true) return { ...told, did: 'was not there' };
  refuseLink(hook, 'take the lines of retcon out');
  const rest = withoutBlock(before, hook);
  if (rest === ALONE) fs.rmSync(hook.file);
  else writeIn(hook, rest);
  return { ...told, did: 'removed', isShared: rest !== ALONE };
}

/** Where git looks for it; husky's own files lie a folder above those that it has git run. */
async function hookFile(repository: Repository, named: Naming): Promise<HookFile> {
  const { hooks, isOwn } = await hooksOf(repository);
  const line = `retcon ${checkFor(repository.prefix)}`;
  if (!isOwn)
    throw refusal(
      `git takes the hooks of all your repositories from ${hooks}: add \`${line}\` to the pre-commit hook there yourself.`,
    );
  const isHuskys = path.basename(hooks) === '_' && path.basename(path.dirname(hooks)) === '.husky';
  const file = path.join(isHuskys ? path.dirname(hooks) : hooks, 'pre-commit');
  return { file, name: named(file), isGits: !isHuskys, line };
}

/** What we begin a file with where there was none. */
const ALONE = '#!/bin/sh\n';

/** It comes first: a hook that ends by itself would not let it be asked. */
function withBlock(rest: string, block: string): string {
  const [shebang = ''] = /^#![^\n]*\n?/.exec(rest) ?? [];
  // A line break that was not there goes again with the block, which then ends without one.
  if (shebang === rest && /[^\n]$/.test(rest)) return `${rest}\n${block.slice(0, -1)}`;
  return shebang + block + rest.slice(shebang.length);
}

function withoutBlock(text: string, hook: HookFile): string {
  const start = text.indexOf(BEGIN);
  if (start < 0) return text;
  const end = text.indexOf(END, start);
  const again = text.indexOf(BEGIN, start + 1);
  // Whose the lines are that follow can't be told.
  if (end < 0 || (0 <= again && again < end))
    throw refusal(
      `${hook.name} has the line \`${BEGIN}\`, but not \`${END}\` where the lines of retcon end: take them out yourself.`,
    );
  const [before, after] = [text.slice(0, start), text.slice(end + END.length)];
  const rest = after === '' ? before.replace(/\n$/, '') : before + after.replace(/^\r?\n/, '');
  return withoutBlock(rest, hook);
}

/** What is asked from now on, and whether a commit can be stopped by it. */
function asks(against: HookDone['against']): string {
  if (against?.isCertain === true)
    return `From now on git asks before each commit, and stops one that changes what was told as of ${against.behind?.ref ?? against.ref} without saying so.`;
  return (
    'From now on git asks before each commit. It only warns of what changes without saying so, since nothing says yet what was told: ' +
    'each commit is compared with the last one. To have such a commit stopped, make a tag (`git tag v1`), or write `established: git:REF` into codex.yaml.'
  );
}

const AGAIN =
  ' lefthook writes this file anew when it is installed: add `retcon check --staged` to lefthook.yml as well.';

/** What was done, in a sentence. */
export function hookTold({ did, file, isShared, isGenerated, against }: HookDone): string {
  switch (did) {
    case 'installed':
      return isShared
        ? `${file} begins with a check by retcon now, and goes on as before. ${asks(against)}${isGenerated ? AGAIN : ''}`
        : `${file} was written. ${asks(against)}`;
    case 'updated':
      return `The check by retcon in ${file} was brought up to date. ${asks(against)}`;
    case 'removed':
      return isShared
        ? `The check by retcon was taken out of ${file}; the rest of it is as before.`
        : `${file} was removed.`;
    case 'was there':
      return `The check by retcon was in ${file} already. ${asks(against)}`;
    case 'was not there':
      return `There is no check by retcon in ${file}.`;
  }
}
