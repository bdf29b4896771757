/** A dialog in steps: one question at a time, each with the way back to the one before. Keys are enough for all of it. */
import * as vscode from 'vscode';
import { idBeside } from '../asking/exactFirst';
import type { BaseLanguageClient as LanguageClient, WorkspaceEdit } from 'vscode-languageclient';
import type { DateCheck } from '../../../server/src/lsp/protocol/protocol';
import type { RetconMade } from '../../../server/src/lsp/protocol/protocolRetcons';
import { open } from '../openPlace';

/** What one question is shown with. */
export interface Frame {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
}

const BACK = Symbol('back');
/** An answer; the way back; or undefined where the author thinks better of it all. */
export type StepResult<T> = { readonly given: T } | typeof BACK | undefined;

/** A question: takes what is answered already, and gives that with the new answer in it. */
export interface DialogStep<S> {
  /** Whether it is to be asked, after what has been answered so far. */
  readonly isAsked?: (state: S) => boolean;
  readonly ask: (state: S, frame: Frame) => Promise<StepResult<S>>;
}

/** Asks every question in turn; undefined when the author thinks better of it. */
export async function askInSteps<S>(title: string, start: S, steps: readonly DialogStep<S>[]): Promise<S | undefined> {
  const states = [start];
  const done: number[] = [];
  for (let at = 0; at < steps.length; ) {
    const state = states.at(-1) as S;
    const step = steps[at];
    if (!step || step.isAsked?.(state) === false) {
      at++;
      continue;
    }
    const left = steps.slice(at).filter(({ isAsked }) => isAsked?.(state) !== false).length;
    const answer = await step.ask(state, { title, step: done.length + 1, totalSteps: done.length + left });
    if (answer === undefined) return undefined;
    if (answer === BACK) {
      at = done.pop() ?? 0;
      if (states.length > 1) states.pop();
    } else {
      states.push(answer.given);
      done.push(at);
      at++;
    }
  }
  return states.at(-1);
}

type Input = vscode.QuickInput & {
  buttons: readonly vscode.QuickInputButton[];
  readonly onDidTriggerButton: vscode.Event<vscode.QuickInputButton>;
};

/** Shows an input until it is answered; a click elsewhere does not lose what has been answered before. */
function shown<T>(input: Input, { title, step, totalSteps }: Frame, listen: (answer: (given: T) => void) => void) {
  Object.assign(input, { title, step, totalSteps, ignoreFocusOut: true });
  if (step > 1) input.buttons = [vscode.QuickInputButtons.Back];
  return new Promise<StepResult<T>>((resolve) => {
    const end = (answered: StepResult<T>): void => {
      resolve(answered);
      input.dispose();
    };
    listen((given) => end({ given }));
    input.onDidTriggerButton(() => end(BACK));
    input.onDidHide(() => end(undefined));
    input.show();
  });
}

/** What is wrong with a text, or what is to be known of it (empty: nothing); undefined where there is nothing to say. */
type Remark =
  | { readonly message: string; readonly isError: boolean; readonly begins?: readonly TextChoice[] }
  | undefined;

/** How a date is read, where that is to be said; undefined where nobody has judged it. @param typed the date as it stands there */
export function remarkOn(check: DateCheck | undefined, typed: string): Remark {
  if (check === undefined) return undefined;
  if (!check.ok) return { message: check.message, isError: true };
  if (check.remark !== undefined) return { message: check.remark, isError: false };
  return check.text === typed ? undefined : { message: t('Read as {0}', check.text), isError: false };
}

/** @property means what the row answers with, where that is not its text */
interface TextChoice {
  readonly text: string;
  readonly detail: string;
  readonly means?: string;
}

/** One text, checked as it is typed. */
export function askText(
  frame: Frame,
  {
    value,
    prompt,
    placeholder,
    judge,
  }: {
    readonly value: string;
    readonly prompt: string;
    readonly placeholder?: string;
    readonly judge: (text: string) => Promise<Remark>;
  },
): Promise<StepResult<string>> {
  const input = vscode.window.createInputBox();
  Object.assign(input, { value, prompt, placeholder });
  const look = async (): Promise<Remark> => {
    const text = input.value;
    const remark = await judge(text.trim());
    if (input.value !== text) return remark;
    const { Error, Info } = vscode.InputBoxValidationSeverity;
    input.validationMessage = remark && { message: remark.message, severity: remark.isError ? Error : Info };
    return remark;
  };
  input.onDidChangeValue(() => void look());
  return shown<string>(input, frame, (answer) => {
    input.onDidAccept(async () => {
      const text = input.value.trim();
      if ((await look())?.isError !== true && input.value.trim() === text) answer(text);
    });
  });
}

