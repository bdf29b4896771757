/** Git's hooks: what we ask in them is put beside whatever is there already, and taken away again. */
import { gitRefusal, refusalIn } from './runGit';
import fs from 'node:fs';
import path from 'node:path';
import { writeAll } from './writeFiles';
import { makeFolders } from './writingJournal';
import { CODEX_FILE } from '../core/host';
import type { BaselinePoint } from '../core/commits/comparable';
import { baselineIn } from './comparedStates';
import { hooksOf, type Repository, repositoryOf } from './git';
import { listWords } from '../core/text/words';

/** A hook of git's, by the name of its file. */
interface HookKind {
  readonly name: 'pre-commit' | 'pre-merge-commit' | 'pre-applypatch' | 'post-merge' | 'post-rewrite' | 'post-commit';
  /** What is run, after `retcon` and before `--root`. */
  readonly asks: string;
  /** Whether what it finds stops git. */
  readonly stops: boolean;
  /** Between this line and `BLOCK_END` everything is ours; what else is in the file is the author's. */
  readonly begin: string;
  /** The git actions that are looked at: the branches of a `case`; absent: all of them. */
  readonly only?: string;
}

/** The one without which there is no check at all. */
const PRE_COMMIT: HookKind = {
  name: 'pre-commit',
  asks: 'check --staged',
  stops: true,
  begin: '# >>> retcon: stop a commit that changes what was told without saying so >>>',
};

const SAYS = '# >>> retcon: say in a line what was changed without saying so >>>';

/** The others: git asks them where it makes commits without asking the first. */
const BESIDE: readonly HookKind[] = [
  {
    name: 'pre-merge-commit',
    asks: 'check --staged',
    stops: true,
    begin: '# >>> retcon: stop a merge that changes what was told without saying so >>>',
  },
  {
    name: 'pre-applypatch',
    asks: 'check --staged',
    stops: true,
    begin: '# >>> retcon: stop a patch that changes what was told without saying so >>>',
    // A rebase may apply patches as well, and is reported when it is done.
    only: `case "$(test -f "$(git rev-parse --git-path rebase-apply/applying)" && echo am)" in am)`,
  },
  // Squashed, nothing has been committed yet.
  { name: 'post-merge', asks: 'hook tell merge', stops: false, begin: SAYS, only: `case "$1" in 0)` },
  // A commit that was amended has been asked about before.
  { name: 'post-rewrite', asks: 'hook tell rebase', stops: false, begin: SAYS, only: `case "$1" in rebase)` },
  // These two commit without asking; only the reflog distinguishes them.
  {
    name: 'post-commit',
    asks: 'hook tell pick',
    stops: false,
    begin: SAYS,
    only: `case "$(git reflog -1 --no-show-signature --format=%gs 2>/dev/null)" in cherry-pick:*|revert:*)`,
  },
];

const BLOCK_END = '# <<< retcon <<<';

/** How this command line is called: the absolute paths of node and of its script. */
export interface Called {
  readonly node: string;
  readonly cli: string;
}

/** The words after `retcon`. Git runs hooks at the top of the repository, of which the codex may be a part. */
const hookBlocksIn = ({ asks }: HookKind, prefix: string): string =>
  prefix === '' ? asks : `${asks} --root ${quoted(prefix)}`;

/**
 * What runs there. Where retcon has moved, as with each new version of an editor's extension, git goes on. An editor's own
 * program acts as node only when asked to. A hook that only informs leaves git's output alone.
 */
