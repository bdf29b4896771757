/** The questions of the palette: each asks the author for the parameters that the list of questions names, then shows the server's answer. */
import * as vscode from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import {
  type PromptedParameter,
  type PaletteCommand,
  type Question,
  QUESTIONS,
} from '../../../server/src/core/tools/asked/questionList';
import type { AnswerPage } from '../../../server/src/lsp/protocol/protocol';
import type { AnswerPages } from './compare';
import { pickCanonPoint, pickDate, pickEntity, pickEntry } from './askPicks';
import { pickKnower, pickReader } from './knowerPick';
import { prompted } from './prompted';
import { command } from '../openPlace';
import { sendRequest, whileReading, documents } from '../server/languageServer';

const { t } = vscode.l10n;

/** The words of a question, by parameter. */
type Given = Readonly<Record<string, string>>;

export const offerQuestions = (
  client: LanguageClient,
  answers: AnswerPages,
  context: vscode.ExtensionContext,
): vscode.Disposable =>
  vscode.Disposable.from(
    ...QUESTIONS.flatMap((question) =>
      question.palette.map((one) => {
        const title = titleOf(context, one.command);
        // Where another command asks as of now, this one has the past to choose from.
        const isPast = question.palette.length > 1;
        // A menu gives the page that it was opened on, which the dialogs offer first anyway.
        return command(one.command, async (given?: Given | vscode.Uri) => {
          const isGiven = given !== undefined && !(given instanceof vscode.Uri);
          const world = given === undefined ? await pickWorld(client, title) : ONLY;
          if (world === undefined) return undefined;
          const asked = isGiven ? given : await askAuthor(client, one, title, isPast);
          if (!asked || world === ONLY) return asked && show(client, answers, question, asked);
          const all = await whileReading(
            sendRequest(client, 'retcon/askAll', { question: question.name, given: asked }),
          );
          if (all) await answers.show(all);
          return all;
        });
      }),
    ),
  );

/** The world in use, and each for itself. */
const [ONLY, EACH] = ['only', 'each'] as const;

/** Where several worlds are open: the one that is asked, which is the one in use from then on, or each; undefined when the author thinks better of it. */
async function pickWorld(client: LanguageClient, title: string): Promise<typeof ONLY | typeof EACH | undefined> {
  const names = (await sendRequest(client, 'retcon/settings', {})) ?? [];
  if (names.length < 2) return ONLY;
  const each = { label: t('Every world, one by one'), iconPath: new vscode.ThemeIcon('globe') };
  const rows: readonly vscode.QuickPickItem[] = [...names.map((label) => ({ label })), each];
  const picked = await vscode.window.showQuickPick(rows, { title, placeHolder: t('Which world?') });
  if (!picked) return undefined;
  if (picked === each) return EACH;
  await sendRequest(client, 'retcon/useSetting', { name: picked.label });
  return ONLY;
}

/** Asks the server, and shows what it answers. */
async function show(
  client: LanguageClient,
  answers: AnswerPages,
  { name }: Pick<Question, 'name'>,
  given: Given,
): Promise<AnswerPage | undefined> {
  const answer = await whileReading(sendRequest(client, 'retcon/ask', { question: name, given }));
  if (answer) await answers.show(name === 'was_true_at' ? withPicture(answer, given) : answer);
  return answer;
}

/** The answer about an earlier point can be looked at too. */
function withPicture({ title, markdown }: AnswerPage, { entity }: Given): AnswerPage {
  if (entity === undefined) return { title, markdown };
  const given = encodeURIComponent(JSON.stringify([{ entities: [entity] }]));
  return { title, markdown: `${markdown}\n\n[${t('Show in Timeline')}](command:retcon.showInTimeline?${given})` };
}

/** One parameter after the other; undefined when the author thinks better of it. What is left empty is not given. */
async function askAuthor(
  client: LanguageClient,
  { asks }: PaletteCommand,
  title: string,
  isPast: boolean,
): Promise<Given | undefined> {
  const given: Record<string, string> = {};
  const needed = prompted(asks, {
    hasDates: !asks.includes('at') || (await hasDates(client)),
    hasPoints: isPast || !asks.includes('as_of') || (await hasPoints(client)),
  });
  for (const [i, name] of needed.entries()) {
    const step = needed.length === 1 ? title : t('{0} ({1} of {2})', title, i + 1, needed.length);
    const words = await PICKS[name](client, step, isPast);
    if (words === undefined) return undefined;
    if (words !== '') given[name] = words;
  }
  return given;
}

