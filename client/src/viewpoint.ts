/** The viewpoint in the status bar: from when, and through whose eyes, hovers, lenses, hints and fading tell, and the way back to now. */
import * as vscode from 'vscode';
import { type BaseLanguageClient as LanguageClient, State } from 'vscode-languageclient';
import type { CanonPointChoice } from '../../server/src/lsp/protocol/protocol';
import {
  type Chosen,
  type ViewpointChoices,
  type ViewpointState,
  VIEWPOINT_CHANGED,
} from '../../server/src/lsp/protocol/protocolViewpoint';
import { pickEyes, icon } from './asking/knowerPick';
import { chosenIn } from './asking/askPicks';
import { isInBrowser, sendRequest, isSetUp, documents, whileReading } from './server/languageServer';
import { command } from './openPlace';

/** Choosing a viewpoint: the date of the open entry, an era and a date in it, a revision, whose eyes, or what is typed. */
type Era = ViewpointChoices['eras'][number];

/** A row: what is chosen by it, or what to go into; without either it only says something. */
interface Row extends vscode.QuickPickItem {
  readonly chosen?: Chosen;
  readonly era?: Era;
  /** Whose eyes is asked next. */
  readonly asksWho?: true;
}

/** The choice, completed with what it leaves unchanged; undefined when the author changes their mind. @param here the open document */
async function pickViewpoint(client: LanguageClient, here: { readonly uri?: string }): Promise<Chosen | undefined> {
  const state = (await isSetUp(client, here.uri)) && (await sendRequest(client, 'retcon/viewpoint', here));
  if (!state) return undefined;
  const [choices, points] = await Promise.all([
    sendRequest(client, 'retcon/viewpointChoices', here),
    sendRequest(client, 'retcon/canonPoints', here),
  ]);
  if (!choices || !points) return undefined;
  const now: Chosen = {
    ...(state.at !== null && { at: state.at }),
    ...(state.asOf !== null && { asOf: state.asOf }),
    ...(state.for !== null && { for: state.for }),
  };
  const all = rowsOf(state, now, choices, points);

  const pick = vscode.window.createQuickPick<Row>();
  pick.matchOnDescription = true;
  let rows: readonly Row[] = all;
  const enter = (era: Era | null): void => {
    rows = era ? datesOf(era, now) : all;
    pick.title = era ? vscode.l10n.t('Set Viewpoint… · {0}', era.name) : vscode.l10n.t('Set Viewpoint…');
    pick.placeholder = era
      ? vscode.l10n.t('When? Choose, or type a date.')
      : isInBrowser
        ? vscode.l10n.t('See the world as of when? Type a date of your world, or a real-world date.')
        : vscode.l10n.t('See the world as of when? Choose or type a date of your world, or a real-world date.');
    pick.buttons = era ? [vscode.QuickInputButtons.Back] : [];
    pick.value = '';
    pick.items = rows;
  };
  enter(null);
  pick.onDidChangeValue(async (text) => {
    const shown = rows;
    const isOffered = shown.some(({ label, description = '' }) => holds(label, text) || holds(description, text));
    const typed = text.trim() === '' ? [] : await typedRows(client, here, text.trim(), now);
    // What can't be chosen says so only where nothing else can be either.
    const offeredRows = isOffered ? typed.filter(({ chosen }) => chosen !== undefined) : typed;
    if (pick.value === text && rows === shown) pick.items = [...shown, ...offeredRows];
  });
  pick.onDidTriggerButton(() => enter(null));
  const picked = await chosenIn(pick, ({ era, asksWho, chosen }) => {
    if (era) enter(era);
    return asksWho ? ASKS_WHO : chosen;
  });
  if (picked !== ASKS_WHO) return picked;
  const who = await pickEyes(client, here);
  const { for: _, ...dates } = now;
  return who && { ...dates, ...who };
}

/** Stands for whose eyes: that is asked in a list of its own. */
const ASKS_WHO: Chosen = {};

const holds = (words: string, text: string): boolean => words.toLowerCase().includes(text.trim().toLowerCase());

const heading = (label: string): Row => ({ label, kind: vscode.QuickPickItemKind.Separator });

