/** The rule `retcon/deleted-entry`, and the other ways in which an established page can vanish. */
import {
  counterpart,
  edgesBy,
  edgesOf,
  entityOfFact,
  entryAt,
  filed,
  idOf,
  mentionKeys,
  restingOn,
  valueEntry,
} from '../../canon';
import type { Entry } from '../../entry/entry';
import { listFirst, listWords } from '../../text/words';
import {
  type Compared,
  type ComparingRule,
  isEstablished,
  newEntries,
  relatedInBaseline,
  type ComparedFinding,
} from './baselineComparison';
import { renderFactList, renderFactName } from './story';
import { isWrittenAlike, renamedTo } from './movedNames';
import { missingFacts } from './silencedFacts';
import type { Span } from '../../text/span';
import { frontmatterTree, pairOfKey } from '../../entry/frontmatter';
import { nameSpan } from '../rule';
import { allFactsOf } from '../../entry/versions';

const MOST_LISTED = 3;

/** A deleted entry that others rest on, that is part of a chain, or that established facts name. */
export const deletedEntry: ComparingRule = {
  code: 'retcon/deleted-entry',
  severity: 'error',
  *ofChanged(compared, { was, is }) {
    const { baseline, now, point } = compared;
    if (is || renamedTo(compared, was)) return;
    const resting = restingOn(baseline, was).filter((entry) => counterpart(baseline, now, entry));
    const chain = [...edgesOf(baseline, was).map(({ by }) => by), ...edgesBy(baseline, was).map(({ old }) => old)];
    const naming = factsNaming(compared, was);
    if (resting.length + chain.length + naming.length === 0) return;
    const names = [...new Set([...chain, ...resting])].map((entry) => idOf(baseline, entry));
    const shown =
      names.length > MOST_LISTED ? [...names.slice(0, MOST_LISTED), `${names.length - MOST_LISTED} more`] : names;
    const namedBy = `${naming.length === 1 ? 'one established fact names it' : `${naming.length} established facts name it`}: ${listFirst(MOST_LISTED, naming, 'and')}`;
    const part = chain.length > 0 ? 'is part of a chain with' : 'others rest on it:';
    const why =
      names.length > 0 ? `${part} ${listWords(shown, 'and')}${naming.length > 0 ? `, and ${namedBy}` : ''}` : namedBy;
    const facts = missingFacts(compared, was, undefined);
    const lost = facts.length > 0 ? ` With it goes what was established: ${renderFactList(compared, was, facts)}.` : '';
    const id = idOf(baseline, was);
    const entryNow = entryAt(now.canon, was.path);
    // `goneWithFacts` reports this at the same file.
    if (entryNow && (facts.length > 0 || was.date?.date)) return;
    const [how, todo] = entryNow
      ? [
          `has become ${idOf(now, entryNow)}`,
          `Write \`aliases: [${id}]\` in ${was.path}, or put ${id} in a file of its own.`,
        ]
      : ['has been deleted', `Put the file back${orAlias(compared, was)}: to say that it was never true, retract it.`];
    const message = `${id} ${how} since ${point}, and ${why}.${lost} ${todo}`;
    const related = facts.map((one) =>
      relatedInBaseline(compared, was, one.value.span, renderFactName(baseline, was, one)),
    );
    yield { file: was.path, gone: was.names, finding: { span: { start: 0, end: 0 }, message, related } };
  },
};

/** Established facts of other pages that still name a deleted page: `founder of vyr`. */
function factsNaming(compared: Compared, gone: Entry): string[] {
  const { baseline, now } = compared;
  const naming = new Set(
    gone.names.flatMap((name) => mentionKeys(name).flatMap((key) => filed(baseline.canon, 'alsoNaming', key))),
  );
  return [...naming].flatMap((was) => {
    const is = baseline.has(was) && isEstablished(compared, was) ? counterpart(baseline, now, was) : undefined;
    return allFactsOf(was).flatMap((fact) =>
      valueEntry(baseline, fact.value) === gone &&
      is !== undefined &&
      allFactsOf(is).some((one) => isWrittenAlike(one, fact))
        ? `${fact.attribute.text} of ${entityOfFact(baseline, was, fact)}`
        : [],
    );
  });
}

/** Advice for the case that the page was renamed; empty if there is no new page. */
const orAlias = (compared: Compared, was: Entry): string =>
  newEntries(compared).some((is) => !counterpart(compared.now, compared.baseline, is))
    ? `, or write \`aliases: [${idOf(compared.baseline, was)}]\` in the new page that it has become`
    : '';

const START: Span = { start: 0, end: 0 };

/** A page that has gone with established facts, or else with its own date or place in the canon. */
export function* goneWithFacts(compared: Compared, was: Entry): Iterable<ComparedFinding> {
  const { baseline, now, point } = compared;
  if (isMissed(compared, was)) return;
  const gone = missingFacts(compared, was, undefined);
  const own = allFactsOf(was).length === 0 ? ownPlace(compared, was) : null;
  if (gone.length === 0 && !own) return;
  const id = idOf(baseline, was);
  const is = entryAt(now.canon, was.path);
  const factList = gone.length > 0 ? renderFactList(compared, was, gone) : own?.words;
  const message = `${id} has gone since ${point}, and with it what was established: ${factList}. ${todo(id, is && { path: is.path, id: idOf(now, is) })}`;
  const related =
    gone.length > 0
      ? gone.map((one) => relatedInBaseline(compared, was, one.value.span, renderFactName(baseline, was, one)))
      : own && [relatedInBaseline(compared, was, own.span, own.words)];
  yield { file: was.path, gone: was.names, finding: { span: START, message, related: related ?? [] } };
}

