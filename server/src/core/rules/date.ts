/** The rules `date/…`: world dates that cannot be read, do not exist, or cannot be compared. */
import {
  foundInReading,
  atHomeIn,
  madeRetcons,
  changeTo,
  relatedTo,
  type Rule,
  type Finding,
  type Judged,
} from './rule';
import {
  agrees,
  isUndeclared,
  withinTenYears,
  type Moment,
  type WorldDate,
  renderYear,
  readDate,
  withYear,
} from '../chronology';
import {
  idOf,
  comparable,
  judgedOn,
  clippedFactsOf,
  type Known,
  countOf,
  datesOf,
  renderEras,
  ownEras,
  ownErasIn,
  sizeOf,
  type Canon,
} from '../canon';
import type { DateWritten, EndWritten, Entry, OwnStretch } from '../entry/entry';
import { ownDates, stretchesOf } from '../entry/stretches';
import { isEraReported, isMonthReported } from './config';
import { withVersions, allFactsOf } from '../entry/versions';

/** A day, month or year that its calendar does not have. */
export const impossible = foundInReading('date/impossible', 'error');

/** Two dates of a retcon in eras that can't be compared, so that the retcon clips nothing. */
export const incomparable: Rule = {
  code: 'date/incomparable',
  severity: 'warning',
  of: ['declarations'],
  *check({ known, entry }) {
    const { chronology } = known.canon.codex;
    for (const { declaration, retcon } of madeRetcons(known, entry)) {
      const [asOf, old] = [declaration.asOf, retcon.old.date];
      if (!asOf?.date || !old?.date || agrees(chronology, asOf.date, old.date) !== undefined) continue;
      const id = idOf(known, retcon.old);
      yield {
        span: asOf.span,
        message: `${asOf.text} can't be compared with ${old.text}, the date of ${id}: write it in the same era.`,
        related: [relatedTo(retcon.old, `${id} is dated ${old.text}`, old.span)],
        fixes: [changeTo(entry, asOf.span, old.date.text)],
      };
    }
    for (const { declaration, retcon } of atHomeIn(known, entry, 'supersedes', 'retracts', 'restores')) {
      const { effective, soft } = retcon;
      if (soft || effective === 'always') continue;
      const apart = judgedOn(known, retcon).find((stretch) => !comparable(stretch, effective));
      if (!apart) continue;
      const id = idOf(known, retcon.old);
      const otherDate = (apart.from ?? apart.until)?.text;
      yield {
        span: declaration.effective?.span ?? declaration.target.span,
        message: `${effective.text} can't be compared with ${otherDate} in ${id}, so this ends nothing there: give an \`effective\` in the same era, or \`always\`.`,
        related: [relatedTo(retcon.old, `${id} is dated in another era: ${otherDate}`, retcon.old.date?.span)],
      };
    }
  },
};

/** A range in one date, `410 TA .. 412 TA`, as its beginning, separator and end; a word may stand in front of it. */
const RANGE = /^((?:from|between)\s+)?(.*\S)(\s*(?:\.\.|–|—|\b(?:to|until|till|and|or)\b)\s*)(\S.*)$/i;

/** A range or an interval that ends before it begins, or when it begins. */
export const inverted: Rule = {
  code: 'date/inverted',
  severity: 'error',
  *check(judged) {
    for (const finding of turnedDates(judged)) yield { ...finding, message: `This ${finding.message}` };
  },
};

function* turnedDates(judged: Judged): Iterable<Finding> {
  const { entry } = judged;
  for (const problem of entry.problems) if (problem.code === 'date/inverted') yield turnedRound(entry, problem);
  const isLife = judged.known.canon.codex.mortal.has(entry.type?.text.toLowerCase() ?? '');
  for (const { from, until } of stretchesOf(entry))
    for (const finding of until ? endsTooEarly(judged, from, until) : [])
      yield isLife ? { ...finding, message: `life ${finding.message}` } : finding;
  for (const [i, { from }] of entry.parts.entries()) yield* beginsTooEarly(judged, entry.parts[i - 1], from);
  for (const { fact, begins } of clippedFactsOf(judged.known, entry)) {
    // A fact without dates of its own has those of its entry, which are checked above.
    if (fact.until && (fact.from || begins === (entry.date?.date?.start ?? null)))
      yield* endsTooEarly(judged, fact.from ?? entry.date, fact.until);
    else if (fact.until && begins) yield* endsBeforeRetcon(fact.until, begins);
    else if (fact.from && entry.until) yield* endsTooEarly(judged, fact.from, entry.until, fact.from.span);
  }
}

