/** The git hook that checks what is about to be committed: put beside whatever hook is there already, and taken away again. */
import fs from 'node:fs';
import path from 'node:path';
import { hooksOf, refusal, type Repository, repositoryOf } from './git';

/** Between these two lines everything is ours; what else is in the file is the author's. */
const BEGIN = '# >>> retcon: stop a commit that changes what was told without saying so >>>';
const END = '# <<< retcon <<<';

export interface HookDone {
  readonly did: 'installed' | 'updated' | 'removed' | 'was there' | 'was not there';
  /** The file, as a path from the folder that was asked about. */
  readonly file: string;
  /** Whether other commands are in it too. */
  readonly isShared: boolean;
  /** Whether another tool will write it anew. */
  readonly isGenerated: boolean;
}

/**
 * What runs there. Where retcon has moved, as it does with each new version of an editor's extension, the commit is let
 * through. An editor's own program is node only when it is told to be.
 */
function blockFor({ node, cli }: Called, prefix: string): string {
  // Git runs it at the top of the repository, of which the codex may be a part.
  const check = prefix === '' ? 'check --staged' : `check --staged --root ${quoted(prefix)}`;
  return `${BEGIN}
retcon_node=${quoted(node)} retcon_cli=${quoted(cli)}
if [ -x "$retcon_node" ] && [ -f "$retcon_cli" ]; then
  ELECTRON_RUN_AS_NODE=1 "$retcon_node" "$retcon_cli" ${check} || exit $?
elif command -v retcon >/dev/null 2>&1; then retcon ${check} || exit $?
else echo 'retcon is no longer where it was, and this commit was not checked: install its hook again.' >&2
fi
${END}
`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** How this command line is called: the absolute paths of node and of its script. */
export interface Called {
  readonly node: string;
  readonly cli: string;
}

/** Whether the check is there already; `lost`: it calls a retcon that has gone. */
export async function hookIn(folder: string): Promise<'there' | 'lost' | null> {
  const text = textOf(await hookFile(await repositoryOf(folder)));
  if (text?.includes(BEGIN) !== true) return null;
  const cli = /retcon_cli='([^'\n]*)'$/m.exec(text)?.[1];
  return cli !== undefined && !fs.existsSync(cli) ? 'lost' : 'there';
}

export async function installHook(folder: string, called: Called): Promise<HookDone> {
  const repository = await repositoryOf(folder);
  const file = await hookFile(repository);
  const before = textOf(file);
  const rest = withoutBlock(before ?? '');
  // It comes first: a hook that ends by itself would not let it be asked.
  const [, shebang = '#!/bin/sh\n', others = ''] = /^(#![^\n]*\n)?([^]*)$/.exec(rest) ?? [];
  const after = `${shebang}${blockFor(called, repository.prefix)}${others}`;
  if (after !== before) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, after);
  }
  fs.chmodSync(file, fs.statSync(file).mode | 0o111);
  const did = before === after ? 'was there' : before?.includes(BEGIN) === true ? 'updated' : 'installed';
  return {
    did,
    file: path.relative(folder, file),
    isShared: others.trim() !== '',
    isGenerated: /lefthook/i.test(others),
  };
}

/** Takes ours away; a file that holds nothing else goes with it. */
export async function removeHook(folder: string): Promise<HookDone> {
  const file = await hookFile(await repositoryOf(folder));
  const before = textOf(file);
  const told = { file: path.relative(folder, file), isShared: false, isGenerated: false };
  if (before === null || !before.includes(BEGIN)) return { ...told, did: 'was not there' };
  const rest = withoutBlock(before);
  const isShared = rest.replace(/^#!.*\n?/, '').trim() !== '';
  if (isShared) fs.writeFileSync(file, rest);
  else fs.rmSync(file);
  return { ...told, did: 'removed', isShared };
}

/** Where git looks for it; husky's own files lie a folder above those that it has git run. */
async function hookFile(repository: Repository): Promise<string> {
  const { hooks, isOwn } = await hooksOf(repository);
  if (!isOwn)
    throw refusal(
      `git takes the hooks of all your repositories from ${hooks}: add \`retcon check --staged\` to the pre-commit hook there yourself.`,
    );
  const isHuskys = path.basename(hooks) === '_' && path.basename(path.dirname(hooks)) === '.husky';
  return path.join(isHuskys ? path.dirname(hooks) : hooks, 'pre-commit');
}

const textOf = (file: string): string | null =>
  fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true ? fs.readFileSync(file, 'utf8') : null;

function withoutBlock(text: string): string {
  const [start, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  return start < 0 || end < start ? text : text.slice(0, start) + text.slice(end + END.length).replace(/^\r?\n/, '');
}

const STOPS = 'From now on git asks before each commit, and stops one that changes what was told without saying so.';

const AGAIN =
  ' lefthook writes this file anew when it is installed: add `retcon check --staged` to lefthook.yml as well.';

/** What was done, in a sentence. */
export function hookTold({ did, file, isShared, isGenerated }: HookDone): string {
  switch (did) {
    case 'installed':
      return isShared
        ? `${file} begins with a check by retcon now, and goes on as before. ${STOPS}${isGenerated ? AGAIN : ''}`
        : `${file} was written. ${STOPS}`;
    case 'updated':
      return `The check by retcon in ${file} was brought up to date.`;
    case 'removed':
      return isShared
        ? `The check by retcon was taken out of ${file}; the rest of it is as before.`
        : `${file} was removed.`;
    case 'was there':
      return `The check by retcon was in ${file} already.`;
    case 'was not there':
      return `There is no check by retcon in ${file}.`;
  }
}