function rowsOf(
  { at, asOf, for: who, forTitle, present, problem }: ViewpointState,
  now: Chosen,
  { here, eras }: ViewpointChoices,
  points: readonly CanonPointChoice[],
): Row[] {
  const { at: _, ...withoutDate } = now;
  const { asOf: __, ...withoutPoint } = now;
  const { for: ___, ...withoutEyes } = now;
  const latest = present ?? vscode.l10n.t('the latest state of everything');
  return [
    ...(at === null && asOf === null && who === null && problem === undefined
      ? []
      : [{ label: vscode.l10n.t('Back to Now'), ...icon('discard'), chosen: {} }]),
    heading(vscode.l10n.t('when in the world')),
    ...(here === null || here === at
      ? []
      : [
          {
            label: here,
            description: vscode.l10n.t('the date of this note'),
            ...icon('note'),
            chosen: { ...now, at: here },
          },
        ]),
    ...(at === null
      ? []
      : [{ label: vscode.l10n.t('The present'), description: latest, ...icon('clock'), chosen: withoutDate }]),
    ...eras.map((era) => ({ label: era.name, description: extentOf(era), ...icon('milestone'), era })),
    heading(vscode.l10n.t('as decided by')),
    ...points
      .filter(({ value }) => value !== asOf && (value !== 'latest' || asOf !== null))
      .map(({ label, value, detail }) => ({
        label: value === 'latest' ? vscode.l10n.t('Everything, as of now') : label,
        ...(value !== 'latest' && detail !== undefined && { description: detail }),
        ...icon('history'),
        chosen: value === 'latest' ? withoutPoint : { ...now, asOf: value },
      })),
    heading(vscode.l10n.t('whose point of view')),
    {
      label: vscode.l10n.t('View As…'),
      description: forTitle === null ? vscode.l10n.t('a character, a circle, or everyone') : forTitle,
      ...icon('eye'),
      asksWho: true,
    },
    ...(who === null
      ? []
      : [
          {
            label: vscode.l10n.t('The author'),
            description: vscode.l10n.t('the whole truth'),
            ...icon('edit'),
            chosen: withoutEyes,
          },
        ]),
  ];
}

/** `200 TA to 430 TA`. */
function extentOf({ dates }: Era): string {
  const [first, last] = [dates[0]?.text ?? '', dates.at(-1)?.text ?? ''];
  return first === last ? first : vscode.l10n.t('{0} to {1}', first, last);
}

const datesOf = ({ dates }: Era, now: Chosen): Row[] =>
  dates.map(({ text, title }) => ({
    label: text,
    ...(title !== undefined && { description: title }),
    ...icon('calendar'),
    chosen: { ...now, at: text },
  }));

/** What the author types is a row too, or two: as a date and as a point of the canon; else one that says what is wrong. */
async function typedRows(
  client: LanguageClient,
  here: { readonly uri?: string },
  text: string,
  now: Chosen,
): Promise<Row[]> {
  const [date, point] = await Promise.all([
    sendRequest(client, 'retcon/checkDate', { text }),
    sendRequest(client, 'retcon/checkCanonPoint', { text, ...here }),
  ]);
  const rows: Row[] = [];
  if (date?.ok === true)
    rows.push({
      label: vscode.l10n.t('At {0}', date.text),
      ...(date.remark !== undefined && { detail: date.remark }),
      alwaysShow: true,
      ...icon('calendar'),
      chosen: { ...now, at: date.text },
    });
  if (point?.ok === true)
    rows.push({
      label: vscode.l10n.t('As of {0}', text),
      alwaysShow: true,
      ...icon('history'),
      chosen: { ...now, asOf: text },
    });
  if (rows.length > 0 || !date || !point) return rows;
  const isPoint = /^(?:before|git):|^\d{4}-/.test(text);
  const wrong = isPoint ? point.message : date.ok ? undefined : date.message;
  return [{ label: text, ...(wrong !== undefined && { detail: wrong }), alwaysShow: true }];
}

const WARNING = new vscode.ThemeColor('statusBarItem.warningBackground');

