/** An entry that others rest on, or that is part of a chain, has been deleted: nothing can say any more what was replaced. */
import { restingOn, edgesBy, edgesOf, counterpart, idOf } from '../../canon';
import { listWords } from '../../text/wordLists';
import { type ComparingRule, relatedInBaseline } from './baselineComparison';
import { renderFactList, renderFactName } from './factNames';
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
    if (resting.length + chain.length === 0) return;
    const names = [...new Set([...chain, ...resting])].map((entry) => idOf(baseline, entry));
    const shown =
      names.length > MOST_LISTED ? [...names.slice(0, MOST_LISTED), `${names.length - MOST_LISTED} more`] : names;
    const why = chain.length > 0 ? 'is part of a chain with' : 'is what others rest on:';
    const facts = missingFacts(compared, was, undefined);
    const told = facts.length > 0 ? ` With it goes what was told: ${renderFactList(compared, was, facts)}.` : '';
    const message = `${idOf(baseline, was)} has been deleted since ${point}, and ${why} ${listWords(shown, 'and')}.${told} Put the file back: a retraction says that it never was.`;
    const related = facts.map((one) =>
      relatedInBaseline(compared, was, one.value.span, renderFactName(baseline, was, one)),
    );
    yield { file: was.path, finding: { span: { start: 0, end: 0 }, message, related } };
  },
};
