/** The questions about a retcon, each with the server's proposal; no id is ever typed. */
import * as vscode from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type {
  RetconAct,
  RetconManner,
  RetconAnswers,
  RetconQuestions,
} from '../../../server/src/lsp/protocol/protocolRetcons';
import { sendRequest } from '../server/languageServer';
import {
  type StepResult,
  askOne,
  askText,
  askTextAmong,
  askTextOf,
  type StepChoice,
  type Frame,
  type DialogStep,
  keySteps,
  remarkOn,
  withAnswer,
} from './dialogSteps';

const { t } = vscode.l10n;

/** In the order asked; a step that has nothing to ask is passed over. */
export function retconSteps(
  client: LanguageClient,
  act: RetconAct,
  uri: string,
  questions: RetconQuestions,
): readonly DialogStep<RetconAnswers>[] {
  const step = keySteps<RetconAnswers>();
  const isNew = ({ into }: RetconAnswers): boolean => into === null;
  return [
    {
      ask: async (state, frame) =>
        withAnswer(await askManner(frame, act, questions, state.manner), (manner) => ({
          ...state,
          manner,
          date: act !== 'declare' || manner === 'from' ? '' : questions.date,
        })),
    },
    step(
      'date',
      (state, frame) => askDate(client, frame, act, uri, state, questions),
      ({ manner }) => act === 'declare' || manner === 'from',
    ),
    step(
      'into',
      (state, frame) => askPlace(frame, questions, state.into),
      () => questions.places.length > 0,
    ),
    step('title', ({ title }, frame) => askTitle(client, frame, uri, title), isNew),
    step(
      'canon',
      ({ canon }, frame) => askCanon(client, frame, questions, canon),
      (state) => isNew(state) && questions.canon !== null,
    ),
    step(
      'bringsBack',
      ({ bringsBack }, frame) => askWhatComesBack(frame, questions, bringsBack),
      () => questions.gone.length > 0,
    ),
    step('reason', (_, frame) => askReason(frame, questions)),
  ];
}

function askManner(
  frame: Frame,
  act: RetconAct,
  { entry }: RetconQuestions,
  before: RetconManner,
): Promise<StepResult<RetconManner>> {
  const choice = (chosen: RetconManner, label: string, detail: string): StepChoice<RetconManner> => ({
    chosen,
    label,
    detail,
    isFirst: chosen === before,
  });
  const choices: Readonly<Record<RetconAct, StepChoice<RetconManner>[]>> = {
    declare: [
      choice('always', t('It was always that way'), t('The old version was never true; the new one always was.')),
      choice(
        'from',
        t('It changed in the world'),
        t('The old version was true until a date; the new one is true from then on.'),
      ),
      choice('both', t('Both stand'), t('Both versions stay true, on purpose, and every answer gives both.')),
    ],
    retract: [
      choice('always', t('It never was'), t('It was never true, and nothing replaces it.')),
      choice('from', t('It ended'), t('It was true until a date, and nothing replaces it.')),
    ],
    restore: [
      choice('always', t('It was true all along'), t('It holds again, as if nothing had happened to it.')),
      choice('from', t('It is true again'), t('It holds again from a date on.')),
    ],
  };
  const questions = {
    declare: t('How does the new version differ from {0}?', entry),
    retract: t('What is wrong with {0}?', entry),
    restore: t('Since when is {0} true again?', entry),
  };
  return askOne(frame, choices[act], questions[act]);
}

function askDate(
  client: LanguageClient,
  frame: Frame,
  act: RetconAct,
  uri: string,
  { manner, date: proposed }: RetconAnswers,
  { entry, date, dates }: RetconQuestions,
): Promise<StepResult<string>> {
  const own =
    date === ''
      ? t('When was it, in your world? {0} has no date.', entry)
      : t('When was it, in your world? {0} says {1}.', entry, date);
  const question =
    manner !== 'from'
      ? own
      : act === 'retract'
        ? t('When did it end, in your world?')
        : t('Since when, in your world?');
  // The one that is proposed comes first: Enter alone takes it.
  const known = dates.toSorted((a, b) => Number(b.text === proposed) - Number(a.text === proposed));
  const placeholder = t('{0} Choose a date, or type one of your world.', question);
  const none = { label: t('No date'), isFirst: proposed === '' };
  return askTextOf(frame, known, placeholder, none, async (text) => {
    return remarkOn(await sendRequest(client, 'retcon/checkRetconDate', { act, uri, manner, date: text }), text);
  });
}

const askPlace = (
  frame: Frame,
  { places }: RetconQuestions,
  before: string | null,
): Promise<StepResult<string | null>> =>
  askOne<string | null>(
    frame,
    [
      { label: t('A new note'), iconPath: new vscode.ThemeIcon('new-file'), chosen: null, isFirst: before === null },
      ...places.map(({ uri, title, detail }) => ({
        label: title,
        description: detail,
        chosen: uri,
        isFirst: uri === before,
      })),
    ],
    t('Which note says so? A new one, or one you have, like the notes of a session.'),
  );

/** @param uri of a document of the codex; undefined: the one in use */
export const askTitle = (
  client: LanguageClient,
  frame: Frame,
  uri: string | undefined,
  value: string,
): Promise<StepResult<string>> =>
  askText(frame, {
    value,
    prompt: t('What is the new page called? Say what happened, like “The Refounding”. Its file is named after that.'),
    judge: async (title) => {
      const message = await sendRequest(client, 'retcon/checkNewTitle', { uri, title });
      return typeof message === 'string' ? { message, isError: true } : undefined;
    },
  });

export function askCanon(
  client: LanguageClient,
  frame: Frame,
  { canon }: Pick<RetconQuestions, 'canon'>,
  before: string | null,
): Promise<StepResult<string>> {
  const points = canon?.points ?? [];
  if (points.length === 0)
    return askText(frame, {
      value: before ?? '',
      prompt: t('When was it decided? A real-world date, like {0}.', canon?.proposed ?? ''),
      judge: async (text) => {
        const check = await sendRequest(client, 'retcon/checkCanonPoint', { text });
        return check === undefined || check.ok ? undefined : { message: check.message ?? '', isError: true };
      },
    });
  const choices = points.map(({ label, value, detail }) => ({
    label,
    chosen: value,
    isFirst: value === before,
    ...(detail !== undefined && { description: detail }),
  }));
  return askOne(frame, choices, t('When was it decided?'));
}

const askWhatComesBack = (
  frame: Frame,
  { entry, gone }: RetconQuestions,
  before: boolean,
): Promise<StepResult<boolean>> =>
  askOne(
    frame,
    [
      { label: t('No, leave it replaced'), chosen: false, isFirst: !before },
      { label: t('Yes, that is true again'), chosen: true, isFirst: before },
    ],
    t('{0} had superseded {1}. Does that come back?', entry, gone.join(', ')),
  );

export const askReason = (frame: Frame, { reasons }: Pick<RetconQuestions, 'reasons'>): Promise<StepResult<string>> =>
  askTextAmong(
    frame,
    reasons.map(({ reason, detail }) => ({ text: reason, detail })),
    reasons.length > 0 ? t('Reason (optional): type one, or choose one you gave before.') : t('Reason (optional)'),
    (typed) =>
      typed === ''
        ? { label: t('No reason yet'), detail: t('The note reminds you of it later.') }
        : { label: typed, detail: t('Press Enter to use this reason') },
  );