/** @param shown called with whether it is now, and with what is shown */
export function offerViewpoint(
  client: LanguageClient,
  shown: (isNow: boolean, state: ViewpointState | null) => void,
): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('retcon.viewpoint', vscode.StatusBarAlignment.Right, 100);
  item.name = vscode.l10n.t('Retcon Viewpoint');
  item.command = 'retcon.viewpoint';
  // Beside it, and only where there is something to go back from.
  const back = vscode.window.createStatusBarItem('retcon.viewpointNow', vscode.StatusBarAlignment.Right, 99.9);
  back.name = vscode.l10n.t('Retcon: Back to Now');
  back.text = '$(discard)';
  back.tooltip = vscode.l10n.t('Back to Now');
  back.accessibilityInformation = { label: back.tooltip };
  back.backgroundColor = WARNING;
  back.command = 'retcon.viewpointNow';
  const show = (state: ViewpointState | null): void => {
    const isNow = showState(item, state);
    void vscode.commands.executeCommand('setContext', 'retcon.isNotNow', !isNow);
    shown(isNow, state);
    if (isNow) back.hide();
    else back.show();
  };

  let asked = 0;
  const refresh = async (): Promise<void> => {
    const mine = ++asked;
    const state = client.state === State.Running ? await sendRequest(client, 'retcon/viewpoint', here()) : null;
    if (mine === asked) show(state ?? null);
  };
  const choose = async (chosen: Chosen | undefined): Promise<ViewpointState | undefined> => {
    const state = chosen && (await whileReading(sendRequest(client, 'retcon/setViewpoint', { ...here(), ...chosen })));
    if (state) {
      asked++;
      show(state);
    }
    return state;
  };
  return vscode.Disposable.from(
    item,
    back,
    command('viewpoint', async (chosen?: Chosen) => choose(chosen ?? (await pickViewpoint(client, here())))),
    command('asSeenBy', async (given?: { readonly for?: string }) => {
      const picked = given ?? (await pickEyes(client, here()));
      // The dates stay where they are.
      const state = picked && (await sendRequest(client, 'retcon/viewpoint', here()));
      return picked && state ? choose({ ...chosenOf(state), ...picked }) : undefined;
    }),
    command('viewpointNow', () => choose({})),
    client.onNotification(VIEWPOINT_CHANGED, refresh),
    client.onDidChangeState(refresh),
    vscode.window.onDidChangeActiveTextEditor((editor) => {
      // A page of answers or a view takes nothing away: it is still the same codex.
      if (editor) void refresh();
    }),
  );
}

/** The document that is open, if it is one of ours. */
function here(): { readonly uri?: string } {
  const document = vscode.window.activeTextEditor?.document;
  return document && vscode.languages.match(documents, document) > 0 ? { uri: document.uri.toString() } : {};
}

/** Whether it is now. @param state null: there is no world here */
function showState(item: vscode.StatusBarItem, state: ViewpointState | null): boolean {
  const words = state && wordsOf(state);
  const problem = state?.problem;
  const isNow = words === null && problem === undefined;
  if (state === null) {
    item.hide();
    return true;
  }
  const what = vscode.l10n.t('Hovers and hints show the world as of this point; problems and the side bar show now.');
  item.backgroundColor = isNow ? undefined : WARNING;
  if (words !== null) {
    item.text = `$(${state.for === null ? 'history' : 'eye'}) ${words}`;
    item.tooltip = vscode.l10n.t(
      'Viewpoint: {0}. {1} Click to choose another point, or to go back to now.',
      words,
      what,
    );
  } else if (problem !== undefined) {
    item.text = `$(warning) ${vscode.l10n.t('Now')}`;
    item.tooltip = vscode.l10n.t('The viewpoint you chose is gone, so you are back to now. {0}', problem);
  } else {
    item.text = `$(clock) ${vscode.l10n.t('Now')}`;
    item.tooltip = vscode.l10n.t('Viewpoint: now. {0} Click to look from another point.', what);
  }
  item.accessibilityInformation = { label: item.tooltip };
  item.show();
  return isNow;
}

/** The two dates of a viewpoint, as they are chosen. */
export const chosenOf = ({ at, asOf }: Pick<ViewpointState, 'at' | 'asOf'>): Chosen => ({
  ...(at !== null && { at }),
  ...(asOf !== null && { asOf }),
});

/** `Lysa · 412 TA · as of session-46`; null for now. */
function wordsOf({ at, asOf, forTitle }: ViewpointState): string | null {
  const parts = [forTitle, at, asOf === null ? null : asOfWords(asOf)].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' · ');
}

const asOfWords = (asOf: string): string =>
  asOf.startsWith('before:')
    ? vscode.l10n.t('before {0}', asOf.slice('before:'.length))
    : vscode.l10n.t('as of {0}', asOf);
