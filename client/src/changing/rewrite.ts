/** "Change a Value Everywhere": the author is asked and sees every fact, then the new entry is made and opened. */
import * as vscode from 'vscode';
import type { BaseLanguageClient as LanguageClient, Position } from 'vscode-languageclient';
import type { FactChoice, RewriteParams, RewriteDialog } from '../../../server/src/lsp/protocol/protocolRetcons';
import {
  apply,
  type StepResult,
  askInSteps,
  askOne,
  askSome,
  askTextOf,
  type Frame,
  type DialogStep,
  remarkOn,
  withAnswer,
} from './dialogSteps';
import { command } from '../openPlace';
import { askCanon, askReason, askTitle } from './retconSteps';
import { sendRequest } from '../server/languageServer';

const { t } = vscode.l10n;

/** Registers the command; what is given to it is not asked for again. It answers with the URI of the new entry. */
export const offerRewriting = (client: LanguageClient): vscode.Disposable =>
  command('rewrite', async (given?: vscode.Uri | string, old?: string, answers?: RewriteParams) => {
    const editor = vscode.window.activeTextEditor;
    const uri = given?.toString() ?? editor?.document.uri.toString();
    const at = editor?.document.uri.toString() === uri ? editor?.selection.active : undefined;
    const answered = answers ?? (await dialog(client, uri, old, at && { line: at.line, character: at.character }));
    const made = answered && (await sendRequest(client, 'retcon/rewrite', { uri, ...answered }));
    if (made === undefined) return undefined;
    return 'refusal' in made ? warn(made.refusal) : apply(client, made);
  });

const warn = (refusal: string): undefined => void vscode.window.showWarningMessage(refusal);

/** What has been answered so far, and what the server has said of it. */
interface State extends RewriteParams {
  readonly isFrom: boolean;
  readonly asked: RewriteDialog | null;
}

async function dialog(
  client: LanguageClient,
  uri: string | undefined,
  old: string | undefined,
  position: Position | undefined,
): Promise<RewriteParams | undefined> {
  const start: State = {
    old: old ?? '',
    value: '',
    date: '',
    isFrom: false,
    as: 'page',
    title: '',
    canon: null,
    reason: '',
    facts: [],
    asked: null,
  };
  const given = await askInSteps(t('Change a Value Everywhere'), start, stepsOf(client, uri, old, position));
  if (!given) return undefined;
  const { asked: _asked, isFrom: _isFrom, ...answers } = given;
  return answers;
}

function stepsOf(
  client: LanguageClient,
  uri: string | undefined,
  old: string | undefined,
  position: Position | undefined,
): readonly DialogStep<State>[] {
  const step = (
    put: (state: State, frame: Frame) => Promise<StepResult<Partial<State>>>,
    isAsked: (state: State) => boolean = () => true,
  ): DialogStep<State> => ({
    isAsked,
    ask: async (state, frame) => withAnswer(await put(state, frame), (answer) => ({ ...state, ...answer })),
  });
  const to =
    <K extends keyof State>(key: K) =>
    (answered: StepResult<State[K]>): StepResult<Partial<State>> =>
      withAnswer(answered, (answer) => ({ [key]: answer }) as Pick<State, K>);
  return [
    step(
      async (_, frame) => to('old')(await askOld(client, frame, uri, position)),
      () => old === undefined,
    ),
    step(async (state, frame) => to('value')(await askNew(client, frame, uri, state.old))),
    step(async ({ isFrom }, frame) => to('isFrom')(await askManner(frame, isFrom))),
    step(
      async (state, frame) => to('date')(await askDate(client, frame, uri, state)),
      ({ isFrom }) => isFrom,
    ),
    step((state, frame) => askWay(client, frame, uri, state)),
    step(
      async ({ title }, frame) => to('title')(await askTitle(client, frame, uri, title)),
      ({ as }) => as === 'page',
    ),
    step(
      async ({ asked: questions, canon }, frame) =>
        to('canon')(await askCanon(client, frame, questions ?? { canon: null }, canon)),
      ({ asked: questions }) => questions?.canon !== null,
    ),
    step(async ({ asked: questions }, frame) => to('reason')(await askReason(frame, questions ?? { reasons: [] }))),
    step(async ({ asked: questions }, frame) => to('facts')(await askFacts(frame, questions?.facts ?? []))),
  ];
}

