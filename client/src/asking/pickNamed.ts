/** A pick among what has a name: the very name comes first, and it is said where the text that is typed names nothing. */
import * as vscode from 'vscode';
import { chosenIn } from './pickResult';
import { exactFirst, type NamedRow } from './exactFirst';

const { t } = vscode.l10n;

/** A row; without `chosen` it only says something. */
type Row<T> = vscode.QuickPickItem & { readonly chosen?: T };

/** A row that can be chosen, by any of its names. */
export type NamedChoice<T> = vscode.QuickPickItem & NamedRow & { readonly chosen: T; readonly isFirst?: true };

/** After those that are always first, the choice whose file (relative to its codex) is open comes first; undefined when the author thinks better of it. */
export async function pickNamed<T extends { readonly file: string | null }>(
  choices: readonly NamedChoice<T>[],
  title: string,
  placeholder: string,
): Promise<T | undefined> {
  if (choices.length === 0) {
    void vscode.window.showInformationMessage(
      t('There are no entries in this world yet: write the first note, or open the folder that holds your notes.'),
    );
    return undefined;
  }
  const here = vscode.window.activeTextEditor?.document.uri.path;
  const isHere = ({ file }: T) => file !== null && here?.endsWith(`/${file}`) === true;
  const known: readonly NamedChoice<T>[] = choices.toSorted(
    (a, b) =>
      Number(b.isFirst === true) - Number(a.isFirst === true) || Number(isHere(b.chosen)) - Number(isHere(a.chosen)),
  );
  const pick = vscode.window.createQuickPick<Row<T>>();
  Object.assign(pick, { title, placeholder, matchOnDescription: true, matchOnDetail: true, items: known });
  let shown: readonly Row<T>[] = known;
  /** What is called exactly what is typed. */
  let exact: T | undefined;
  /** How often another row was in focus since the rows were put in another order. */
  let focused = 0;
  pick.onDidChangeActive(() => focused++);
  pick.onDidChangeValue((text) => {
    const isEmpty = !known.some(({ label, description = '', detail = '' }) =>
      [label, description, detail].some((name) => runsThrough(name, text)),
    );
    const next: readonly Row<T>[] = isEmpty
      ? [{ label: t('Nothing here is called “{0}”', text.trim()), alwaysShow: true }]
      : exactFirst(known, text);
    if (next !== shown) {
      pick.items = next;
      focused = 0;
    }
    shown = next;
    exact = isEmpty || next === known ? undefined : next[0]?.chosen;
  });
  // VS Code names a row by its place. Who types fast presses Enter before the new order is on the screen, and its place is then
  // another row's: the new order has been seen once the first of it, and another after that, were in focus.
  return chosenIn(pick, ({ chosen }) => (focused < 2 ? (exact ?? chosen) : chosen));
}

/** Whether VS Code's filter can find a text in a name: letters side by side, or going on where a later word begins. */
function runsThrough(name: string, text: string): boolean {
  const written = [...name];
  const letters = written.map((letter) => letter.toLowerCase());
  const beginnings = [...letters.keys()].filter(
    (i) => /[^a-z0-9]/.test(letters[i - 1] ?? ' ') || /[A-Z0-9]/.test(written[i] ?? ''),
  );
  let ends = new Set(letters.keys());
  for (const letter of text.toLowerCase().replace(/\s+/g, '')) {
    const first = Math.min(...ends);
    const reached = [...ends, ...beginnings.filter((begin) => begin > first)];
    ends = new Set(reached.filter((i) => letters[i] === letter).map((i) => i + 1));
  }
  return ends.size > 0;
}
