/** `retcon init`: looks at the notes that are there and writes a codex.yaml that fits them. Never overwrites one. */
import { findingsOf, sureOf } from '../core/codex/survey/choices';
import { partsOf, summaryOf } from '../core/codex/survey/summary';
import { type Understood, understood } from '../core/codex/survey/understood';
import { writeCodexYaml } from '../core/codex/survey/write';
import { CODEX_FILE } from '../core/host';
import { createText } from '../workspace/folder';
import { surveyFolder } from '../workspace/survey';
import { type Format, type Output, printRefusal, tellSkipped, visible } from './print';

/** More are not read at one look. */
const SHOWN = 5;

export function runInit(root: string, format: Format, output: Output): number {
  const { survey } = surveyFolder(root, tellSkipped(output));
  const text = writeCodexYaml(survey);
  if (!createText(root, CODEX_FILE, text)) {
    const message = `"${CODEX_FILE}" is already in ${root}, and is not overwritten: edit it, or move it away first.`;
    printRefusal(output, format, { code: 'exists', message, given: CODEX_FILE });
    return 2;
  }
  const dates = understood(survey, text);
  if (format === 'json') {
    const { dated, readable, unread } = dates;
    const found = { file: CODEX_FILE, notes: survey.notes.length, dated, readable, unread, text };
    output.out(`${JSON.stringify(found, null, 2)}\n`);
    return 0;
  }
  const findings = findingsOf(survey);
  const parts = partsOf(survey, findings, sureOf(findings));
  const width = Math.max(0, ...parts.map(({ title }) => title.length));
  const lines = [
    `${CODEX_FILE} written. ${summaryOf(survey, dates)}${dates.unread.length > 0 ? ':' : '.'}`,
    ...unreadLines(dates),
    ...parts.map(({ title, text: said }) => `  ${title.padEnd(width)}  ${said}`),
    'Read it through, then run: retcon check',
  ];
  output.out(`${lines.map(visible).join('\n')}\n`);
  return 0;
}

function unreadLines({ unread }: Understood): readonly string[] {
  const lines = unread.slice(0, SHOWN).map(({ path, key, text }) => `    ${path}: ${key}: ${text}`);
  return unread.length > SHOWN ? [...lines, `    and ${unread.length - SHOWN} more`] : lines;
}
