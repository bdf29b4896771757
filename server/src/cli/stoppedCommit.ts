/** What to do about a commit that is stopped: whoever sees this for the first time fears for what they have written. */
import path from 'node:path';
import { entryAt, counterpart, entityOfFact, knownAt, LATEST } from '../core/canon';
import { canDeclareIn } from '../core/edits/fixes/declareAll';
import { mendContextFor } from '../core/edits/fixes/fixesAt';
import type { MendBaseline } from '../core/edits/fixes/mend';
import { CODEX_FILE } from '../core/host';
import type { CheckedProblem } from '../core/rules/check';
import { comparedWithReach } from '../core/rules/compareWithBaseline';
import type { Compared } from '../core/rules/retcon/baselineComparison';
import { whyNoSlip } from '../core/rules/retcon/slipsLetThrough';
import { hasLostFrontmatter } from '../core/rules/retcon/gonePages';
import { renamedFrom } from '../core/rules/retcon/renamed';
import { goneFrom } from '../core/rules/retcon/silent';
import { silencedFacts } from '../core/rules/retcon/silencedFacts';
import type { States } from '../workspace/comparedStates';
import { findRoot, isInFolder, pathExists } from '../workspace/folder';
import type { Called } from '../workspace/hookBlocks';
import { commandLine, folderHere, fromHere } from './paths';
import { waysBack } from './wayBack';
import { placeKey } from '../core/rules/check';
import { visible } from '../core/text/visibleText';
import { addTo } from '../core/text/groups';

/** What can be done about what is wrong: each has its line. */
type Way = 'errata' | 'old words' | 'old name' | 'old file' | 'old codex' | 'as text' | 'as said';

/** How many files a command names. */
const MOST_NAMED = 3;

/** How many files are looked at for what a command would lose. */
const MOST_TRIED = 10;

/** Why no command is named. */
const BY_HAND = 'No command is named for it, as the whole file would take other words of yours away.';

const NOTHING = 'Nothing was committed, and nothing is lost: your files are as you left them.';

/** @param found everything that is told. @param called how retcon is called. @param today the ISO date of now */
export async function stopped(
  root: string,
  found: readonly CheckedProblem[],
  { now, established }: Pick<States, 'now' | 'established'>,
  called: Called,
  today: string,
): Promise<string> {
  const errors = found.filter(({ problem }) => problem.severity === 'error');
  if (!established || !errors.some(({ problem }) => problem.code.startsWith('retcon/')))
    return `${NOTHING} Mend the errors, \`git add\`, and commit again.\n`;
  const compared = comparedWithReach(now, established);
  const isTaken = (file: string): boolean => pathExists(root, file);
  const { unreadable, snapshot } = established;
  const ways = errors.map((one) =>
    unreadable.has(one.file) ? { file: one.file, ways: ['as text' as const] } : waysOf(compared, one),
  );
  const filesTo = (way: Way): string[] => [
    ...new Set(ways.flatMap((one) => (one.ways.includes(way) ? [one.file] : []))),
  ];
  const line = (way: Way, words: (files: readonly string[]) => string): string[] => {
    const files = filesTo(way);
    return files.length > 0 ? [words(files)] : [];
  };
  const put = (['old words', 'old file', 'old codex'] as const).map((way) => filesTo(way).slice(0, MOST_TRIED));
  // Git reads the old texts meanwhile.
  const reading = waysBack(root, now, established, compared, put.flat(), errors);
  const isDeclarable = canDeclare(now, { compared, textThen: snapshot.textOf, isTaken, today }, errors);
  const refOf = await reading;
  const back = (way: Way): Back | null => commandsBack(root, filesTo(way), refOf);
  const [words, file, codex] = [back('old words'), back('old file'), back('old codex')];
  const lines = [
    `${NOTHING} They were compared with ${compared.point}.`,
    ...(isDeclarable
      ? [
          `If it is so now: \`${calledHere(root, called, ['declare'])}\`, or the quick fix in the editor, makes a retcon of it.`,
        ]
      : []),
    ...line('errata', () => {
      const [slip = [], ...others] = ways.flatMap(({ slip: one }) => (one ? [one] : []));
      const more =
        others.length > 0 ? ` (and so on: there ${others.length === 1 ? 'is' : 'are'} ${others.length} more)` : '';
      return `If it was misspelt when it was told: \`${calledHere(root, called, ['errata', ...slip])}\`${more} lets the correction through.`;
    }),
    ...line('old words', () => {
      if (words === null) return `If it was a slip: put the old words back, as is said above. ${BY_HAND}`;
      const rest = words.isAll ? '' : `; the rest by hand, as is said above. ${BY_HAND}`;
      return `If it was a slip: put the old words back; ${words.commands} does so${rest || '.'}`;
    }),
    ...line('old name', () => 'If a page has another name: keep the old one among its `aliases`, as is said above.'),
    ...line(
      'old file',
      () =>
        `If a page was deleted: ${file ? `${file.commands} brings it back` : 'put its file back'}. A retraction can say that it never was.`,
    ),
    ...line(
      'old codex',
      () =>
        `If the change of ${CODEX_FILE} was a slip: ${codex ? `${codex.commands} takes it back` : `put the old lines back. ${BY_HAND}`}${codex ? '.' : ''}`,
    ),
    ...line(
      'as text',
      () =>
        'If a page can’t be read: nothing in it is lost. Save it as UTF-8 (in VS Code: the encoding in the status bar, then *Save with Encoding*), split what is too long, take it out of Git LFS.',
    ),
    ...line('as said', () => 'What else is wrong: mend it as is said above.'),
    'Then `git add`, and commit again.',
  ];
  return visible(`${lines.join('\n')}\n`);
}

