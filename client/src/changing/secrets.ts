/** "Make Secret" and "Reveal To": the author says who knows it and from when, and the server writes it into the page. */
import * as vscode from 'vscode';
import type { BaseLanguageClient as LanguageClient, Range } from 'vscode-languageclient';
import type { RetconMade, RetconRefused } from '../../../server/src/lsp/protocol/protocolRetcons';
import type { SecretPlace, SecretQuestions } from '../../../server/src/lsp/protocol/protocolSecrets';
import type { KnowerChoice } from '../../../server/src/lsp/protocol/protocolViewpoint';
import { apply, askInSteps, askOne, askSome, askTextOf, type DialogStep, withAnswer } from './dialogSteps';
import { isSetUp, sendRequest } from '../server/languageServer';
import { command } from '../openPlace';

const { t } = vscode.l10n;

type Given = vscode.Uri | string;

/** Registers the commands; what is given to one is not asked for again. Each answers with the URI of the page. */
export const offerSecrets = (client: LanguageClient): vscode.Disposable =>
  vscode.Disposable.from(
    command('makeSecret', (given?: Given, range?: Range, knowers?: readonly string[]) =>
      makeSecret(client, given, range, knowers),
    ),
    command('reveal', (given?: Given, range?: Range, name?: string, when?: string) =>
      reveal(client, given, range, name === undefined ? undefined : { name, when: when ?? '' }),
    ),
  );

/** The place that a command is about: the one given, else the selection in the open page. */
async function placeInQuestion(client: LanguageClient, given?: Given, range?: Range): Promise<SecretPlace | undefined> {
  const editor = vscode.window.activeTextEditor;
  const uri = given?.toString() ?? editor?.document.uri.toString();
  const at = range ?? (editor?.document.uri.toString() === uri ? editor?.selection : undefined);
  const nowhere = { line: 0, character: 0 };
  const { start, end } = at ?? { start: nowhere, end: nowhere };
  if (uri !== undefined) {
    const position = ({ line, character }: typeof nowhere) => ({ line, character });
    return { uri, range: { start: position(start), end: position(end) } };
  }
  if (await isSetUp(client)) void vscode.window.showInformationMessage(t('Open the note first.'));
  return undefined;
}

async function makeSecret(
  client: LanguageClient,
  given?: Given,
  range?: Range,
  knowers?: readonly string[],
): Promise<string | undefined> {
  const place = await placeInQuestion(client, given, range);
  if (!place) return undefined;
  const answered = knowers ?? (await askWho(client, place));
  const made = answered && (await sendRequest(client, 'retcon/makeSecret', { ...place, knowers: answered }));
  return made && goOn(client, made);
}

async function askWho(client: LanguageClient, place: SecretPlace): Promise<readonly string[] | undefined> {
  const asked = await choicesAt(client, place, false);
  if (!asked) return undefined;
  const { questions, knowers } = asked;
  const question = {
    page: t('Who knows about {0}?', questions.what),
    fact: t('Who knows “{0}”?', questions.what),
    passage: t('Who may read this passage?'),
  };
  const names = questions.names ?? [];
  const nobody = {
    label: t('Nobody but me'),
    description: t('only you see it'),
    chosen: null,
    isBarred: false,
    isAlone: true,
    picked: questions.names?.length === 0,
  };
  // A name there that nobody has stays, unless the author takes it away.
  const unknown = names.filter((name) => knowers.every((one) => one.name !== name));
  const rows = [
    ...unknown.map((name) => ({ label: name, description: t('no note has this name'), chosen: name })),
    ...knowers.map((one) => ({ ...rowOf(one), chosen: one.name })),
  ].map((row) => ({ ...row, isBarred: false, picked: names.includes(row.chosen) }));
  const done = await askInSteps<readonly (string | null)[]>(
    t('Make Secret'),
    [],
    [{ ask: (_, frame) => askSome<string | null>(frame, [nobody, ...rows], question[questions.kind]) }],
  );
  return done?.flatMap((name) => name ?? []);
}

interface Revealing {
  readonly name: string;
  readonly when: string;
}

async function reveal(
  client: LanguageClient,
  given?: Given,
  range?: Range,
  answers?: Revealing,
): Promise<string | undefined> {
  const place = await placeInQuestion(client, given, range);
  if (!place) return undefined;
  const answered = answers ?? (await askWhom(client, place));
  const made = answered && (await sendRequest(client, 'retcon/reveal', { ...place, ...answered }));
  return made && goOn(client, made);
}

async function askWhom(client: LanguageClient, place: SecretPlace): Promise<Revealing | undefined> {
  const asked = await choicesAt(client, place, true);
  if (!asked) return undefined;
  const { questions, knowers } = asked;
  if (questions.names === null) {
    void vscode.window.showWarningMessage(t('Everyone knows {0} already: make it a secret first.', questions.what));
    return undefined;
  }
  const steps: readonly DialogStep<Revealing>[] = [
    {
      ask: async (state, frame) => {
        const rows = knowers.map((one) => ({ ...rowOf(one), chosen: one.name }));
        return withAnswer(await askOne(frame, rows, t('Who learns about {0}?', questions.what)), (name) => ({
          ...state,
          name,
        }));
      },
    },
    {
      isAsked: () => questions.hasDates,
      ask: async (state, frame) => {
        const known = [
          ...questions.revisions.map(({ value, label, detail }) => ({
            text: value,
            detail: detail ?? (label === value ? t('at the table') : label),
          })),
          ...questions.dates,
        ];
        const none = { label: t('As soon as the others'), isFirst: false };
        const placeholder = t('Since when? A session, or a date of your world.');
        // The change is tried while the author types: what cannot be written is reported before the answers are lost.
        const when = await askTextOf(frame, known, placeholder, none, async (text) => {
          const tried = await sendRequest(client, 'retcon/reveal', { ...place, ...state, when: text });
          return tried && 'refusal' in tried ? { message: tried.refusal, isError: true } : undefined;
        });
        return withAnswer(when, (text) => ({ ...state, when: text }));
      },
    },
  ];
  return askInSteps(t('Reveal'), { name: '', when: '' }, steps);
}

/** What is there, and everybody who can be named. */
async function choicesAt(
  client: LanguageClient,
  place: SecretPlace,
  isReveal: boolean,
): Promise<{ readonly questions: SecretQuestions; readonly knowers: readonly KnowerChoice[] } | undefined> {
  const questions = await sendRequest(client, 'retcon/secretQuestions', { ...place, reveal: isReveal });
  const knowers = questions && (await sendRequest(client, 'retcon/knowers', { uri: place.uri }));
  return questions && knowers ? { questions, knowers: knowers.filter(({ sort }) => sort !== 'everyone') } : undefined;
}

const rowOf = ({ name, title, sort, detail }: KnowerChoice): vscode.QuickPickItem => ({
  label: title,
  description: detail ?? (name === title ? '' : name),
  iconPath: new vscode.ThemeIcon(sort === 'circle' ? 'organization' : 'person'),
});

/** Goes on where something was made, or says why it can't be. */
async function goOn(client: LanguageClient, made: RetconMade | RetconRefused): Promise<string | undefined> {
  if (!('refusal' in made)) return apply(client, made);
  void vscode.window.showWarningMessage(made.refusal);
  return undefined;
}
