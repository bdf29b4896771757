/** An entry that others rest on, or that is part of a chain, has been deleted: nothing can say any more what was replaced. */
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
import { listFirst, listWords } from '../../text/wordLists';
import { type Compared, type ComparingRule, isEstablished, newEntries, relatedInBaseline } from './baselineComparison';
import { renderFactList, renderFactName } from './factNames';
import { isWrittenAlike } from './movedNames';
import { renamedTo } from './renamed';
import { missingFacts } from './silencedFacts';

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
