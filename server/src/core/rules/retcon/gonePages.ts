/** The rule `retcon/deleted-entry`, and other ways in which an established page can vanish. */
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

/** An entry that others rest on, or that is part of a chain, has been deleted: nothing can say any more what was replaced. */
const MOST_LISTED = 3;

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
    const said = `${naming.length === 1 ? 'one fact that was told names it' : `${naming.length} facts that were told name it`}: ${listFirst(MOST_LISTED, naming, 'and')}`;
    const part = chain.length > 0 ? 'is part of a chain with' : 'is what others rest on:';
    const why =
      names.length > 0 ? `${part} ${listWords(shown, 'and')}${naming.length > 0 ? `, and ${said}` : ''}` : said;
    const facts = missingFacts(compared, was, undefined);
    const told = facts.length > 0 ? ` With it goes what was told: ${renderFactList(compared, was, facts)}.` : '';
    const id = idOf(baseline, was);
    const entryNow = entryAt(now.canon, was.path);
    // That it has gone with what it said is told there already, with what to write.
    if (entryNow && (facts.length > 0 || was.date?.date)) return;
    const [how, todo] = entryNow
      ? [
          `has become ${idOf(now, entryNow)}`,
          `Write \`aliases: [${id}]\` in ${was.path}, or put ${id} into a file of its own.`,
        ]
      : ['has been deleted', `Put the file back${orAlias(compared, was)}: a retraction says that it never was.`];
    const message = `${id} ${how} since ${point}, and ${why}.${told} ${todo}`;
    const related = facts.map((one) =>
      relatedInBaseline(compared, was, one.value.span, renderFactName(baseline, was, one)),
    );
    yield { file: was.path, gone: was.names, finding: { span: { start: 0, end: 0 }, message, related } };
  },
};

/** What was told in the name of a page by others, which say it still: `founder of vyr`. */
function factsNaming(compared: Compared, gone: Entry): string[] {
  const { baseline, now } = compared;
  const naming = new Set(
    gone.names.flatMap((name) => mentionKeys(name).flatMap((key) => filed(baseline.canon, 'alsoNaming', key))),
  );
  return [...naming].flatMap((was) => {
    const is = baseline.has(was) && isEstablished(compared, was) ? counterpart(baseline, now, was) : undefined;
    return was.facts.flatMap((fact) =>
      valueEntry(baseline, fact.value) === gone && is?.facts.some((one) => isWrittenAlike(one, fact)) === true
        ? `${fact.attribute.text} of ${entityOfFact(baseline, was, fact)}`
        : [],
    );
  });
}

/** A page may go on under another name, where there is a new one. */
const orAlias = (compared: Compared, was: Entry): string =>
  newEntries(compared).some((is) => !counterpart(compared.now, compared.baseline, is))
    ? `, or write \`aliases: [${idOf(compared.baseline, was)}]\` in the new page that it has become`
    : '';

/** A page that was told and answers no more: its file has gone, its id is another one, or its frontmatter is lost. */
const START: Span = { start: 0, end: 0 };

/** What an entry had told, which is missed with it: its facts, else its own place. */
export function* goneWithFacts(compared: Compared, was: Entry): Iterable<ComparedFinding> {
  const { baseline, now, point } = compared;
  if (isMissed(compared, was)) return;
  const gone = missingFacts(compared, was, undefined);
  const own = was.facts.length === 0 ? ownPlace(compared, was) : null;
  if (gone.length === 0 && !own) return;
  const id = idOf(baseline, was);
  const is = entryAt(now.canon, was.path);
  const factList = gone.length > 0 ? renderFactList(compared, was, gone) : own?.words;
  const message = `${id} has gone since ${point}, and with it what was told: ${factList}. ${todo(id, is && { path: is.path, id: idOf(now, is) })}`;
  const related =
    gone.length > 0
      ? gone.map((one) => relatedInBaseline(compared, was, one.value.span, renderFactName(baseline, was, one)))
      : own && [relatedInBaseline(compared, was, own.span, own.words)];
  yield { file: was.path, gone: was.names, finding: { span: START, message, related: related ?? [] } };
}

