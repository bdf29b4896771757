/** What `retcon init` finds in a folder on disk. */
import fs from 'node:fs';
import path from 'node:path';
import { readCodex } from '../core/codex/readCodex';
import { surveyNotes } from '../core/entry/surveyed';
import { CODEX_FILE } from '../core/host';
import type { FolderSurvey, Skipped } from '../platform/filesPort';
import { listFolder, readerOf } from './folder';

export function surveyFolder(root: string, skipped: Skipped): FolderSurvey {
  const textOf = readerOf(root, skipped);
  const files = listFolder(root, readCodex(null).codex, skipped).entries;
  return { exists: textOf(CODEX_FILE) !== null, survey: surveyNotes(files, textOf, isInGit(root)) };
}

/** Whether git keeps the folder, which only a look at the folders above it tells. */
function isInGit(root: string): boolean {
  for (let folder = path.resolve(root); ; folder = path.dirname(folder)) {
    if (fs.existsSync(path.join(folder, '.git'))) return true;
    if (folder === path.dirname(folder)) return false;
  }
}
