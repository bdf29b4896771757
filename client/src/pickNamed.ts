/** A pick among what has a name, which says so where the text that is typed names nothing. */
import * as vscode from 'vscode';
import { chosenIn } from './chosen';

const { t } = vscode.l10n;

/** A row; without `chosen` it only says something. */
interface Row<T> extends vscode.QuickPickItem {
  readonly chosen?: T;
}

/** The choice whose file (relative to its codex) is open comes first; undefined when the author thinks better of it. */
export async function pickNamed<T extends { readonly file: string | null }>(
  choices: readonly (Row<T> & { readonly chosen: T })[],
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
  const known: readonly Row<T>[] = choices.toSorted((a, b) => Number(isHere(b.chosen)) - Number(isHere(a.chosen)));
  const pick = vscode.window.createQuickPick<Row<T>>();
  Object.assign(pick, { title, placeholder, matchOnDescription: true, matchOnDetail: true, items: known });
  let isEmpty = false;
  pick.onDidChangeValue((text) => {
    const wasEmpty = isEmpty;
    isEmpty = !known.some(({ label, description = '', detail = '' }) =>
      [label, description, detail].some((name) => runsThrough(name, text)),
    );
    if (isEmpty) pick.items = [{ label: t('Nothing here is called “{0}”', text.trim()), alwaysShow: true }];
    else if (wasEmpty) pick.items = known;
  });
  return chosenIn(pick, ({ chosen }) => chosen);
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
