/** Decides which changes since the baseline are story, not retcons: they only continue what was established (model §10). */
import { entityOfFact, type Known, clippedOf, pairOf, kindOfAttribute, clippedFactsOf } from '../../canon';
import { saysUndated, readDate, type Instant, type Moment } from '../../chronology';
import { holdsTemplate } from '../../text/placeholder';
import type { Entry, Fact } from '../../entry/entry';
import { changedAnswers, isSameMeaning, type Compared, isEstablished, placed } from './baselineComparison';

/** When a fact begins, by its own date or that of its entry. */
export const beginsAt = (entry: Entry, fact: Fact): Moment | null =>
  fact.from?.date?.start ?? entry.date?.date?.start ?? null;
/** When a fact ends, by its own date or that of its entry. */
export const endsAt = (entry: Entry, fact: Fact): Moment | null => fact.until?.moment ?? entry.until?.moment ?? null;

/**
 * Whether nothing is established after a moment: it is before neither the baseline's present nor any established date of an
 * entity and attribute. Dates that can't be compared are ignored. @param entity its name in the baseline
 */
export function isAhead(compared: Compared, entity: string, attribute: string, moment: Instant): boolean {
  const dates = clippedOf(compared.baseline, pairOf(entity, attribute)).flatMap(({ entry, stated }) =>
    // A plan is not established.
    isEstablished(compared, entry) ? stated.flatMap(({ from, until }) => [from ?? [], until ?? []].flat()) : [],
  );
  return [...presentOf(compared), ...dates].every(({ line, day }) => line !== moment.line || day <= moment.day);
}

/** The first day of the baseline's present, or nothing. */
export function presentOf({ baseline, baselineAsRead }: Compared): Moment[] {
  const { present } = (baselineAsRead ?? baseline).canon.codex;
  return present ? [present.start] : [];
}

/** Whether two facts begin and end at the same time. */
export const hasSameEnds = ({ baseline, now }: Compared, was: Entry, fact: Fact, is: Entry, other: Fact): boolean =>
  [beginsAt, endsAt].every((end) => placed(now, baseline, end(was, fact)) === placed(now, now, end(is, other)));

/** Whether a change of an established fact is story: the fact ends or begins where nothing is established yet. */
export function isStory(compared: Compared, was: Entry, fact: Fact, is: Entry, instead: Fact): boolean {
  const { baseline, now } = compared;
  const entity = entityOfFact(baseline, was, fact);
  const attribute = fact.attribute.text;
  const isAheadOf = (moment: Moment): boolean => isAhead(compared, entity, attribute, moment);
  const [from, begins] = [beginsAt(was, fact), beginsAt(is, instead)];
  const [until, ends] = [endsAt(was, fact), endsAt(is, instead)];
  const hasSame = (a: Moment | null, b: Moment | null): boolean => placed(now, baseline, a) === placed(now, now, b);
  if (
    !fact.from?.date &&
    !fact.until &&
    isSameMeaning(compared, fact, instead) &&
    comesAgain(compared, was, is, isAheadOf)
  )
    return !instead.from?.date && !instead.until;
  const isEnded = until === null && ends !== null && isAheadOf(ends);
  if (isSameMeaning(compared, fact, instead) && changesNoAnswer(compared, was, fact, is, instead)) return true;
  if (!hasSame(until, ends) && !isEnded) return false;
  const isInParts = !fact.from?.date || !fact.until;
  if (isInParts && pausesIn(now, baseline, was) !== pausesIn(now, now, is)) return false;
  if (isFoundOut(compared, fact, instead)) return hasSame(from, begins);
  if (!isSameMeaning(compared, fact, instead)) return false;
  if (hasSame(from, begins)) return true;
  if (from !== null || begins === null || !isAheadOf(begins)) return false;
  return changedAnswers(compared, entityOfFact(now, is, instead), attribute).every(
    (one) => one.from && isAheadOf(one.from),
  );
}

/** Whether an entry keeps its established stretches and gets another one where nothing is established yet: a character rises from the dead. */
export function comesAgain(
  { baseline, now }: Compared,
  was: Entry,
  is: Entry,
  isAheadOf: (moment: Moment) => boolean,
): boolean {
  const [then, here] = [stretchesIn(was), stretchesIn(is)];
  const hasSame = (a: Moment | null | undefined, b: Moment | null | undefined): boolean =>
    placed(now, baseline, a ?? null) === placed(now, now, b ?? null);
  return (
    then.length < here.length &&
    then.every(
      ({ from, until }, i) => until !== null && hasSame(from, here[i]?.from) && hasSame(until, here[i]?.until),
    ) &&
    here.slice(then.length).every(({ from }) => from !== null && isAheadOf(from))
  );
}

