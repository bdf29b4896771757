/** Answers every question of the list, and what an editor wants to know while it asks its author, about the codex in use. */
import { type CancellationToken, ErrorCodes, ResponseError } from 'vscode-languageserver';
import { commitNamed, LATEST, readCanonPoint } from '../../core/canon';
import type { Codex, Revision } from '../../core/codex/codex';
import { lookUpEntities } from '../../core/reading/entities';
import { lookUpEntries } from '../../core/reading/entries';
import { nowOf, type Viewpoint } from '../../core/reading/viewpoint';
import { answerSteps, canonPointsIn, questionNamed } from '../../core/tools';
import type { WantedPassages } from '../../core/tools/asked/loreTypes';
import { dateRemark, readWorldDateParam } from '../../core/tools/asked/question';
import { type ListedQuestion, QUESTIONS } from '../../core/tools/asked/questionList';
import { answerAssistants } from './assistantRequests';
import { answerBriefs } from './briefRequests';
import { answerRequests } from './ownRequests';
import { type Area, codexAbout, type Desk, requireCodex } from '../session/desk';
import type { LiveCodex } from '../session/liveCodex';
import type { AnswerPage, AskParams, CanonPointCheck, CanonPointChoice } from '../protocol/protocol';
import { commitAmong, keepThreads, type ProseThreads, searchInSlices } from '../session/proseThreads';
import { answerSearches } from './searchRequests';
import { toTheEnd, until } from '../session/slices';
import { answerPage } from './renderContext';

export const answerQuestions: Area = (desk) => {
  const on = answerRequests(desk);
  const meant = (): LiveCodex => requireCodex(desk);
  const codexMeant = ({ uri }: AskParams): LiveCodex => {
    desk.settle();
    return uri === undefined ? meant() : codexAbout(desk, uri);
  };
  const { committed } = desk;
  const threads = keepThreads(desk);
  answerSearches(desk, threads);
  answerBriefs(desk, threads);
  answerAssistants(
    desk,
    async (params, token) => (await answeredNow(desk, codexMeant(params), threads, params, token)).answered,
  );

  /** Of now, or, where somebody's eyes are looked through, what these see. */
  const viewFor = (asSeen: boolean | undefined): Viewpoint => {
    const view = desk.viewOf(meant());
    return asSeen === true && view.eyes ? view : nowOf(meant().canon);
  };

  on('retcon/entities', async ({ asSeen }) =>
    (await toTheEnd(lookUpEntities(viewFor(asSeen)))).map(({ id, title, entry, aliases }) => ({
      id,
      title,
      ...(entry?.type && { type: entry.type.text }),
      file: entry?.path ?? null,
      aliases,
    })),
  );
  on('retcon/entries', async ({ asSeen }) =>
    (await toTheEnd(lookUpEntries(viewFor(asSeen)))).map(({ id, entry, standing, isReplaced }) => ({
      id,
      title: entry.title,
      ...(entry.type && { type: entry.type.text }),
      ...(entry.date?.date && { date: entry.date.date.text }),
      standing,
      isReplaced,
      file: entry.path,
      aliases: entry.aliases.map(({ text }) => text),
    })),
  );
  on('retcon/canonPoints', async ({ uri }) => {
    const codex = codexAbout(desk, uri);
    return [...canonPointsOf(codex.canon.codex), ...(await committed.points(codex))];
  });
  on('retcon/checkDate', ({ text }) => {
    const { canon } = meant();
    const params = readWorldDateParam(canon, text);
    if (!params.ok) return { ok: false, message: params.failure.message };
    const remark = dateRemark(canon, text);
    return { ok: true, text: params.value?.text ?? text, ...(remark !== null && { remark }) };
  });
  on('retcon/checkCanonPoint', ({ text, uri }) => canonPointCheck(desk, codexAbout(desk, uri), text));
  desk.connection.onRequest('retcon/ask', async (params: AskParams, token: CancellationToken): Promise<AnswerPage> => {
    const codex = codexMeant(params);
    const { question, answered, commits } = await answeredNow(desk, codex, threads, params, token);
    const { title, markdown } = answerPage(desk, codex, answered, commits);
    return { title: question.title ?? title, markdown };
  });
  on('retcon/isSetUp', ({ uri }) => {
    codexAbout(desk, uri);
    return true;
  });
  return {};
};

/** Whether a canon point can be asked for. */
async function canonPointCheck({ committed }: Desk, codex: LiveCodex, text: string): Promise<CanonPointCheck> {
  const ref = commitNamed(text);
  if (ref !== null) {
    const message = await committed.refusalOf(codex, ref);
    return message === null ? { ok: true } : { ok: false, message };
  }
  const reading = readCanonPoint(codex.canon, text);
  return reading.ok ? { ok: true } : { ok: false, message: reading.message };
}

/** A question of the list, as it is answered now. */
async function answeredNow(
  desk: Desk,
  codex: LiveCodex,
  threads: ProseThreads,
  params: AskParams,
  token: CancellationToken,
) {
  const { committed, codices } = desk;
  const question = requireQuestion(params);
  const given = seenFrom(desk.viewOf(codex), question, params.given);
  // Of a codex that is only half read, "nothing" would be no answer.
  await until(() => !codex.isReading || token.isCancellationRequested || !codices.all().includes(codex));
  const commits = await committed.readFor(codex, ...canonPointsIn(question, given));
  const canon = question.name === 'diff' ? await committed.comparableOf(codex, commits) : codex.canon;
  const steps = answerSteps(question, canon, given, { commits, textOf: codex.currentText });
  const threadFor = ({ canon }: WantedPassages) => threads.of(codex, commitAmong(commits, canon));
  return { question, commits, answered: await searchInSlices(steps, threadFor, token) };
}

/** A question that names no knower is asked for whom the viewpoint looks through, with what they have learned by then. */
function seenFrom({ eyes, at }: Viewpoint, { parameters }: ListedQuestion, given: AskParams['given']) {
  if (!eyes || given['for'] !== undefined || !parameters.some(({ name }) => name === 'for')) return given;
  return { ...given, for: eyes.name, ...(at && given['known_at'] === undefined && { known_at: at.text }) };
}

/** The question of the list that is asked; one that is not there, or has no such parameter, is refused. */
function requireQuestion({ question, given }: AskParams): ListedQuestion {
  const listed = questionNamed(question);
  if (!listed)
    throw invalid(`There is no question "${question}": ask ${QUESTIONS.map(({ name }) => name).join(', ')}.`);
  const takes = listed.parameters.map(({ name }) => name);
  const odd = Object.keys(given).find((name) => !takes.includes(name));
  if (odd !== undefined) throw invalid(`"${question}" has no "${odd}": give ${takes.join(', ')}.`);
  return listed;
}

const invalid = (message: string): ResponseError => new ResponseError(ErrorCodes.InvalidParams, message);

/** The latest first, as an author looks for them. */
const canonPointsOf = ({ revisions }: Codex): CanonPointChoice[] => [
  { label: 'Now', value: LATEST.text, detail: 'everything that is known' },
  ...revisions.map(pointOf).reverse(),
];

export function pointOf({ id, title, date, open }: Revision): CanonPointChoice {
  const detail = [title, date, open ? 'still being written' : undefined].flatMap((part) => part ?? []).join(' · ');
  return { label: id, value: id, ...(detail !== '' && { detail }) };
}
