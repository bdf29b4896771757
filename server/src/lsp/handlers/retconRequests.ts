/** Answers the dialogs in which a retcon is declared: what is to be asked, what is wrong with an answer, what is made of all. */
import { ErrorCodes, ResponseError } from 'vscode-languageserver';
import { canonWords } from '../../core/canon';
import type { Entry } from '../../core/entry/entry';
import { attributesInCodexFile } from '../../core/edits/fixes/keyFixes';
import type { DialogAnswers } from '../../core/edits/refactor/carriedFacts';
import {
  answeredDate,
  KIND_OF,
  type NotAvailable,
  type Questions,
  questionsAbout,
} from '../../core/edits/refactor/retconQuestions';
import { dateRemark } from '../../core/tools/asked/question';
import { declareRetcon } from '../../core/edits/refactor/declare';
import { extractFact, factAt } from '../../core/edits/refactor/extract';
import { giveDate } from '../../core/edits/refactor/giveDate';
import { isRefusal, type Outcome, titleProblem } from '../../core/edits/refactor/page';
import { kindsOf, undeclaredKeys } from '../../core/edits/refactor/factText';
import { undo } from '../../core/edits/refactor/undo';
import { lineIndex } from '../../core/text/span';
import { answerRequests } from './renderContext';
import { type Area, awake, requireCodex, type Desk } from '../session/desk';
import { editOf, lossIn } from '../convert/diagnostics';
import type { LiveCodex } from '../session/liveCodex';
import { pathOfUri, rangeOf, relativeTo, uriIn } from '../convert/uris';
import type { RetconAct, RetconAnswers, RetconMade, RetconQuestions, RetconRefused } from '../protocol/protocolRetcons';
import { isoDay } from '../../core/codex/canonTime';
import { pointOf } from './questionRequests';

export const answerRefactorings: Area = (desk) => {
  const on = answerRequests(desk);
  on('retcon/retconQuestions', ({ act, uri }) => {
    const { codex, entry, text } = entryInQuestion(desk, uri);
    const params = questionsAbout(codex.known, entry, act, isoDay(Date.now()));
    if (isRefusal(params)) return refused(codex, params);
    const undeclared = act === 'declare' ? undeclaredKeys(codex.known, entry, text) : [];
    return { ...questionsJson(codex, entry, act, params), undeclared };
  });
  on('retcon/declareKeys', ({ uri, keys }) => {
    const { codex } = entryInQuestion(desk, uri);
    const kinds = kindsOf(codex.known, keys, codex.currentText);
    const [offer] = attributesInCodexFile({ textOf: codex.currentText }, '', kinds);
    return offer ? editOf(codex, offer, desk) : null;
  });
  on('retcon/checkNewTitle', ({ uri, title }) =>
    titleProblem((uri === undefined ? requireCodex(desk) : entryInQuestion(desk, uri).codex).known, title),
  );
  on('retcon/checkRetconDate', ({ act, uri, manner, date: text }) => {
    const { codex, entry } = entryInQuestion(desk, uri);
    const answered = answeredDate(codex.known, entry, act, manner, text);
    return answered.ok ? dateTaken(codex, text, answered.date) : answered;
  });
  on('retcon/makeRetcon', ({ act, uri, answers }) => {
    const meant = entryInQuestion(desk, uri);
    return appliedResult(desk, meant.codex, outcomeOf(meant, act, answers));
  });
  on('retcon/giveDate', ({ uri, date }) => {
    const { codex, entry, text } = entryInQuestion(desk, uri);
    return appliedResult(desk, codex, giveDate(codex.known, entry, text, date));
  });
  on('retcon/extractFact', ({ uri, position }) => {
    const { codex, entry, text } = entryInQuestion(desk, uri);
    const fact = factAt(entry, text, lineIndex(text).offsetAt(position));
    return appliedResult(
      desk,
      codex,
      isRefusal(fact) ? fact : extractFact(codex.known, entry, text, fact, disk(codex)),
    );
  });
  return {};
};

export interface EntryInQuestion {
  readonly codex: LiveCodex;
  readonly entry: Entry;
  readonly text: string;
}

/** The entry that a refactoring is for; the author is shown why where it is impossible. */
export function entryInQuestion({ codices }: Desk, uri: string): EntryInQuestion {
  const codex = codices.of(uri);
  if (codex) awake(whole(codex));
  const entry = codex?.entryAt(pathOfUri(uri) ?? uri);
  const text = codex && entry && codex.currentText(entry.path);
  if (!codex || !entry || typeof text !== 'string')
    throw requestError('this file is not an entry of a codex. Open one that is.');
  return { codex, entry, text };
}

