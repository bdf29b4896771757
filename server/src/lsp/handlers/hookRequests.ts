/** Offers a check in git's own hook, puts it there when the author says so, and takes it away again. */
import { ErrorCodes, ResponseError } from 'vscode-languageserver';
import { answerRequests } from './ownRequests';
import { type Area, requireCodex, type Desk } from '../session/desk';
import type { LiveCodex } from '../session/liveCodex';
import { HOOK_OFFERED, type HookOffer } from '../protocol/protocolHook';
import type { Git } from '../../platform/gitPort';

export const answerHooks: Area = (desk) => {
  const { files, git } = desk.platform;
  answerRequests(desk)('retcon/hook', async ({ does, uri, root }) => {
    const codex = desk.codices.all().find((one) => one.root === root) ?? requireCodex(desk, uri);
    if (!git) throw refused(desk.committed.unaskedIn(codex) ?? '');
    if (!desk.committed.of(codex)) throw refused('git is asked only in folders that you trust.');
    try {
      return await (does === 'install' ? git.hooks.install(codex.root) : git.hooks.remove(codex.root));
    } catch (error) {
      throw refused(git.refusalIn(error) ?? String(error));
    }
  });
  /** The codices that were looked at, whether git could be asked, and whether it had anything. */
  let looked = '';
  desk.whenResting(() => {
    const all = desk.codices.all().filter(({ isOne, isReady, canon }) => !isOne && isReady && canon.codex.declared);
    const key = JSON.stringify(
      all.map((codex) => [codex.root, desk.committed.of(codex) !== null, files.exists(codex.root, '.git')]),
    );
    if (!git || desk.options.hasDialogs !== true || key === looked) return;
    looked = key;
    Promise.all(all.map((codex) => offerIn(desk, git, codex)))
      .then((offers) => desk.connection.sendNotification(HOOK_OFFERED, offers.flat()))
      .catch((error: unknown) => desk.log(`hooks: ${String(error)}`));
  });
  return {};
};

const refused = (message: string): Error => new ResponseError(ErrorCodes.InvalidRequest, message);

async function offerIn(desk: Desk, { hooks, refusalIn }: Git, codex: LiveCodex): Promise<HookOffer[]> {
  const { root } = codex;
  const folders = await desk.committed.of(codex)?.folders();
  if (!folders) return [];
  try {
    const found = await hooks.stateIn(root);
    // Each version of an extension has a folder of its own: the hook that its author has installed goes along.
    if (found === 'lost') await hooks.install(root);
    return found === null ? [{ repository: folders.common, root }] : [];
  } catch (error) {
    // Git takes its hooks from elsewhere: there is nothing that could be offered.
    if (refusalIn(error) === null) throw error;
    return [];
  }
}
