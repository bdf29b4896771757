/** The dialogs in which an author declares a retcon of an entry: what is not asked is known, and no id is ever typed. */
import * as vscode from 'vscode';
import type { LanguageClient, WorkspaceEdit } from 'vscode-languageclient/node';
import type {
  Act,
  Manner,
  RetconAnswers,
  RetconMade,
  RetconQuestions,
  RetconRefused,
} from '../../server/src/lsp/protocol';
import { command, open } from './places';
import { ask } from './server';
import { type Answered, askInSteps, askOne, askText, askTextAmong, type Frame, type Step, withAnswer } from './steps';

const { t } = vscode.l10n;

/** Registers the commands; what is given to one is not asked for again. Each answers with the file that was made. */
export const offerRetcons = (client: LanguageClient): vscode.Disposable =>
  vscode.Disposable.from(
    command('declare', (uri?: vscode.Uri | string, answers?: RetconAnswers) => retcon(client, 'declare', uri, answers)),
  );

async function retcon(
  client: LanguageClient,
  act: Act,
  given?: vscode.Uri | string,
  answers?: RetconAnswers,
): Promise<string | undefined> {
  const uri = uriMeant(given);
  if (uri === undefined) {
    void vscode.window.showInformationMessage(t('Open the entry that you want to retcon first.'));
    return undefined;
  }
  const answered = answers ?? (await dialog(client, act, uri));
  if (answered === undefined) return undefined;
  const made = await ask(client, 'retcon/makeRetcon', { act, uri, answers: answered });
  if (made === undefined) return undefined;
  if ('refusal' in made) return refuse(client, made);
  return goOn(client, made);
}

/** The entry that a command is about: the one given, else the one that is open. */
const uriMeant = (given?: vscode.Uri | string): string | undefined =>
  given === undefined ? vscode.window.activeTextEditor?.document.uri.toString() : given.toString();

async function dialog(client: LanguageClient, act: Act, uri: string): Promise<RetconAnswers | undefined> {
  const asked = await ask(client, 'retcon/retconQuestions', { act, uri });
  if (asked === undefined) return undefined;
  if ('refusal' in asked) {
    await refuse(client, asked);
    return undefined;
  }
  const proposed: RetconAnswers = {
    manner: 'always',
    title: asked.title,
    date: asked.date,
    canon: asked.canon?.proposed ?? null,
    reason: '',
  };
  return askInSteps(t('Declare a Retcon'), proposed, stepsOf(client, act, uri, asked));
}

const stepsOf = (client: LanguageClient, act: Act, uri: string, asked: RetconQuestions): Step<RetconAnswers>[] => [
  {
    ask: async (state, frame) =>
      withAnswer(await askManner(frame, asked, state.manner), (manner) => ({
        ...state,
        manner,
        date: manner === 'from' ? '' : asked.date,
      })),
  },
  {
    ask: async (state, frame) =>
      withAnswer(await askDate(client, frame, { act, uri, ...state }, asked), (date) => ({ ...state, date })),
  },
  {
    ask: async (state, frame) =>
      withAnswer(await askTitle(client, frame, uri, state.title), (title) => ({ ...state, title })),
  },
  {
    isAsked: () => asked.canon !== null,
    ask: async (state, frame) =>
      withAnswer(await askCanon(client, frame, asked, state.canon), (canon) => ({ ...state, canon })),
  },
  {
    ask: async (state, frame) => withAnswer(await askReason(frame, asked), (reason) => ({ ...state, reason })),
  },
];

const askManner = (frame: Frame, { entry }: RetconQuestions, before: Manner): Promise<Answered<Manner>> =>
  askOne<Manner>(
    frame,
    [
      {
        label: t('It was always so'),
        detail: t('What {0} says was never true: the new entry takes its place for all time.', entry),
        chosen: 'always',
        isFirst: before === 'always',
      },
      {
        label: t('It changed in the world'),
        detail: t('What {0} says was true until a date, and something else is from then on.', entry),
        chosen: 'from',
        isFirst: before === 'from',
      },
      {
        label: t('Both stand'),
        detail: t('Two tellings that contradict each other, on purpose.'),
        chosen: 'both',
        isFirst: before === 'both',
      },
    ],
    t('What is it to {0}?', entry),
  );