function blockFor(kind: HookKind, { node, cli }: Called, prefix: string): string {
  const asks = hookBlocksIn(kind, prefix);
  const how = kind.stops ? '|| exit $?' : '</dev/null || :';
  const lost = kind.stops
    ? `else echo 'retcon is no longer where it was, and this commit was not checked: install its hook again.' >&2\n`
    : '';
  const run = `retcon_node=${quoted(node)} retcon_cli=${quoted(cli)}
if [ -x "$retcon_node" ] && [ -f "$retcon_cli" ]; then
  ELECTRON_RUN_AS_NODE=1 "$retcon_node" "$retcon_cli" ${asks} ${how}
elif command -v retcon >/dev/null 2>&1; then retcon ${asks} ${how}
${lost}fi
`;
  const block = kind.only === undefined ? run : `${kind.only}\n${run};;\nesac\n`;
  return Buffer.from(`${kind.begin}\n${block}${BLOCK_END}\n`).toString('latin1');
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** What we begin a file with where there was none. */
const ALONE = '#!/bin/sh\n';

/** It comes first: a hook that ends early would skip it. */
function withBlock(rest: string, block: string): string {
  const [shebang = ''] = /^#![^\n]*\n?/.exec(rest) ?? [];
  // A line break that was not there goes again with the block, which then ends without one.
  if (shebang === rest && /[^\n]$/.test(rest)) return `${rest}\n${block.slice(0, -1)}`;
  return shebang + block + rest.slice(shebang.length);
}

/** Whether a block is to go, by the codex that it asks about: its folder in the repository; null: the whole of it. */
type IsWanted = (prefix: string | null) => boolean;

const prefixIn = (block: string): string | null => {
  const [, prefix] = /--root '((?:[^'\n]|'\\'')*)'/.exec(block) ?? [];
  return prefix === undefined ? null : Buffer.from(prefix, 'latin1').toString('utf8').replaceAll("'\\''", "'");
};

/** The blocks of a hook that are wanted. */
const hasBlock = (text: string, { begin }: Pick<HookKind, 'begin'>, isWanted: IsWanted): boolean =>
  text
    .split(begin)
    .slice(1)
    .some((block) => isWanted(prefixIn(block.split(BLOCK_END)[0] ?? '')));

/** Takes out the blocks of one codex; a repository may hold several. @param name the file, as it is named to the author */
function withoutBlock(text: string, kind: Pick<HookKind, 'begin'>, name: string, isWanted: IsWanted, from = 0): string {
  const { begin } = kind;
  const start = text.indexOf(begin, from);
  if (start < 0) return text;
  const end = text.indexOf(BLOCK_END, start);
  const again = text.indexOf(begin, start + 1);
  // Nobody knows whose the following lines are.
  if (end < 0 || (0 <= again && again < end))
    throw gitRefusal(
      `${name} has the line \`${begin}\`, but not \`${BLOCK_END}\` where the lines of retcon end: take them out yourself.`,
    );
  if (!isWanted(prefixIn(text.slice(start, end)))) return withoutBlock(text, kind, name, isWanted, end);
  const [before, after] = [text.slice(0, start), text.slice(end + BLOCK_END.length)];
  const rest = after === '' ? before.replace(/\n$/, '') : before + after.replace(/^\r?\n/, '');
  return withoutBlock(rest, kind, name, isWanted, start);
}

/** A pre-commit hook, where it is and who runs it. */
interface HookFile {
  readonly file: string;
  /** As it is named to the author. */
  readonly name: string;
  /** Whether git runs it itself, and so only where it may be executed. */
  readonly isGits: boolean;
  /** The command that its author is to add where we can't. */
  readonly line: string;
}

/** Every byte as one character, whatever its encoding is; null where there is no file. */
const textIn = ({ file }: HookFile): string | null =>
  fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true ? fs.readFileSync(file, 'latin1') : null;

/** What a hook is to hold, every byte as one character. It keeps its mode; a new one can be executed. */
interface HookText {
  readonly hook: HookFile;
  readonly text: string;
}

