/** A dialog in steps: one question at a time, each with the way back to the one before. Keys are enough for all of it. */
import * as vscode from 'vscode';

/** What one question is shown with. */
export interface Frame {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
}

const BACK = Symbol('back');
/** An answer; the way back; or undefined where the author thinks better of it all. */
export type Answered<T> = { readonly given: T } | typeof BACK | undefined;

/** A question: takes what is answered already, and gives that with the new answer in it. */
export interface Step<S> {
  /** Whether it is to be asked, after what has been answered so far. */
  readonly isAsked?: (state: S) => boolean;
  readonly ask: (state: S, frame: Frame) => Promise<Answered<S>>;
}

/** Asks every question in turn; undefined when the author thinks better of it. */
export async function askInSteps<S>(title: string, start: S, steps: readonly Step<S>[]): Promise<S | undefined> {
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
  return new Promise<Answered<T>>((resolve) => {
    const end = (answered: Answered<T>): void => {
      resolve(answered);
      input.dispose();
    };
    listen((given) => end({ given }));
    input.onDidTriggerButton(() => end(BACK));
    input.onDidHide(() => end(undefined));
    input.show();
  });
}

/** What is wrong with a text, or what is to be known of it; undefined where there is nothing to say. */
export type Remark = { readonly message: string; readonly isError: boolean } | undefined;

/** One text, judged as it is typed. */
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
): Promise<Answered<string>> {
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
export type Choice<T> = vscode.QuickPickItem & { readonly chosen: T; readonly isFirst?: boolean };

export function askOne<T>(frame: Frame, choices: readonly Choice<T>[], placeholder: string): Promise<Answered<T>> {
  const pick = vscode.window.createQuickPick<Choice<T>>();
  Object.assign(pick, { placeholder, items: choices, matchOnDetail: true, matchOnDescription: true });
  pick.activeItems = choices.filter(({ isFirst }) => isFirst === true);
  return shown<T>(pick, frame, (answer) => {
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems;
      if (item) answer(item.chosen);
    });
  });
}

/** A text that has been given before, or another. @param own the row of what is typed, also where that is nothing */
export function askTextAmong(
  frame: Frame,
  past: readonly { readonly text: string; readonly detail: string }[],
  placeholder: string,
  own: (typed: string) => vscode.QuickPickItem,
): Promise<Answered<string>> {
  const pick = vscode.window.createQuickPick<Choice<string>>();
  Object.assign(pick, { placeholder, matchOnDetail: true });
  const offer = (): void => {
    const typed = pick.value.trim();
    const rows = past.map(({ text, detail }) => ({ label: text, detail, chosen: text }));
    pick.items = [{ ...own(typed), alwaysShow: true, chosen: typed }, ...rows];
  };
  offer();
  pick.onDidChangeValue(offer);
  return shown<string>(pick, frame, (answer) => {
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems;
      if (item) answer(item.chosen);
    });
  });
}

/** One of some texts, or another that is judged as it is typed. @param none the row for no text, where that will do: last, or first */
export function askTextOf(
  frame: Frame,
  known: readonly { readonly text: string; readonly detail: string }[],
  placeholder: string,
  none: { readonly label: string; readonly isFirst: boolean },
  judge: (text: string) => Promise<Remark>,
): Promise<Answered<string>> {
  const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { readonly chosen?: string }>();
  Object.assign(pick, { placeholder, matchOnDescription: true });
  const rows = known.map(({ text, detail }) => ({ label: text, description: detail, chosen: text }));
  const offer = async (): Promise<void> => {
    const typed = pick.value.trim();
    const remark = await judge(typed);
    if (pick.value.trim() !== typed) return;
    const { message, isError = false } = remark ?? {};
    if (typed === '') {
      const empty = isError ? [] : [{ label: none.label, chosen: '' }];
      pick.items = none.isFirst ? [...empty, ...rows] : [...rows, ...empty];
    } else {
      const own = { label: typed, ...(message !== undefined && { detail: message }), alwaysShow: true };
      pick.items = [isError ? own : { ...own, chosen: typed }, ...rows.filter(({ label }) => label !== typed)];
    }
  };
  pick.onDidChangeValue(() => void offer());
  void offer();
  return shown<string>(pick, frame, (answer) => {
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems;
      if (item?.chosen !== undefined) answer(item.chosen);
    });
  });
}

/** Goes on with an answer, where there is one. */
export const withAnswer = <T, S>(answered: Answered<T>, go: (answer: T) => S): Answered<S> =>
  answered === undefined || answered === BACK ? answered : { given: go(answered.given) };
