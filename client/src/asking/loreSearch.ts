/** "Search Lore…": passages of prose as they are found while the author types; Enter goes there. */
import * as vscode from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { LoreFound, LorePassage, NamedPlaces } from '../../../server/src/lsp/protocol/protocol';
import { open } from '../openPlace';
import { sendRequest, isSetUp } from '../server/languageServer';

const { t } = vscode.l10n;

/** A row: a passage, or what shows more of them; without either it only says something. */
interface Row extends vscode.QuickPickItem {
  readonly passage?: LorePassage;
  readonly showsAll?: true;
}

/** In milliseconds: while the author goes on typing, no question is sent. */
const PAUSE = 120;

export async function searchLore(client: LanguageClient): Promise<void> {
  if (!(await isSetUp(client))) return;
  const pick = vscode.window.createQuickPick<Row>();
  Object.assign(pick, {
    title: t('Search Lore…'),
    placeholder: t('Words, or “a phrase”, from your notes'),
    matchOnDetail: true,
  });
  let all = false;
  let context: vscode.CancellationTokenSource | undefined;
  let pause: NodeJS.Timeout | undefined;

  const search = async (): Promise<void> => {
    const text = pick.value.trim();
    const mine = new vscode.CancellationTokenSource();
    context = mine;
    pick.busy = true;
    const found = text === '' ? undefined : await sendRequest(client, 'retcon/lore', { text, all }, mine.token);
    if (context !== mine) return;
    pick.busy = false;
    pick.items = text === '' || !found ? [] : rowsOf(found, text);
  };
  const changed = (after: number): void => {
    context?.cancel();
    clearTimeout(pause);
    pause = setTimeout(() => void search(), after);
  };
  pick.onDidChangeValue(() => changed(PAUSE));
  pick.onDidAccept(() => {
    const [row] = pick.selectedItems;
    if (row?.showsAll) {
      all = true;
      changed(0);
    } else if (row?.passage?.uri) {
      pick.hide();
      void open(row.passage.uri, row.passage.range);
    }
  });
  pick.onDidHide(() => {
    context?.cancel();
    context = undefined;
    clearTimeout(pause);
    pick.dispose();
  });
  pick.show();
}

/** VS Code would filter them once more, by letters; they are shown as they were found. */
const shown = { alwaysShow: true };

function rowsOf({ passages, leftOut }: LoreFound, text: string): Row[] {
  const rows = passages.map((passage): Row => {
    const { title, heading, snippet, fate, file, isSuperseded } = passage;
    return {
      label: heading === null ? title : `${title} · ${heading}`,
      description: fate === '' ? file : fate,
      detail: snippet.map((part) => part.text).join(''),
      iconPath: new vscode.ThemeIcon(isSuperseded ? 'history' : 'note'),
      passage,
      ...shown,
    };
  });
  if (leftOut !== '') rows.push({ label: leftOut, detail: t('Enter shows all'), ...shown, showsAll: true });
  return rows.length > 0 ? rows : [{ label: t('No text found for “{0}”', text), ...shown }];
}

/**
 * "Find Mentions": whatever names the thing under the caret, or else the open entry, in a pick, sorted by
 * role.
 */
interface PlaceRow extends vscode.QuickPickItem {
  readonly named?: NamedPlaces;
}

export async function showMentions(client: LanguageClient): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const found =
    editor &&
    (await sendRequest(client, 'retcon/mentions', {
      uri: editor.document.uri.toString(),
      position: client.code2ProtocolConverter.asPosition(editor.selection.active),
    }));
  if (!found) {
    if (await isSetUp(client, editor?.document.uri.toString()))
      void vscode.window.showInformationMessage(t('Open a note first, and put the cursor on a name.'));
    return;
  }
  const { title, named } = found;
  if (named.length === 0) {
    void vscode.window.showInformationMessage(t('Nothing mentions {0}.', title));
    return;
  }
  const placeHolder =
    named.length === 1 ? t('1 place mentions {0}', title) : t('{0} places mention {1}', named.length, title);
  const chosen = await vscode.window.showQuickPick(placeRows(named), { placeHolder, matchOnDetail: true });
  if (chosen?.named) await open(chosen.named.uri, chosen.named.range);
}

/** A line between what names it for one thing and what names it for another. */
const placeRows = (named: readonly NamedPlaces[]): PlaceRow[] =>
  named.flatMap((one, i) => {
    const row = { label: one.title, detail: one.line, named: one };
    if (one.role === named[i - 1]?.role) return [row];
    return [{ label: one.role, kind: vscode.QuickPickItemKind.Separator }, row];
  });
