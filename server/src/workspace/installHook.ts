/** Git's hooks: what we ask in them is put beside whatever is there already, and taken away again. */
import fs from 'node:fs';
import path from 'node:path';
import { CODEX_FILE } from '../core/host';
import type { BaselinePoint } from '../core/commits/behind';
import { baselineIn } from './comparedStates';
import { hooksOf, type Repository, repositoryOf } from './git';
import {
  ALONE,
  hookBlocksIn,
  BESIDE,
  blockFor,
  type Called,
  hasBlock,
  type IsWanted,
  type HookKind,
  PRE_COMMIT,
  withBlock,
  withoutBlock,
} from './hookBlocks';
import { type HookFile, type HookText, refuseLink, refuseUnfit, textIn, writeHooks } from './hookFile';
import { gitRefusal, refusalIn } from './runGit';

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
