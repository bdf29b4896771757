/** Answers the dialogs in which a retcon is declared: what is to be asked, what is wrong with an answer, what is made of all. */
import { ErrorCodes, ResponseError } from 'vscode-languageserver/node';
import { declareRetcon } from '../core/features/refactor/declare';
import { isRefusal, type Outcome } from '../core/features/refactor/made';
import { titleProblem } from '../core/features/refactor/names';
import { declaredDate, declareQuestions, type NotAsked, type Questions } from '../core/features/refactor/questions';
import { lineIndex } from '../core/text/lines';
import { isThere } from '../workspace/folder';
import { answering } from './asked';
import { type Area, type Desk, takesFiles } from './desk';
import { editOf } from './edits';
import type { LiveCodex } from './liveCodex';
import { pathOf, rangeOf, uriIn } from './places';
import type { RetconMade, RetconQuestions, RetconRefused } from './protocol';
import { pointOf } from './questions';

export const answerRefactorings: Area = (desk) => {
  const on = answering(desk);
  on('retcon/retconQuestions', ({ uri }) => {
    const { codex, entry } = entryMeant(desk, uri);
    const asked = declareQuestions(codex.known, entry, today());
    return isRefusal(asked) ? refused(codex, asked) : { entry: entry.title, ...questions(asked) };
  });
  on('retcon/checkNewTitle', ({ uri, title }) => titleProblem(entryMeant(desk, uri).codex.known, title));
  on('retcon/checkRetconDate', ({ uri, manner, date }) => {
    const { codex, entry } = entryMeant(desk, uri);
    return declaredDate(codex.known, entry, manner, date);
  });
  on('retcon/makeRetcon', ({ uri, answers }) => {
    const { codex, entry, text } = entryMeant(desk, uri);
    return madeIn(desk, codex, declareRetcon(codex.known, entry, text, answers, surroundings(codex)));
  });
  return {};
};

/** The entry that something is to be done to; what can't be, is told to the author as it is. */
function entryMeant({ codices }: Desk, uri: string) {
  const codex = codices.of(uri);
  const entry = codex?.entryAt(pathOf(uri) ?? uri);
  const text = codex && entry && codex.currentText(entry.path);
  if (!codex || !entry || typeof text !== 'string')
    throw refusal('this file is no entry of a codex. Open one that is, or set up this world first.');
  if (codex.isOne) throw refusal('this file is alone. Open the folder that holds your notes first.');
  if (!codex.isReady) throw refusal('the codex is still being read. Try again in a moment.');
  return { codex, entry, text };
}

const refusal = (message: string): Error => new ResponseError(ErrorCodes.InvalidRequest, message);

const today = (): string => new Date().toISOString().slice(0, 10);

const surroundings = ({ root }: LiveCodex) => ({ isTaken: (path: string) => isThere(root, path), today: today() });

function questions({ title, date, decided, reasons }: Questions): Omit<RetconQuestions, 'entry'> {
  return {
    title,
    date,
    canon: decided && { points: decided.revisions.map(pointOf).reverse(), proposed: decided.proposed },
    reasons: reasons.map(({ reason, retcon: { by, old } }) => ({
      reason,
      detail: [by.canon?.text, `${by.title} – ${old.title}`].flatMap((part) => part ?? []).join(' · '),
    })),
  };
}

const refused = (codex: LiveCodex, { refusal, instead }: NotAsked): RetconRefused => ({
  refusal,
  instead: instead.map(({ act, entry }) => ({ act, uri: uriIn(codex, entry.path), title: entry.title })),
});

/** What the editor is to do; positions are those after it. */
function madeIn(desk: Desk, codex: LiveCodex, outcome: Outcome): RetconMade | RetconRefused {
  if (isRefusal(outcome)) return { refusal: outcome.refusal, instead: [] };
  const { change, file, text, caret } = outcome;
  const edit = editOf(codex, change, takesFiles(desk));
  if (!edit) throw refusal('this editor lets no extension make files.');
  return { edit, uri: uriIn(codex, file), range: rangeOf(lineIndex(text), caret) };
}
