/** What to do about a stopped commit, in words that calm an author who sees it for the first time. */
import { knownAt, LATEST, entryAt, counterpart, entityOfFact } from '../core/canon';
import { contextAfter, type MendBaseline } from '../core/edits/fixes/mend';
import { mendContextFor } from '../core/edits/fixes/fixesAt';
import { CODEX_FILE } from '../core/host';
import { type CheckedProblem, placeKey } from '../core/rules/check';
import { checkAgainst, comparedWithReach } from '../core/rules/compareWithBaseline';
import type { Compared } from '../core/rules/retcon/baselineComparison';
import { differencesIn, type Hunk, lineDifferencesIn } from '../core/text/differences';
import { type Span, spanContains } from '../core/text/span';
import { type States, textOnDisk, textsAtCommits } from '../workspace/comparedStates';
import path from 'node:path';
import { canDeclareIn } from '../core/edits/fixes/declareAll';
import { whyNoSlip, silencedFacts } from '../core/rules/retcon/silencedFacts';
import { hasLostFrontmatter } from '../core/rules/retcon/gonePages';
import { renamedFrom } from '../core/rules/retcon/movedNames';
import { goneFrom } from '../core/rules/retcon/silent';
import { findRoot, isInFolder, pathExists } from '../workspace/folder';
import type { Called } from '../workspace/hooks';
import { commandLine, folderHere, fromHere } from './print';
import { visible } from '../core/text/words';
import { addTo } from '../core/text/groups';

/** The last commit where that has the old words of a file, else the established one; null: only by hand. */
type WayBack = (file: string) => string | null;

/** @param files that may be asked about. @param found what is wrong in them */
async function waysBack(
  root: string,
  now: States['now'],
  established: NonNullable<States['established']>,
  compared: Compared,
  files: readonly string[],
  found: readonly CheckedProblem[],
): Promise<WayBack> {
  const refs = ['HEAD', established.ref];
  const textAt = await textsAtCommits(root, refs, files);
  const backs = files.flatMap((file) => {
    const written = textOnDisk(root, file);
    // What is only in the folder would be lost for good.
    if (written !== null && written !== now.textOf(file)) return [];
    const spans = found.flatMap((one) => (one.file === file ? one.problem.span : []));
    return refs.flatMap((ref): FileAt[] => {
      const text = textAt(ref, file);
      if (text === null || (written !== null && !losesNothing(file, written, text, spans))) return [];
      const then = file === CODEX_FILE ? established.snapshot.textOf(file) : null;
      const isOther = file === CODEX_FILE && (then === null || !hasSameBelow(text, then, keysAt(written ?? '', spans)));
      return isOther ? [] : [{ file, ref, text }];
    });
  });
  const isMended = mendedBy(compared, backs);
  return (file) => backs.find((one) => one.file === file && (file === CODEX_FILE || isMended(one)))?.ref ?? null;
}

/** A file as a commit has it. */
interface FileAt {
  readonly file: string;
  readonly ref: string;
  readonly text: string;
}

/** Whether all that differs is what is wrong: of a page, in the same words; of codex.yaml, below the same keys. */
function losesNothing(file: string, written: string, back: string, spans: readonly Span[]): boolean {
  const keys = keysAt(written, spans);
  const differences = (file === CODEX_FILE ? lineDifferencesIn : differencesIn)(written, back);
  const isCulprit = ({ was, is }: Hunk): boolean =>
    file === CODEX_FILE
      ? linesIn(written, was).every((at) => keys.has(topKeyAt(written, at))) &&
        linesIn(back, is).every((at) => keys.has(topKeyAt(back, at)))
      : spans.map((span) => withKey(written, span)).some((span) => spanContains(span, was));
  // What only takes the place of other words, and is all that was changed, is what did it.
  const [only] = differences;
  if (differences.length === 1 && only && countWords(written, only.was) <= countWords(back, only.is)) return true;
  return differences.every((hunk) => written.slice(hunk.was.start, hunk.was.end).trim() === '' || isCulprit(hunk));
}

const countWords = (text: string, { start, end }: Span): number =>
  text.slice(start, end).match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

/** Where the lines of a stretch begin, but blank ones. */
const linesIn = (text: string, { start, end }: Span): number[] =>
  [...text.slice(start, end).matchAll(/^.*\S.*$/gm)].map(({ index }) => start + index);

const keysAt = (text: string, spans: readonly Span[]): ReadonlySet<string> =>
  new Set(spans.map(({ start }) => topKeyAt(text, start)));

const hasSameBelow = (text: string, then: string, keys: ReadonlySet<string>): boolean =>
  differencesIn(text, then).every(
    ({ was, is }) => !keys.has(topKeyAt(text, was.start)) && !keys.has(topKeyAt(then, is.start)),
  );

