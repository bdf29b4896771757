/** Compares the answers of now with a canon point, in words, and a file with its committed text. */
import { ErrorCodes, ResponseError } from 'vscode-languageserver';
import { entryAt, knownAt, counterpart } from '../../core/canon';
import { ERRATA_FILE } from '../../core/codex/errata';
import { diffSteps } from '../../core/tools/facts/diff';
import { readCanonPointParam } from '../../core/tools/asked/question';
import { answerRequests } from './ownRequests';
import { whatIfSaved } from '../../core/tools/claims/whatIf';
import { type Area, codexAbout, codexOf, type Desk, requireCodex } from '../session/desk';
import type { LiveCodex } from '../session/liveCodex';
import { pathOfUri } from '../convert/uris';
import { toTheEnd } from '../session/slices';
import { committedUri, answerPage } from './renderContext';

/** The codex that a page without a file would belong to. */
const aWorld = (desk: Desk): LiveCodex =>
  desk.codices.all().find(({ isOne, isDormant }) => !isOne && !isDormant) ?? requireCodex(desk);

/** The file that a page without one would be: at the root. */
const nameOfUnsaved = (uri: string): string =>
  `${/([^/:]+?)(?:\.md)?$/i.exec(decodeURIComponent(uri))?.[1] ?? 'new'}.md`;

export const answerComparing: Area = (desk) => {
  const on = answerRequests(desk);
  on('retcon/diffOfEntry', async ({ from, uri }) => {
    const codex = codexAbout(desk, uri);
    const commits = await desk.committed.readFor(codex, from);
    const canon = await desk.committed.comparableOf(codex, commits);
    const errata = codex.currentText(ERRATA_FILE) ?? undefined;
    const about = codex.entryAt(pathOfUri(uri) ?? uri);
    return answerPage(desk, codex, await toTheEnd(diffSteps(canon, { from, about, errata }, commits)), commits);
  });
  on('retcon/whatIf', async ({ uri }) => {
    const text = desk.documents.get(uri)?.getText();
    if (text === undefined) throw new ResponseError(ErrorCodes.InvalidParams, 'open the page first.');
    const file = pathOfUri(uri);
    const codex = file === null ? aWorld(desk) : codexAbout(desk, uri);
    const path = file === null ? nameOfUnsaved(uri) : codex.pathOf(file);
    const page = { path, text, saved: file === null ? null : codex.savedText(path) };
    return answerPage(desk, codex, await toTheEnd(whatIfSaved(codex.canon, page, codex.currentText)), new Map());
  });
  on('retcon/committedFile', async ({ uri, asOf }) => {
    const codex = codexAbout(desk, uri);
    const point = readCanonPointParam(codex.canon, asOf, await desk.committed.readFor(codex, asOf));
    if (!point.ok) throw new ResponseError(ErrorCodes.InvalidParams, point.failure.message);
    const file = codex.pathOf(pathOfUri(uri) ?? uri);
    const entry = entryAt(codex.canon, file);
    if (point.value.kind !== 'git') return null;
    // What is no entry has its name only: codex.yaml.
    const fileThen = entry ? counterpart(codex.known, knownAt(codex.canon, point.value), entry)?.path : file;
    if (fileThen === undefined || (await desk.committed.textOf(codex, point.value.commit, fileThen)) === null)
      return null;
    return committedUri(codex, point.value, fileThen);
  });
  on('retcon/committedText', async ({ uri, commit }) => {
    const codex = codexOf(desk, uri);
    return codex && desk.committed.textOf(codex, commit, codex.pathOf(pathOfUri(uri) ?? uri));
  });
  return {};
};
