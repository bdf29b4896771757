/** Answers what a folder would be set up with, again for each choice of its author. */
import { ErrorCodes, ResponseError } from 'vscode-languageserver';
import type { FolderSurvey, Git } from '../../platform/platform';
import { findingsOf, sureOf } from '../../core/codex/survey/choices';
import { partsOf, surveySummary, understood } from '../../core/codex/survey/summary';
import { writeCodexYaml } from '../../core/codex/survey/writeCodex';
import { answerRequests } from './renderContext';
import { type Area, requireCodex, type Desk } from '../session/desk';
import { holdsSettings, SETTINGS_FILE, settingsText } from '../../core/codex/settings';
import { CODEX_FILE } from '../../core/host';
import { joinPath, pathOfUri, uriOf } from '../convert/uris';
import type { LiveCodex } from '../session/liveCodex';
import { HOOK_OFFERED, type HookOffer } from '../protocol/protocolFolder';

/** Answers what a folder would be set up with, again for each choice of its author. */
export const answerSettingUp: Area = (desk) => {
  /** What was found when the notes were looked at last. */
  let last: { readonly folder: string; readonly found: FolderSurvey } | null = null;
  answerRequests(desk)('retcon/initPreview', async ({ folder, taken: chosen }) => {
    const root = pathOfUri(folder);
    if (root === null || !desk.platform.files.has(root))
      throw new ResponseError(ErrorCodes.InvalidParams, `${folder} is not a folder on this computer.`);
    const isKept = chosen !== undefined && last?.folder === folder;
    const found =
      isKept && last
        ? last.found
        : await desk.platform.files.survey(root, (file, reason) =>
            desk.connection.console.warn(`${file} is left out: ${reason}`),
          );
    last = { folder, found };
    const { exists, survey, codices } = found;
    if (!exists && holdsSettings(survey, codices)) {
      const text = desk.platform.files.readerOf(root, () => undefined)(SETTINGS_FILE);
      const summary = `${codices.length} worlds, each with its own codex.yaml`;
      const written = text ?? settingsText(codices);
      return { exists: text !== null, file: SETTINGS_FILE, text: written, summary, parts: [], unread: [] };
    }
    const findings = findingsOf(survey);
    const taken = chosen ? new Set(chosen) : sureOf(findings);
    const text = writeCodexYaml(survey, taken);
    const dates = understood(survey, text);
    return {
      exists,
      file: CODEX_FILE,
      text,
      summary: surveySummary(survey, dates),
      parts: partsOf(survey, findings, taken).map(({ part, title, text }) => ({
        title,
        text,
        findings: findings
          .filter((finding) => finding.part === part)
          .map(({ id, label, remark }) => ({ id, label, remark, isTaken: taken.has(id) })),
      })),
      unread: dates.unread.map(({ path: file, key, text, why }) => ({
        uri: uriOf(joinPath(root, file)),
        file,
        date: `${key}: ${text}`,
        why,
      })),
    };
  });
  return {};
};

/** Offers a check in git's own hook, puts it there when the author says so, and takes it away again. */
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
