/** The files of a question, as the text that its parameter holds. */
import type { QuestionFailure } from '../core/tools/asked/question';
import type { ParameterKind } from '../core/tools/asked/questionList';
import { readDraftFile, readDraftFrom } from '../workspace/draftFile';
import { readDraftFiles } from './draftFiles';
import type { Output } from './print';

const STANDARD_INPUT = '-';

type GivenText = { readonly text: string } | QuestionFailure;

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