/** The commands that put files back, and whether they do so with all of them. */
interface Back {
  readonly commands: string;
  readonly isAll: boolean;
}

/** Null where no command does. @param refOf the commit that a file is put back from; null where that would lose words */
function commandsBack(root: string, files: readonly string[], refOf: (file: string) => string | null): Back | null {
  const refs = new Map<string, string[]>();
  for (const file of files.slice(0, MOST_TRIED)) {
    const ref = refOf(file);
    if (ref !== null) addTo(refs, ref, file);
  }
  const found = [...refs.values()].flat().length;
  const commands = [...refs].map(([ref, some]) => checkout(root, ref, some, files.length > MOST_TRIED)).join(' and ');
  return found === 0 ? null : { commands, isAll: found === Math.min(files.length, MOST_TRIED) };
}

/** That what seems to be misspelt may be let through, where nothing is to be committed; empty where nothing seems so. @param since what it was compared with, where that was asked for */
export function slipHint(
  root: string,
  found: readonly CheckedProblem[],
  { now, established }: Pick<States, 'now' | 'established'>,
  called: Called,
  since?: string,
): string {
  const compared = established && comparedWithReach(now, established);
  const slips = compared ? found.flatMap((one) => waysOf(compared, one).slip ?? []) : [];
  const [entity, attribute] = slips;
  if (entity === undefined || attribute === undefined) return '';
  const call = ['errata', entity, attribute, ...(since === undefined ? [] : ['--since', since])];
  return visible(
    `If it was misspelt when it was told: \`${calledHere(root, called, call)}\` lets the correction through.\n`,
  );
}

/** Whether `retcon declare` makes a retcon of anything that was found: it is tried, file by file, and nothing is written. */
function canDeclare(now: States['now'], baseline: MendBaseline, errors: readonly CheckedProblem[]): boolean {
  const known = knownAt(now.host.canon, LATEST);
  const files = [...new Set(errors.map(({ file }) => file))].slice(0, MOST_TRIED);
  const places = new Set(errors.map(placeKey));
  return files.some(
    (file) =>
      entryAt(known.canon, file) !== undefined &&
      canDeclareIn(mendContextFor(known, file, now.textOf, baseline), (problem) =>
        places.has(placeKey({ file, problem })),
      ),
  );
}

/** What can be done about a problem, and in which file. */
function waysOf(
  compared: Compared,
  { file, problem: { code, related = [] } }: CheckedProblem,
): { readonly file: string; readonly ways: readonly Way[]; readonly slip?: readonly string[] } {
  if (code !== 'retcon/silent' && code !== 'retcon/deleted-entry') return { file, ways: ['as said'] };
  if (file === CODEX_FILE) return { file, ways: ['old codex'] };
  const is = entryAt(compared.now.canon, file);
  if (file.endsWith(`/${CODEX_FILE}`)) return { file, ways: ['as said'] };
  if (!is) return { file, ways: [compared.textOf?.(file) == null ? 'old file' : 'as said'] };
  if (renamedFrom(compared, is)) return { file, ways: ['old name'] };
  const was = counterpart(compared.now, compared.baseline, is);
  // A page that has come, or one that nobody has touched: there are no old words in it.
  if (!was || compared.isUntouched?.(file) === true) return { file, ways: ['as said'] };
  const facts = silencedFacts(compared, was, is);
  const silenced = facts.find(({ fact }) => fact.value.span.start === related[0]?.span.start);
  const gone = silenced && goneFrom(compared, silenced);
  if (gone) return { file: gone.path, ways: ['old name', 'old file'] };
  if (!silenced || hasLostFrontmatter(was, is)) return { file, ways: ['old words'] };
  const { instead } = silenced;
  if (!instead || whyNoSlip(compared, silenced) !== null) return { file, ways: ['old words'] };
  const slip = [entityOfFact(compared.now, is, instead), instead.attribute.text];
  return { file, ways: ['errata', 'old words'], slip };
}

/** The command that puts files back, as it works where the author stands. */
function checkout(root: string, ref: string, files: readonly string[], hasMore: boolean): string {
  const isInside = isInFolder(root, folderHere());
  const where = isInside ? [] : ['-C', fromHere(root)];
  const named = files.slice(0, MOST_NAMED).map((file) => (isInside ? fromHere(path.join(root, file)) : file));
  const others = files.length - MOST_NAMED;
  const more = hasMore
    ? ' (and so on)'
    : others > 0
      ? ` (and so on: there ${others === 1 ? 'is' : 'are'} ${others} more)`
      : '';
  return `\`${commandLine(['git', ...where, 'checkout', ref, '--', ...named])}\`${more}`;
}

/** A command of retcon, likewise. */
function calledHere(root: string, called: Called, words: readonly string[]): string {
  const here = folderHere();
  const where = (findRoot(here) ?? here) === root ? [] : ['--root', fromHere(root)];
  return commandLine([...calling(called), ...words, ...where]);
}

/** How retcon is called by hand: by its name where a shell finds that, else as git calls it. */
function calling({ node, cli }: Called): string[] {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  // What npm puts there is found only by what npm runs.
  const isFound = folders.some((folder) => !/[/\\]\.bin[/\\]?$/.test(folder) && pathExists(folder, 'retcon'));
  if (isFound) return ['retcon'];
  return [...(process.versions.electron === undefined ? [] : ['ELECTRON_RUN_AS_NODE=1']), node, cli];
}
