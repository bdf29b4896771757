/** Declaring, retracting, restoring, extracting: the author is asked, the server makes the change, the new entry is opened. */
import * as vscode from 'vscode';
import type { BaseLanguageClient as LanguageClient, Position, WorkspaceEdit } from 'vscode-languageclient';
import type {
  RetconAct,
  RetconAnswers,
  RetconMade,
  RetconRefused,
} from '../../../server/src/lsp/protocol/protocolRetcons';
import { apply, askInSteps } from './dialogSteps';
import { command } from '../openPlace';
import { sayWhatIsLeft } from './goThrough';
import { retconSteps } from './retconSteps';
import { asksForFacts, withFacts } from './newFacts';
import { valueDialog } from './retconValue';
import { adviseWhereSetUp, sendRequest, isSetUp } from '../server/languageServer';

const { t } = vscode.l10n;

/** What a command is given: the file of an entry, as menus, views and other commands name it. */
type Given = vscode.Uri | string;

/** Registers the commands; what is given to one is not asked for again. Each answers with the URI of the file to go on in. */
export const offerRetcons = (client: LanguageClient): vscode.Disposable =>
  vscode.Disposable.from(
    command('declare', (given?: Given, answers?: RetconAnswers) => retcon(client, 'declare', given, answers)),
    command('retconValue', (given?: Given, position?: Position) => retconValue(client, given, position)),
    command('retract', (given?: Given, answers?: RetconAnswers) => retcon(client, 'retract', given, answers)),
    command('restore', (given?: Given, answers?: RetconAnswers) => retcon(client, 'restore', given, answers)),
    command('extractFact', (given?: Given, position?: Position) => extract(client, given, position)),
  );

/** A value of the page: the one at the position or at the caret, else one that the author chooses. */
async function retconValue(client: LanguageClient, given?: Given, position?: Position): Promise<string | undefined> {
  const uri = uriInQuestion(given);
  if (uri === undefined) return adviseWhereSetUp(client, t('Open the note first.'));
  const editor = vscode.window.activeTextEditor;
  const caret = editor?.document.uri.toString() === uri ? editor.selection.active : undefined;
  const at = position ?? (given === undefined ? caret : undefined);
  const dialogue = await valueDialog(client, { uri, position: at && { line: at.line, character: at.character } });
  if (dialogue === undefined) return undefined;
  if ('refusal' in dialogue) return refuse(client, { ...dialogue, instead: [] });
  const made = await sendRequest(client, 'retcon/retconValue', { uri, ...dialogue });
  return made && goOn(client, made);
}

async function retcon(
  client: LanguageClient,
  act: RetconAct,
  given?: Given,
  answers?: RetconAnswers,
): Promise<string | undefined> {
  const uri = uriInQuestion(given);
  if (uri === undefined) return adviseWhereSetUp(client, t('Open the note first.'));
  if (act === 'declare' && !answers) {
    const scope = await askScope(client, uri);
    if (scope === undefined) return undefined;
    if (scope === 'value') return retconValue(client, uri);
  }
  const answered = answers ?? (await dialog(client, act, uri));
  const made = answered && (await sendRequest(client, 'retcon/makeRetcon', { act, uri, answers: answered }));
  return made && goOn(client, made);
}

/** Whether a fact of the page is retconned, where it stands, or all that the page says, by a page that supersedes it. */
async function askScope(client: LanguageClient, uri: string): Promise<'value' | 'page' | undefined> {
  const found = await sendRequest(client, 'retcon/retconableValues', { uri });
  if (found === undefined) return undefined;
  const { values, isNarrative } = found;
  if (values.length === 0) return 'page';
  const value = {
    label: t('A fact of this page'),
    detail: t(
      'The note changes in place and remembers what it said: {0}.',
      [...new Set(values.map(({ label }) => label))].slice(0, 6).join(', '),
    ),
    scope: 'value' as const,
  };
  const page = {
    label: t('Everything it says'),
    detail: t('A new note takes its place. This one stays as it is, and you can still ask about it.'),
    scope: 'page' as const,
  };
  const chosen = await vscode.window.showQuickPick(isNarrative ? [page, value] : [value, page], {
    title: t('Retcon This Page'),
    placeHolder: t('What is no longer right?'),
    ignoreFocusOut: true,
  });
  return chosen?.scope;
}

