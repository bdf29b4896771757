/**
 * The real texts that may be next to the project; a test that needs them is skipped, with the reason, where they are
 * missing.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const FOLDER = resolve(import.meta.dirname, '../../../shared/corpora');

export const VAULTS = ['pep-vault', 'kep-vault', 'thellade-lore'] as const;

/** The folder of one corpus, or null where it is absent. */
export function corpus(name: string): string | null {
  const folder = join(FOLDER, name);
  return existsSync(folder) ? folder : null;
}

/** Why a test of a corpus is skipped, for its title; empty where the corpus is present. */
export const absent = (name: string): string =>
  corpus(name) === null ? ` (skipped: ../shared/corpora/${name} is absent)` : '';

export interface MarkdownFile {
  readonly path: string;
  readonly text: string;
}

/** Every markdown file of the vaults that are present. */
export function vaultFiles(names: readonly string[] = VAULTS): readonly MarkdownFile[] {
  return names.flatMap((name) => {
    const folder = corpus(name);
    if (folder === null) return [];
    return readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((file) => file.isFile() && file.name.endsWith('.md'))
      .map((file) => join(file.parentPath, file.name))
      .sort()
      .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  });
}
