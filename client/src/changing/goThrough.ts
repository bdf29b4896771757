/** Going through what is left to revisit after a retcon: one passage after the other, each with what settles it. */
import * as vscode from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { FileEdits } from '../../../server/src/lsp/protocol/protocol';
import type { RipplePassage } from '../../../server/src/lsp/protocol/protocolRipples';
import { command, open, sayWith } from '../openPlace';
import { sendRequest } from '../server/languageServer';

const { t } = vscode.l10n;

export const offerGoingThrough = (client: LanguageClient): vscode.Disposable =>
  vscode.Disposable.from(
    command('goThroughRipples', (uri?: string) => goThrough(client, uri, () => 0)),
    command('nextRipple', () => goThrough(client, undefined, (all) => placeBeside(all, 1))),
    command('previousRipple', () => goThrough(client, undefined, (all) => placeBeside(all, -1))),
  );

/** After a retcon: how much still says the old, once. @param uri of the page that makes it */
export async function sayWhatIsLeft(client: LanguageClient, uri: string): Promise<void> {
  const left = await sendRequest(client, 'retcon/ripples', { uri });
  const [first] = left ?? [];
  if (!left || !first) return;
  const message =
    left.length === 1
      ? t('1 passage still says what this changed ({0}).', first.says)
      : t('{0} passages still say what this changed ({1}).', left.length, first.says);
  await sayWith(message, t('Go Through Them'), () => goThrough(client, uri, () => 0));
}

/** The passage after the caret, or before it, in the order of the list; after the last the first. */
function placeBeside(all: readonly RipplePassage[], step: 1 | -1): number {
  const editor = vscode.window.activeTextEditor;
  const uri = editor?.document.uri.toString();
  const line = editor?.selection.active.line ?? 0;
  const here = all.findIndex(
    (one) => vscode.Uri.parse(one.uri).toString() === uri && one.range.start.line <= line && line <= one.range.end.line,
  );
  if (here >= 0) return (here + step + all.length) % all.length;
  const after = all.findIndex((one) => vscode.Uri.parse(one.uri).toString() === uri && line < one.range.start.line);
  return Math.max(0, step === 1 ? after : after - 1);
}

type Answer = 'fine' | 'change' | 'then' | 'next' | 'previous';

/** @param uri of the page whose retcons are asked about; all without it */
async function goThrough(
  client: LanguageClient,
  uri: string | undefined,
  first: (all: readonly RipplePassage[]) => number,
): Promise<void> {
  let place: number | null = null;
  for (;;) {
    // What was settled is gone, and lines have moved.
    const all = await sendRequest(client, 'retcon/ripples', uri === undefined ? {} : { uri });
    if (all === undefined) return;
    if (all.length === 0) {
      void vscode.window.showInformationMessage(t('Nothing is left to revisit.'));
      return;
    }
    place = Math.min(place ?? first(all), all.length - 1);
    const passage = all[place];
    if (!passage) return;
    await open(passage.uri, passage.range);
    const answer = await ask(passage, place, all.length);
    if (answer === undefined || answer === 'change') return;
    if (answer === 'next') place = (place + 1) % all.length;
    else if (answer === 'previous') place = (place + all.length - 1) % all.length;
    else if (answer === 'fine') {
      const edits = await sendRequest(client, 'retcon/settle', { key: passage.key });
      if (edits === undefined || !(await writeEdits(edits))) return;
    } else if (!(await date(client, passage))) return;
  }
}

async function ask(passage: RipplePassage, place: number, count: number): Promise<Answer | undefined> {
  const { says, holds, title, canBeDated } = passage;
  const rows: (vscode.QuickPickItem & { readonly answer: Answer })[] = [
    { label: t('Fine as It Is'), detail: t('The note says that you have seen this change.'), answer: 'fine' },
    { label: t('Open and Change'), detail: t('The passage is selected in its note.'), answer: 'change' },
  ];
  if (canBeDated)
    rows.push({
      label: t('It Was Right Then…'),
      detail: t('You give the date it speaks of, which is added to the passage.'),
      answer: 'then',
    });
  if (count > 1)
    rows.push({ label: t('Next Passage'), answer: 'next' }, { label: t('Previous Passage'), answer: 'previous' });
  const chosen = await vscode.window.showQuickPick(rows, {
    title: t('{0} of {1} · {2}', place + 1, count, title),
    placeHolder: holds === '' ? t('It says {0}. Nothing holds now.', says) : t('It says {0}. Now: {1}.', says, holds),
    ignoreFocusOut: true,
  });
  return chosen?.answer;
}

/** Asks for the date at which the passage was right; false when the author cancels. */
async function date(client: LanguageClient, { key, says }: RipplePassage): Promise<boolean> {
  let edits: FileEdits | undefined;
  const given = await vscode.window.showInputBox({
    title: t('It Was Right Then'),
    prompt: t('When was it right: {0}? A date of your world.', says),
    ignoreFocusOut: true,
    validateInput: async (text) => {
      edits = undefined;
      if (text.trim() === '') return t('Type a date of your world.');
      const answered = await sendRequest(client, 'retcon/dateRipple', { key, date: text });
      if (typeof answered === 'string') return answered;
      edits = answered;
      return undefined;
    },
  });
  return given !== undefined && edits !== undefined && writeEdits(edits);
}

/** The properties of a note that can't be read can't be written in either. */
async function notWritten(edits: FileEdits | null): Promise<void> {
  const words = t('This could not be written: the properties of the note can’t be read.');
  const [first] = edits ?? [];
  if (first) await sayWith(words, t('Open the Note'), () => open(first.uri));
  else void vscode.window.showErrorMessage(words);
}

/** Writes what settles something into the notes, as one step to undo. @param edits null: the note can't be read */
export async function writeEdits(edits: FileEdits | null): Promise<boolean> {
  const edit = new vscode.WorkspaceEdit();
  for (const { uri, range, text } of edits ?? []) {
    const { start, end } = range;
    edit.replace(vscode.Uri.parse(uri), new vscode.Range(start.line, start.character, end.line, end.character), text);
  }
  if (edits !== null && (await vscode.workspace.applyEdit(edit))) return true;
  void notWritten(edits);
  return false;
}
