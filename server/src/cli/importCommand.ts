/** `retcon import`: another tool's world as pages and a codex.yaml, in a folder of its own. Shows first what comes in and what is lost. */
import path from 'node:path';
import { FORMATS, type ImportFormat } from '../core/imports/formats';
import { fileName } from '../core/imports/pages';
import { type ImportPlan, planImport } from '../core/imports/plan';
import {
  type ExportFiles,
  type FilesByPath,
  filesByPath,
  type ImportChoices,
  type ImportedWorld,
} from '../core/imports/world';
import { jsonText, onOneLine, counted } from '../core/text/words';
import * as tools from '../otherTools/importTools';
import {
  digestAt,
  digestOfText,
  type ImportedBefore,
  importedBefore,
  textAt,
  LARGEST,
  readExport,
  type RememberedChoices,
  whyNoImportPlace,
  writeImport,
} from '../workspace/importFolder';
import { finishWriting } from '../workspace/writeFiles';
import { digestOfBytes } from '../workspace/writingJournal';
import { askYesNo, asksFirst, type Consent, type Format, type Output, printRefusal, unasked } from './print';

export interface ImportCall extends Consent {
  /** The tool that has made the file, where it can't be seen. */
  readonly from?: string;
  readonly into?: string;
  /** The columns of a table that become facts. */
  readonly facts?: readonly string[];
  /** Whether all pages are for their author alone. */
  readonly hidden?: boolean;
}

const LIMITS = { files: 200_000, bytes: LARGEST };

/** What an import would do. */
interface PlannedImport {
  /** Of the export, for its pictures. */
  readonly files: FilesByPath;
  readonly format: ImportFormat;
  /** Absolute. */
  readonly folder: string;
  readonly plan: ImportPlan;
  /** The files that are to be written. */
  readonly wanted: ImportPlan['files'];
  /** Of a table: the columns that may become facts. */
  readonly columns: readonly string[];
  /** What was chosen, now or for the last import. */
  readonly choices: RememberedChoices;
  /** What was chosen for the last import alone. */
  readonly remembered: RememberedChoices;
}

/** Why nothing can be imported, in words; `accepted`: the tools that can be named instead. */
interface Unplanned {
  readonly why: string;
  readonly isUnreadable?: true;
  readonly accepted?: readonly string[];
}

/** @param file absolute @param folder absolute @param from the tool that has made the file, where it is named */
export function plannedImport(
  file: string,
  folder: string,
  choices: ImportChoices,
  from?: string,
): PlannedImport | Unplanned {
  const before = importedBefore(folder);
  const chosen = chosenOf(choices);
  const remembered = Object.fromEntries(Object.entries(before.choices).filter(([name]) => !(name in chosen)));
  const all: RememberedChoices = { ...remembered, ...chosen };
  try {
    const read = worldIn(file, all, from);
    if ('why' in read) return read;
    const { files, format, world } = read;
    const plan = planOf(files, world, format, folder, before);
    const why = whyNoImportPlace(
      folder,
      plan.files.map((one) => one.path),
    );
    if (why !== null) return { why: `"${path.basename(folder)}" ${why}` };
    const wanted = plan.files.filter(({ change }) => change !== 'same' && change !== 'kept');
    const columns = world.columns ?? [];
    return { files, format, folder, plan, wanted, columns, choices: asColumns(all, columns), remembered };
  } catch (error) {
    if (tools.isDamagedExport(error)) return unreadable(file, error.message);
    throw error;
  }
}

interface WorldRead {
  /** Where its pictures are. */
  readonly files: FilesByPath;
  readonly format: ImportFormat;
  readonly world: ImportedWorld;
}

