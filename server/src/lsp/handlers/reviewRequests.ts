/** Answers the page that reviews the retcons since a canon point, and notifies it of changes. */
import { ErrorCodes, ResponseError } from 'vscode-languageserver';
import { type CommitRead, entryAt, knownAt, counterpart } from '../../core/canon';
import { ERRATA_FILE } from '../../core/codex/errata';
import { readCanonPointParam } from '../../core/tools/asked/question';
import { pairSteps, reviewSteps, undeclaredSteps } from '../../core/tools/review/review';
import { answerRequests, hrefIn, committedUri, answerPage, valueOf } from './renderContext';
import { type Area, codexFor, codexAbout, codexOf, type Desk, requireCodex } from '../session/desk';
import { type LiveCodex, saysTheSame } from '../session/liveCodex';
import { sent } from '../convert/markup';
import { REVIEW_CHANGED } from '../protocol/protocolPictures';
import { inSlices, toTheEnd } from '../session/slices';
import { diffSteps } from '../../core/tools/facts/diff';
import { notifyOfChanges } from './pictureRequests';
import { whatIfSaved } from '../../core/tools/claims/whatIf';
import { pathOfUri } from '../convert/uris';

/** How many undeclared changes are listed. */
const MOST_UNDECLARED = 100;

export const answerReviews: Area = (desk) => {
  const on = answerRequests(desk);
  const keepCurrent = notifyOfChanges(desk, REVIEW_CHANGED, () => '');

  /** Looks up the commits that may be named, and says how their entries are opened. */
  const params = async (root: string | undefined, since: string) => {
    const codex = codexFor(desk, root);
    const commits = await desk.committed.readFor(codex, since);
    const read: CommitRead[] = [...commits.values()].flatMap((one) => (one.ok ? one : []));
    const href = hrefIn(desk, codex, read);
    keepCurrent(codex);
    return { codex, commits, href };
  };

  on('retcon/review', async ({ since, codex: root, skip, take }) => {
    const { codex, commits, href } = await params(root, since);
    const question = { since: since === '' ? undefined : since, skip, take };
    const review = valueOf(await toTheEnd(reviewSteps(codex.canon, question, codex.currentText, commits)));
    return { ...sent(review, href), codex: codex.root };
  });

  on('retcon/reviewPair', async ({ before, after }) => {
    const codex = codexAbout(desk, after);
    const [old, by] = [before, after].map((uri) => codex.pathOf(pathOfUri(uri) ?? uri)) as [string, string];
    keepCurrent(codex);
    const review = await toTheEnd(pairSteps(codex.canon, [old, by], codex.currentText));
    return { ...sent(review, hrefIn(desk, codex, [])), codex: codex.root };
  });

  on('retcon/undeclared', async ({ since, codex: root }) => {
    // From the beginning on, everything is new.
    if (since === '') return { changes: [], total: 0, added: 0 };
    const { codex, commits, href } = await params(root, since);
    const question = { since, take: MOST_UNDECLARED, errata: codex.currentText(ERRATA_FILE) };
    const { canon } = codex;
    const compared = await desk.committed.comparableOf(codex, commits);
    // The comparison of everything gives way to typing: its result would be out of date.
    const found = await inSlices(undeclaredSteps(compared, question, commits), () => saysTheSame(codex, canon));
    return found && sent(valueOf(found), href);
  });

  return {};
};

/** The codex that a page without a file would belong to. */
const aWorld = (desk: Desk): LiveCodex =>
  desk.codices.all().find(({ isOne, isDormant }) => !isOne && !isDormant) ?? requireCodex(desk);

/** The file that a page without one would be: at the root. */
const nameOfUnsaved = (uri: string): string =>
  `${/([^/:]+?)(?:\.(?:md|markdown))?$/i.exec(decodeURIComponent(uri))?.[1] ?? 'new'}.md`;

export const answerComparing: Area = (desk) => {
  const on = answerRequests(desk);
  on('retcon/diffOfEntry', async ({ from, uri }) => {
    const codex = codexAbout(desk, uri);
    const commits = await desk.committed.readFor(codex, from);
    const canon = await desk.committed.comparableOf(codex, commits);
    const about = codex.entryAt(pathOfUri(uri) ?? uri);
    const steps = diffSteps(canon, { from }, { commits, textOf: codex.currentText }, about);
    return answerPage(desk, codex, await toTheEnd(steps), commits);
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
    const point = valueOf(readCanonPointParam(codex.canon, asOf, await desk.committed.readFor(codex, asOf)));
    const file = codex.pathOf(pathOfUri(uri) ?? uri);
    const entry = entryAt(codex.canon, file);
    if (point.kind !== 'git') return null;
    // A file that is not an entry has its name only: codex.yaml.
    const fileThen = entry ? counterpart(codex.known, knownAt(codex.canon, point), entry)?.path : file;
    if (fileThen === undefined || (await desk.committed.textOf(codex, point.commit, fileThen)) === null) return null;
    return committedUri(codex, point, fileThen);
  });
  on('retcon/committedText', async ({ uri, commit }) => {
    const codex = codexOf(desk, uri);
    return codex && desk.committed.textOf(codex, commit, codex.pathOf(pathOfUri(uri) ?? uri));
  });
  return {};
};
