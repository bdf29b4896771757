/** Surveys a folder of notes that has no codex yet: its notes, the calendars of known plug-ins, and whether any page uses Retcon already. */
import { type CalendarFile, type Survey, type SurveyedNote, survey } from '../codex/survey';
import { readYaml } from '../yaml/readYaml';
import { cutFrontmatter } from './frontmatter';

const PLUGINS: readonly (readonly [source: string, folder: string])[] = [
  ['Calendarium', 'calendarium'],
  ['Fantasy Calendar', 'fantasy-calendar'],
];

/**
 * @param files the notes, relative to the folder, with `/`
 * @param textOf null: the file cannot be read, and does not count as a note
 * @param others files that may hold calendars, beside those of plug-ins: these go before them
 */
export function surveyNotes(
  files: readonly string[],
  textOf: (file: string) => string | null,
  isInGit: boolean,
  others: readonly CalendarFile[] = [],
): Survey {
  const notes = files.flatMap((file) => {
    const text = textOf(file);
    return text === null ? [] : [noteOf(file, text)];
  });
  return survey({ notes, calendars: [...others, ...calendarFiles(files, textOf)], isInGit });
}

function noteOf(file: string, text: string): SurveyedNote {
  const cut = cutFrontmatter(text);
  const isYaml = cut !== null && !cut.language;
  return {
    path: file,
    frontmatter: isYaml ? readYaml(text, cut.yaml).root : null,
    head: isYaml ? text.slice(cut.yaml.start, cut.yaml.end) : '',
    prose: cut ? text.slice(cut.body) : text,
  };
}

/** Where the calendars of known plug-ins may be. Obsidian's folder is in the vault: at the root, or in a folder of it. */
export function calendarPlaces(
  files: readonly string[],
): readonly { readonly source: string; readonly file: string }[] {
  const folders = new Set(['']);
  for (const file of files) {
    const [first, second] = file.split('/').slice(0, -1);
    if (first !== undefined) folders.add(`${first}/`);
    if (first !== undefined && second !== undefined) folders.add(`${first}/${second}/`);
  }
  return [...folders].flatMap((folder) =>
    PLUGINS.map(([source, plugin]) => ({ source, file: `${folder}.obsidian/plugins/${plugin}/data.json` })),
  );
}

const calendarFiles = (files: readonly string[], textOf: (file: string) => string | null): CalendarFile[] =>
  calendarPlaces(files).flatMap(({ source, file }) => {
    const text = textOf(file);
    return text === null ? [] : [{ source, text }];
  });

const KEYS = /^["']?(?:supersedes|superseded[-_ ]by|retracts|restores|facts)["']?[ \t]*:/im;

/** @param until where its frontmatter ends, where that is known */
export function usesRetcon(text: string, until = text.length): boolean {
  // This first test, which cuts nothing, decides nearly every file of other people's folders.
  if (!KEYS.test(text.slice(0, until))) return false;
  const cut = cutFrontmatter(text);
  return cut !== null && cut.language === '' && KEYS.test(text.slice(cut.yaml.start, cut.yaml.end));
}
