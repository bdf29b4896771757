/** Asking the author for an entity, an entry, a world date, a canon point; undefined when the author thinks better of it. */
import * as vscode from 'vscode';
import { exactFirst, idBeside, type NamedRow } from './exactFirst';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { CanonPointChoice, CanonPointCheck, Entity, EntryChoice } from '../../../server/src/lsp/protocol/protocol';
import { isInBrowser, sendRequest } from '../server/languageServer';
import { sayWith, sayWithCodexFile } from '../openPlace';

/** @param meant what taking a row means; undefined: nothing that ends the pick */
export const chosenIn = <Row extends vscode.QuickPickItem, T>(
  pick: vscode.QuickPick<Row>,
  meant: (row: Row) => T | undefined,
): Promise<T | undefined> =>
  new Promise((resolve) => {
    pick.onDidAccept(() => {
      const [row] = pick.selectedItems;
      const chosen = row && meant(row);
      if (chosen === undefined) return;
      resolve(chosen);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });

/** A pick among what has a name: the very name comes first, and it is said where the text that is typed names nothing. */
const { t } = vscode.l10n;

/** A row; without `chosen` it only says something. */
type Row<T> = vscode.QuickPickItem & { readonly chosen?: T };

/** A row that can be chosen, by any of its names. */
type NamedChoice<T> = vscode.QuickPickItem & NamedRow & { readonly chosen: T };

/** The choice whose file (relative to its codex) is open comes first; undefined when the author thinks better of it. */
async function pickNamed<T extends { readonly file: string | null }>(
  choices: readonly NamedChoice<T>[],
  title: string,
  placeholder: string,
): Promise<T | undefined> {
  if (choices.length === 0) {
    await sayWith(t('This world has no notes yet.'), t('Open Folder…'), () =>
      vscode.commands.executeCommand('vscode.openFolder'),
    );
    return undefined;
  }
  const here = vscode.window.activeTextEditor?.document.uri.path;
  const isHere = ({ file }: T) => file !== null && here?.endsWith(`/${file}`) === true;
  const known: readonly NamedChoice<T>[] = choices.toSorted(
    (a, b) => Number(isHere(b.chosen)) - Number(isHere(a.chosen)),
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
    const isEmpty = !known.some(({ label, description = '', detail = '', names }) =>
      [label, description, detail, ...names].some((name) => runsThrough(name, text)),
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

/**
 * A filtering pick of all entities, the one whose file is open first.
 * @param drawn only those that can be drawn so, and what is said where there are none
 */
export async function pickEntity(
  client: LanguageClient,
  title: string,
  placeholder: string,
  drawn?: { readonly as: 'family' | 'succession'; readonly none: string },
): Promise<Entity | undefined> {
  const asked = { asSeen: true, ...(drawn && { drawnAs: drawn.as }) };
  const entities = await sendRequest(client, 'retcon/entities', asked);
  if (!drawn || entities?.length !== 0) return entities && pickNamed(entities.map(choiceOf), title, placeholder);
  void sayWithCodexFile(drawn.none);
  return undefined;
}

const choiceOf = (entity: Entity) => ({
  label: entity.title,
  description: words(idBeside(entity), entity.type, ...entity.aliases),
  names: [entity.id, ...entity.aliases],
  chosen: entity,
});

/** A filtering pick of all entries, one row for each version, with the open one first. */
export async function pickEntry(
  client: LanguageClient,
  title: string,
  placeholder: string,
): Promise<EntryChoice | undefined> {
  const entries = await sendRequest(client, 'retcon/entries', { asSeen: true });
  const choices = entries?.map((entry) => ({
    label: entry.title,
    description: words(idBeside(entry), ...entry.aliases),
    names: [entry.id, ...entry.aliases],
    detail: words(entry.type, entry.date, entry.standing),
    iconPath: new vscode.ThemeIcon(entry.isReplaced ? 'history' : 'note'),
    chosen: entry,
  }));
  return choices && pickNamed(choices, title, placeholder);
}

const words = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join(' · ');

/** A world date, checked as it is typed; empty for the present. */
export function pickDate(client: LanguageClient, title: string, prompt: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title,
    prompt,
    placeHolder: t('A date of your world'),
    validateInput: async (text) => {
      if (text.trim() === '') return undefined;
      const check = await sendRequest(client, 'retcon/checkDate', { text });
      if (check === undefined) return undefined;
      if (!check.ok) return { message: check.message, severity: vscode.InputBoxValidationSeverity.Error };
      const { Info, Warning } = vscode.InputBoxValidationSeverity;
      if (check.remark !== undefined) return { message: check.remark, severity: Warning };
      return check.text === text.trim() ? undefined : { message: t('Read as {0}', check.text), severity: Info };
    },
  });
}

interface PastOrNow {
  readonly isPast?: boolean;
  readonly here?: vscode.Uri | undefined;
  readonly beginning?: string;
  readonly arranged?: (points: readonly CanonPointChoice[]) => readonly CanonPointChoice[];
}

/**
 * One of the canon points, or a typed one (an ISO date, before:ENTRY, git:COMMIT), in the form of `asOf`.
 * @param isPast leaves out now
 * @param here a file of the codex that is meant
 * @param beginning the label of the time before all points, where it can be picked too; it is answered as an empty text
 * @param arranged which points are offered, and what each is to answer
 */
export async function pickCanonPoint(
  client: LanguageClient,
  title: string,
  placeholder: string,
  { isPast = false, here, beginning, arranged = (points) => points }: PastOrNow = {},
): Promise<string | undefined> {
  const codex = here && { uri: here.toString() };
  const points = await sendRequest(client, 'retcon/canonPoints', { ...codex });
  if (points === undefined) return undefined;
  const offered = arranged(isPast ? points.filter(({ value }) => value !== 'latest') : points);
  const known = [
    ...offered.map(({ label, value, detail }) => ({
      label,
      value,
      ...(detail !== undefined && { description: detail }),
    })),
    ...(beginning === undefined ? [] : [{ label: beginning, value: '' }]),
  ];
  const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { value?: string }>();
  Object.assign(pick, {
    title,
    placeholder: isInBrowser
      ? t('{0} You can also type a real-world date.', placeholder)
      : t('{0} You can also type a real-world date or a commit.', placeholder),
    items: known,
  });
  pick.onDidChangeValue(async (text) => {
    const value = text.trim();
    const isKnown = known.some((point) => `${point.label} ${point.value}`.toLowerCase().includes(value.toLowerCase()));
    const check =
      value === '' || isKnown
        ? undefined
        : await sendRequest(client, 'retcon/checkCanonPoint', { text: value, ...codex });
    if (pick.value !== text) return;
    pick.items = check === undefined ? known : [...known, typed(value, check)];
  });
  return chosenIn(pick, ({ value }) => value);
}

/** What the author types is an item too. Where it is not a canon point, the item says why and cannot be chosen. */
function typed(value: string, check: CanonPointCheck): vscode.QuickPickItem & { value?: string } {
  if (check.ok) return { label: value, alwaysShow: true, value };
  return { label: value, detail: check.message ?? t('Not a session, draft or date'), alwaysShow: true };
}