/** A value that has its line to itself, with its key; of a key, its line. */
function withKey(text: string, span: Span): Span {
  const start = text.lastIndexOf('\n', span.start - 1) + 1;
  const end = text.indexOf('\n', span.end);
  if (start === span.start && end >= 0 && text[span.end] === ':') return { start, end: end + 1 };
  const isAlone = /^\s*(?:- )?[^\s:#]+:\s*["']?$/.test(text.slice(start, span.start)) && end >= 0;
  return isAlone && /^["']?\s*$/.test(text.slice(span.end, end)) ? { start, end: end + 1 } : span;
}

/** The key at the margin that a place stands below. */
const topKeyAt = (text: string, at: number): string => {
  const end = text.indexOf('\n', at);
  return [...text.slice(0, end < 0 ? text.length : end).matchAll(/^[\w"'][^:\n]*(?=:)/gm)].at(-1)?.[0] ?? '';
};

/** Whether a file has no problem any more once it is back: all are tried at once, and one by one where that is not enough. */
function mendedBy(compared: Compared, backs: readonly FileAt[]): (back: FileAt) => boolean {
  const first = backs.filter(
    (one, i) => one.file !== CODEX_FILE && backs.findIndex(({ file }) => file === one.file) === i,
  );
  const left = first.length > 1 ? foundAfter(compared, first) : null;
  const areMended = left !== null && first.every(({ file }) => !left.has(file));
  return (back) => (areMended && first.includes(back)) || !foundAfter(compared, [back]).has(back.file);
}

/** The files that still have an error once some are back. */
function foundAfter(compared: Compared, backs: readonly FileAt[]): ReadonlySet<string> {
  const textOf = (path: string): string | null => compared.textOf?.(path) ?? null;
  const known = knownAt(compared.now.canon, LATEST);
  const baseline = { compared, textThen: () => null, isTaken: () => false, today: '' };
  const context = mendContextFor(known, backs[0]?.file ?? '', textOf, baseline);
  const after = contextAfter(context, new Map(backs.map(({ file, text }) => [file, text])));
  const found = checkAgainst((after.baseline ?? baseline).compared, true);
  return new Set(found.flatMap(({ file, problem }) => (problem.severity === 'error' ? file : [])));
}

/** What can be done about what is wrong: each has its line. */
type Way = 'errata' | 'old words' | 'old name' | 'old file' | 'old codex' | 'as text' | 'as said';

/** How many files a command names. */
const MOST_NAMED = 3;

/** How many files are looked at for what a command would lose. */
const MOST_TRIED = 10;

/** Why no command is named. */
const BY_HAND = 'No command is given for it, since putting the whole file back would undo other changes of yours.';

const NOTHING = 'Nothing was committed, and nothing is lost: your files are as you left them.';

/** @param found every problem that was reported. @param called how retcon is called. @param today the ISO date of now */
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
          `If it is intentional: \`${calledHere(root, called, ['declare'])}\`, or the quick fix in the editor, makes a retcon of it.`,
        ]
      : []),
    ...line('errata', () => {
      const [slip = [], ...others] = ways.flatMap(({ slip: one }) => (one ? [one] : []));
      return `If it was a spelling error: \`${calledHere(root, called, ['errata', ...slip])}\`${andSoOn(others.length)} lets the correction through.`;
    }),
    ...line('old words', () => {
      if (words === null) return `If it was a slip: put the old words back, as described above. ${BY_HAND}`;
      const rest = words.isAll ? '' : `; the rest by hand, as described above. ${BY_HAND}`;
      return `If it was a slip: put the old words back; ${words.commands} does so${rest || '.'}`;
    }),
    ...line('old name', () => 'If a page has another name: keep the old one among its `aliases`, as described above.'),
    ...line(
      'old file',
      () =>
        `If a page was deleted: ${file ? `${file.commands} brings it back` : 'put its file back'}. A retraction can say that it never was.`,
    ),
    ...line(
      'old codex',
      () =>
        `If the change to ${CODEX_FILE} was a slip: ${codex ? `${codex.commands} undoes it` : `put the old lines back. ${BY_HAND}`}${codex ? '.' : ''}`,
    ),
    ...line(
      'as text',
      () =>
        'If a page can’t be read: nothing in it is lost. Save it as UTF-8 (in VS Code: the encoding in the status bar, then *Save with Encoding*), split what is too long, take it out of Git LFS.',
    ),
    ...line('as said', () => 'Mend whatever else is wrong as described above.'),
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
  return visible(`If it was a spelling error: \`${calledHere(root, called, call)}\` lets the correction through.\n`);
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
  const more = hasMore ? ' (and so on)' : andSoOn(files.length - MOST_NAMED);
  return `\`${commandLine(['git', ...where, 'checkout', ref, '--', ...named])}\`${more}`;
}

const andSoOn = (more: number): string =>
  more > 0 ? ` (and so on: there ${more === 1 ? 'is' : 'are'} ${more} more)` : '';

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