/** Writes all hooks or none, as pages are written. They lie in one folder. */
function writeHooks(all: readonly HookText[]): void {
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
function refuseLink({ file, name }: HookFile, todo: string): void {
  const stats = fs.lstatSync(file, { throwIfNoEntry: false });
  if (!stats || stats.isFile()) return;
  if (!stats.isSymbolicLink()) throw gitRefusal(`${name} is not a file. Move it away.`);
  throw gitRefusal(`${name} is a link to ${fs.readlinkSync(file)}, which is not changed: ${todo} there yourself.`);
}

/** Refuses a hook in which a few lines of shell would not run, or would bring to life what was turned off. */
function refuseUnfit(hook: HookFile): void {
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

interface Done {
  readonly did: 'installed' | 'updated' | 'removed' | 'was there' | 'was not there';
  /** The file's name for the author. */
  readonly file: string;
  /** Whether other commands are in it too. */
  readonly isShared: boolean;
}

/** What was done to a hook beside the first. */
export interface HookFileDone extends Done {
  readonly kind: HookKind['name'];
  /** Why it was left alone, in words for the author; absent: it was not. */
  readonly why?: string;
}

/** What was done to the pre-commit hook, and to the others. */
export interface HookDone extends Done {
  /** Whether another tool will write it again. */
  readonly isGenerated: boolean;
  /** What commits are compared with, where they are; null: nothing has been committed yet. */
  readonly against?: BaselinePoint | null;
  readonly others: readonly HookFileDone[];
}

/** How files are named to the author; absolute paths are taken. */
type Naming = (file: string) => string;

/** Whether the check is there already; `lost`: it calls a retcon that has gone. */
export async function hookIn(folder: string): Promise<'there' | 'lost' | null> {
  const repository = await repositoryOf(folder);
  const fileOf = await hookFiles(repository, (file) => file);
  const text = textIn(fileOf(PRE_COMMIT));
  if (text === null || !hasBlock(text, PRE_COMMIT, ofCodex(repository))) return null;
  const cli = /retcon_cli='([^'\n]*)'\r?$/m.exec(text)?.[1];
  return cli !== undefined && !fs.existsSync(Buffer.from(cli, 'latin1')) ? 'lost' : 'there';
}

export async function installHook(folder: string, called: Called, named: Naming): Promise<HookDone> {
  const repository = await repositoryOf(folder);
  const fileOf = await hookFiles(repository, named);
  refuseUnfit(fileOf(PRE_COMMIT));
  const against = await baselineIn(folder);
  const isWanted = ofCodex(repository);
  const texts: HookText[] = [];
  const put = (kind: HookKind): Done =>
    putInto(fileOf(kind), kind, blockFor(kind, called, repository.prefix), isWanted, texts);
  const done = put(PRE_COMMIT);
  const rest = withoutBlock(textIn(fileOf(PRE_COMMIT)) ?? '', PRE_COMMIT, done.file, () => true);
  const others = toOthers(fileOf, put);
  writeHooks(texts);
  return { ...done, isGenerated: /lefthook/i.test(rest), against, others };
}

/** The blocks of one codex: those that ask about its folder, and those that ask about one in which there is none any more. */
const ofCodex = ({ folder, prefix }: Repository): IsWanted => {
  const top = path.resolve(
    folder,
    ...prefix
      .split('/')
      .filter(Boolean)
      .map(() => '..'),
  );
  return (asked) => (asked ?? '') === prefix || (asked !== null && !fs.existsSync(path.join(top, asked, CODEX_FILE)));
};