/** An inverted range, with a fix that swaps its ends unless its era may count backward. */
function turnedRound(entry: Entry, problem: Finding): Finding {
  if (problem.severity === 'warning') return problem;
  const dates = [...withVersions(entry).flatMap(ownDates), ...allFactsOf(entry).map(({ from }) => from)];
  const range = RANGE.exec(dates.find((date) => date?.span.start === problem.span.start)?.text ?? '');
  const [, lead = '', from, between, until] = range ?? [];
  return range ? { ...problem, fixes: [changeTo(entry, problem.span, `${lead}${until}${between}${from}`)] } : problem;
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
    const message = `ends as it begins, at ${from.text}: \`until\` is the first date on which it no longer holds; perhaps you mean \`through\``;
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

/** A stretch that begins before the stretch listed above it has ended. */
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
    ? `begins at ${from.text}, but is listed after ${before.from.text}: put the dates, and their ends, in order of time`
    : `begins again at ${from.text}, before it has ended at ${before.until?.text}: correct one of the two`;
  yield { span: from.span, message, ...inUndeclared(start) };
}

/** A fact that ends before its retcon takes effect, which is when the fact would begin. */
function* endsBeforeRetcon({ moment, text, span }: EndWritten, begins: Moment): Iterable<Finding> {
  if (begins.line !== moment.line || moment.day > begins.day || begins.approximate) return;
  const message = `ends at ${text}, but takes effect only at ${begins.text}: correct it, or give the fact a \`from\` of its own`;
  yield { span, message, ...inUndeclared(begins) };
}

/** An undeclared era may count backward, so its problems are only warnings. */
const inUndeclared = ({ line }: Moment): Pick<Finding, 'severity'> =>
  isUndeclared(line) ? { severity: 'warning' } : {};

/** Whether one of two dates is approximate, and they are near enough to be in either order. */
function isAbout(known: Known, a: WorldDate, b: WorldDate | null): boolean {
  if (!b || (!a.approximate && !b.approximate)) return false;
  return withinTenYears(known.canon.codex.chronology, a.start, b.start);
}

/** An era that no declared calendar has, or a year without an era where undeclared eras are in use. */
const unknownEras = foundInReading('date/unknown-era', 'warning');

export const unknownEra: Rule = {
  code: 'date/unknown-era',
  severity: 'warning',
  *check(judged) {
    for (const finding of unknownEras.check(judged)) if (!isEraReported(judged.known, finding.message)) yield finding;
    const { canon } = judged.known;
    if (!canon.codex.chronology.declared && countOf(canon, 'own-era') > 0) yield* withoutEra(judged);
  },
};

/** Years without an era, which are read as CE although the codex uses eras of its own. */
function* withoutEra({ known, entry }: Judged): Iterable<Finding> {
  const { chronology } = known.canon.codex;
  for (const { text, span, date } of everyDate(entry)) {
    if (!date || isUndeclared(date.start.line)) continue;
    const reading = readDate(chronology, text);
    if (!reading.ok || !reading.isBare) continue;
    const readAs = renderYear(chronology, date);
    const other = datesOf(entry).find((one) => one.date && isUndeclared(one.date.start.line));
    if (!other) {
      const message = `Which era is "${text}" in? It is read as ${readAs}, but this codex counts in ${renderEras(ownEras(known))}: write its era after it.`;
      yield { span, message, severity: 'info' };
      continue;
    }
    const [era] = ownErasIn(known, entry);
    const message = `"${text}" has no era and is read as ${readAs}, which can't be compared with ${other.text}: write its era after it, like ${text} ${era?.name ?? ''}.`;
    yield { span, message };
  }
}

function everyDate(entry: Entry): { text: string; span: DateWritten['span']; date: WorldDate | null }[] {
  const declared = entry.declarations.flatMap((declaration) => [declaration.asOf, declaration.effective]);
  return [...datesOf(entry), ...declared.filter((written) => written !== null)];
}

/** A text that is not a world date: an error if a retcon or a fact is lost with it. */
const unreadableDates = foundInReading('date/unreadable', 'warning');

/** In a vault that is not used as a codex yet, `date` may mean something else, so problems are only infos. */
export const unreadable: Rule = {
  ...unreadableDates,
  *check(judged) {
    const isNoise = isUntouched(judged.known.canon) && isHabit(judged.known.canon);
    for (const finding of unreadableDates.check(judged)) {
      if (isMonthReported(judged.known, finding.message)) continue;
      const [era] = ownEras(judged.known);
      const withAdvice = era ? { ...finding, message: withYear(finding.message, era.year) } : finding;
      yield isNoise ? { ...withAdvice, severity: 'info' } : withAdvice;
    }
  },
};

/** Among many notes one unreadable date is a slip; several are another way of writing dates. */
const isHabit = (canon: Canon): boolean => sizeOf(canon.entries) >= 30 && countOf(canon, 'unreadable-date') > 2;

/** Whether nothing is stated or retconned, and codex.yaml declares nothing that facts would need. */
function isUntouched(canon: Canon): boolean {
  const { chronology, revisions, attributes, fields } = canon.codex;
  const declaresNothing = !chronology.declared && revisions.length + attributes.size + fields.size === 0;
  return declaresNothing && countOf(canon, 'says-something') === 0;
}
