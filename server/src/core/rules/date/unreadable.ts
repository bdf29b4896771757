/** What is no world date; an error where a retcon or a fact is lost by it. */
import { countOf } from '../../canon/canon';
import type { Canon } from '../../canon/canon';
import { foundInReading, type Rule } from '../rule';

const found = foundInReading('date/unreadable', 'warning');

/** In a vault that nobody has made a codex of, `date` may mean something else: noted, but no cause for alarm. */
export const unreadable: Rule = {
  ...found,
  *check(judged) {
    const isNoise = isUntouched(judged.known.canon) && countOf(judged.known.canon, 'unreadable-date') > 2;
    for (const finding of found.check(judged)) yield isNoise ? { ...finding, severity: 'info' } : finding;
  },
};

/** Nothing is stated or retconned, and codex.yaml declares nothing by which it could be. */
function isUntouched(canon: Canon): boolean {
  const { chronology, revisions, attributes, fields } = canon.codex;
  const declaresNothing = !chronology.declared && revisions.length + attributes.size + fields.size === 0;
  return declaresNothing && countOf(canon, 'says-something') === 0;
}