async function askDate(
  client: LanguageClient,
  frame: Frame,
  {
    act,
    uri,
    manner,
    date,
  }: { readonly act: Act; readonly uri: string; readonly manner: Manner; readonly date: string },
  asked: RetconQuestions,
): Promise<Answered<string>> {
  return askText(frame, {
    value: date,
    prompt:
      manner === 'from'
        ? t('From when in the world is it otherwise?')
        : asked.date === ''
          ? t('When in the world was it? {0} has no date; leave it empty for none here either.', asked.entry)
          : t('When in the world was it? {0} says {1}.', asked.entry, asked.date),
    placeholder: t('A date of your world'),
    judge: async (text) => {
      const check = await ask(client, 'retcon/checkRetconDate', { act, uri, manner, date: text });
      if (check === undefined) return undefined;
      if (!check.ok) return { message: check.message, isError: true };
      return check.text === text ? undefined : { message: t('Read as {0}', check.text), isError: false };
    },
  });
}

const askTitle = (client: LanguageClient, frame: Frame, uri: string, title: string): Promise<Answered<string>> =>
  askText(frame, {
    value: title,
    prompt: t('What is the new entry called? Its file and its id are named after that.'),
    judge: async (text) => {
      const message = await ask(client, 'retcon/checkNewTitle', { uri, title: text });
      return typeof message === 'string' ? { message, isError: true } : undefined;
    },
  });

async function askCanon(
  client: LanguageClient,
  frame: Frame,
  { canon }: RetconQuestions,
  before: string | null,
): Promise<Answered<string>> {
  const points = canon?.points ?? [];
  if (points.length > 0)
    return askOne(
      frame,
      points.map(({ label, value, detail }) => ({
        label,
        chosen: value,
        isFirst: value === before,
        ...(detail !== undefined && { description: detail }),
      })),
      t('When was it decided?'),
    );
  return askText(frame, {
    value: before ?? '',
    prompt: t('When was it decided? A day of ours, like {0}.', canon?.proposed ?? ''),
    judge: async (text) => {
      const check = await ask(client, 'retcon/checkCanonPoint', { text });
      return check === undefined || check.ok ? undefined : { message: check.message ?? '', isError: true };
    },
  });
}

const askReason = (frame: Frame, { reasons }: RetconQuestions): Promise<Answered<string>> =>
  askTextAmong(
    frame,
    reasons.map(({ reason, detail }) => ({ text: reason, detail })),
    reasons.length > 0
      ? t('Why? Type it for whoever asks later, or take a reason that you gave before.')
      : t('Why? Type it for whoever asks later.'),
    (typed) =>
      typed === ''
        ? { label: t('No reason yet'), detail: t('You are reminded of it in the new entry.') }
        : { label: typed },
  );

/** Applies what was made, and opens the new entry where the author goes on. */
async function goOn(client: LanguageClient, { edit, uri, range }: RetconMade): Promise<string | undefined> {
  const change = await client.protocol2CodeConverter.asWorkspaceEdit(edit as WorkspaceEdit);
  if (!(await vscode.workspace.applyEdit(change))) {
    void vscode.window.showErrorMessage(t('The new entry could not be written.'));
    return undefined;
  }
  await open(uri, range);
  return uri;
}

/** Says why it can't be done, and offers what can be. */
async function refuse(client: LanguageClient, { refusal, instead }: RetconRefused): Promise<string | undefined> {
  const offers = instead.map((one) => ({
    ...one,
    label: one.act === 'restore' ? t('Restore It…') : t('Declare a Retcon of {0}…', one.title),
  }));
  const chosen = await vscode.window.showWarningMessage(refusal, ...offers.map(({ label }) => label));
  const offer = offers.find(({ label }) => label === chosen);
  return offer && retcon(client, offer.act, offer.uri);
}
