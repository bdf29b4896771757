/** `retcon init`: looks at the notes that are there and writes a codex.yaml that fits them. Never overwrites one. */
import { readCodex } from '../core/codex/readCodex';
import path from 'node:path';
import type { CalendarFile, Survey } from '../core/codex/survey';
import { rawCalendars } from '../core/codex/survey/calendarsFound';
import { type SurveyFinding, findingsOf, sureOf } from '../core/codex/survey/choices';
import { type Taken, someOf } from '../core/codex/survey/keyUses';
import {
  firstQuestion,
  helpFor,
  partsOf,
  surveySummary,
  type Understood,
  understood,
} from '../core/codex/survey/summary';
import { writeCodexYaml } from '../core/codex/survey/writeCodex';
import { CODEX_FILE } from '../core/host';
import { jsonText, visible } from '../core/text/words';
import { createText } from '../workspace/folder';
import { ALL_SETTINGS, SETTINGS_FILE, holdsSettings, settingsText } from '../core/codex/settings';
import { readDraftFile, surveyFolder } from '../workspace/otherFiles';
import { canAsk, askYesNo, type Format, type Output, printRefusal, reportSkipped } from './print';
import { keptOutHint } from './ask';

export interface InitCall {
  /** Suggested facts count without a question. */
  readonly facts?: true;
  /** A file with the calendar of the notes. */
  readonly calendar?: string;
  /** The folder as the author gave it. */
  readonly root?: string;
}

/** More are not read at one look. */
const SHOWN = 5;

export async function runInit(root: string, call: InitCall, format: Format, output: Output): Promise<number> {
  const given = call.calendar === undefined ? [] : calendarIn(call.calendar);
  if (typeof given === 'string')
    return printRefusal(output, format, { code: 'failed', message: given, given: call.calendar ?? '' });
  const { exists, survey, codices } = surveyFolder(root, reportSkipped(output), given);
  if (exists) return refused(root, CODEX_FILE, format, output);
  const keptOut = await keptOutHint(root);
  if (keptOut !== null) return printRefusal(output, format, { code: 'exists', message: keptOut, given: CODEX_FILE });
  if (holdsSettings(survey, codices)) return initSettings(root, codices, format, output);
  const findings = findingsOf(survey);
  const sure = sureOf(findings);
  const unsure = findings.filter(({ id, part }) => part === 'attributes' && !sure.has(id));
  const withFacts = new Set([...sure, ...unsure.map(({ id }) => id)]);
  // Which keys name kin goes with them, and is none of them.
  const offered = unsure.filter(({ id }) => id !== 'kin');
  const mayAsk = !call.facts && offered.length > 0 && canAsk(format);
  if (mayAsk) output.out(`${understoodText(survey, findings, sure)}\n`);
  const isCounted = mayAsk ? await askYesNo(visible(`${offerOf(survey, offered)} Count them?`)) : call.facts === true;
  const taken = isCounted ? withFacts : sure;
  const text = writeCodexYaml(survey, taken);
  if (!createText(root, CODEX_FILE, text)) return refused(root, CODEX_FILE, format, output);
  if (format === 'json') {
    const { dated, readable, unread } = understood(survey, text);
    const found = { file: CODEX_FILE, notes: survey.notes.length, dated, readable, unread, text };
    output.out(`${jsonText(found)}\n`);
    return 0;
  }
  const lines = [
    mayAsk ? `${CODEX_FILE} written.` : `${CODEX_FILE} written. ${understoodText(survey, findings, taken)}`,
    ...(isCounted || mayAsk || offered.length === 0
      ? []
      : [
          visible(
            `${offerOf(survey, offered)} To count one, delete the # before it, and before attributes: if there is one, in ${CODEX_FILE}. To count all, delete ${CODEX_FILE} and run init --facts.`,
          ),
        ]),
    ...noFacts(survey, text),
    'Read it through, then run: retcon check',
    ...question(survey, text, call),
  ];
  output.out(`${lines.join('\n')}\n`);
  return 0;
}

