/** Offers a check in git's own hook, puts it there when the author says so, and takes it away again. */
import path from 'node:path';
import { ErrorCodes, ResponseError } from 'vscode-languageserver/node';
import { isThere } from '../../workspace/folder';
import { refusalIn } from '../../workspace/runGit';
import { hookIn, installHook, removeHook } from '../../workspace/installHook';
import { hookTold } from '../../workspace/hookTold';
import { answerRequests } from './ownRequests';
import { type Area, requireCodex, type Desk } from '../session/desk';
import type { LiveCodex } from '../session/liveCodex';
import { HOOK_OFFERED, type HookOffer } from '../protocol/protocolHook';

/** How git is to call us: the same node and the same bundles as ours. */
const CALLED = { node: process.execPath, cli: path.join(__dirname, 'cli.js') };

export const answerHooks: Area = (desk) => {
  answerRequests(desk)('retcon/hook', async ({ does, uri, root }) => {
    const codex = desk.codices.all().find((one) => one.root === root) ?? requireCodex(desk, uri);
    if (!desk.committed.of(codex)) throw refused('git is asked only in folders that you trust.');
    try {
      return hookTold(await (does === 'install' ? install(codex) : removeHook(codex.root, namedIn(codex))));
    } catch (error) {
      throw refused(refusalIn(error) ?? String(error));
    }
  });
  /** The codices that were looked at, whether git could be asked, and whether it had anything. */
  let looked = '';
  desk.whenResting(() => {
    const all = desk.codices.all().filter(({ isOne, isReady, canon }) => !isOne && isReady && canon.codex.declared);
    const key = JSON.stringify(
      all.map((codex) => [codex.root, desk.committed.of(codex) !== null, isThere(codex.root, '.git')]),
    );
    if (desk.options.hasDialogs !== true || key === looked) return;
    looked = key;
    Promise.all(all.map((codex) => offerIn(desk, codex)))
      .then((offers) => desk.connection.sendNotification(HOOK_OFFERED, offers.flat()))
      .catch((error: unknown) => desk.log(`hooks: ${String(error)}`));
  });
  return {};
};

/** Files are named from the folder of the codex. */
const namedIn =
  ({ root }: LiveCodex) =>
  (file: string): string =>
    path.relative(root, file);

const install = (codex: LiveCodex) => installHook(codex.root, CALLED, namedIn(codex));

const refused = (message: string): Error => new ResponseError(ErrorCodes.InvalidRequest, message);

async function offerIn(desk: Desk, codex: LiveCodex): Promise<HookOffer[]> {
  const { root } = codex;
  const folders = await desk.committed.of(codex)?.folders();
  if (!folders) return [];
  try {
    const found = await hookIn(root);
    // Each version of an extension has a folder of its own: the hook that its author has installed goes along.
    if (found === 'lost') await install(codex);
    return found === null ? [{ repository: folders.common, root }] : [];
  } catch (error) {
    // Git takes its hooks from elsewhere: there is nothing that could be offered.
    if (refusalIn(error) === null) throw error;
    return [];
  }
}