/** @param texts takes what is to be written */
function putInto(hook: HookFile, kind: HookKind, block: string, isWanted: IsWanted, texts: HookText[]): Done {
  refuseUnfit(hook);
  const before = textIn(hook);
  const rest = before === null ? ALONE : withoutBlock(before, kind, hook.name, isWanted);
  const after = withBlock(rest, block);
  if (after !== before) texts.push({ hook, text: after });
  const had = before !== null && hasBlock(before, kind, isWanted);
  const did = before === after ? 'was there' : had ? 'updated' : 'installed';
  return { did, file: hook.name, isShared: rest.replace(/^#![^\n]*/, '').trim() !== '' };
}

/** Takes ours away; a file that we have begun, and that holds nothing else, goes with it. */
export async function removeHook(folder: string, named: Naming): Promise<HookDone> {
  const repository = await repositoryOf(folder);
  const fileOf = await hookFiles(repository, named);
  const texts: HookText[] = [];
  const take = (kind: HookKind): Done => takeFrom(fileOf(kind), kind, ofCodex(repository), texts);
  const done = { ...take(PRE_COMMIT), isGenerated: false, others: toOthers(fileOf, take) };
  writeHooks(texts);
  return done;
}

function takeFrom(hook: HookFile, kind: HookKind, isWanted: IsWanted, texts: HookText[]): Done {
  const before = textIn(hook);
  if (before === null || !hasBlock(before, kind, isWanted))
    return { did: 'was not there', file: hook.name, isShared: false };
  refuseLink(hook, 'take the lines of retcon out');
  const rest = withoutBlock(before, kind, hook.name, isWanted);
  if (rest === ALONE) fs.rmSync(hook.file);
  else texts.push({ hook, text: rest });
  return { did: 'removed', file: hook.name, isShared: rest !== ALONE };
}

/** Does the same to the other hooks. One that can't be changed is left alone, and the rest goes on. */
const toOthers = (fileOf: (kind: HookKind) => HookFile, does: (kind: HookKind) => Done): HookFileDone[] =>
  BESIDE.map((kind) => {
    try {
      return { ...does(kind), kind: kind.name };
    } catch (error) {
      const why = refusalIn(error);
      if (why === null) throw error;
      return { did: 'was not there', file: fileOf(kind).name, isShared: false, kind: kind.name, why };
    }
  });

/** Where git looks for them; husky's own files lie a folder above those that it has git run. */
async function hookFiles(repository: Repository, named: Naming): Promise<(kind: HookKind) => HookFile> {
  const { hooks, isOwn } = await hooksOf(repository);
  const lineOf = (kind: HookKind): string => `retcon ${hookBlocksIn(kind, repository.prefix)}`;
  if (!isOwn)
    throw gitRefusal(
      `git takes the hooks of all your repositories from ${hooks}: add \`${lineOf(PRE_COMMIT)}\` to the pre-commit hook there yourself.`,
    );
  const isHuskys = path.basename(hooks) === '_' && path.basename(path.dirname(hooks)) === '.husky';
  return (kind) => {
    const file = path.join(isHuskys ? path.dirname(hooks) : hooks, kind.name);
    return { file, name: named(file), isGits: !isHuskys, line: lineOf(kind) };
  };
}

/** What was done to git's hooks, in sentences for the author. */
export function renderHookDone(done: HookDone): string {
  const { did, file, isShared, isGenerated, against, others } = done;
  const refused = others.flatMap(({ why }) => why ?? []);
  const also = [...besides(done), ...refused].map((sentence) => ` ${sentence}`).join('');
  switch (did) {
    case 'installed':
      return isShared
        ? `${file} now begins with a check by retcon, and the rest is unchanged. ${whatIsChecked(against)}${also}${isGenerated ? AGAIN : ''}`
        : `${file} was written. ${whatIsChecked(against)}${also}`;
    case 'updated':
      return `The check by retcon in ${file} was brought up to date. ${whatIsChecked(against)}${also}`;
    case 'removed':
      return (
        (isShared ? `The check by retcon was taken out of ${file}; the rest is unchanged.` : `${file} was removed.`) +
        also
      );
    case 'was there':
      return `The check by retcon was in ${file} already. ${whatIsChecked(against)}${also}`;
    case 'was not there':
      return `There is no check by retcon in ${file}.${also}`;
  }
}

/** What was done to the other hooks. */
function besides({ did, others }: HookDone): string[] {
  const isThere = (one: HookFileDone): boolean => one.why === undefined && one.did !== 'was not there';
  const names = others.filter(isThere).map(({ kind }) => kind);
  if (names.length === 0) return [];
  if (did === 'removed' || did === 'was not there')
    return [`What retcon had in ${listWords(names, 'and')} is gone, too.`];
  const stops = names.includes('pre-merge-commit') ? ['It asks before a merge as well.'] : [];
  const says = names.filter((name) => name.startsWith('post-'));
  return says.length === 0
    ? stops
    : [
        ...stops,
        `After a pull, a rebase or a cherry-pick, a line says what was changed silently (${listWords(says, 'and')}).`,
      ];
}

/** What is asked from now on, and whether a commit can be stopped by it. */
function whatIsChecked(against: HookDone['against']): string {
  if (against?.isCertain === true)
    return `From now on git runs retcon before each commit, and stops one that silently changes what is established as of ${against.behind?.ref ?? against.ref}.`;
  return (
    'From now on git runs retcon before each commit, and stops one that adds an error. It only warns of silent changes, since nothing says yet what is established: ' +
    'each commit is compared with the last one. To have such a commit stopped, make a tag (`git tag v1`), or write `established: git:REF` into codex.yaml.'
  );
}

const AGAIN =
  ' lefthook overwrites this file when it is installed: add `retcon check --staged` to lefthook.yml as well.';
