/** What is no world date; an error where a retcon or a fact is lost by it. */
import { countOf, sizeOf, type Canon, ownEras } from '../../canon';
import { withYear } from '../../chronology';
import { isMonthReported } from '../config/halfDeclared';
import { foundInReading, type Rule } from '../rule';

const found = foundInReading('date/unreadable', 'warning');

/** In a vault that nobody has made a codex of, `date` may mean something else: noted, but no cause for alarm. */
export const unreadable: Rule = {
  ...found,
  *check(judged) {
    const isNoise = isUntouched(judged.known.canon) && isHabit(judged.known.canon);
    for (const finding of found.check(judged)) {
      if (isMonthReported(judged.known, finding.message)) continue;
      const [era] = ownEras(judged.known);
      const told = era ? { ...finding, message: withYear(finding.message, era.year) } : finding;
      yield isNoise ? { ...told, severity: 'info' } : told;
    }
  },
};

/** Among many notes, one that can't be read is a slip; several are a way of writing that is not ours. */
const isHabit = (canon: Canon): boolean => sizeOf(canon.entries) >= 30 && countOf(canon, 'unreadable-date') > 2;

/** Nothing is stated or retconned, and codex.yaml declares nothing by which it could be. */
function isUntouched(canon: Canon): boolean {
  const { chronology, revisions, attributes, fields } = canon.codex;
  const declaresNothing = !chronology.declared && revisions.length + attributes.size + fields.size === 0;
  return declaresNothing && countOf(canon, 'says-something') === 0;
}
