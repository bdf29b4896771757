/** Which settings a question is asked of, by `--setting`, and how the answers of all of them are printed (model §13). */
import path from 'node:path';
import { ALL_SETTINGS, SETTINGS_FILE } from '../core/codex/settings';
import { CODEX_FILE } from '../core/host';
import { lineIndex } from '../core/text/span';
import { jsonText, onOneLine, quoted } from '../core/text/words';
import { nearest } from '../core/text/nearNames';
import type { AskResult, QuestionFailure } from '../core/tools/asked/question';
import { hasCodex, type SettingRoot, settingsAbove, type SettingsAbove } from '../workspace/settingsAbove';
import { CANNOT_ANSWER } from './ask';
import { fromHere, type Output, type RefusalJson } from './print';

/** The one that is named, or all, by name. @param start absolute; settings.yaml lies there or above */
export function settingsNamed(start: string, given: string, output: Output): readonly SettingRoot[] | RefusalJson {
  const found = settingsAbove(start);
  if (!found) {
    const message = `There is no ${SETTINGS_FILE} in ${start} or above: --setting is for folders where one names several codices.`;
    return { code: 'usage', message, given };
  }
  for (const words of slipsIn(found)) output.err(`retcon: ${words}\n`);
  const all = found.settings;
  if (given === ALL_SETTINGS && all.length > 0) return all;
  const names = all.map(({ name }) => name);
  const one = all.find(({ name }) => name === given) ?? all.find(({ name }) => isAlike(name, given));
  if (one) return [one];
  const near = nearest(given, names);
  const advice = near === null ? `Accepted: ${[...names, ALL_SETTINGS].join(', ')}` : `Did you mean ${near}?`;
  return {
    code: 'usage',
    message: `There is no setting "${quoted(given)}" in ${fromHere(path.join(found.folder, SETTINGS_FILE))}. ${advice}`,
    given,
    accepted: [...names, ALL_SETTINGS],
  };
}

export const isAlike = (a: string, b: string): boolean => a.toLowerCase() === b.normalize('NFC').toLowerCase();

/** What is wrong with settings.yaml, a line each. */
function slipsIn({ problems, text, folder }: SettingsAbove): string[] {
  const lines = lineIndex(text);
  const file = fromHere(path.join(folder, SETTINGS_FILE));
  return problems.map(({ span, message }) => `${file}:${lines.placeAt(span.start).line + 1}: ${onOneLine(message)}`);
}

/** Why a setting can't be asked; null: it can. */
export const missingSetting = ({ name, root }: SettingRoot): QuestionFailure | null =>
  hasCodex(root)
    ? null
    : {
        code: 'not-found',
        message: `The setting ${quoted(name)} should be in ${fromHere(root)}, but there is no ${CODEX_FILE} there.`,
        given: name,
      };

/** Asks each setting for itself. Nothing is merged: the answers stand under the names. */
export async function askAllSettings(
  settings: readonly SettingRoot[],
  ask: (root: string) => Promise<AskResult>,
): Promise<readonly (SettingRoot & { readonly answered: AskResult })[]> {
  const all = [];
  for (const setting of settings) {
    const failure = missingSetting(setting);
    const answered: AskResult = failure ? { ok: false, failure } : await ask(setting.root);
    all.push({ ...setting, answered });
  }
  return all;
}

/** The answers under the names of their settings; what can't be answered has its error there. */
export const settingsJson = (
  all: Awaited<ReturnType<typeof askAllSettings>>,
  jsonOf: (answered: Extract<AskResult, { ok: true }>) => object,
) => ({
  settings: Object.fromEntries(
    all.map(({ name, answered }): [string, object] => [
      name,
      answered.ok ? jsonOf(answered) : { error: answered.failure },
    ]),
  ),
});

/**
 * Prints them, and what can't be answered where it stands among them. The exit status: 0 where one answers.
 * @param printed of one answer
 */
export function printSettings(
  all: Awaited<ReturnType<typeof askAllSettings>>,
  isJson: boolean,
  printed: {
    readonly json: (answered: Extract<AskResult, { ok: true }>) => object;
    readonly heading: (name: string) => string;
    readonly text: (answered: Extract<AskResult, { ok: true }>) => string;
  },
  output: Output,
): number {
  for (const { name, answered } of all)
    if (!answered.ok) output.err(`retcon: ${onOneLine(`${name}: ${answered.failure.message}`)}\n`);
  const answers = all.flatMap(({ name, answered }) => (answered.ok ? [{ name, answered }] : []));
  if (isJson) output.out(`${jsonText(settingsJson(all, printed.json))}\n`);
  else
    for (const [i, { name, answered }] of answers.entries())
      output.out(`${i > 0 ? '\n' : ''}${printed.heading(name)}\n${printed.text(answered)}\n`);
  const failed = all.flatMap(({ answered }) => (answered.ok ? [] : CANNOT_ANSWER[answered.failure.code]));
  return answers.length > 0 ? 0 : Math.min(...failed);
}
