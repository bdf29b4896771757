/** Choosing through whose eyes: a circle, a character, everyone, the author, or who is typed. */
import * as vscode from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { KnowerChoice } from '../../../server/src/lsp/protocol/protocolViewpoint';
import { sendRequest, isSetUp } from '../server/languageServer';
import { chosenIn } from './askPicks';
import { idBeside } from './exactFirst';

const { t } = vscode.l10n;

/** The knower that a question is for; absent: the author. */
interface Who {
  readonly for?: string;
}

/** A row; without `who` it only says something. */
interface Row extends vscode.QuickPickItem {
  readonly who?: Who;
}

export const icon = (name: string) => ({ iconPath: new vscode.ThemeIcon(name) });

/** Undefined when the author changes their mind. @param here the open document */
export async function pickEyes(client: LanguageClient, here: { readonly uri?: string }): Promise<Who | undefined> {
  const state = (await isSetUp(client, here.uri)) && (await sendRequest(client, 'retcon/viewpoint', here));
  const knowers = state ? await sendRequest(client, 'retcon/knowers', here) : undefined;
  if (!state || !knowers) return undefined;
  const words = { title: t('View As…'), placeholder: t('Whose point of view? Choose, or type a name.') };
  return pickAmong(client, here, rowsOf(knowers, state.for), words);
}

/** Asks for the knower of a question or an edition. @param here the open document */
export async function pickKnower(
  client: LanguageClient,
  title: string,
  here: { readonly uri?: string } = {},
): Promise<string | undefined> {
  const knowers = await sendRequest(client, 'retcon/knowers', here);
  const words = { title, placeholder: t('Who? A character, a circle, or a member of one.') };
  return knowers && (await pickAmong(client, here, rowsOf(knowers, null), words))?.for;
}

/** Asks who something is written for; without `for`: the point of view of the page. @param here the page, if there is one */
export async function pickReader(
  client: LanguageClient,
  title: string,
  here: { readonly uri?: string },
): Promise<Who | undefined> {
  const knowers = await sendRequest(client, 'retcon/knowers', here);
  const words = { title, placeholder: t('Who is it for? Choose, or type a name.') };
  const usual: Row = {
    label: t('From the note’s point of view'),
    description: t('else for everyone'),
    ...icon('eye'),
    who: {},
  };
  const author: Row = {
    label: t('The author'),
    description: t('the whole truth'),
    ...icon('edit'),
    who: { for: 'author' },
  };
  const rows = knowers && [...(here.uri === undefined ? [] : [usual]), author, ...rowsOf(knowers, null)];
  return rows && pickAmong(client, here, rows, words);
}

function pickAmong(
  client: LanguageClient,
  here: { readonly uri?: string },
  offered: readonly Row[],
  words: { readonly title: string; readonly placeholder: string },
): Promise<Who | undefined> {
  const pick = vscode.window.createQuickPick<Row>();
  Object.assign(pick, { ...words, matchOnDescription: true, items: offered });
  pick.onDidChangeValue(async (value) => {
    const text = value.trim();
    const isOffered = offered.some(({ label, description = '' }) => holds(label, text) || holds(description, text));
    const typed = text === '' || isOffered ? [] : [await typedRow(client, here, text)];
    if (pick.value === value) pick.items = [...offered, ...typed];
  });
  return chosenIn(pick, ({ who }) => who);
}

const holds = (words: string, text: string): boolean => words.toLowerCase().includes(text.toLowerCase());

const ICONS: Readonly<Record<KnowerChoice['sort'], string>> = {
  everyone: 'globe',
  circle: 'organization',
  knower: 'person',
  character: 'person',
};

function rowsOf(knowers: readonly KnowerChoice[], now: string | null): Row[] {
  const of = (...sorts: readonly KnowerChoice['sort'][]): Row[] =>
    knowers
      .filter(({ sort, name }) => sorts.includes(sort) && name !== now)
      .map(({ name, title, sort, detail }): Row => {
        const label = sort === 'everyone' ? t('Everyone') : title;
        const description =
          sort === 'everyone' ? t('what anyone may know') : (detail ?? idBeside({ id: name, title }) ?? '');
        return { label, description, ...icon(ICONS[sort]), who: { for: name } };
      });
  const under = (label: string, rows: Row[]): Row[] =>
    rows.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...rows];
  const author: Row = { label: t('The author'), description: t('the whole truth'), ...icon('edit'), who: {} };
  return [
    ...(now === null ? [] : [author]),
    ...of('everyone'),
    ...under(t('circles'), of('circle')),
    ...under(t('know a secret'), of('knower')),
    ...under(t('characters'), of('character')),
  ];
}

/** The knower that the author types, or what is wrong with that. */
async function typedRow(client: LanguageClient, here: { readonly uri?: string }, text: string): Promise<Row> {
  const wrong = await sendRequest(client, 'retcon/checkKnower', { text, ...here });
  if (wrong === undefined) return { label: text, alwaysShow: true };
  if (wrong !== null) return { label: text, detail: wrong, alwaysShow: true };
  return { label: text, ...icon('eye'), alwaysShow: true, who: { for: text } };
}