const todo = (id: string, is: { readonly path: string; readonly id: string } | undefined): string =>
  is
    ? `${is.path} is ${is.id} now: write \`aliases: [${id}]\` there and put back what it said, or put ${id} in a file of its own.`
    : 'Put the file back, and retract it or supersede it by another entry.';

/** Whether `retcon/deleted-entry` reports that an entry has gone, as an error. */
export function isMissed(compared: Compared, was: Entry): boolean {
  if (entryAt(compared.now.canon, was.path) || !isEstablished(compared, was)) return false;
  const isError = (compared.now.canon.codex.rules.get(deletedEntry.code) ?? deletedEntry.severity) === 'error';
  return isError && [...(deletedEntry.ofChanged?.(compared, { was, is: undefined }) ?? [])].length > 0;
}

/** What an entry without facts establishes: its date, or its place in the canon. */
function ownPlace({ baseline }: Compared, { date, canon, position }: Entry): { words: string; span: Span } | null {
  if (date?.date) return { words: `that it was at ${date.text}`, span: date.span };
  if (canon && position && baseline.canon.codex.revisions.length > 0)
    return { words: `it entered the canon at ${canon.text}`, span: canon.span };
  return null;
}

/** Whether a page has no frontmatter, or none that can be read. */
const saysNothing = ({ frontmatter: { start, end }, problems }: Entry): boolean =>
  start === end || problems.some(({ code }) => code === 'frontmatter/not-yaml');

/** Whether a page had frontmatter and has none now. */
export const hasLostFrontmatter = (was: Entry, is: Entry): boolean => !saysNothing(was) && saysNothing(is);

/** One finding for all facts that went with the frontmatter. @param found the finding of each of them */
export function* lostFrontmatter(
  compared: Compared,
  was: Entry,
  is: Entry,
  found: readonly ComparedFinding[],
): Iterable<ComparedFinding> {
  if (found.length === 0) return;
  const gone = missingFacts(compared, was, is);
  const factList =
    gone.length > 0 ? renderFactList(compared, was, gone) : (ownPlace(compared, was)?.words ?? 'its retcons');
  const message = `${idOf(compared.now, is)} has lost its frontmatter since ${compared.point}, and with it what was established: ${factList}. Put it back at the top, between two lines of \`---\`.`;
  const related = found.flatMap(({ finding }) => finding.related ?? []);
  yield { file: is.path, finding: { span: START, message, related } };
}

/** A page that can't be read any more. @param why the reason, for the author */
export const spoilt = ({ point }: Compared, file: string, why: string): ComparedFinding => ({
  file,
  finding: { span: START, message: `${file} was established as of ${point}, and can't be read any more: ${why}.` },
});

/** A codex at one moment, with an identifier of each file's text. */
interface Blobs {
  readonly blobOf: (file: string) => string | null;
}

/** Moved files with their former paths. @param touched the files that have changed */
export function movedFiles(now: Blobs, then: Blobs, touched: ReadonlySet<string>): ReadonlyMap<string, string> {
  const gone = new Map<string, string>();
  for (const file of touched) {
    const blob = now.blobOf(file) === null ? then.blobOf(file) : null;
    if (blob !== null) gone.set(blob, file);
  }
  return new Map(
    [...touched].flatMap((file) => {
      const was = then.blobOf(file) === null ? gone.get(now.blobOf(file) ?? '') : undefined;
      return was === undefined ? [] : [[file, was] as const];
    }),
  );
}

/** An established page that is marked as a draft now, so that it would no longer be established. */
export function* drafted(compared: Compared, was: Entry, is: Entry): Iterable<ComparedFinding> {
  const { now, point, textOf } = compared;
  if (!is.draft) return;
  const tree = frontmatterTree(textOf?.(is.path) ?? '');
  const pair = tree && pairOfKey(now.canon.codex, tree, 'draft');
  const message = `${idOf(now, is)} was established as of ${point}, and is marked as a draft now: what has been established can't become a draft again. Take \`draft\` out, or retract it if it was never true.`;
  const related = [relatedInBaseline(compared, was, nameSpan(was), 'it is not a draft')];
  yield { file: is.path, cause: 'draft', finding: { span: pair?.key.content ?? nameSpan(is), message, related } };
}

/** Whether a page has become a belief. */
export const hasBecomeBelief = (was: Entry, is: Entry): boolean =>
  !was.knowledge?.believedBy && Boolean(is.knowledge?.believedBy);

/** One finding, at `believed_by`, for all facts that became beliefs. @param found the finding of each of them */
export function* believedNow(
  compared: Compared,
  was: Entry,
  is: Entry,
  found: readonly ComparedFinding[],
): Iterable<ComparedFinding> {
  if (found.length === 0) return;
  const tree = frontmatterTree(compared.textOf?.(is.path) ?? '');
  const pair = tree && pairOfKey(compared.now.canon.codex, tree, 'believed_by');
  const gone = missingFacts(compared, was, is);
  const factList = gone.length > 0 ? renderFactList(compared, was, gone) : 'its retcons';
  const message = `${idOf(compared.now, is)} stated facts as of ${compared.point}, and states beliefs now. With that goes what was established: ${factList}. Take \`believed_by\` out, or retract the page if it was never true.`;
  const related = found.flatMap(({ finding }) => finding.related ?? []);
  yield { file: is.path, finding: { span: pair?.key.content ?? nameSpan(is), message, related } };
}
