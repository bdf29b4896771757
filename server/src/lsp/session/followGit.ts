/** Follows the history of each codex: its baseline, and what is about to be committed, whenever git changes either. */
import type { CommitReader, Git, GitFolders, Watch } from '../../platform/platform';
import type { CommittedSnapshot, Snapshot } from '../../core/commits/snapshot';
import { withoutUnreadable, spoiltSince, unreadIn } from '../../core/commits/comparable';
import type { Codex } from '../../core/codex/codex';
import type { CheckedProblem, Reported } from '../../core/rules/check';
import { type BaselineState, problemsSinceInSteps, checkCodexAgainst } from '../../core/rules/compareWithBaseline';
import type { Desk } from './desk';
import type { Baseline } from './baseline';
import type { LiveCodex } from './liveCodex';
import { inSlices } from './slices';
import { joinPath } from '../convert/uris';
import type { Canon } from '../../core/canon';
import { isSameText } from '../../core/text/span';

/** What is wrong with what is about to be committed. */
interface Staged {
  readonly found: readonly CheckedProblem[];
  readonly textOf: Snapshot['textOf'];
  /** What it was compared with: a full hash. */
  readonly commit: string;
}

const staged = new WeakMap<LiveCodex, Staged>();

/** Null where nothing is about to be committed, and as long as that is not known. */
export const stagedIn = (codex: LiveCodex): Staged | null => staged.get(codex) ?? null;

/** Git writes several files for one thing that it does; in milliseconds. */
const BURST = 100;

interface Followed {
  /** The codex.yaml under which it was looked at last: that may say what is established. */
  codex: Codex | null;
  watch: (Watch & { readonly folder: string }) | null;
  /** What was staged when that was checked last, and against what. */
  checked: { readonly key: string | null; readonly baseline: BaselineState | null } | null;
  timer: ReturnType<typeof setTimeout> | undefined;
  looks: number;
}

/** @param listener called when git has done anything. @param changed called when the result is another one */
export function followGit(desk: Desk, listener: (codex: LiveCodex) => void, changed: () => void): void {
  const { files, git } = desk.platform;
  if (!git) return dateWithoutGit(desk, changed);
  const followed = new Map<LiveCodex, Followed>();

  const look = async (codex: LiveCodex, one: Followed): Promise<void> => {
    const mine = ++one.looks;
    const isWanted = (): boolean => mine === one.looks && followed.get(codex) === one;
    const commits = desk.committed.of(codex);
    if (commits) one.codex = codex.canon.codex;
    try {
      const folders = commits && (await commits.folders());
      if (!isWanted()) return;
      // Before anything is asked: what git does from then on has it asked again.
      if (commits) keepWatch(one, folders, (all) => git.watch(all, () => soon(codex, one), desk.log));
      const dating = codex.canon.codex.datedByGit && (await desk.committed.datingOf(codex));
      if (!isWanted()) return;
      if (dating && codex.date(dating)) changed();
      if (!commits) return;
      await follow(codex, one, folders && commits, isWanted);
    } catch (error) {
      const refused = git.refusalIn(error);
      // Something is asked for in a folder without history, or before there is any: then there is nothing to follow.
      if (refused === null) desk.log(`the history of ${codex.root}: ${String(error)}`);
      if (isWanted() && forget(codex, one)) changed();
    }
  };

  /** @param commits null: there is no repository */
  const follow = async (
    codex: LiveCodex,
    one: Followed,
    commits: CommitReader | null,
    isWanted: () => boolean,
  ): Promise<void> => {
    const point = commits && (await commits.established(codex.canon.codex.established));
    const snapshot = point && (await commits.snapshot(point.ref));
    if (!isWanted()) return;
    if (!commits || !point || !snapshot) return void (forget(codex, one) && changed());
    const now = { ...point, snapshot, keptOut: await commits.keptOut() };
    if (!isWanted()) return;
    if (!codex.baseline || !isSame(codex.baseline, now)) {
      for (const [file, reason] of snapshot.leftOut)
        desk.log(`${joinPath(codex.root, file)} is left out: as of ${point.words ?? point.ref}, ${reason}.`);
      codex.compareWith(now);
      changed();
    }
    if (await checkStaged(codex, one, { git, commits, like: snapshot, isWanted })) changed();
  };

  const soon = (codex: LiveCodex, one: Followed): void => {
    clearTimeout(one.timer);
    one.timer = setTimeout(() => {
      listener(codex);
      void look(codex, one);
    }, BURST);
  };

  desk.whenResting(() => {
    const all = desk.codices.all();
    for (const [codex, { watch, timer }] of [...followed].filter(([one]) => !all.includes(one))) {
      followed.delete(codex);
      clearTimeout(timer);
      watch?.close();
    }
    for (const codex of all) {
      if (codex.isOne || !codex.isReady || codex.isDormant) continue;
      let one = followed.get(codex);
      if (!one) followed.set(codex, (one = { codex: null, watch: null, checked: null, timer: undefined, looks: 0 }));
      // A folder may become a repository while it is open.
      const isNew = !one.watch && files.exists(codex.root, '.git');
      if (one.codex !== codex.canon.codex || isNew) void look(codex, one);
    }
  });
}

