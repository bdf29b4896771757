/** Answers what a folder would be set up with, again for each choice of its author. */
import { ErrorCodes, ResponseError } from 'vscode-languageserver';
import type { FolderSurvey } from '../../platform/filesPort';
import { findingsOf, sureOf } from '../../core/codex/survey/choices';
import { partsOf, surveySummary, understood } from '../../core/codex/survey/summary';
import { writeCodexYaml } from '../../core/codex/survey/writeCodex';
import { answerRequests } from './ownRequests';
import type { Area } from '../session/desk';
import { joinPath, pathOfUri, uriOf } from '../convert/uris';

export const answerSettingUp: Area = (desk) => {
  /** What was found when the notes were looked at last. */
  let last: { readonly folder: string; readonly found: FolderSurvey } | null = null;
  answerRequests(desk)('retcon/initPreview', async ({ folder, taken: chosen }) => {
    const root = pathOfUri(folder);
    if (root === null || !desk.platform.files.has(root))
      throw new ResponseError(ErrorCodes.InvalidParams, `${folder} is no folder on this computer.`);
    const isKept = chosen !== undefined && last?.folder === folder;
    const found =
      isKept && last
        ? last.found
        : await desk.platform.files.survey(root, (file, reason) =>
            desk.connection.console.warn(`${file} is left out: ${reason}`),
          );
    last = { folder, found };
    const { exists, survey } = found;
    const findings = findingsOf(survey);
    const taken = chosen ? new Set(chosen) : sureOf(findings);
    const codexYaml = writeCodexYaml(survey, taken);
    const dates = understood(survey, codexYaml);
    return {
      exists,
      codexYaml,
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
