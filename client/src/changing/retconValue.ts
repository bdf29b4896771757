/** "Retcon This Value": the author types the new value, and says since when and why; the page is changed where it stands. */
import * as vscode from 'vscode';
import type { BaseLanguageClient as LanguageClient, Position } from 'vscode-languageclient';
import type { RetconableValue, ValueAnswers, ValueQuestions } from '../../../server/src/lsp/protocol/protocolRetcons';
import { sendRequest } from '../server/languageServer';
import { askInSteps, askTextOf, type DialogStep, type Frame, keySteps, remarkOn, type StepResult } from './dialogSteps';
import { asksForFact, withFacts } from './newFacts';
import { askCanon, askReason } from './retconSteps';

const { t } = vscode.l10n;

/** Where a value is, and what has been answered already. */
interface ValueGiven {
  readonly uri: string;
  readonly position?: Pick<Position, 'line' | 'character'> | undefined;
}

/** What was asked and answered; undefined where the author thinks better of it. */
export async function valueDialog(
  client: LanguageClient,
  { uri, position }: ValueGiven,
): Promise<{ readonly key: string; readonly answers: ValueAnswers } | { readonly refusal: string } | undefined> {
  const found = await sendRequest(client, 'retcon/retconableValues', { uri, position });
  if (found === undefined) return undefined;
  const { values } = found;
  const chosen = values.length === 1 && position ? values[0] : await chooseValue(values);
  if (chosen === undefined) return undefined;
  const { key } = chosen;
  const ask = () => sendRequest(client, 'retcon/valueQuestions', { uri, key });
  let questions = await ask();
  if (questions && 'undeclared' in questions && questions.undeclared.length > 0) {
    if (!(await asksForFact(chosen.label))) return undefined;
    questions = await withFacts(client, uri, questions.undeclared, ask);
  }
  if (questions === undefined || 'refusal' in questions) return questions;
  const start: ValueAnswers = { value: '', effective: '', canon: questions.proposedCanon, reason: '' };
  const title = t('Retcon “{0}” of {1}', questions.label, questions.title);
  const answers = await askInSteps(title, start, valueSteps(client, uri, questions));
  return answers && { key, answers };
}

/** A link as its author reads it. */
const withoutBrackets = (value: string): string => value.replace(/^\[\[(.*)\]\]$/, '$1');

/** One of the page's values, or one that the page does not state yet. */
async function chooseValue(values: readonly RetconableValue[]): Promise<RetconableValue | undefined> {
  const rows = values.map((one) => ({ label: one.label, description: withoutBrackets(one.value), one }));
  const other = { label: t('Something this note does not say yet…'), alwaysShow: true, one: undefined };
  const chosen = await vscode.window.showQuickPick([...rows, other], {
    title: t('Retcon a Value'),
    placeHolder: t('Which fact of this note is no longer right?'),
    matchOnDescription: true,
  });
  if (!chosen) return undefined;
  if (chosen.one) return chosen.one;
  const attribute = await vscode.window.showInputBox({
    title: t('Retcon a Value'),
    prompt: t('What is it about? The name of the property, like “scar” or “rank”.'),
    validateInput: (text) => (text.trim() === '' ? t('Type the name of the property.') : undefined),
  });
  return attribute === undefined ? undefined : { key: `added:${attribute.trim()}`, label: attribute.trim(), value: '' };
}

function valueSteps(
  client: LanguageClient,
  uri: string,
  questions: ValueQuestions,
): readonly DialogStep<ValueAnswers>[] {
  const step = keySteps<ValueAnswers>();
  return [
    step('value', (_, frame) => askValue(client, frame, uri, questions)),
    step(
      'effective',
      (_, frame) => askEffective(client, frame, uri, questions),
      () => questions.hasManner,
    ),
    step(
      'canon',
      ({ canon }, frame) => askCanon(client, frame, questions, canon),
      () => questions.canon !== null,
    ),
    step('reason', (_, frame) => askReason(frame, questions)),
  ];
}

function askValue(
  client: LanguageClient,
  frame: Frame,
  uri: string,
  { key, value: written, values }: ValueQuestions,
): Promise<StepResult<string>> {
  const value = withoutBrackets(written);
  const placeholder =
    value === '' ? t('What should it say?') : t('What should it say instead of “{0}”? Type it, or choose.', value);
  const none = value === '' ? null : { label: t('Nothing: remove “{0}”', value), isFirst: false };
  return askTextOf(frame, values, placeholder, none, async (text) => {
    const check = await sendRequest(client, 'retcon/checkValue', { uri, key, value: text });
    if (!check) return undefined;
    const { message, ok, begins = [] } = check;
    return { message: message === '' && !ok ? placeholder : message, isError: !ok, begins };
  });
}

/** "It was always that way" is the first row, which Enter takes; a date says that the world changed. */
function askEffective(
  client: LanguageClient,
  frame: Frame,
  uri: string,
  { key, dates, value: written }: ValueQuestions,
): Promise<StepResult<string>> {
  const value = withoutBrackets(written);
  const label = value === '' ? t('It was always that way') : t('Always: “{0}” was never true', value);
  const always = { label, isFirst: true };
  const placeholder =
    value === ''
      ? t('Since when? Always, or since a date of your world: choose one, or type it.')
      : t('Was it never “{0}”, or was it “{0}” until a date? Choose one, or type it.', value);
  return askTextOf(frame, dates, placeholder, always, async (date) => {
    if (date === '') return undefined;
    return remarkOn(await sendRequest(client, 'retcon/checkEffective', { uri, key, date }), date);
  });
}
