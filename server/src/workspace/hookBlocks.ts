/** What runs in each of git's hooks that we have a part in, and how that part is put into a hook and taken out again. */
import { gitRefusal } from './runGit';

/** A hook of git's, by the name of its file. */
export interface HookKind {
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
export const PRE_COMMIT: HookKind = {
  name: 'pre-commit',
  asks: 'check --staged',
  stops: true,
  begin: '# >>> retcon: stop a commit that changes what was told without saying so >>>',
};

const SAYS = '# >>> retcon: say in a line what was changed without saying so >>>';

/** The others: git asks them where it makes commits without asking the first. */
export const BESIDE: readonly HookKind[] = [
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
    // A rebase may be made of patches as well, and is told of when it is done.
    only: `case "$(test -f "$(git rev-parse --git-path rebase-apply/applying)" && echo am)" in am)`,
  },
  // Squashed, nothing has been committed yet.
  { name: 'post-merge', asks: 'hook tell merge', stops: false, begin: SAYS, only: `case "$1" in 0)` },
  // A commit that was amended has been asked about before.
  { name: 'post-rewrite', asks: 'hook tell rebase', stops: false, begin: SAYS, only: `case "$1" in rebase)` },
  // These two are committed unasked; only the reflog tells them from others.
  {
    name: 'post-commit',
    asks: 'hook tell pick',
    stops: false,
    begin: SAYS,
    only: `case "$(git reflog -1 --no-show-signature --format=%gs 2>/dev/null)" in cherry-pick:*|revert:*)`,
  },
];

export const BLOCK_END = '# <<< retcon <<<';

/** How this command line is called: the absolute paths of node and of its script. */
export interface Called {
  readonly node: string;
  readonly cli: string;
}

/** The words after `retcon`. Git runs hooks at the top of the repository, of which the codex may be a part. */
export const hookBlocksIn = ({ asks }: HookKind, prefix: string): string =>
  prefix === '' ? asks : `${asks} --root ${quoted(prefix)}`;

/**
 * What runs there. Where retcon has moved, as with each new version of an editor's extension, git goes on. An editor's own
 * program acts as node only when told to. A hook that only informs leaves git's words to others.
 */
export function blockFor(kind: HookKind, { node, cli }: Called, prefix: string): string {
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
export const ALONE = '#!/bin/sh\n';

/** It comes first: a hook that ends early would skip it. */
export function withBlock(rest: string, block: string): string {
  const [shebang = ''] = /^#![^\n]*\n?/.exec(rest) ?? [];
  // A line break that was not there goes again with the block, which then ends without one.
  if (shebang === rest && /[^\n]$/.test(rest)) return `${rest}\n${block.slice(0, -1)}`;
  return shebang + block + rest.slice(shebang.length);
}

/** Whether a block is to go, by the codex that it asks about: its folder in the repository; null: the whole of it. */
export type IsWanted = (prefix: string | null) => boolean;

const prefixIn = (block: string): string | null => {
  const [, prefix] = /--root '((?:[^'\n]|'\\'')*)'/.exec(block) ?? [];
  return prefix === undefined ? null : Buffer.from(prefix, 'latin1').toString('utf8').replaceAll("'\\''", "'");
};

/** The blocks of a hook that are wanted. */
export const hasBlock = (text: string, { begin }: Pick<HookKind, 'begin'>, isWanted: IsWanted): boolean =>
  text
    .split(begin)
    .slice(1)
    .some((block) => isWanted(prefixIn(block.split(BLOCK_END)[0] ?? '')));

/** Takes out the blocks of one codex; a repository may hold several. @param name the file, as it is named to the author */
export function withoutBlock(
  text: string,
  kind: Pick<HookKind, 'begin'>,
  name: string,
  isWanted: IsWanted,
  from = 0,
): string {
  const { begin } = kind;
  const start = text.indexOf(begin, from);
  if (start < 0) return text;
  const end = text.indexOf(BLOCK_END, start);
  const again = text.indexOf(begin, start + 1);
  // Whose the lines are that follow can't be told.
  if (end < 0 || (0 <= again && again < end))
    throw gitRefusal(
      `${name} has the line \`${begin}\`, but not \`${BLOCK_END}\` where the lines of retcon end: take them out yourself.`,
    );
  if (!isWanted(prefixIn(text.slice(start, end)))) return withoutBlock(text, kind, name, isWanted, end);
  const [before, after] = [text.slice(0, start), text.slice(end + BLOCK_END.length)];
  const rest = after === '' ? before.replace(/\n$/, '') : before + after.replace(/^\r?\n/, '');
  return withoutBlock(rest, kind, name, isWanted, start);
}
