/** "Make Secret" and "Reveal To": the author says who knows it and from when, and the server writes it into the page. */
import * as vscode from 'vscode';
import type { BaseLanguageClient as LanguageClient, Range, WorkspaceEdit } from 'vscode-languageclient';
import type { RetconMade, RetconRefused } from '../../../server/src/lsp/protocol/protocolRetcons';
import type { ManyChosen, SecretPlace, SecretQuestions } from '../../../server/src/lsp/protocol/protocolSecrets';
import type { KnowerChoice } from '../../../server/src/lsp/protocol/protocolViewpoint';
import {
  apply,
  applyAndSave,
  askInSteps,
  askOne,
  askSome,
  askTextOf,
  type DialogStep,
  withAnswer,
} from './dialogSteps';
import { idBeside } from '../asking/exactFirst';
import { adviseWhereSetUp, sendRequest } from '../server/languageServer';
import { command, sayWith } from '../openPlace';

const { t } = vscode.l10n;

type Given = vscode.Uri | string;

/** Registers the commands; what is given to one is not asked for again. Each answers with the URI of the page. */
export const offerSecrets = (client: LanguageClient): vscode.Disposable =>
  vscode.Disposable.from(
    // The explorer gives what was clicked, and all that is selected with it.
    command('makeSecret', async (given?: Given, range?: Range | readonly vscode.Uri[], knowers?: readonly string[]) => {
      const many = await chosenMany(given, isSelection(range) ? range : []);
      if (many) return makeManySecret(client, many, knowers);
      return makeSecret(client, given, isSelection(range) ? TOP : range, knowers);
    }),
    command('reveal', (given?: Given, range?: Range, name?: string, when?: string) =>
      reveal(client, given, range, name === undefined ? undefined : { name, when: when ?? '' }),
    ),
  );

/** No fact and no passage: the note as a whole. */
const TOP: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

const isSelection = (given: Range | readonly vscode.Uri[] | undefined): given is readonly vscode.Uri[] =>
  Array.isArray(given);

/** The place that a command is about: the one given, else the selection in the open page. */
async function placeInQuestion(client: LanguageClient, given?: Given, range?: Range): Promise<SecretPlace | undefined> {
  const editor = vscode.window.activeTextEditor;
  const uri = given?.toString() ?? editor?.document.uri.toString();
  const at = range ?? (editor?.document.uri.toString() === uri ? editor?.selection : undefined);
  const { start, end } = at ?? TOP;
  if (uri !== undefined) {
    const position = ({ line, character }: Range['start']) => ({ line, character });
    return { uri, range: { start: position(start), end: position(end) } };
  }
  return adviseWhereSetUp(client, t('Open the note first.'));
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
  return askAmong(question[questions.kind], knowers, questions.names);
}

/** What is chosen in the explorer: several notes, or folders. */
async function chosenMany(given: Given | undefined, chosen: readonly vscode.Uri[]): Promise<ManyChosen | undefined> {
  const uris = chosen.length > 0 ? chosen : given instanceof vscode.Uri ? [given] : [];
  const isFolder = async (uri: vscode.Uri): Promise<boolean> =>
    ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.Directory) !== 0;
  const sorted = await Promise.all(uris.map(async (uri) => ({ uri: uri.toString(), isFolder: await isFolder(uri) })));
  const [folders, files] = [true, false].map((is) => sorted.flatMap((one) => (one.isFolder === is ? one.uri : [])));
  return (folders?.length ?? 0) > 0 || (files?.length ?? 0) > 1
    ? { files: files ?? [], folders: folders ?? [] }
    : undefined;
}