/** The stretches over which an entry holds. */
export const stretchesIn = ({ date, until, parts }: Entry): readonly { from: Moment | null; until: Moment | null }[] =>
  parts.length > 0
    ? parts.map((part) => ({ from: part.from.date.start, until: part.until?.moment ?? null }))
    : [{ from: date?.date?.start ?? null, until: until?.moment ?? null }];

/** Whether a fact only gains or loses an explicit end at the point where a later fact ends it anyway. */
function changesNoAnswer(compared: Compared, was: Entry, fact: Fact, is: Entry, instead: Fact): boolean {
  const { baseline, now } = compared;
  const begins = [beginsAt(was, fact), beginsAt(is, instead)] as const;
  if (placed(now, baseline, begins[0]) !== placed(now, now, begins[1])) return false;
  if (pausesIn(now, baseline, was) !== pausesIn(now, now, is)) return false;
  // A changed end of the page is reported as such.
  if ((fact.until === null && was.until) || (instead.until === null && is.until)) return false;
  // A fact that a retcon has clipped is still the answer for the time before that.
  const clipped = clippedFactsOf(baseline, was).find((one) => one.fact === fact);
  if (!clipped || clipped.clippedBy.length > 0) return false;
  const entity = entityOfFact(now, is, instead);
  const attribute = fact.attribute.text;
  return kindOfAttribute(now, attribute) !== 'set' && changedAnswers(compared, entity, attribute).length === 0;
}

/** The pauses of an entry with several stretches as one text; empty for one stretch. */
export const pausesIn = (now: Known, known: Known, { parts }: Entry): string =>
  parts
    .slice(1)
    .map(({ from }, i) =>
      [parts[i]?.until?.moment ?? null, from.date.start].map((one) => placed(now, known, one)).join(),
    )
    .join(' ');

/** Whether a value was unknown and is known now; a date must not be before the present. */
function isFoundOut(compared: Compared, fact: Fact, instead: Fact): boolean {
  const [was, is] = [fact.value.text.trim(), instead.value.text.trim()];
  if (!isUnknownDate(was)) return false;
  const reading = readDate(compared.now.canon.codex.chronology, is);
  const start = reading.ok ? reading.date?.start : undefined;
  // `none` and `never` are values, not unknowns.
  if (start === undefined) return SAYS_UNKNOWN.test(was) && !saysUndated(is);
  return presentOf(compared).every(({ line, day }) => line !== start.line || day <= start.day);
}

const SAYS_UNKNOWN = /^(?:unknown|unclear|tb[ad]|\?+)$/i;

const isUnknownDate = (text: string): boolean => saysUndated(text.trim()) && !holdsTemplate(text);

/** What a fact was changed to: its value, else its beginning, else its end; empty if none of these differs. */
export function renderInstead({ baseline, now }: Compared, was: Entry, fact: Fact, is: Entry, instead: Fact): string {
  if (fact.value.text !== instead.value.text) return ` to ${instead.value.text}`;
  const ends = [
    ['begin', beginsAt(was, fact), beginsAt(is, instead)],
    ['end', endsAt(was, fact), endsAt(is, instead)],
  ] as const;
  const moved = ends.find(([, then, here]) => placed(now, baseline, then) !== placed(now, now, here));
  if (!moved) return '';
  const [what, then, here] = moved;
  return ` to ${what} at ${here?.text ?? 'no date'}${then ? ` instead of ${then.text}` : ''}`;
}

/** `seat of vyr is hold`, as messages name a fact. */
export const renderFactName = (known: Known, entry: Entry, fact: Fact, verb = 'is'): string =>
  `${fact.attribute.text} of ${entityOfFact(known, entry, fact)} ${verb} ${fact.value.text}`;

/** `that seat of vyr is hold`, or `3 facts, first that seat of vyr is hold`. */
export function renderFactList({ baseline }: Compared, was: Entry, facts: readonly Fact[]): string {
  const [first] = facts;
  const words = first ? `that ${renderFactName(baseline, was, first)}` : '';
  return facts.length > 1 ? `${facts.length} facts, first ${words}` : words;
}