/** A file with calendars; why there are none, in words. */
function calendarIn(file: string): readonly CalendarFile[] | string {
  const read = readDraftFile(file);
  if ('why' in read) return `"${file}" can't be read: ${read.why}`;
  const files = [{ source: path.basename(file), text: read.text }];
  return rawCalendars(files, [], []).calendars.length > 0
    ? files
    : `"${file}" has no calendar in it: give a file exported by Fantasy-Calendar or Calendarium.`;
}

/** A folder without notes of its own, in which several codices lie, has a settings.yaml instead. */
function initSettings(root: string, folders: readonly string[], format: Format, output: Output): number {
  const text = settingsText(folders);
  if (!createText(root, SETTINGS_FILE, text)) return refused(root, SETTINGS_FILE, format, output);
  if (format === 'json') output.out(`${jsonText({ file: SETTINGS_FILE, text })}\n`);
  else
    output.out(
      visible(
        `${SETTINGS_FILE} written: this folder holds ${folders.length} worlds, and it names each.\nNow ask one of them with --setting NAME, or each with --setting ${ALL_SETTINGS}.\n`,
      ),
    );
  return 0;
}

function refused(root: string, file: string, format: Format, output: Output): number {
  const message = `"${file}" is already in ${root}, and is not overwritten: edit it, or move it away first.`;
  return printRefusal(output, format, { code: 'exists', message, given: file });
}

function understoodText(survey: Survey, findings: readonly SurveyFinding[], taken: Taken): string {
  const text = writeCodexYaml(survey, taken);
  const dates = understood(survey, text);
  const parts = partsOf(survey, findings, taken);
  const width = Math.max(0, ...parts.map(({ title }) => title.length));
  return [
    `${surveySummary(survey, dates)}${dates.unread.length > 0 ? ':' : '.'}`,
    ...unreadLines(dates),
    ...(dates.unread.length > 0 ? [`    What would help: ${helpFor(survey, text)}.`] : []),
    ...parts.map(({ title, text: said }) => `  ${title.padEnd(width)}  ${said}`),
  ]
    .map(visible)
    .join('\n');
}

function unreadLines({ unread }: Understood): readonly string[] {
  const lines = unread.slice(0, SHOWN).map(({ path, key, text }) => `    ${path}: ${key}: ${text}`);
  return unread.length > SHOWN ? [...lines, `    and ${unread.length - SHOWN} more`] : lines;
}

/** `12 more properties may be facts: hq, worship, rank and 9 others.` */
function offerOf({ attributes }: Survey, offered: readonly SurveyFinding[]): string {
  const names = attributes.filter(({ isSure }) => !isSure).map(({ name }) => name);
  const more = names.length < attributes.length ? ' more' : '';
  const properties = offered.length === 1 ? 'property' : 'properties';
  return `${offered.length}${more} ${properties} may be ${offered.length === 1 ? 'a fact' : 'facts'}: ${someOf(names, 5)}.`;
}

/** Where nothing counts as a fact, nothing can contradict anything. */
const noFacts = ({ attributes }: Survey, text: string): readonly string[] =>
  readCodex(text).codex.attributes.size > 0
    ? []
    : [
        `No facts yet: ${attributes.length > 0 ? 'choose which properties count' : 'name the properties that count'} under attributes in ${CODEX_FILE}.`,
      ];

/** @param text of the codex.yaml that was written */
function question(survey: Survey, text: string, { root }: InitCall): readonly string[] {
  const first = firstQuestion(survey, readCodex(text).codex);
  if (!first) return [];
  const { entity, attribute, at } = first;
  const options = [
    ...(at === null ? [] : [`--at "${at}"`]),
    `--attribute ${attribute.includes(' ') ? `"${attribute}"` : attribute}`,
  ];
  if (root !== undefined) options.push(`--root "${root}"`);
  return [visible(`And ask, for instance: retcon was-true-at "${entity}" ${options.join(' ')}`)];
}