/** The entry that a command is about: the one given, else the one that is open. */
const uriInQuestion = (given?: Given): string | undefined =>
  given === undefined ? vscode.window.activeTextEditor?.document.uri.toString() : given.toString();

async function dialog(client: LanguageClient, act: RetconAct, uri: string): Promise<RetconAnswers | undefined> {
  let questions = await sendRequest(client, 'retcon/retconQuestions', { act, uri });
  if (questions && 'undeclared' in questions && questions.undeclared.length > 0) {
    const { undeclared } = questions;
    const isMeant = await asksForFacts(undeclared);
    if (isMeant === undefined) return undefined;
    if (isMeant)
      questions = await withFacts(client, uri, undeclared, () =>
        sendRequest(client, 'retcon/retconQuestions', { act, uri }),
      );
  }
  if (questions === undefined) return undefined;
  if ('refusal' in questions) {
    await refuse(client, questions);
    return undefined;
  }
  const titles = { declare: t('Retcon This Page'), retract: t('Remove From Canon'), restore: t('Bring Back') };
  return askInSteps(titles[act], questions.proposed, retconSteps(client, act, uri, questions));
}

/** The fact at a position, or at the caret, goes to a file of its own. */
async function extract(client: LanguageClient, given?: Given, position?: Position): Promise<string | undefined> {
  const uri = uriInQuestion(given);
  const at = position ?? vscode.window.activeTextEditor?.selection.active;
  if (uri === undefined || at === undefined)
    return adviseWhereSetUp(client, t('Open a note and put the cursor on a fact first.'));
  const made = await sendRequest(client, 'retcon/extractFact', {
    uri,
    position: { line: at.line, character: at.character },
  });
  return made && goOn(client, made);
}

/** Goes on where something was made, or says why it can't be. */
async function goOn(client: LanguageClient, made: RetconMade | RetconRefused): Promise<string | undefined> {
  if ('refusal' in made) return refuse(client, made);
  const uri = await apply(client, made);
  // The author goes on in the meantime.
  if (uri !== undefined) void sayWhatIsLeft(client, uri);
  return uri;
}

/** Says why something can't be done, and offers the first thing that can be. */
async function refuse(
  client: LanguageClient,
  { refusal, instead: [offer] }: RetconRefused,
): Promise<string | undefined> {
  const label = offer && offerOf(offer);
  const chosen = await vscode.window.showWarningMessage(refusal, ...(label === undefined ? [] : [label]));
  return offer && chosen === label ? retcon(client, offer.act, offer.uri) : undefined;
}

const offerOf = ({ act, title }: RetconRefused['instead'][number]): string =>
  act === 'restore'
    ? t('Bring Back {0}…', title)
    : act === 'retract'
      ? t('Remove {0} From Canon…', title)
      : t('Retcon {0}…', title);

/** "Tidy Properties": the keys of the open note in the documented order, or why they stay as they are. */
export const offerOrganising = (client: LanguageClient): vscode.Disposable =>
  command('organiseFrontmatter', () => organise(client));

async function organise(client: LanguageClient): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (!(await isSetUp(client, document?.uri.toString()))) return;
  if (document === undefined) return showMessage(t('Open the note to tidy first.'));
  const answer = await sendRequest(client, 'retcon/organiseFrontmatter', { uri: document.uri.toString() });
  if (answer === undefined) return;
  if (answer === null) return showMessage(t('This note is not part of a world, so there is nothing to tidy.'));
  if (answer === 'in order') return showMessage(t('The properties are tidy already.'));
  if (answer === 'unreadable')
    return showMessage(t('The properties can’t be tidied yet: fix what is underlined in them first.'));
  await vscode.workspace.applyEdit(await client.protocol2CodeConverter.asWorkspaceEdit(answer as WorkspaceEdit));
}

const showMessage = (message: string): void => void vscode.window.showInformationMessage(message);