const hasDates = async (client: LanguageClient): Promise<boolean> =>
  (await sendRequest(client, 'retcon/viewpointChoices', {}))?.eras.length !== 0;

/** Now is one of them. */
const hasPoints = async (client: LanguageClient): Promise<boolean> =>
  (await sendRequest(client, 'retcon/canonPoints', {}))?.length !== 1;

type QuestionDialog = (client: LanguageClient, title: string, isPast: boolean) => Thenable<string | undefined>;

/** How the author is asked for each parameter. */
const PICKS: Readonly<Record<PromptedParameter, QuestionDialog>> = {
  entity: async (client, title) => (await pickEntity(client, title, t('Which person or thing?')))?.id,
  knower: (client, title) => pickKnower(client, title),
  name: async (client, title) => (await pickEntry(client, title, t('Which note, in which version?')))?.id,
  at: (client, title) => pickDate(client, title, t('When, in your world? Leave it empty for the present.')),
  as_of: (client, title, isPast) =>
    pickCanonPoint(client, title, t('Which session or draft? This is not a date of your world.'), {
      isPast,
    }),
  async fact(client, title) {
    const entity = await pickEntity(client, title, t('Which person or thing?'));
    if (!entity) return undefined;
    const attribute = await vscode.window.showInputBox({
      title,
      prompt: t('What is it about? The name of the property, like “scar” or “rank”.'),
      validateInput: (text) => (text.trim() === '' ? t('Type the name of the property.') : undefined),
    });
    return attribute === undefined ? undefined : `${entity.id}.${attribute.trim()}`;
  },
  since: (client, title, isPast) => pickCanonPoint(client, title, t('Since when?'), { isPast }),
};

/** As the palette has it, in the language of the editor. */
function titleOf({ extension }: vscode.ExtensionContext, name: string): string {
  const { contributes } = extension.packageJSON as Manifest;
  return contributes.commands.find(({ command: id }) => id === `retcon.${name}`)?.title ?? name;
}

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string; readonly title: string }[] };
}

/** "Copy Brief…": what may be written from of the page or scene at hand, or of a topic, on the clipboard. */
export async function copyBrief(client: LanguageClient): Promise<void> {
  const title = t('Copy Brief…');
  const page = pageAtHand();
  const topic = page ? undefined : await vscode.window.showInputBox({ title, prompt: t('What will you write about?') });
  if (!page && !topic) return;
  const here = page ? { uri: page.toString() } : {};
  const who = await pickReader(client, title, here);
  if (!who) return;
  const asked = { ...here, ...(topic && { topic }), ...who };
  const brief = await whileReading(sendRequest(client, 'retcon/brief', asked));
  if (!brief) return;
  await vscode.env.clipboard.writeText(brief.text);
  const show = t('Show');
  const chosen = await vscode.window.showInformationMessage(
    t('A brief of about {0} tokens is on the clipboard.', brief.tokens),
    show,
  );
  if (chosen !== show) return;
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content: brief.text });
  await vscode.window.showTextDocument(document, { preview: true });
}

/** The page that is open, if it is one of ours. */
function pageAtHand(): vscode.Uri | undefined {
  const document = vscode.window.activeTextEditor?.document;
  const isOurs = document?.isUntitled === false && document.languageId === 'markdown';
  return isOurs && vscode.languages.match(documents, document) > 0 ? document.uri : undefined;
}

/** "Check Claims…": holds the claims that are selected, or that a file of them holds, against the canon. */
export const offerVerifying = (client: LanguageClient, answers: AnswerPages): vscode.Disposable =>
  command('verifyClaims', async () => {
    const editor = vscode.window.activeTextEditor;
    const isPage = editor?.document.languageId === 'markdown';
    const range = editor?.selection.isEmpty === true && !isPage ? undefined : editor?.selection;
    const claims = editor?.document.getText(range) ?? '';
    if (claims.trim() !== '') return show(client, answers, { name: 'verify' }, { claims });
    void vscode.window.showInformationMessage(
      t('Select claims first: each names a thing, a property and a value, in JSON or YAML.'),
    );
    return undefined;
  });