/** A codex that something can be done to as a whole. */
export function whole(codex: LiveCodex): LiveCodex {
  if (codex.isOne) throw requestError('this file is open by itself. Open the folder that holds your notes first.');
  if (!codex.isReady) throw requestError('the codex is still being read. Try again in a moment.');
  return codex;
}

export const requestError = (message: string): Error => new ResponseError(ErrorCodes.InvalidRequest, message);

/** What is on the disk beside the entries. */
export const disk = ({ isThere }: LiveCodex) => ({ isTaken: isThere });

/** @param into the URI of the entry that says it; null: a new one */
export function outcomeOf(
  { codex, entry, text }: EntryInQuestion,
  act: RetconAct,
  { into, bringsBack, ...given }: RetconAnswers,
): Outcome {
  const answers: DialogAnswers = given;
  const kind = KIND_OF[act];
  if (kind === 'supersedes') return declareRetcon(codex.known, entry, text, answers, disk(codex));
  const file = into === null ? null : pathOfUri(into);
  const path = file === null ? null : relativeTo(codex.root, file);
  return undo(codex.known, entry, text, kind, { ...answers, into: path, bringsBack }, disk(codex), codex.currentText);
}

/** With every answer that is proposed, and no reason yet. */
export const proposedTo = (act: RetconAct, { title, date, decided }: Questions): RetconAnswers => ({
  manner: 'always',
  title,
  date: act === 'declare' ? date : '',
  canon: decided?.proposed ?? null,
  reason: '',
  into: null,
  bringsBack: false,
});

function questionsJson(
  codex: LiveCodex,
  entry: Entry,
  act: RetconAct,
  params: Questions,
): Omit<RetconQuestions, 'undeclared'> {
  const { date, dates, decided, reasons, places, gone } = params;
  return {
    entry: entry.title,
    date,
    dates: dateChoices(dates),
    // Where no session is listed, it is today.
    canon: decided?.revisions.length === 0 ? null : revisionChoices(decided),
    reasons: reasonChoices(codex, reasons),
    places: places.map((place) => ({
      uri: uriIn(codex, place.path),
      title: place.title,
      detail: words(place.type?.text, canonWords(codex.canon, place)),
    })),
    gone: gone.map((one) => one.title),
    // What takes the place of a page is called after what happened, which only its author knows.
    proposed: { ...proposedTo(act, params), ...(act === 'declare' && { title: '' }) },
  };
}

export const dateChoices = (dates: Questions['dates']): RetconQuestions['dates'] =>
  dates.map(({ text, from }) => ({ text, detail: from?.title ?? 'the present' }));

export const revisionChoices = (decided: Questions['decided']): RetconQuestions['canon'] =>
  decided && { points: decided.revisions.map(pointOf).reverse(), proposed: decided.proposed };

export const reasonChoices = ({ canon }: LiveCodex, reasons: Questions['reasons']): RetconQuestions['reasons'] =>
  reasons.map(({ reason, retcon: { by, old } }) => ({
    reason,
    detail: words(canonWords(canon, by), `${by.title}, of ${old.title}`),
  }));

/** A date that was typed and can be read. @param read undefined: as it is typed */
export function dateTaken({ canon }: LiveCodex, typed: string, read?: { readonly text: string } | null) {
  const remark = dateRemark(canon, typed);
  return { ok: true as const, text: read?.text ?? typed, ...(remark !== null && { remark }) };
}

export const words = (...parts: readonly (string | null | undefined)[]): string =>
  parts.flatMap((part) => part ?? []).join(' · ');

const refused = (codex: LiveCodex, { refusal, instead }: NotAvailable): RetconRefused => ({
  refusal,
  instead: instead.map(({ act, entry }) => ({ act, uri: uriIn(codex, entry.path), title: entry.title })),
});

/** What the editor is to do; positions are those after it. */
export function appliedResult(desk: Desk, codex: LiveCodex, outcome: Outcome): RetconMade | RetconRefused {
  if (isRefusal(outcome)) return { refusal: outcome.refusal, instead: [] };
  const { change, file, text, caret } = outcome;
  const loss = lossIn(codex, change);
  if (loss !== null) return { refusal: loss, instead: [] };
  const edit = editOf(codex, change, desk);
  if (!edit) throw requestError('this editor does not let extensions make files.');
  return { edit, uri: uriIn(codex, file), range: rangeOf(lineIndex(text), caret) };
}
