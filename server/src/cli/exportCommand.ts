/**
 * `retcon export`: writes the codex as a SQLite database or as a graph, and asks before an odd file name. It replaces an export of its own, and
 * no other file.
 */
import path from 'node:path';
import type { Canon } from '../core/canon';
import { atOnce } from '../core/text/groups';
import { jsonText, onOneLine } from '../core/text/words';
import { exportedFor } from '../core/tools/asked/forKnower';
import { exportSteps } from '../core/tools/exports/exportRows';
import { graphOf, graphFormatOf, graphText, isGraphExport } from '../core/tools/exports/graphRows';
import { sqliteBytes, isExport } from '../index/sqliteSchema';
import { loadSql } from '../index/proseIndex';
import { reasonOf } from '../workspace/folder';
import { headOf, replaceFile, sideFileOf } from '../workspace/writingJournal';
import { readSqlWasm } from '../workspace/otherFiles';
import { CANNOT_ANSWER } from './ask';
import { canAsk, askYesNo, type Format, type Output, printRefusal } from './print';
import { isTaken, refuseTarget, whyNoTarget } from './targetFile';

export interface ExportCall {
  /** Relative to the current folder, or absolute. */
  readonly file: string;
  /** Whose view it holds; undefined: the whole. */
  readonly for?: string | undefined;
  readonly knownAt?: string | undefined;
}

export async function runExport(
  canon: Canon,
  { file, for: name, knownAt }: ExportCall,
  format: Format,
  output: Output,
): Promise<number> {
  if (name === undefined && knownAt !== undefined)
    return printRefusal(output, format, {
      code: 'usage',
      message: '--known-at needs --for NAME as well.',
      given: knownAt,
    });
  const seen = name === undefined ? null : exportedFor(canon, name, knownAt);
  if (seen && !seen.ok) {
    printRefusal(output, format, seen.failure);
    return CANNOT_ANSWER[seen.failure.code];
  }
  const target = path.resolve(file);
  const refused = (why: string): number => refuseTarget(file, why, format, output);
  const why = whyNoTarget(target, 'codex.sqlite');
  if (why !== null) return refused(why);
  const open = sideFileOf(target);
  if (open !== null)
    return refused(
      `"${open}" exists: another program has the database open, or was stopped while it did. Close it there, or name another file.`,
    );
  const graph = graphFormatOf(target);
  if (isTaken(file, graph ? isGraphExport : isExport, 'export', format, output)) return 2;
  const isOddlyNamed = !graph && headOf(target) === null && !DATABASE.test(target);
  const ended = isOddlyNamed ? await endedByName(file, format, output) : null;
  if (ended !== null) return ended;
  const tables = atOnce(exportSteps(seen?.value.canon ?? canon));
  const bytes = graph
    ? Buffer.from([...graphText(graphOf(tables), graph)].join(''))
    : sqliteBytes(await loadSql(readSqlWasm()), tables);
  try {
    replaceFile(target, bytes);
  } catch (error) {
    return refused(`${reasonOf(error)}.`);
  }
  const count = (name: string): number => tables[name]?.length ?? 0;
  const counts = { entries: count('entry'), facts: count('fact'), retcons: count('retcon'), links: count('link') };
  if (format === 'json') output.out(`${jsonText({ file, ...counts, ...seen?.value.said })}\n`);
  else {
    const countsText = Object.entries(counts).map(([what, n]) => `${n} ${n === 1 ? SINGULAR[what] : what}`);
    const whose = seen ? `, as seen by ${seen.value.said.for}` : '';
    output.out(`${onOneLine(file)} written${whose}: ${countsText.join(', ')}.\n`);
  }
  return 0;
}

/** What SQLite's own tools take for a database. */
const DATABASE = /\.(?:sqlite3?|db3?|s3db)$/i;

/** Asks about a new file that is named as nothing is that is written here; the exit status where it is not to be written. */
async function endedByName(file: string, format: Format, output: Output): Promise<number | null> {
  const [database, lines, graphml] = ['sqlite', 'jsonl', 'graphml'].map((ending) => `"${renamed(file, ending)}"`);
  const is = `"${file}" is not named like a database`;
  if (canAsk(format)) return (await askYesNo(`${is}, such as ${database}. Write it anyway?`)) ? null : 0;
  const message = `${is}: name it ${database}, or for a graph ${lines} or ${graphml}.`;
  const accepted = ['.sqlite', '.sqlite3', '.db', '.jsonl', '.graphml'];
  return printRefusal(output, format, { code: 'usage', message, given: file, accepted });
}

const renamed = (file: string, ending: string): string => `${file.replace(/\.[^./\\]*$/, '')}.${ending}`;

const SINGULAR: Readonly<Record<string, string>> = {
  entries: 'entry',
  facts: 'fact',
  retcons: 'retcon',
  links: 'link',
};