/** What the export says is no longer held when its pages are made: only the world is. */
function worldIn(file: string, { facts, hidden }: RememberedChoices, from: string | undefined): WorldRead | Unplanned {
  const given = filesOf(file);
  if (typeof given === 'string') return unreadable(file, given);
  const format = FORMATS.find((one) => (from === undefined ? one.isIt(given) : one.name === from));
  if (!format) {
    const known = FORMATS.map(({ tool }) => tool).join(', ');
    const why = `"${path.basename(file)}" is not an export of ${known}, or is of a kind that Retcon can't read. Name its tool with --from.`;
    return { why, accepted: FORMATS.map((one) => one.name) };
  }
  const world = format.read(given, tools, { facts });
  const files = world.pictures.length === 0 ? new Map<string, Uint8Array>() : given.files;
  return { files, format, world: hidden ? allHidden(world) : world };
}

const unreadable = (file: string, why: string): Unplanned => ({
  why: `"${path.basename(file)}" can't be read: ${why}`,
  isUnreadable: true,
});

/** Columns are remembered as the table writes them. */
const asColumns = ({ facts, ...others }: RememberedChoices, columns: readonly string[]): RememberedChoices => {
  const nameOf = (fact: string) => columns.find((one) => one.toLowerCase() === fact.trim().toLowerCase()) ?? fact;
  return { ...others, ...(facts && { facts: facts.map(nameOf) }) };
};

const chosenOf = ({ facts, isHidden }: ImportChoices): RememberedChoices => ({
  ...(facts && { facts }),
  ...(isHidden !== undefined && { hidden: isHidden }),
});

export const writePlanned = ({ files, folder, plan, wanted, choices }: PlannedImport): void =>
  writeImport(
    folder,
    wanted.map(({ path: to, from, text }) => ({
      path: to,
      content: text ?? files.get(from) ?? new Uint8Array(),
    })),
    { ...plan, choices },
  );

/** The report, as lines. */
export const previewOfImport = ({ plan, format, remembered }: PlannedImport): string =>
  reportText(plan, format, rememberedWords(remembered));

function rememberedWords({ facts, hidden }: RememberedChoices): readonly string[] {
  const words = [
    ...(facts ? [`the columns that are facts: ${facts.length === 0 ? 'none' : facts.join(', ')}`] : []),
    ...(hidden ? ['every page is for you alone'] : []),
  ];
  return words.length === 0 ? [] : [`As chosen for the last import: ${words.join('; ')}.`];
}

/** @param given the file as it was named, relative to the current folder or absolute */
export async function runImport(given: string, call: ImportCall, format: Format, output: Output): Promise<number> {
  const nobody = unasked(call, format, 'import');
  if (nobody) return printRefusal(output, format, nobody);
  const into = call.into ?? fileName(path.basename(given).replace(/\.[^.]+$/, ''));
  const folder = path.resolve(into);
  for (const words of call.dryRun ? [] : finishWriting(folder)) output.err(`retcon: ${onOneLine(words)}\n`);
  const planned = plannedImport(path.resolve(given), folder, { facts: call.facts, isHidden: call.hidden }, call.from);
  if ('why' in planned) {
    const { why: message, isUnreadable, accepted } = planned;
    if (isUnreadable) return printRefusal(output, format, { code: 'failed', message, given });
    return printRefusal(output, format, { code: 'usage', message, given, ...(accepted && { accepted }) });
  }
  if (format === 'text') output.out(previewOfImport(planned));
  const { wanted } = planned;
  const isAsked = asksFirst(call) && wanted.length > 0;
  const isWritten = isAsked
    ? await askYesNo(onOneLine(`Write ${counted(wanted.length, 'file')} to ${into}?`))
    : call.yes === true;
  if (isWritten) writePlanned(planned);
  if (format === 'json') output.out(reportJson(planned));
  else output.out(isWritten ? `${onOneLine(into)} written.\n` : 'Nothing was written.\n');
  return 0;
}

/** The files of an export; why they can't be read, in words. */
function filesOf(file: string): ExportFiles | string {
  const bytes = readExport(file);
  if (typeof bytes === 'string') return bytes;
  const name = path.basename(file);
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return { name, files: fileAlone(name, file) };
  const files = tools.filesInZip(bytes, LIMITS);
  return typeof files === 'string' ? files : { name, files: filesByPath(files.paths, files.get) };
}

