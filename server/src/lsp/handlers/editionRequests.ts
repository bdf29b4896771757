/** Answers *Share an Edition…*: what somebody may know, as files; shown first, and written when the author says so. */
import { type Edition, editionSteps } from '../../core/edition/edition';
import { inForm } from '../../core/edition/forms';
import { countUnmarked, hasNoSecrets, type PreviewSection, previewOf, SHORT, WHOLE } from '../../core/edition/preview';
import { isAttachmentPath, isPicturePath } from '../../core/edition/attachments';
import { isSameKnower, readReadership } from '../../core/edition/readership';
import type { EditionsPort } from '../../platform/platform';
import type { EditionRequests, EditionShown } from '../protocol/protocolFolder';
import { type Area, codexAbout, requireCodex } from '../session/desk';
import type { LiveCodex } from '../session/liveCodex';
import { toTheEnd, until } from '../session/slices';
import { answerRequests } from './renderContext';
import { datesNear } from '../../core/edits/refactor/retconQuestions';
import { revealTarget, revealTo, makeSecret, namesInOn, secretTarget } from '../../core/edits/refactor/secret';
import type { Fact } from '../../core/entry/entry';
import { lineIndex, type Span } from '../../core/text/span';
import type { SecretPlace, SecretQuestions } from '../protocol/protocolSecrets';
import { makeManySecret, notesChosen, withCircle } from '../../core/edits/refactor/manySecrets';
import { isRefusal } from '../../core/edits/refactor/page';
import { editOf, lossIn } from '../convert/diagnostics';
import { pathOfUri, relativeTo } from '../convert/uris';
import { pointOf } from './questionRequests';
import { appliedResult, dateChoices, entryInQuestion, type EntryInQuestion, whole } from './retconRequests';

type Params = EditionRequests['retcon/edition'][0];

export const answerEditions: Area = (desk) => {
  answerRequests(desk)('retcon/import', async ({ file, folder, write, ...choices }) => {
    const { imports } = desk.platform;
    if (!imports)
      return { refusal: 'A browser has no folder to write a world to: use the desktop, or `retcon import`.' };
    const planned = await imports.plan(file, folder, choices);
    if ('refusal' in planned) return planned;
    if (write === true) planned.write();
    const { preview, columns, choices: taken, files } = planned;
    return { preview, columns, choices: taken, files, isWritten: write === true };
  });
  answerRequests(desk)('retcon/edition', async (params) => {
    const codex = codexAbout(desk, params.uri);
    // Of a codex that is only half read, an edition would be half an edition.
    await until(() => !codex.isReading || !desk.codices.all().includes(codex));
    return editionShown(desk.platform.editions, codex, params);
  });
  return {};
};

/** What an edition would be, or why there can be none; written where the author has said so. */
async function editionShown(
  editions: EditionsPort | null,
  codex: LiveCodex,
  { folder, write, replace, html, site, foundry, gm, ...call }: Params,
): Promise<EditionShown> {
  const refused = (refusal: string, needsDate = false): EditionShown => ({ refusal, needsDate });
  if (!editions) return refused('A browser has no folder to write an edition to: use the desktop, or `retcon share`.');
  const { root, canon } = codex;
  const why = editions.whyNoPlace(root, folder, canon.codex);
  if (why !== null) return refused(`"${folder}" ${why}`);
  const readership = readReadership(canon, call);
  if (!readership.ok) return refused(readership.failure.message, readership.failure.code === 'bad-date');
  const { knower } = readership.value;
  const before = editions.readerOf(folder);
  const isSame = before !== null && isSameKnower(canon, before, knower);
  if (before !== null && !isSame && !replace)
    return { ...refused(`"${folder}" holds an edition for ${before}, and not for ${knower}.`), reader: before };
  const reader = isSame ? before : knower;
  const attachments = editions.filesThat(root, isAttachmentPath);
  const pictures = attachments.filter(isPicturePath);
  const { cutByOthers } = editions;
  const canReadPicture = (file: string): boolean => editions.canReadPicture(root, file);
  const withTimeline = html === true;
  const files = { textOf: codex.currentText, attachments, pictures, canReadPicture, cutByOthers, withTimeline };
  const edition = await toTheEnd(editionSteps(readership.value, files));
  const wrong = whyNotShared(edition);
  if (wrong !== null) return refused(wrong);
  if (write === true) editions.finishWriting(folder);
  const made = await inForm(edition, { html, site, foundry, gm }, files, () => editions.htmlParts(root));
  const plan = editions.plan(root, folder, reader, made.texts, made.pictures);
  if (plan.whatIsInTheWay !== null) return refused(plan.whatIsInTheWay);
  const isWritten = write === true && !plan.isUpToDate;
  if (isWritten) plan.write();
  const changes = made.changesIn(plan, plan.textToChange);
  const [preview = '', whole = ''] = [SHORT, WHOLE].map((size) => inLines(previewOf(made.report, changes, size)));
  return {
    preview,
    whole: whole === preview ? null : whole,
    pages: edition.pages.length,
    isEverything: edition.leftOut.length === 0 && hasNoSecrets(edition),
    hasNoSecrets: hasNoSecrets(edition),
    unmarked: countUnmarked(edition),
    isUpToDate: plan.isUpToDate,
    isWritten,
  };
}

