/** What was done to git's hooks, in sentences for the author. */
import { listWords } from '../core/text/wordLists';
import type { HookDone, HookFileDone } from './installHook';

export function renderHookDone(done: HookDone): string {
  const { did, file, isShared, isGenerated, against, others } = done;
  const refused = others.flatMap(({ why }) => why ?? []);
  const also = [...besides(done), ...refused].map((sentence) => ` ${sentence}`).join('');
  switch (did) {
    case 'installed':
      return isShared
        ? `${file} begins with a check by retcon now, and goes on as before. ${whatIsChecked(against)}${also}${isGenerated ? AGAIN : ''}`
        : `${file} was written. ${whatIsChecked(against)}${also}`;
    case 'updated':
      return `The check by retcon in ${file} was brought up to date. ${whatIsChecked(against)}${also}`;
    case 'removed':
      return (
        (isShared
          ? `The check by retcon was taken out of ${file}; the rest of it is as before.`
          : `${file} was removed.`) + also
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
    return `From now on git runs retcon before each commit, and stops one that changes what was told as of ${against.behind?.ref ?? against.ref} without saying so.`;
  return (
    'From now on git runs retcon before each commit. It only warns of what changes without saying so, since nothing says yet what was told: ' +
    'each commit is compared with the last one. To have such a commit stopped, make a tag (`git tag v1`), or write `established: git:REF` into codex.yaml.'
  );
}

const AGAIN =
  ' lefthook overwrites this file when it is installed: add `retcon check --staged` to lefthook.yml as well.';
