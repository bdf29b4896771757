/** Offers an assistant the settings of a workspace: each tool takes which of them is asked, or all (model §13). */
import { ALL_SETTINGS } from '../core/codex/settings';
import { listWords } from '../core/text/words';
import type { AskResult } from '../core/tools/asked/question';
import type { Parameter } from '../core/tools/asked/questionList';
import type { AssistantTool } from '../core/tools/assistant';
import { headingLine, textLine } from '../core/tools/words/richText';
import { hasCodex, type SettingRoot, settingsAbove } from '../workspace/settingsAbove';
import { askAllSettings, isAlike, missingSetting, settingsJson } from './askSettings';

/** The name of the parameter. */
export const SETTING = 'setting';

/**
 * The tools of a codex, which take a setting where several are named above it.
 * @param toolsOf the same tools for each root
 */
export function toolsInSettings(
  root: string,
  toolsOf: (root: string) => readonly AssistantTool[],
): readonly AssistantTool[] {
  const settings = settingsAbove(root)?.settings ?? [];
  const tools = toolsOf(root);
  if (settings.length < 2) return tools;
  const parameter = settingParameter(root, settings);
  return tools.map((tool, i) => ({
    ...tool,
    parameters: [...tool.parameters, parameter],
    answer: async ({ setting, ...given }, notify) => {
      if (setting === undefined && hasCodex(root)) return tool.answer(given, notify);
      const ask = async (one: string): Promise<AskResult> =>
        (await toolsOf(one)[i]?.answer(given, notify)) ?? refused(settings, setting);
      if (setting === undefined || isAlike(ALL_SETTINGS, setting)) return together(await askAllSettings(settings, ask));
      const one = settings.find(({ name }) => isAlike(name, setting));
      const failure = one && missingSetting(one);
      return failure ? { ok: false, failure } : one ? ask(one.root) : refused(settings, setting);
    },
  }));
}

function settingParameter(root: string, settings: readonly SettingRoot[]): Parameter {
  const own = settings.find((one) => one.root === root)?.name ?? (hasCodex(root) ? 'this one' : ALL_SETTINGS);
  const names = [...settings.map(({ name }) => name), ALL_SETTINGS];
  const description = `which world: ${listWords(names)}; if left out, ${own}. What holds in one world says nothing about another`;
  return { name: SETTING, kind: 'words', description };
}

function refused(settings: readonly SettingRoot[], given = ''): AskResult {
  const accepted = [...settings.map(({ name }) => name), ALL_SETTINGS];
  const message = `There is no setting "${given}". Accepted: ${accepted.join(', ')}.`;
  return { ok: false, failure: { code: 'not-found', message, given, accepted } };
}

/** Each under its name; nothing is merged. What can't be answered says so where it stands. */
function together(all: Awaited<ReturnType<typeof askAllSettings>>): AskResult {
  const prose = all.flatMap(({ name, answered }) => [
    headingLine(name),
    ...(answered.ok
      ? answered.text === undefined
        ? answered.prose
        : [textLine(answered.text)]
      : [textLine(answered.failure.message)]),
  ]);
  return { ok: true, json: settingsJson(all, ({ inShort, json }) => inShort ?? json), prose };
}