const todo = (id: string, is: { readonly path: string; readonly id: string } | undefined): string =>
  is
    ? `${is.path} is ${is.id} now: write \`aliases: [${id}]\` there and put back what it said, or put ${id} into a file of its own.`
    : 'Put the file back, and retract it or supersede it by another entry.';

/** Whether it is told as that, at its own file, that an entry has gone: others name it, or rest on it, or it had its say on them. */
export function isMissed(compared: Compared, was: Entry): boolean {
  if (entryAt(compared.now.canon, was.path) || !isEstablished(compared, was)) return false;
  const isError = (compared.now.canon.codex.rules.get(deletedEntry.code) ?? deletedEntry.severity) === 'error';
  return isError && [...(deletedEntry.ofChanged?.(compared, { was, is: undefined }) ?? [])].length > 0;
}

/** What an entry without facts has told all the same: that it was then, or when it was told. */
function ownPlace({ baseline }: Compared, { date, canon, position }: Entry): { words: string; span: Span } | null {
  if (date?.date) return { words: `that it was at ${date.text}`, span: date.span };
  if (canon && position && baseline.canon.codex.revisions.length > 0)
    return { words: `it entered the canon at ${canon.text}`, span: canon.span };
  return null;
}

/** Nothing stands between fences, or nothing that is read. */
const saysNothing = ({ frontmatter: { start, end }, problems }: Entry): boolean =>
  start === end || problems.some(({ code }) => code === 'frontmatter/not-yaml');

/** Whether nothing between fences is left of what a page said there. */
export const hasLostFrontmatter = (was: Entry, is: Entry): boolean => !saysNothing(was) && saysNothing(is);

/** One finding for all that went with the frontmatter. @param found what each part of it is told as */
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
  const message = `${idOf(compared.now, is)} has lost its frontmatter since ${compared.point}, and with it what was told: ${factList}. Put it back, between a first line \`---\` and another one below it.`;
  const related = found.flatMap(({ finding }) => finding.related ?? []);
  yield { file: is.path, finding: { span: START, message, related } };
}

/** A page that can't be read any more. @param why in words for the author */
export const spoilt = ({ point }: Compared, file: string, why: string): ComparedFinding => ({
  file,
  finding: { span: START, message: `${file} was told as of ${point}, and can't be read any more: ${why}.` },
});

/** A codex at one moment, by what stands for the text of each file. */
interface Blobs {
  readonly blobOf: (file: string) => string | null;
}

/** With where they lay. @param touched the files that are not as they were */
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

/** A page that was told, and is marked as a draft now: nothing of it would count as told any more. */
export function* drafted(compared: Compared, was: Entry, is: Entry): Iterable<ComparedFinding> {
  const { now, point, textOf } = compared;
  if (!is.draft) return;
  const tree = frontmatterTree(textOf?.(is.path) ?? '');
  const pair = tree && pairOfKey(now.canon.codex, tree, 'draft');
  const message = `${idOf(now, is)} was told as of ${point}, and is marked as a draft now: what has been told can't become a draft again. Take \`draft\` out, or retract it if it never was so.`;
  const related = [relatedInBaseline(compared, was, nameSpan(was), 'it is no draft')];
  yield { file: is.path, cause: 'draft', finding: { span: pair?.key.content ?? nameSpan(is), message, related } };
}

/** Whether a page has become what some believe. */
export const hasBecomeBelief = (was: Entry, is: Entry): boolean =>
  !was.knowledge?.believedBy && Boolean(is.knowledge?.believedBy);

/** One finding for all that went with that, at the key. @param found what each part of it is told as */
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
  const message = `${idOf(compared.now, is)} told what is so as of ${compared.point}, and only what some believe now. With that goes what was told: ${factList}. Take \`believed_by\` out, or retract the page if it never was so.`;
  const related = found.flatMap(({ finding }) => finding.related ?? []);
  yield { file: is.path, finding: { span: pair?.key.content ?? nameSpan(is), message, related } };
}
