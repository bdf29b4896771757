/** Finds the settings.yaml above a folder, which names the codices of a workspace that has several (model §13). */
import path from 'node:path';
import { readSettings, type Setting, SETTINGS_FILE, type SettingsReading } from '../core/codex/settings';
import { CODEX_FILE } from '../core/host';
import { isFolder, pathExists, readText } from './folder';

/** A setting, and the folder of its codex. */
export interface SettingRoot {
  readonly name: string;
  /** Absolute. */
  readonly root: string;
}

/** A settings.yaml, and where it lies. */
export interface SettingsAbove extends SettingsReading {
  readonly settings: readonly (Setting & SettingRoot)[];
  /** Absolute. */
  readonly folder: string;
  readonly text: string;
}

/** The nearest, from a folder upwards, that names settings; null where there is none. @param start absolute */
export function settingsAbove(start: string): SettingsAbove | null {
  for (let folder = start; ; folder = path.dirname(folder)) {
    const found = settingsIn(folder);
    if (found || folder === path.dirname(folder)) return found;
  }
}

/** That of a folder itself. */
export function settingsIn(folder: string): SettingsAbove | null {
  const text = textIn(folder);
  const reading = text === null ? null : readSettings(text, (inner) => hasCodex(path.join(folder, inner)));
  if (!reading || text === null) return null;
  const settings = reading.settings.map((one) => ({ ...one, root: path.join(folder, one.folder) }));
  return { ...reading, settings, folder, text };
}

function textIn(folder: string): string | null {
  try {
    return readText(folder, SETTINGS_FILE);
  } catch {
    // A file of another program can be anything; what is ours is asked for by name, and then missed by name.
    return null;
  }
}

/** Whether a folder is that of a codex. */
export const hasCodex = (folder: string): boolean =>
  pathExists(folder, CODEX_FILE) && !isFolder(path.join(folder, CODEX_FILE));