/** Answers with how many notes were made secret; undefined where none was. */
async function makeManySecret(
  client: LanguageClient,
  chosen: ManyChosen,
  knowers?: readonly string[],
): Promise<number | undefined> {
  const counted = await many(client, { ...chosen, knowers: null });
  if (!counted) return undefined;
  const { notes } = counted;
  const [only] = chosen.files.length === 0 && chosen.folders.length === 1 ? chosen.folders : [];
  const what = only === undefined ? '' : vscode.workspace.asRelativePath(vscode.Uri.parse(only));
  const question =
    only === undefined
      ? t('Who knows about these {0} notes?', notes)
      : notes === 1
        ? t('Who knows about the note in {0}?', what)
        : t('Who knows about the {0} notes in {1}?', notes, what);
  const [uri] = [...chosen.files, ...chosen.folders];
  const answered = knowers ?? (await askAmong(question, (await knowersAt(client, uri)) ?? [], null));
  const made = answered && (await many(client, { ...chosen, knowers: answered }));
  if (!made) return undefined;
  const change = await client.protocol2CodeConverter.asWorkspaceEdit(made.edit as WorkspaceEdit);
  if (!(await applyAndSave(change))) return undefined;
  const { left } = made;
  const done = notes - left.length;
  if (left.length === 0)
    void vscode.window.showInformationMessage(
      done === 1 ? t('1 note is secret now.') : t('{0} notes are secret now.', done),
    );
  else
    void vscode.window.showWarningMessage(
      t('{0} notes are secret now. These are not, because their properties can’t be read: {1}.', done, left.join(', ')),
    );
  return done;
}

async function many(client: LanguageClient, asked: Parameters<typeof sendRequest<'retcon/makeManySecret'>>[2]) {
  const made = await sendRequest(client, 'retcon/makeManySecret', asked);
  if (made && 'refusal' in made) void vscode.window.showWarningMessage(made.refusal);
  return made && 'refusal' in made ? undefined : made;
}

/** @param now those who know it already; null: everyone does */
async function askAmong(
  question: string,
  knowers: readonly KnowerChoice[],
  now: readonly string[] | null,
): Promise<readonly string[] | undefined> {
  const names = now ?? [];
  const nobody = {
    label: t('Nobody but me'),
    description: t('only you see it'),
    iconPath: new vscode.ThemeIcon('lock'),
    chosen: null,
    isBarred: false,
    isAlone: true,
    picked: now?.length === 0,
  };
  const row = (chosen: string, shown: vscode.QuickPickItem) => ({
    ...shown,
    chosen,
    isBarred: false,
    picked: names.includes(chosen),
  });
  const of = (...sorts: readonly KnowerChoice['sort'][]) =>
    knowers.flatMap((one) => (sorts.includes(one.sort) ? row(one.name, rowOf(one)) : []));
  const heading = (label: string, rows: readonly ReturnType<typeof row>[]) =>
    rows.length === 0
      ? []
      : [{ ...row('', { label, kind: vscode.QuickPickItemKind.Separator }), picked: false }, ...rows];
  // A name there that nobody has stays, unless the author takes it away.
  const unknown = names
    .filter((name) => knowers.every((one) => one.name !== name))
    .map((name) => row(name, { label: name, description: t('no note has this name') }));
  const rows = [
    nobody,
    ...of('circle'),
    ...unknown,
    ...heading(t('know a secret'), of('knower')),
    ...heading(t('characters'), of('character')),
  ];
  const done = await askInSteps<readonly (string | null)[]>(
    t('Make Secret'),
    [],
    [{ ask: (_, frame) => askSome<string | null>(frame, rows, question) }],
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
    await sayWith(t('Everyone knows {0} already.', questions.what), t('Make Secret…'), () =>
      makeSecret(client, place.uri, place.range),
    );
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
  const knowers = questions && (await knowersAt(client, place.uri));
  return questions && knowers ? { questions, knowers } : undefined;
}

async function knowersAt(client: LanguageClient, uri?: string): Promise<readonly KnowerChoice[] | undefined> {
  const all = await sendRequest(client, 'retcon/knowers', uri === undefined ? {} : { uri });
  return all?.filter(({ sort }) => sort !== 'everyone');
}

const rowOf = ({ name, title, sort, detail }: KnowerChoice): vscode.QuickPickItem => ({
  label: title,
  description: detail ?? idBeside({ id: name, title }) ?? '',
  iconPath: new vscode.ThemeIcon(sort === 'circle' ? 'organization' : 'person'),
});

/** Goes on where something was made, or says why it can't be. */
async function goOn(client: LanguageClient, made: RetconMade | RetconRefused): Promise<string | undefined> {
  if (!('refusal' in made)) return apply(client, made);
  void vscode.window.showWarningMessage(made.refusal);
  return undefined;
}
