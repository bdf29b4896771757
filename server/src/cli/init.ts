/** `retcon init`: looks at the notes that are there and writes a codex.yaml that fits them. Never overwrites one. */
import { CODEX_FILE } from '../core/host';
import { createText } from '../workspace/folder';
import { surveyFolder } from '../workspace/survey';
import { type Format, type Output, printRefusal, tellSkipped } from './print';

export function runInit(root: string, format: Format, output: Output): number {
  const { survey, codexYaml } = surveyFolder(root, tellSkipped(output));
  if (!createText(root, CODEX_FILE, codexYaml)) {
    const message = `"${CODEX_FILE}" is already in ${root}, and is not overwritten: edit it, or move it away first.`;
    printRefusal(output, format, { code: 'exists', message, given: CODEX_FILE });
    return 2;
  }
  const notes = survey.notes === 1 ? '1 note' : `${survey.notes} notes`;
  if (format === 'json')
    output.out(`${JSON.stringify({ file: CODEX_FILE, notes: survey.notes, text: codexYaml }, null, 2)}\n`);
  else output.out(`${CODEX_FILE} written, after a look at ${notes}. Read it through, then run: retcon check\n`);
  return 0;
}
