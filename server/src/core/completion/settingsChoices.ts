/** What can be written in settings.yaml where the caret is: the codices that lie below it, by their folders. */
import { keyOf } from '../codex/codex';
import { ownName, SETTINGS_YAML } from '../codex/settings';
import { scalarText } from '../yaml/writeYaml';
import { placeIn } from './caretPlace';
import { choiceOf, type CompletionChoice, type CompletionChoices, fitting, valueInsert } from './choice';
import { oneKey } from './keyChoices';

interface SettingsCaret {
  readonly text: string;
  readonly offset: number;
  /** The folders of the codices below settings.yaml, relative to it, with `/`. */
  readonly folders: readonly string[];
}

/** Null where nothing is expected that could be known. */
export function settingsChoicesAt({ text, offset, folders }: SettingsCaret): CompletionChoices | null {
  const place = placeIn(text, offset, { start: text.startsWith('\uFEFF') ? 1 : 0, end: text.length }, keyOf);
  if (!place) return null;
  const [top, ...below] = place.path.map(keyOf);
  if (top === undefined) {
    if (place.column !== 0 || place.beside.has('settings')) return null;
    const doc = SETTINGS_YAML.settings?.doc ?? '';
    return { choices: fitting(place.typed, oneKey(place, 'settings', { doc, goesOn: true })), isCut: false };
  }
  if (top !== 'settings' || below.length > 1) return null;
  const choices = folders.flatMap((folder): readonly CompletionChoice[] => {
    if (place.takes === 'key') {
      const name = ownName(folder).replaceAll(':', '-');
      return place.beside.has(keyOf(name))
        ? []
        : oneKey(place, name, { note: folder, shape: place.hasColon ? [] : [scalarText(folder)] });
    }
    const insert = valueInsert(place, folder);
    const note = 'a codex in this folder';
    return insert === null ? [] : [choiceOf({ kind: 'value', label: folder, note, span: place.span, insert })];
  });
  const found = fitting(place.typed, choices);
  return found.length === 0 ? null : { choices: found, isCut: false };
}
