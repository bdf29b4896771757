/** What `retcon init` finds in a folder: its notes, and the calendars of known plug-ins. */
import fs from 'node:fs';
import path from 'node:path';
import { readCodex } from '../core/codex/readCodex';
import { type CalendarFile, type Survey, type SurveyedNote, survey } from '../core/codex/survey';
import { cutFrontmatter } from '../core/entry/fence';
import { CODEX_FILE } from '../core/host';
import { readYaml } from '../core/yaml/readYaml';
import { listFolder, readerOf, type Skipped } from './folder';

export interface FolderSurvey {
  /** Whether the folder has a codex.yaml already. */
  readonly exists: boolean;
  readonly survey: Survey;
}

const PLUGINS: readonly (readonly [source: string, folder: string])[] = [
  ['Calendarium', 'calendarium'],
  ['Fantasy Calendar', 'fantasy-calendar'],
];

export function surveyFolder(root: string, skipped: Skipped): FolderSurvey {
  const textOf = readerOf(root, skipped);
  const notes = listFolder(root, readCodex(null).codex, skipped).entries.map((file) =>
    noteOf(file, textOf(file) ?? ''),
  );
  const found = survey({ notes, calendars: calendarFiles(notes, textOf), isInGit: isInGit(root) });
  return { exists: textOf(CODEX_FILE) !== null, survey: found };
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

/** Obsidian's folder is where the vault is: at the root, or in a folder of it. */
function calendarFiles(
  notes: readonly SurveyedNote[],
  textOf: (file: string) => string | null,
): readonly CalendarFile[] {
  const folders = new Set(['']);
  for (const { path: file } of notes) {
    const [first, second] = file.split('/').slice(0, -1);
    if (first !== undefined) folders.add(`${first}/`);
    if (first !== undefined && second !== undefined) folders.add(`${first}/${second}/`);
  }
  return [...folders].flatMap((folder) =>
    PLUGINS.flatMap(([source, plugin]) => {
      const text = textOf(`${folder}.obsidian/plugins/${plugin}/data.json`);
      return text === null ? [] : [{ source, text }];
    }),
  );
}

/** Whether git keeps the folder, which only a look at the folders above it tells. */
function isInGit(root: string): boolean {
  for (let folder = path.resolve(root); ; folder = path.dirname(folder)) {
    if (fs.existsSync(path.join(folder, '.git'))) return true;
    if (folder === path.dirname(folder)) return false;
  }
}