/** A file that is read each time: what is made of it is large enough. */
const fileAlone = (name: string, file: string): FilesByPath =>
  filesByPath(new Set([name]), (path) => {
    if (path !== name) return undefined;
    const bytes = readExport(file);
    if (typeof bytes === 'string') throw tools.damagedExport(bytes);
    return bytes;
  });

const allHidden = (world: ImportedWorld): ImportedWorld => ({
  ...world,
  items: world.items.map((item) => ({ ...item, isHidden: true })),
});

function planOf(
  files: FilesByPath,
  world: ImportedWorld,
  { tool }: ImportFormat,
  folder: string,
  before: ImportedBefore,
): ImportPlan {
  const at = (file: string): string | null => digestAt(folder, file);
  return planImport(
    world,
    tool,
    { ...before, exists: (file) => at(file) !== null, digestAt: at, textAt: (file) => textAt(folder, file) },
    {
      digestOf: digestOfText,
      digestOfPart: (text) => digestOfText(text).slice(0, 12),
      digestOfFile: (from) => digestOfBytes(files.get(from) ?? new Uint8Array()),
      markdownOf: tools.markdownOf,
    },
  );
}

const reportJson = ({ plan, format: { name }, remembered }: PlannedImport): string =>
  `${jsonText({
    format: name,
    files: plan.files.map(({ path: file, from, change, isNews, taken, left }) => ({
      path: file,
      from,
      change,
      ...(isNews && { source_changed: true }),
      ...(taken.length > 0 && { taken_over: taken }),
      ...(left.length > 0 && { left }),
    })),
    codex_yaml: plan.codexYaml,
    lost: plan.lost,
    hidden: plan.hidden,
    gone: plan.gone,
    ...(Object.keys(remembered).length > 0 && { remembered }),
  })}\n`;

/** More are not read. */
const SHOWN = 20;

function reportText(
  { files, counts, lost, hidden, gone }: ImportPlan,
  { tool }: ImportFormat,
  choices: readonly string[],
): string {
  const of = (change: string): number => files.filter((file) => file.change === change).length;
  const kept = files.filter(({ change }) => change === 'kept');
  const both = files.filter(({ change }) => change === 'merged');
  const more = [
    counted(counts.facts, 'fact'),
    ...(counts.calendars > 0 ? [counted(counts.calendars, 'calendar')] : []),
    ...(counts.pictures > 0 ? [counted(counts.pictures, 'picture')] : []),
  ];
  const lines = [
    `${tool}: ${counted(counts.pages, 'page')}, ${more.join(', ')}.`,
    ...choices,
    ...(hidden.length + counts.secrets > 0
      ? [
          `For you alone (known_by: nobody): ${counted(hidden.length, 'page')}, and ${counted(counts.secrets, 'part')} of others.`,
        ]
      : []),
    `Files: ${of('new')} new, ${of('updated')} updated, ${of('same')} the same, ${both.length} merged, ${kept.length} kept.`,
    ...list(
      'Merged: you have changed them, and your words stay',
      both.map(({ path: file, taken, left }) => `${file}: ${taken.join(', ')}${isYours(left)}`),
    ),
    ...list(
      'Kept, since you have changed or removed them',
      kept.map(
        ({ path: file, isNews, left }) =>
          `${file}${left.length > 0 ? isYours(left) : isNews ? ' (its source has changed too)' : ''}`,
      ),
    ),
    ...list(`Gone from ${tool}, and left as they are`, gone),
    ...list(
      'Lost',
      lost.map(({ what, where, count, why }) => `${count} ${what}${where === '' ? '' : ` (${where})`}: ${why}`),
    ),
  ];
  return `${lines.map(onOneLine).join('\n')}\n`;
}

const isYours = (left: readonly string[]): string =>
  left.length === 0 ? '' : ` (its source has changed ${left.join(', ')} too, and yours stays)`;

const list = (title: string, rows: readonly string[]): readonly string[] =>
  rows.length === 0
    ? []
    : [
        `${title}:`,
        ...rows.slice(0, SHOWN).map((row) => `  ${row}`),
        ...(rows.length > SHOWN ? [`  and ${rows.length - SHOWN} more`] : []),
      ];
