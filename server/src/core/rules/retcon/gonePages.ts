/** A page that was told and answers no more: its file has gone, its id is another one, or its frontmatter is lost. */
import { entryAt, idOf } from '../../canon';
import type { Entry } from '../../entry/entry';
import type { Span } from '../../text/span';
import { type Compared, type ComparedFinding, isEstablished, relatedInBaseline } from './baselineComparison';
import { deletedEntry } from './deleted-entry';
import { renderFactList, renderFactName } from './factNames';
import { missingFacts } from './silencedFacts';

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
