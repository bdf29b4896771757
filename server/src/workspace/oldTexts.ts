/** What a file says in the folder, and what it says in a commit, so that nobody is advised to lose what is in neither. */
import fs from 'node:fs';
import path from 'node:path';
import { git } from './runGit';

/** The text of a file in the folder; null where there is none that could be read. */
export function textOnDisk(root: string, file: string): string | null {
  const at = path.join(root, file);
  return fs.existsSync(at) && fs.statSync(at).isFile() ? fs.readFileSync(at, 'utf8') : null;
}

/** A file as a commit has it. */
type OldText = (ref: string, file: string) => string | null;

/** What files say in commits: null where there is none. @param files relative to the root */
export async function textsAtCommits(
  root: string,
  refs: readonly string[],
  files: readonly string[],
): Promise<OldText> {
  // Git asks for a file in a line of its own.
  const names = refs.flatMap((ref) => files.flatMap((file) => (file.includes('\n') ? [] : `${ref}:./${file}`)));
  const { out } = await git(root, ['cat-file', '--batch'], { input: names.map((name) => `${name}\n`).join('') });
  const texts = new Map<string, string>();
  let at = 0;
  for (const name of names) {
    const end = out.indexOf(0x0a, at);
    const [, kind, size] = /^[0-9a-f]+ (\w+) (\d+)$/.exec(out.toString('utf8', at, end)) ?? [];
    at = end + 1;
    if (size === undefined) continue;
    if (kind === 'blob') texts.set(name, out.toString('utf8', at, at + Number(size)));
    at += Number(size) + 1;
  }
  return (ref, file) => texts.get(`${ref}:./${file}`) ?? null;
}