/** Watches where git keeps it all, unless it does already. */
function keepWatch(one: Followed, folders: GitFolders | null, open: (folders: GitFolders) => Watch): void {
  if (folders?.own === one.watch?.folder) return;
  one.watch?.close();
  one.watch = folders && { folder: folders.own, ...open(folders) };
}

/** Forgets what a codex was compared with; false where that was nothing. */
function forget(codex: LiveCodex, one: Followed): boolean {
  one.checked = null;
  if (!codex.baseline && !stagedIn(codex)) return false;
  codex.compareWith(null);
  staged.delete(codex);
  return true;
}

/** One look at what is staged. */
interface StagedLook {
  readonly git: Git;
  readonly commits: CommitReader;
  /** The baseline, with which it shares whatever is the same. */
  readonly like: CommittedSnapshot;
  readonly isWanted: () => boolean;
}

/** Checks what is about to be committed; false where it was checked already, or a newer look has begun. */
async function checkStaged(
  codex: LiveCodex,
  one: Followed,
  { git, commits, like, isWanted }: StagedLook,
): Promise<boolean> {
  const { baseline } = codex;
  const key = await commits.stagedKey();
  if (!baseline || !isWanted() || (one.checked?.key === key && one.checked.baseline === baseline)) return false;
  const noneIfRefused = (error: unknown): null => {
    if (git.refusalIn(error) === null) throw error;
    return null;
  };
  // While files are in conflict nothing can be committed.
  const both = key === null ? null : await commits.staged(Promise.resolve(like.commit)).catch(noneIfRefused);
  const now = both && both.next;
  const then = now && {
    ...baseline,
    snapshot: withoutUnreadable(like, now, unreadIn(now.leftOut)),
    unreadable: spoiltSince(like, now.leftOut),
  };
  const found = then && (await inSlices(problemsSinceInSteps(now, then), isWanted));
  if (found) codex.forget();
  if (!isWanted()) return false;
  one.checked = { key, baseline };
  if (now && found) staged.set(codex, { found, textOf: now.textOf, commit: like.commit });
  else staged.delete(codex);
  return true;
}

const isSame = (a: Baseline, b: Baseline): boolean =>
  a.snapshot === b.snapshot &&
  a.ref === b.ref &&
  a.isMoved === b.isMoved &&
  a.isCertain === b.isCertain &&
  a.behind?.ref === b.behind?.ref &&
  a.behind?.by === b.behind?.by &&
  [...a.keptOut].join('\n') === [...b.keptOut].join('\n');

/** Where there is no git, a codex that is dated by it says so. */
function dateWithoutGit(desk: Desk, changed: () => void): void {
  const date = async (codex: LiveCodex): Promise<void> => {
    if (codex.date(await desk.committed.datingOf(codex))) changed();
  };
  desk.whenResting(() => {
    for (const codex of desk.codices.all())
      if (codex.isReady && codex.canon.codex.datedByGit) void date(codex).catch((error) => desk.log(String(error)));
  });
}

/** The effect of a change of codex.yaml on the baseline. It can reach every answer, so it is worked out in slices when typing rests. */
interface Looked {
  readonly baseline: Baseline;
  /** The codex.yaml that was looked at. */
  readonly text: string | null;
  /** In what it was found; null: it is being looked for. */
  readonly canon: Canon | null;
  readonly found: readonly Reported[];
}

const looked = new WeakMap<LiveCodex, Looked>();

/** What was found in the codex.yaml that is there now. */
export function problemsOfCodexChange(codex: LiveCodex): readonly Reported[] {
  const last = looked.get(codex);
  return last && last.baseline === codex.baseline && last.text === codex.compared?.codexTexts.now ? last.found : [];
}

/** @param changed called when the result is another one */
export function followCodexFiles(desk: Desk, changed: () => void): void {
  const look = async (codex: LiveCodex): Promise<void> => {
    const { baseline, compared } = codex;
    const last = looked.get(codex);
    if (!baseline || !compared || isSameText(compared.codexTexts.baseline, compared.codexTexts.now)) {
      looked.delete(codex);
      return;
    }
    const text = compared.codexTexts.now;
    // What was found may be declared by pages; pages alone can't make a change of codex.yaml out of none.
    const isSame = last?.baseline === baseline && last.text === text;
    if (isSame && (last.canon === null || last.canon === codex.canon || last.found.length === 0)) return;
    const mine = { baseline, text, canon: null, found: isSame ? last.found : [] };
    looked.set(codex, mine);
    const found = await inSlices(checkCodexAgainst(compared, baseline.isCertain), () => looked.get(codex) === mine);
    if (!found) return;
    const isCurrent = codex.canon === compared.now.canon;
    codex.forget();
    const canon = isCurrent ? codex.canon : compared.now.canon;
    looked.set(codex, { baseline, text, canon, found: found.map(({ problem }) => problem) });
    if (found.length === 0 && mine.found.length === 0) return;
    codex.judgeCodexFile();
    changed();
  };
  desk.whenResting(() => {
    for (const codex of desk.codices.all())
      look(codex).catch((error: unknown) => desk.log(`codex.yaml of ${codex.root}: ${String(error)}`));
  });
}