const inLines = (sections: readonly PreviewSection[]): string =>
  sections.flatMap(({ title, rows }) => (title === '' ? rows : ['', title, ...rows])).join('\n');

/** Why nothing of an edition may be written; null: it may. */
function whyNotShared({ leaks: [leak], pages, readership: { knower } }: Edition): string | null {
  if (leak) return `${leak.file} would show "${leak.words}", which is hidden in ${leak.hiddenIn}: nothing was written.`;
  return pages.length === 0 ? `Nothing of this codex is open to ${knower}.` : null;
}

/** Answers the dialogs in which something is made a secret, or revealed: what is there, and what is made of the answers. */
export const answerSecrets: Area = (desk) => {
  const on = answerRequests(desk);
  const meant = ({ uri, range }: SecretPlace) => {
    const found = entryInQuestion(desk, uri);
    return { ...found, span: spanOf(found.text, range) };
  };
  on('retcon/secretQuestions', ({ reveal, ...place }) => {
    const { span, ...found } = meant(place);
    return reveal ? revealQuestions(found, span) : secretQuestions(found, span);
  });
  on('retcon/makeSecret', ({ knowers, ...place }) => {
    const { codex, entry, text, span } = meant(place);
    const outcome = makeSecret(codex.known, entry, text, span, knowers);
    return appliedResult(desk, codex, withCircle(codex.known, outcome, codex.currentText, knowers));
  });
  on('retcon/makeManySecret', ({ files, folders, knowers }) => {
    const codex = whole(requireCodex(desk, files[0] ?? folders[0]));
    const pathsOf = (uris: readonly string[]): string[] =>
      uris.flatMap((uri) => {
        const path = pathOfUri(uri);
        const own = path === null ? '..' : relativeTo(codex.root, path);
        return own.startsWith('..') ? [] : own;
      });
    const chosen = { files: pathsOf(files), folders: pathsOf(folders) };
    const { length: notes } = notesChosen(codex.known, chosen);
    if (notes === 0) return { refusal: 'None of what you chose is a note of your world.', instead: [] };
    if (knowers === null) return { notes, edit: null, left: [] };
    const made = makeManySecret(codex.known, chosen, codex.currentText, knowers);
    if (isRefusal(made)) return { refusal: made.refusal, instead: [] };
    const loss = lossIn(codex, made.change);
    if (loss !== null) return { refusal: loss, instead: [] };
    return { notes, edit: editOf(codex, made.change, desk), left: made.left.map(({ title }) => title) };
  });
  on('retcon/reveal', ({ name, when, ...place }) => {
    const { codex, entry, text, span } = meant(place);
    return appliedResult(desk, codex, revealTo(codex.known, entry, text, span, { name, when }));
  });
  return {};
};

const spanOf = (text: string, { start, end }: SecretPlace['range']): Span => {
  const { offsetAt } = lineIndex(text);
  return { start: offsetAt(start), end: offsetAt(end) };
};

const wordsOf = ({ attribute, value }: Fact): string => `${attribute.text}: ${value.text}`;

const LEFT = { hasDates: false, dates: [], revisions: [] } as const;

function secretQuestions({ codex, entry, text }: EntryInQuestion, span: Span): SecretQuestions {
  const target = secretTarget(entry, text, span);
  const what = target.kind === 'fact' ? wordsOf(target.fact) : entry.title;
  return { kind: target.kind, what, names: namesInOn(codex.known, entry, text, target), ...LEFT };
}

function revealQuestions({ codex, entry, text }: EntryInQuestion, span: Span): SecretQuestions {
  const target = revealTarget(codex.known, entry, text, span);
  if (!target) return { kind: 'page', what: entry.title, names: null, ...LEFT };
  return {
    kind: target.kind,
    what: target.kind === 'fact' ? wordsOf(target.fact) : entry.title,
    names: target.names,
    hasDates: target.kind !== 'passage',
    dates: dateChoices(datesNear(codex.known, entry)),
    revisions: codex.canon.codex.revisions.map(pointOf).reverse(),
  };
}
