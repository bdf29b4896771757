/** The repository as its own tests see it: its files, what they import, and the tables of docs/architecture.md. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(__dirname, '../..');

/** Answers once for each text, since many tests ask the same of every file. */
function once<T>(answer: (text: string) => T): (text: string) => T {
  const answers = new Map<string, T>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined) return known;
    const made = answer(text);
    answers.set(text, made);
    return made;
  };
}

export const read = once((file) => readFileSync(path.join(ROOT, file), 'utf8'));
export const isThere = (file: string): boolean => existsSync(path.join(ROOT, file));

/** Every file of the project, committed or about to be, relative to its root, with `/`. */
export const FILES: readonly string[] = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => file !== '' && isThere(file));

/** The files below some folders, with some endings. */
export const filesIn = (folders: readonly string[], ending: RegExp): string[] =>
  FILES.filter((file) => folders.some((folder) => file.startsWith(`${folder}/`)) && ending.test(file));

/** A source without its comments; strings stay. */
export const withoutComments = once((text) =>
  text.replace(/\/\*[^]*?\*\/|(^|[\s;{}(,])\/\/.*$/gm, (_, before: string | undefined) => before ?? ''),
);

export interface Import {
  /** As written: a package, or a relative path. */
  readonly from: string;
  /** A relative one's path from the root, without ending. */
  readonly file: string | null;
  /** It brings types and no code. */
  readonly isType: boolean;
}

const IMPORTS = [
  /^\s*(?:import|export)\b[^'";]*?\bfrom\s*['"]([^'"]+)['"]/gm,
  /^\s*import\s*['"]([^'"]+)['"]/gm,
  /\b(?:import|require)\(\s*['"]([^'"]+)['"]/g,
];

/** Everything that a source file imports, in whatever way. */
export const importsOf = once((file): readonly Import[] => {
  const text = withoutComments(read(file));
  return IMPORTS.flatMap((pattern) => [...text.matchAll(pattern)]).map(([whole, from = '']) => ({
    from,
    isType: /^\s*(?:import|export) type\b/.test(whole),
    file: from.startsWith('.') ? path.posix.normalize(path.posix.join(path.posix.dirname(file), from)) : null,
  }));
});

/** The names in the braces of an import: `type A, b as c` are A and b. */
export const namesIn = (braces: string): string[] =>
  braces
    .split(',')
    .map(
      (name) =>
        name
          .trim()
          .replace(/^type /, '')
          .split(' as ')[0] ?? '',
    )
    .filter((name) => name !== '');

/** The names that a source imports from one file or folder. @param target from the root, without ending */
export function namesFrom(file: string, target: string): string[] {
  const text = withoutComments(read(file));
  return [...text.matchAll(/^\s*(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*'(\.[^']*)'/gm)]
    .filter(([, , from = '']) => path.posix.join(path.posix.dirname(file), from) === target)
    .flatMap(([, names = '']) => namesIn(names));
}

/** The part of a markdown page under a heading, up to the next one of its level. */
export function section(page: string, title: string): string {
  const [, after] = page.split(`\n## ${title}\n`);
  if (after === undefined) throw new Error(`there is no heading "## ${title}"`);
  return after.split(/\n## /)[0] ?? '';
}

/** The rows of the first table of a text, each as its cells; the head is left out. */
export function tableIn(text: string): string[][] {
  const [, table = ''] = /(?:^|\n)((?:\|.*(?:\n|$))+)/.exec(text) ?? [];
  const rows = table.split('\n').filter((line) => line !== '');
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** What stands in backticks. */
export const named = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