/** One of several; `isFirst` is chosen by Enter alone. */
export type StepChoice<T> = vscode.QuickPickItem & { readonly chosen: T; readonly isFirst?: boolean };

export function askOne<T>(
  frame: Frame,
  choices: readonly StepChoice<T>[],
  placeholder: string,
): Promise<StepResult<T>> {
  const pick = vscode.window.createQuickPick<StepChoice<T>>();
  Object.assign(pick, { placeholder, items: choices, matchOnDetail: true, matchOnDescription: true });
  pick.activeItems = choices.filter(({ isFirst }) => isFirst === true);
  return chosenIn(pick, frame);
}

const chosenIn = <T>(pick: vscode.QuickPick<StepChoice<T>>, frame: Frame): Promise<StepResult<T>> =>
  shown<T>(pick, frame, (answer) => {
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems;
      if (item) answer(item.chosen);
    });
  });

/** A text that has been given before, or another. @param own the row of what is typed, also where that is nothing */
export function askTextAmong(
  frame: Frame,
  past: readonly { readonly text: string; readonly detail: string }[],
  placeholder: string,
  own: (typed: string) => vscode.QuickPickItem,
): Promise<StepResult<string>> {
  const pick = vscode.window.createQuickPick<StepChoice<string>>();
  Object.assign(pick, { placeholder, matchOnDetail: true });
  const offer = (): void => {
    const typed = pick.value.trim();
    const rows = past.map(({ text, detail }) => ({ label: text, detail, chosen: text }));
    pick.items = [{ ...own(typed), alwaysShow: true, chosen: typed }, ...rows];
  };
  offer();
  pick.onDidChangeValue(offer);
  return chosenIn(pick, frame);
}

/**
 * One of some texts, or another that is judged as it is typed. Notes whose name it begins go before the text itself.
 *
 * @param none the row for no text, where that will do: last, or first
 */
export function askTextOf(
  frame: Frame,
  known: readonly TextChoice[],
  placeholder: string,
  none: { readonly label: string; readonly isFirst: boolean } | null,
  judge: (text: string) => Promise<Remark>,
): Promise<StepResult<string>> {
  const pick = vscode.window.createQuickPick<TextRow>();
  Object.assign(pick, { placeholder, matchOnDescription: true });
  const rowOf = ({ text, detail, means = text }: TextChoice) => ({
    label: text,
    description: idBeside({ id: detail, title: text }) ?? '',
    chosen: means,
  });
  const rows = known.map(rowOf);
  const offer = async (): Promise<void> => {
    const typed = pick.value.trim();
    const remark = await judge(typed);
    if (pick.value.trim() !== typed) return;
    const { message = '', isError = false, begins = [] } = remark ?? {};
    const own = typed !== '' && rows.every(({ label }) => label !== typed);
    const isBegun = own && begins.length > 0;
    const label = isBegun ? t('“{0}” as plain text', typed) : typed;
    const told = { label, typed, ...(message !== '' && { detail: message }), alwaysShow: true };
    const typedRow = own ? (isError ? told : { ...told, chosen: typed }) : NO_ROW;
    // A row that the list shows for what is typed is not doubled.
    const isShown = ({ text }: TextChoice): boolean =>
      rows.some(({ label }) => label === text && label.toLowerCase().includes(typed.toLowerCase()));
    const notes = begins.filter((note) => !isShown(note));
    const noteRows = own ? notes.map((note) => ({ ...rowOf(note), typed, alwaysShow: true })) : [];
    // Some say it in its own words: "nothing", "always".
    const empty = none && (typed !== '' || !isError) ? { label: none.label, chosen: '', typed } : NO_ROW;
    const [first, last] = none?.isFirst === true ? [empty, NO_ROW] : [NO_ROW, empty];
    // VS Code identifies a row by its place, so each row keeps its place while the author types.
    pick.items = [isBegun ? NO_ROW : typedRow, first, ...rows, last, ...noteRows, ...(isBegun ? [typedRow] : [])];
  };
  pick.onDidChangeValue(() => void offer());
  void offer();
  return shown<string>(pick, frame, (answer) => {
    pick.onDidAccept(async () => {
      const typed = pick.value.trim();
      const [item] = pick.selectedItems;
      if (item?.chosen !== undefined && (item.typed ?? typed) === typed) return answer(item.chosen);
      // A fast typist presses Enter while the first row still belongs to fewer letters.
      await offer();
      const meant = pick.items.find(({ label }) => label === typed);
      if (meant?.chosen !== undefined) answer(meant.chosen);
    });
  });
}

