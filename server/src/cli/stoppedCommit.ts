/** What to do about a commit that is stopped: whoever sees this for the first time fears for what they have written. */
import path from 'node:path';
import { entryAt, counterpart, entityOfFact } from '../core/canon';
import { CODEX_FILE } from '../core/host';
import type { CheckedProblem } from '../core/rules/check';
import { comparedOf } from '../core/rules/compareWithBaseline';
import type { Compared } from '../core/rules/retcon/baselineComparison';
import { whyNoSlip } from '../core/rules/retcon/slipsLetThrough';
import { hasLostFrontmatter } from '../core/rules/retcon/gonePages';
import { renamedFrom } from '../core/rules/retcon/renamed';
import { goneFrom } from '../core/rules/retcon/silent';
import { silencedFacts } from '../core/rules/retcon/silencedFacts';
import type { States } from '../workspace/comparedStates';
import { findRoot, pathExists } from '../workspace/folder';
import type { Called } from '../workspace/hookBlocks';
import { commandLine, folderHere, fromHere, isInFolder } from './paths';
import { visible } from './print';

/** What can be done about what is wrong: each has its line. */
type Way = 'declare' | 'errata' | 'old words' | 'old name' | 'old file' | 'old codex' | 'as said';

/** How many files a command names. */
const MOST_NAMED = 3;

const NOTHING = 'Nothing was committed, and nothing is lost: your files are as you left them.';

/** @param found everything that is told. @param called how retcon is called */
export function stopped(
  root: string,
  found: readonly CheckedProblem[],
  { now, established }: Pick<States, 'now' | 'established'>,
  called: Called,
): string {
  const errors = found.filter(({ problem }) => problem.severity === 'error');
  if (!established || !errors.some(({ problem }) => problem.code.startsWith('retcon/')))
    return `${NOTHING} Mend the errors, \`git add\`, and commit again.\n`;
  const compared = comparedOf(now, established);
  const ways = errors.map((one) => waysOf(compared, one));
  const filesTo = (way: Way): string[] => [
    ...new Set(ways.flatMap((one) => (one.ways.includes(way) ? [one.file] : []))),
  ];
  const line = (way: Way, words: (files: readonly string[]) => string): string[] => {
    const files = filesTo(way);
    return files.length > 0 ? [words(files)] : [];
  };
  const back = (files: readonly string[]): string => checkout(root, established.ref, files);
  // What was moved as well would come back beside where it is now.
  const isInPlace = (file: string): boolean => established.snapshot.textOf(file) !== null;
  const lines = [
    `${NOTHING} They were compared with ${compared.point}.`,
    ...line(
      'declare',
      () =>
        `If it is so now: \`${calledHere(root, called, ['declare'])}\`, or the quick fix in the editor, makes a retcon of it.`,
    ),
    ...line('errata', () => {
      const [slip = [], ...others] = ways.flatMap(({ slip: one }) => (one ? [one] : []));
      const more = others.length > 0 ? ` (and so on: there are ${others.length} more)` : '';
      return `If it was misspelt when it was told: \`${calledHere(root, called, ['errata', ...slip])}\`${more} lets the correction through.`;
    }),
    ...line('old words', (files) => {
      const inPlace = files.filter(isInPlace);
      const whole = inPlace.length > 0 ? `; ${back(inPlace)} does so with the whole file` : '';
      return `If it was a slip: put the old words back${whole}.`;
    }),
    ...line('old name', () => 'If a page has another name: keep the old one among its `aliases`, as is said above.'),
    ...line(
      'old file',
      (files) => `If a page was deleted: ${back(files)} brings it back. A retraction can say that it never was.`,
    ),
    ...line('old codex', (files) => `If the change of ${CODEX_FILE} was a slip: ${back(files)} takes it back.`),
    ...line('as said', () => 'What else is wrong: mend it as is said above.'),
    'Then `git add`, and commit again.',
  ];
  return visible(`${lines.join('\n')}\n`);
}

/** That what seems to be misspelt may be let through, where nothing is to be committed; empty where nothing seems so. @param since what it was compared with, where that was asked for */
export function slipHint(
  root: string,
  found: readonly CheckedProblem[],
  { now, established }: Pick<States, 'now' | 'established'>,
  called: Called,
  since?: string,
): string {
  const compared = established && comparedOf(now, established);
  const slips = compared ? found.flatMap((one) => waysOf(compared, one).slip ?? []) : [];
  const [entity, attribute] = slips;
  if (entity === undefined || attribute === undefined) return '';
  const call = ['errata', entity, attribute, ...(since === undefined ? [] : ['--since', since])];
  return visible(
    `If it was misspelt when it was told: \`${calledHere(root, called, call)}\` lets the correction through.\n`,
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
  if (!is) return { file, ways: ['old file'] };
  if (renamedFrom(compared, is)) return { file, ways: ['old name'] };
  const was = counterpart(compared.now, compared.baseline, is);
  const facts = was ? silencedFacts(compared, was, is) : [];
  const silenced = facts.find(({ fact }) => fact.value.span.start === related[0]?.span.start);
  const gone = silenced && goneFrom(compared, silenced);
  if (gone) return { file: gone.path, ways: ['old name', 'old file'] };
  if (!silenced || (was && hasLostFrontmatter(was, is))) return { file, ways: ['old words'] };
  const { instead } = silenced;
  if (!instead || whyNoSlip(compared, silenced) !== null) return { file, ways: ['declare', 'old words'] };
  const slip = [entityOfFact(compared.now, is, instead), instead.attribute.text];
  return { file, ways: ['declare', 'errata', 'old words'], slip };
}

/** The command that puts files back, as it works where the author stands. */
function checkout(root: string, ref: string, files: readonly string[]): string {
  const isInside = isInFolder(root, folderHere());
  const where = isInside ? [] : ['-C', fromHere(root)];
  const named = files.slice(0, MOST_NAMED).map((file) => (isInside ? fromHere(path.join(root, file)) : file));
  const more = files.length > MOST_NAMED ? ` (and so on: there are ${files.length - MOST_NAMED} more)` : '';
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
