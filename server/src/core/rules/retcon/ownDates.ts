/** An entry's own date, or its end, that is another one than it was: told at the date, with all the facts that moved with it. */
import { idOf, type Retcon } from '../../canon';
import type { DateWritten, Entry } from '../../entry/entry';
import type { Moment, WorldDate } from '../../chronology';
import type { Span } from '../../text/span';
import { nameSpan } from '../relatedPlaces';
import { type Compared, type ComparedFinding, placed, relatedInBaseline } from './baselineComparison';
import { isDateGiven, isOwnEndGiven } from './givenByRetcons';
import { declaredSince, saysAlready, type Silenced } from './silencedFacts';
import { comesAgain, pausesIn, presentOf, stretchesIn } from './storyGoesOn';

/** A date of an entry that was told and has changed: the word for it, and what stood there and stands there. */
interface Changed {
  readonly what: 'date' | 'end' | 'time';
  readonly was: { readonly text: string; readonly span: Span } | null;
  readonly is: { readonly text: string; readonly span: Span } | null;
}

/** Those that no retcon of the whole entry gives it; which stretches one leaves is not asked. @param silenced the facts that the entry has silenced */
export function changedDates(
  compared: Compared,
  was: Entry,
  is: Entry,
  silenced: readonly Silenced[],
): readonly Changed[] {
  const changed = datesApart(compared, was, is, silenced);
  const retcons = wholeRetcons(compared, is);
  if (retcons.length === 0) return changed;
  const isGiven = { date: isDateGiven, end: isOwnEndGiven, time: () => true } as const;
  return changed.filter(({ what }) => !isGiven[what](compared, retcons, was, is));
}

const wholeRetcons = (compared: Compared, is: Entry): readonly Retcon[] =>
  declaredSince(compared, is).filter(({ only }) => only === null);

function datesApart(compared: Compared, was: Entry, is: Entry, silenced: readonly Silenced[]): readonly Changed[] {
  const { baseline, now } = compared;
  const isSame = (a: Moment | null | undefined, b: Moment | null | undefined): boolean =>
    placed(now, baseline, a ?? null) === placed(now, now, b ?? null);
  const found: Changed[] = [];
  const isAhead = (moment: Moment): boolean =>
    presentOf(compared).every(({ line, day }) => line !== moment.line || day <= moment.day);
  // Nobody who has died is dead before the present for rising again after it.
  if (comesAgain(compared, was, is, isAhead) && silenced.length === 0) return found;
  if (was.parts.length + is.parts.length > 0) {
    const hasPaused = pausesIn(now, baseline, was) !== pausesIn(now, now, is);
    const ends = [was, is].map((one) => one.parts.at(-1)?.until ?? one.until);
    if (
      hasPaused ||
      !isSame(was.date?.date?.start, is.date?.date?.start) ||
      (ends[0] && !isSame(ends[0]?.moment, ends[1]?.moment))
    )
      return [{ what: 'time', was: timeOf(was), is: timeOf(is) }];
  }
  // Of a date that was unknown nothing was told, aside from the facts that begin with it.
  const [begins, ends] = [was.date?.date?.start, was.until?.moment];
  const movesFacts = (what: Changed['what']): boolean => silenced.some((one) => isMovedBy(one, what));
  if (!isSame(begins, is.date?.date?.start) && (begins || movesFacts('date')))
    found.push({ what: 'date', was: was.date, is: is.date });
  else if (
    isRange(was.date) &&
    is.date?.date &&
    !isSame(was.date.date.end, is.date.date.end) &&
    ![was.date.date.end, ...(isRange(is.date) ? [is.date.date.end] : [])].every(isAhead)
  )
    found.push({ what: 'date', was: was.date, is: is.date });
  if (!isSame(ends, is.until?.moment) && (ends ? true : movesFacts('end') || !isAheadOfAll(compared, was, is)))
    found.push({ what: 'end', was: endOf(was, is), is: endOf(is, was) });
  return found;
}

/** The end of an entry; where another one is the same date, with its key, which is then what differs. */
const endOf = ({ until }: Entry, other: Entry): Changed['was'] =>
  until && until.text === other.until?.text
    ? { text: `\`${until.inclusive ? 'through' : 'until'}: ${until.text}\``, span: until.span }
    : until;

/** All the stretches of an entry, in words. */
function timeOf(entry: Entry): Changed['was'] {
  const words = stretchesIn(entry).map(
    ({ from, until }) => `${from?.text ?? '?'}${until ? ` until ${until.text}` : ''}`,
  );
  return entry.date && { text: words.join(', '), span: entry.date.span };
}

/** Whether a date was written with its end: how precise any other one is says nothing of how long it was. */
const isRange = (written: DateWritten | null): written is DateWritten & { readonly date: WorldDate } =>
  written?.date?.text.includes('..') === true;

/** Whether a life, or what else had no end, ends now no sooner than the present, and than it began. */
function isAheadOfAll(compared: Compared, was: Entry, { until }: Entry): boolean {
  const end = until?.moment;
  if (!end) return false;
  const reported = [...presentOf(compared), ...(was.date?.date ? [was.date.date.start] : [])];
  return reported.every(({ line, day }) => line !== end.line || day <= end.day);
}

/** Whether a fact says what it said, and only begins, or ends, with its entry. */
const isMovedBy = ({ fact, instead }: Silenced, what: Changed['what']): boolean =>
  instead !== undefined &&
  fact.value.text === instead.value.text &&
  (what === 'time'
    ? !(fact.from?.date && fact.until) &&
      fact.from?.text === instead.from?.text &&
      fact.until?.text === instead.until?.text
    : what === 'date'
      ? !fact.from?.date && !instead.from?.date && fact.until?.text === instead.until?.text
      : !fact.until && !instead.until && fact.from?.text === instead.from?.text);

/** One finding for each, and the facts that it speaks for. */
export function movedDates(
  compared: Compared,
  was: Entry,
  is: Entry,
  silenced: readonly Silenced[],
): { readonly findings: readonly ComparedFinding[]; readonly reported: ReadonlySet<Silenced> } {
  const changed = changedDates(compared, was, is, silenced);
  const reported = new Set(silenced.filter((one) => changed.some(({ what }) => isMovedBy(one, what))));
  const id = idOf(compared.now, is);
  const [since] = wholeRetcons(compared, is);
  const findings = changed.map((one): ComparedFinding => {
    const { what, was: then, is: now } = one;
    const moved = silenced.filter((each) => isMovedBy(each, what)).length;
    const said = then?.text ? `${then.text} as of ${compared.point}` : `not told as of ${compared.point}`;
    const how = now?.text ? `is now ${now.text}` : 'is no longer here';
    const facts = moved === 0 ? '' : `, which moves ${moved === 1 ? 'one fact' : `${moved} facts`}`;
    const todo = since
      ? saysAlready(compared.now, since)
      : silenced.length > 0
        ? `, and declare a retcon of ${id}.`
        : `; a page that supersedes ${id} can say otherwise.`;
    const message = `The ${what} of ${id} was ${said}, and ${how} without a retcon${facts}. Put it back${todo}`;
    const span = now?.span ?? nameSpan(is);
    const related = [
      relatedInBaseline(
        compared,
        was,
        then?.span ?? nameSpan(was),
        then?.text ? `the ${what} is ${then.text}` : `there is no ${what}`,
      ),
    ];
    return { file: is.path, finding: { span, message, related } };
  });
  return { findings, reported };
}
