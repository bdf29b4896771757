/** Answers what a folder would be set up with, again for each choice of its author. */
import { ErrorCodes, ResponseError } from 'vscode-languageserver';
import type { FolderSurvey, Git } from '../../platform/platform';
import { keyOf } from '../../core/codex/codex';
import { attributeId, findingsOf, sureOf } from '../../core/codex/survey/choices';
import type { AttributeFound } from '../../core/codex/survey/nameKeys';
import { partsOf, surveySummary, understood } from '../../core/codex/survey/summary';
import { writeCodexYaml } from '../../core/codex/survey/writeCodex';
import { answerRequests } from './renderContext';
import { type Area, requireCodex, type Desk } from '../session/desk';
import { holdsSettings, SETTINGS_FILE, settingsText } from '../../core/codex/settings';
import { CODEX_FILE } from '../../core/host';
import { attributesInCodexFile } from '../../core/edits/fixes/keyFixes';
import { type Example, type YourWorld, yourWorldSteps } from '../../core/views/yourWorld';
import { editOf } from '../convert/diagnostics';
import { baseName, joinPath, locationIn, pathOfUri, uriIn, uriOf } from '../convert/uris';
import { type LiveCodex, saysTheSame } from '../session/liveCodex';
import { inSlices } from '../session/slices';
import { renderContextNow } from './viewRequests';
import { HOOK_OFFERED, type HookOffer, type WorldAnswer, type WorldPlace } from '../protocol/protocolFolder';
import { requestError } from './retconRequests';

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

/** Of long lists, so many are named. */
const MOST = 8;

/** Answers what was understood of a world that is set up, and has more properties count as facts. */
export const answerWorld: Area = (desk) => {
  const on = answerRequests(desk);
  on('retcon/yourWorld', async ({ folder }) => {
    const root = folder === undefined ? null : pathOfUri(folder);
    const codex = root === null ? requireCodex(desk) : desk.codices.all().find((one) => one.root === root);
    // While it is read again, because it has just been set up, the canon that serves is the empty one from before.
    if (!codex?.isReady || codex.isReading || codex.isDormant) return null;
    const { canon } = codex;
    const found = await inSlices(yourWorldSteps(renderContextNow(codex)), () => saysTheSame(codex, canon));
    return found && worldAnswer(codex, found);
  });
  /** What was found when the notes were looked at last. */
  let last: { readonly codex: LiveCodex; readonly attributes: readonly AttributeFound[] } | null = null;
  on('retcon/factChoices', async () => {
    const codex = requireCodex(desk);
    const { survey } = await desk.platform.files.survey(codex.root, (file, reason) =>
      desk.connection.console.warn(`${file} is left out: ${reason}`),
    );
    const declared = new Set([...codex.canon.codex.attributes.keys()].map(keyOf));
    const attributes = survey.attributes.filter(({ name }) => !declared.has(keyOf(name)));
    last = { codex, attributes };
    const ids = new Set(attributes.map(({ name }) => attributeId(name)));
    return findingsOf({ ...survey, attributes })
      .filter(({ id }) => ids.has(id))
      .map(({ id, label, remark, isSure }) => ({ id, label, remark, isTaken: isSure }));
  });
  on('retcon/countFacts', ({ taken }) => {
    if (!last) return null;
    const { codex, attributes } = last;
    const kinds = attributes.flatMap(({ name, kind }) => (taken.includes(attributeId(name)) ? [[name, kind]] : []));
    const [offer] = attributesInCodexFile({ textOf: codex.currentText }, '', Object.fromEntries(kinds));
    return offer ? editOf(codex, offer, desk) : null;
  });
  return {};
};

function worldAnswer(codex: LiveCodex, found: YourWorld): WorldAnswer {
  const place = ({ entry, span, text }: Example): WorldPlace => ({
    ...locationIn(codex, entry, span),
    title: entry.title,
    text,
  });
  const { notes, types, dated, date, facts, properties, contradictions, secrets, unreadDates, broken, openLinks } =
    found;
  return {
    codexFile: uriIn(codex, CODEX_FILE),
    name: baseName(codex.root),
    notes,
    types: types.slice(0, MOST),
    dated,
    date: date && { ...place(date), readAs: date.readAs },
    facts,
    properties: properties.slice(0, MOST).map((one) => ({ ...one, example: place(one.example) })),
    propertyCount: properties.length,
    otherProperties: found.otherProperties,
    contradictions: contradictions.length,
    firstContradiction: contradictions[0] ?? null,
    secrets,
    unreadDates: unreadDates.slice(0, MOST).map(place),
    unreadCount: unreadDates.length,
    broken: broken.slice(0, MOST).map(({ path, title }) => ({ uri: uriIn(codex, path), title })),
    brokenCount: broken.length,
    openLinks,
  };
}

/** Offers a check in git's own hook, puts it there when the author says so, and takes it away again. */
export const answerHooks: Area = (desk) => {
  const { files, git } = desk.platform;
  answerRequests(desk)('retcon/hook', async ({ does, uri, root }) => {
    const codex = desk.codices.all().find((one) => one.root === root) ?? requireCodex(desk, uri);
    if (!git) throw requestError(desk.committed.unaskedIn(codex) ?? '');
    if (!desk.committed.of(codex)) throw requestError('git is asked only in folders that you trust.');
    try {
      return await (does === 'install' ? git.hooks.install(codex.root) : git.hooks.remove(codex.root));
    } catch (error) {
      throw requestError(git.refusalIn(error) ?? String(error));
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
