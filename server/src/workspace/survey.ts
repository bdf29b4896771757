/** What `retcon init` finds in a folder: its notes, and the calendars of a known plug-in. */
import { cutFrontmatter } from '../core/entry/fence';
import { type Survey, survey, writeCodexYaml } from '../core/codex/survey';
import { readCodex } from '../core/codex/read';
import { CODEX_FILE } from '../core/host';
import { readYaml } from '../core/yaml/read';
import { listFolder, readerOf, type Skipped } from './folder';

export interface FolderSurvey {
  /** Whether the folder has a codex.yaml already. */
  readonly exists: boolean;
  readonly survey: Survey;
  /** A codex.yaml that makes the notes readable as they are. */
  readonly codexYaml: string;
}

const CALENDARIUM = '.obsidian/plugins/calendarium/data.json';

export function surveyFolder(root: string, skipped: Skipped): FolderSurvey {
  const textOf = readerOf(root, skipped);
  const notes = listFolder(root, readCodex(null).codex, skipped).entries.map((path) => {
    const text = textOf(path) ?? '';
    const cut = cutFrontmatter(text);
    return { path, frontmatter: cut && !cut.language ? readYaml(text, cut.yaml).root : null };
  });
  const found = survey(notes, textOf(CALENDARIUM));
  return { exists: textOf(CODEX_FILE) !== null, survey: found, codexYaml: writeCodexYaml(found) };
}