async function askOld(
  client: LanguageClient,
  frame: Frame,
  uri: string | undefined,
  position: Position | undefined,
): Promise<StepResult<string>> {
  const values = await sendRequest(client, 'retcon/statedValues', { uri, position });
  if (values === undefined) return undefined;
  if (values.length > 0)
    return askOne(
      frame,
      values.map(({ value, title, detail }) => ({ label: title, description: detail, chosen: value })),
      t('Which value is no longer right?'),
    );
  void vscode.window.showInformationMessage(t('No note has a fact yet, so there is no value to change.'));
  return undefined;
}

async function askNew(
  client: LanguageClient,
  frame: Frame,
  uri: string | undefined,
  old: string,
): Promise<StepResult<string>> {
  const entries = (await sendRequest(client, 'retcon/entries', {})) ?? [];
  const known = entries
    .filter(({ isReplaced }) => !isReplaced)
    .map(({ id, title }) => ({ text: title, detail: id, means: id }));
  const placeholder = t('What replaces {0}? Choose a note, or type a text.', old);
  return askTextOf(frame, known, placeholder, null, async (value) => {
    const check = await sendRequest(client, 'retcon/checkNewValue', { uri, old, value });
    return check && { message: check.message, isError: !check.ok };
  });
}

const askManner = (frame: Frame, isFrom: boolean): Promise<StepResult<boolean>> =>
  askOne(
    frame,
    [
      {
        label: t('It was always that way'),
        detail: t('The old value was never true; the new one always was.'),
        chosen: false,
        isFirst: !isFrom,
      },
      {
        label: t('It changed in the world'),
        detail: t('The old value was true until a date; the new one is true from then on.'),
        chosen: true,
        isFirst: isFrom,
      },
    ],
    t('How does the new value differ?'),
  );

async function askDate(
  client: LanguageClient,
  frame: Frame,
  uri: string | undefined,
  { old, value, date }: State,
): Promise<StepResult<string>> {
  const questions = await sendRequest(client, 'retcon/rewriteQuestions', { uri, old, value, date: '' });
  const known = questions && 'dates' in questions ? questions.dates : [];
  const first = known.toSorted((a, b) => Number(b.text === date) - Number(a.text === date));
  const placeholder = t('Since when, in your world? Choose a date, or type one.');
  return askTextOf(frame, first, placeholder, null, async (text) => {
    if (text === '') return { message: placeholder, isError: true };
    return remarkOn(await sendRequest(client, 'retcon/checkDate', { text }), text);
  });
}

/** What is asked from here on depends on what has been answered. */
async function askWay(
  client: LanguageClient,
  frame: Frame,
  uri: string | undefined,
  { old, value, isFrom, date: given, as, title, canon }: State,
): Promise<StepResult<Partial<State>>> {
  const date = isFrom ? given : '';
  const questions = await sendRequest(client, 'retcon/rewriteQuestions', { uri, old, value, date });
  if (questions === undefined) return undefined;
  if ('refusal' in questions) return warn(questions.refusal);
  const choices = [
    {
      label: t('One new note'),
      detail: t('It says the new value and takes precedence over the other notes. No other file changes.'),
      chosen: 'page' as const,
      isFirst: as === 'page',
    },
    {
      label: t('Every note that says it'),
      detail: t('The value changes in place, and each note remembers what it said.'),
      chosen: 'value' as const,
      isFirst: as === 'value',
    },
  ];
  return withAnswer(await askOne(frame, choices, t('Where to write the new value?')), (chosen) => ({
    asked: questions,
    date,
    as: chosen,
    title: title === '' ? questions.title : title,
    canon: canon ?? questions.canon?.proposed ?? null,
  }));
}

/** Shows all that is reached, and what is left alone with the reason; every fact can be left out. */
function askFacts(frame: Frame, facts: readonly FactChoice[]): Promise<StepResult<readonly string[]>> {
  const rows = facts.map(({ key, label, detail, because }) => ({
    label: because === undefined ? label : `$(circle-slash) ${label}`,
    description: detail,
    ...(because !== undefined && { detail: t('Left alone: {0}', because) }),
    picked: because === undefined,
    isBarred: because !== undefined,
    chosen: key,
  }));
  return askSome(frame, rows, t('Are these the facts that change?'));
}