/** A row of `askTextOf`; without `chosen` it only says what is wrong with what is `typed`. */
type TextRow = vscode.QuickPickItem & { readonly chosen?: string; readonly typed?: string };

const NO_ROW: TextRow = { label: '', kind: vscode.QuickPickItemKind.Separator };

type SomeChoice<T> = vscode.QuickPickItem & {
  readonly chosen: T;
  readonly isBarred: boolean;
  readonly isAlone?: boolean;
};

/** Some of several, at least one: `picked` are those that are to begin with; what is barred can be read, and not chosen; what is alone goes with no other. */
export function askSome<T>(
  frame: Frame,
  choices: readonly SomeChoice<T>[],
  placeholder: string,
): Promise<StepResult<readonly T[]>> {
  const pick = vscode.window.createQuickPick<(typeof choices)[number]>();
  Object.assign(pick, { placeholder, canSelectMany: true, matchOnDetail: true, items: choices });
  pick.selectedItems = choices.filter(({ picked }) => picked === true);
  let before: readonly SomeChoice<T>[] = pick.selectedItems;
  pick.onDidChangeSelection((items) => {
    const allowed = items.filter(({ isBarred }) => !isBarred);
    const last = allowed.filter((item) => !before.includes(item));
    const isAlone = last.some((item) => item.isAlone === true);
    const kept = last.length === 0 ? allowed : allowed.filter((item) => (item.isAlone === true) === isAlone);
    before = kept;
    if (kept.length < items.length) pick.selectedItems = kept;
  });
  return shown<readonly T[]>(pick, frame, (answer) => {
    pick.onDidAccept(() => {
      if (pick.selectedItems.length > 0) answer(pick.selectedItems.map(({ chosen }) => chosen));
    });
  });
}

/** Goes on with an answer, where there is one. */
export const withAnswer = <T, S>(answered: StepResult<T>, go: (answer: T) => S): StepResult<S> =>
  answered === undefined || answered === BACK ? answered : { given: go(answered.given) };

/** Applies what the server has made of an author's answers, and opens the entry where the author goes on. */
const { t } = vscode.l10n;

/** Answers with the URI of the file in which the author goes on; undefined where nothing could be changed. */
export async function apply(client: LanguageClient, { edit, uri, range }: RetconMade): Promise<string | undefined> {
  const change = await client.protocol2CodeConverter.asWorkspaceEdit(edit as WorkspaceEdit);
  const files = [...change.entries().map(([file]) => file), vscode.Uri.parse(uri)];
  const were = await Promise.all(files.map(fileExists));
  if (!(await vscode.workspace.applyEdit(change))) {
    void vscode.window.showErrorMessage(t('The files could not be written, so nothing changed.'));
    return undefined;
  }
  await open(uri, range);
  // New entries are on the disk, with their texts, before anything points at them.
  for (const file of files.filter((_, i) => were[i] === false))
    await (await vscode.workspace.openTextDocument(file)).save();
  return uri;
}

/** Applies one edit of many files, and saves those that nobody was writing in. False where nothing could be changed. */
export async function applyAndSave(change: vscode.WorkspaceEdit): Promise<boolean> {
  const dirty = new Set(vscode.workspace.textDocuments.flatMap(({ isDirty, uri }) => (isDirty ? uri.toString() : [])));
  if (!(await vscode.workspace.applyEdit(change))) {
    void vscode.window.showErrorMessage(t('The files could not be written, so nothing changed.'));
    return false;
  }
  for (const [file] of change.entries())
    if (!dirty.has(file.toString())) await (await vscode.workspace.openTextDocument(file)).save();
  return true;
}

const fileExists = (file: vscode.Uri): Thenable<boolean> =>
  vscode.workspace.fs.stat(file).then(
    () => true,
    () => false,
  );

/** Makes the steps of a dialog whose answers are the keys of its state, each asked by one question. */
export const keySteps =
  <S>() =>
  <K extends keyof S>(
    key: K,
    put: (state: S, frame: Frame) => Promise<StepResult<S[K]>>,
    isAsked: (state: S) => boolean = () => true,
  ): DialogStep<S> => ({
    isAsked,
    ask: async (state, frame) => withAnswer(await put(state, frame), (answer) => ({ ...state, [key]: answer })),
  });
