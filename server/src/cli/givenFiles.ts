/** The files of a question, as the text that its parameter holds. */
import path from 'node:path';
import type { DraftPage } from '../core/tools/claims/whatIf';
import type { QuestionFailure } from '../core/tools/asked/question';
import { onOneLine } from '../core/text/words';
import { isInFolder, pathExists } from '../workspace/folder';
import { readDraftFile, readDraftFrom } from '../workspace/otherFiles';
import type { Output } from './print';
import type { ParameterKind } from '../core/tools/asked/questionList';

/** The files that `retcon what-if` is given, as pages: where each would lie in the codex, and what it says. */
const STANDARD_INPUT = '-';

const refused = (message: string, given: string): QuestionFailure => ({ code: 'bad-page', message, given });

/**
 * A file in the codex is the page that it is there; any other would be a page of its name at the root, which is said.
 * @param as where the page would lie instead, from the root
 */
export async function readDraftFiles(
  root: string,
  files: readonly string[],
  as: string | undefined,
  output: Output,
): Promise<readonly DraftPage[] | QuestionFailure> {
  if (as !== undefined && files.length > 1)
    return refused('--as says where one page would go: give one file with it.', as);
  const pages: DraftPage[] = [];
  for (const file of files) {
    const isPiped = file === STANDARD_INPUT;
    if (isPiped && as === undefined)
      return refused(
        'A page from standard input has no name: say where it would go, such as --as people/maric.md.',
        file,
      );
    const read = isPiped ? await readDraftFrom(process.stdin) : readDraftFile(file);
    if ('why' in read) return refused(`"${file}" can't be read: ${read.why}`, file);
    pages.push({ path: as ?? placeOf(root, file, output), text: read.text });
  }
  return pages;
}

function placeOf(root: string, file: string, output: Output): string {
  const target = path.resolve(file);
  if (isInFolder(root, target)) return path.relative(root, target).split(path.sep).join('/');
  const name = path.basename(target);
  const how = pathExists(root, name) ? 'as the new text of' : 'as a new page,';
  output.err(
    `retcon: ${onOneLine(file)} is outside the codex, so it is tried ${how} ${onOneLine(name)}. Use --as to try it elsewhere.\n`,
  );
  return name;
}

export type GivenText = { readonly text: string } | QuestionFailure;

export async function readGivenFiles(
  kind: ParameterKind,
  files: readonly string[],
  { root, as }: { readonly root: string; readonly as: string | undefined },
  output: Output,
): Promise<GivenText> {
  if (kind === 'claims') return readClaimsFile(files[0] ?? '');
  const pages = await readDraftFiles(root, files, as, output);
  return 'code' in pages ? pages : { text: JSON.stringify(pages) };
}

async function readClaimsFile(file: string): Promise<GivenText> {
  const read = file === STANDARD_INPUT ? await readDraftFrom(process.stdin) : readDraftFile(file);
  if (!('why' in read)) return read;
  return { code: 'bad-claims', message: `"${file}" can't be read: ${read.why}`, given: file };
}
