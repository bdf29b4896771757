/** A range or an interval that ends before, or as, it begins. */
import { isUndeclared, withinTenYears, type Moment, type WorldDate } from '../../chronology';
import { clippedFactsOf, type Known } from '../../canon';
import type { DateWritten, EndWritten, Entry, OwnStretch } from '../../entry/entry';
import { ownDates, stretchesOf } from '../../entry/stretches';
import { changeTo } from '../relatedPlaces';
import type { Finding, Judged, Rule } from '../rule';

const RANGE = /^(.*\S)(\s*(?:\.\.|–|—|\bto\b)\s*)(\S.*)$/;

export const inverted: Rule = {
  code: 'date/inverted',
  severity: 'error',
  *check(judged) {
    const { entry } = judged;
    for (const problem of entry.problems) if (problem.code === 'date/inverted') yield turnedRound(entry, problem);
    for (const { from, until } of stretchesOf(entry)) if (until) yield* endsTooEarly(judged, from, until);
    for (const [i, { from }] of entry.parts.entries()) yield* beginsTooEarly(judged, entry.parts[i - 1], from);
    for (const { fact, begins } of clippedFactsOf(judged.known, entry)) {
      // What has neither end of its own has those of its entry, which were looked at above.
      if (fact.until && (fact.from || begins === (entry.date?.date?.start ?? null)))
        yield* endsTooEarly(judged, fact.from ?? entry.date, fact.until);
      else if (fact.until && begins) yield* endsBeforeRetcon(fact.until, begins);
      else if (fact.from && entry.until) yield* endsTooEarly(judged, fact.from, entry.until, fact.from.span);
    }
  },
};

/** A range found inverted while it was read, with its ends turned round as the mend; not where its era may count backward. */
function turnedRound(entry: Entry, problem: Finding): Finding {
  if (problem.severity === 'warning') return problem;
  const dates = [...ownDates(entry), ...entry.facts.map(({ from }) => from)];
  const range = RANGE.exec(dates.find((date) => date?.span.start === problem.span.start)?.text ?? '');
  const [, from, between, until] = range ?? [];
  return range ? { ...problem, fixes: [changeTo(entry, problem.span, `${until}${between}${from}`)] } : problem;
}

function* endsTooEarly(
  judged: Judged,
  begins: DateWritten | null,
  ends: EndWritten,
  span = ends.span,
): Iterable<Finding> {
  const from = begins?.date;
  const { moment, date, inclusive } = ends;
  if (!from || from.start.line !== moment.line || moment.day > from.start.day) return;
  if (isAbout(judged.known, from, date)) return;
  if (moment.day === from.start.day && !inclusive) {
    const message = `ends as it begins, at ${from.text}: \`until\` is the first date on which it no longer holds; perhaps \`through\` is meant`;
    yield { span, message, ...inUndeclared(moment) };
    return;
  }
  if (isUndeclared(moment.line)) {
    const message = `ends at ${ends.text}, before it begins at ${begins.text}: correct one of the two, or declare the era in codex.yaml if it counts down`;
    yield { span, message, severity: 'warning' };
    return;
  }
  const { path: file } = judged.entry;
  const edits = [
    { file, span: begins.span, text: ends.text },
    { file, span: ends.span, text: begins.text },
  ];
  const message = `ends at ${ends.text}, before it begins at ${begins.text}: correct one of the two`;
  yield { span, message, fixes: [{ title: `Swap ${begins.text} and ${ends.text}`, edits }] };
}

/** Of several stretches one begins before the one above it has ended: they are to stand in the order of time. */
function* beginsTooEarly(
  { known }: Judged,
  before: OwnStretch | undefined,
  from: OwnStretch['from'],
): Iterable<Finding> {
  const last = before?.until?.date ?? before?.from.date;
  const { start } = from.date;
  if (!before || !last || last.start.line !== start.line || last.start.day <= start.day) return;
  if (isAbout(known, last, from.date)) return;
  const isEarlier = start.day < before.from.date.start.day;
  const message = isEarlier
    ? `begins at ${from.text}, and stands behind ${before.from.text}: put the dates in the order of time, and their ends with them`
    : `begins again at ${from.text}, before it has ended at ${before.until?.text}: correct one of the two`;
  yield { span: from.span, message, ...inUndeclared(start) };
}

/** What takes the place of an older fact begins where the retcon takes effect. */
function* endsBeforeRetcon({ moment, text, span }: EndWritten, begins: Moment): Iterable<Finding> {
  if (begins.line !== moment.line || moment.day > begins.day || begins.approximate) return;
  const message = `ends at ${text}, and takes effect at ${begins.text}: correct it, or give the fact a \`from\` of its own`;
  yield { span, message, ...inUndeclared(begins) };
}

/** Nobody has said which way such an era counts: no error can be certain. */
const inUndeclared = ({ line }: Moment): Pick<Finding, 'severity'> =>
  isUndeclared(line) ? { severity: 'warning' } : {};

/** Whether one of two dates is a guess, and they are near enough to be in either order. */
function isAbout(known: Known, a: WorldDate, b: WorldDate | null): boolean {
  if (!b || (!a.approximate && !b.approximate)) return false;
  return withinTenYears(known.canon.codex.chronology, a.start, b.start);
}
