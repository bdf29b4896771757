/** Reports changes of an entry's own keys since the baseline: its date, its end, its tier, and facts under another key. */
import { idOf, type Retcon, entityNamed, entityOfFact, differencesOf } from '../../canon';
import type { DateWritten, Entry, Fact } from '../../entry/entry';
import { allFactsOf, withVersions } from '../../entry/versions';
import type { Moment, WorldDate } from '../../chronology';
import type { Span } from '../../text/span';
import { nameSpan } from '../rule';
import {
  type Compared,
  type ComparedFinding,
  placed,
  relatedInBaseline,
  isSameMeaning,
  isStatedIn,
} from './baselineComparison';
import { isDateGiven, isOwnEndGiven, declaredSince, saysAlready, type Silenced } from './silencedFacts';
import { comesAgain, pausesIn, presentOf, stretchesIn, renderFactName } from './story';
import { keyOf } from '../../codex/codex';
import { isSlip } from '../../text/nearNames';

/** An established date of an entry that has changed: the word for it, its old text and its new text. */
interface Changed {
  readonly what: 'date' | 'end' | 'time';
  readonly was: { readonly text: string; readonly span: Span } | null;
  readonly is: { readonly text: string; readonly span: Span } | null;
}

/** The changed dates that no retcon of the whole entry declares. @param silenced the facts that the entry has silenced */
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
  const saidBefore = withVersions(is).some(
    ({ versionOf, date, until }) =>
      versionOf?.isDated &&
      isSame(was.date?.date?.start, date?.date?.start) &&
      isSame(was.until?.moment, until?.moment),
  );
  if (saidBefore) return found;
  const isAhead = (moment: Moment): boolean =>
    presentOf(compared).every(({ line, day }) => line !== moment.line || day <= moment.day);
  // A character who rises again after the present has still died before it.
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
  // An unknown date establishes nothing but the beginnings of facts.
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

/** The end of an entry, with its key if only that differs from the other end. */
const endOf = ({ until }: Entry, other: Entry): Changed['was'] =>
  until && until.text === other.until?.text
    ? { text: `\`${until.inclusive ? 'through' : 'until'}: ${until.text}\``, span: until.span }
    : until;

/** All stretches of an entry in words. */
function timeOf(entry: Entry): Changed['was'] {
  const words = stretchesIn(entry).map(
    ({ from, until }) => `${from?.text ?? '?'}${until ? ` until ${until.text}` : ''}`,
  );
  return entry.date && { text: words.join(', '), span: entry.date.span };
}

/** Whether a date is written as a range. The width of any other date is its precision, not its duration. */
const isRange = (written: DateWritten | null): written is DateWritten & { readonly date: WorldDate } =>
  written?.date?.text.includes('..') === true;

/** Whether an entry that had no end now ends no sooner than the present, and no sooner than it began. */
function isAheadOfAll(compared: Compared, was: Entry, { until }: Entry): boolean {
  const end = until?.moment;
  if (!end) return false;
  const reported = [...presentOf(compared), ...(was.date?.date ? [was.date.date.start] : [])];
  return reported.every(({ line, day }) => line !== end.line || day <= end.day);
}

/** Whether a fact is unchanged except that it begins or ends with its entry. */
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

/** One finding for each changed date, and the facts that the findings cover. */
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
    const established = `${then?.text ?? 'not given'} as of ${compared.point}`;
    const how = now?.text ? `is now ${now.text}` : 'is no longer here';
    const facts = moved === 0 ? '' : `, which moves ${moved === 1 ? 'one fact' : `${moved} facts`}`;
    const todo = since
      ? saysAlready(compared.now, since)
      : silenced.length > 0
        ? `, and declare a retcon of ${id}.`
        : `; a page that supersedes ${id} can say otherwise.`;
    const message = `The ${what} of ${id} was ${established}, and ${how} without a retcon${facts}. Put it back${todo}`;
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

/** Findings that each cover several silenced facts with one cause. */
interface ReportedOnce {
  readonly findings: readonly ComparedFinding[];
  /** The facts that they cover. */
  readonly reported: ReadonlySet<Silenced>;
}

/** Shorter keys are too near to other words for a slip to be certain. */
const SHORTEST_KEY = 4;

const NOTHING: ReportedOnce = { findings: [], reported: new Set() };

/** A page whose `entity` has changed, so that its facts are about something else. */
export function lostEntity(compared: Compared, was: Entry, is: Entry, silenced: readonly Silenced[]): ReportedOnce {
  const { baseline, now, point } = compared;
  const { entity } = was;
  if (!entity || entityNamed(baseline, entity.text) === entityNamed(now, is.entity?.text ?? '')) return NOTHING;
  const own = silenced.filter(
    ({ fact, instead }) => fact.entity === null && !instead && allFactsOf(is).some((one) => isAlike(one, fact)),
  );
  if (own.length === 0) return NOTHING;
  const about = is.entity?.text ?? 'itself';
  const facts = own.map(({ fact }) => fact.attribute.text);
  const message = `${idOf(now, is)} was about ${entity.text} as of ${point}, and is about ${about} now: ${entity.text} has lost its ${[...new Set(facts)].join(', ')}. Write \`entity: ${entity.text}\` again.`;
  const related = [relatedInBaseline(compared, was, entity.span, `it is about ${entity.text}`)];
  const span = is.entity?.span ?? nameSpan(is);
  return { findings: [{ file: is.path, finding: { span, message, related } }], reported: new Set(own) };
}

const isAlike = (a: Fact, b: Fact): boolean =>
  a.entity === null && keyOf(a.attribute.text) === keyOf(b.attribute.text) && a.value.text === b.value.text;

/** Facts whose key was renamed: to an unknown key, or to another attribute with the same value. */
export function renamedKeys(compared: Compared, was: Entry, is: Entry, silenced: readonly Silenced[]): ReportedOnce {
  const { baseline, point } = compared;
  const keys = new Map<string, { readonly key: Span; readonly written: string; readonly of: Silenced[] }>();
  for (const one of silenced) {
    const key = one.instead ? null : renamedKey(compared, was, is, one.fact);
    if (!key) continue;
    const found = keys.get(key.text) ?? { key: key.span, written: one.fact.attribute.text, of: [] };
    found.of.push(one);
    keys.set(key.text, found);
  }
  const findings = [...keys].map(([text, { key, written, of }]): ComparedFinding => {
    const [first] = of;
    const factName = first ? renderFactName(baseline, was, first.fact, 'was') : '';
    const message = `${factName} as of ${point}, and its key is \`${text}\` now, which is another key: questions about ${written} do not find it. Write \`${written}\` again.`;
    const related = of.map(({ fact }) =>
      relatedInBaseline(compared, was, fact.value.span, renderFactName(baseline, was, fact)),
    );
    return { file: is.path, cause: `${written} ${text}`, finding: { span: key, message, related } };
  });
  return { findings, reported: new Set([...keys.values()].flatMap(({ of }) => of)) };
}

/** The present key that seems to replace the key of a fact. */
export function renamedKey(
  compared: Compared,
  was: Entry,
  is: Entry,
  fact: Fact,
): { readonly text: string; readonly span: Span } | null {
  const { baseline, now } = compared;
  const { text } = fact.attribute;
  const had = new Set(was.unknownKeys.map((key) => keyOf(key.text)));
  const near = is.unknownKeys.find(
    (key) => !had.has(keyOf(key.text)) && isSlip(keyOf(key.text), keyOf(text), SHORTEST_KEY),
  );
  if (near) return near;
  const entity = entityOfFact(baseline, was, fact);
  const attributes = new Set(allFactsOf(was).map((one) => keyOf(one.attribute.text)));
  const other = allFactsOf(is).find(
    (one) =>
      !attributes.has(keyOf(one.attribute.text)) &&
      isSlip(keyOf(one.attribute.text), keyOf(text), SHORTEST_KEY) &&
      isSameMeaning(compared, fact, one) &&
      entityOfFact(now, is, one) === entity,
  );
  return other ? other.attribute : null;
}

/** A changed tier that changes answers: one finding for the page. */
export function* rankedOtherwise(compared: Compared, was: Entry, is: Entry): Iterable<ComparedFinding> {
  const { baseline, now, point } = compared;
  if (was.tier?.text.toLowerCase() === is.tier?.text.toLowerCase()) return;
  const pairs = new Map(
    allFactsOf(is).map((fact) => {
      const pair = [entityOfFact(now, is, fact), fact.attribute.text] as const;
      return [pair.join('\n'), pair];
    }),
  );
  // Answers that changed because facts were added or removed are reported as such.
  const moved = [...pairs.values()].flatMap(([entity, attribute]) =>
    differencesOf(baseline, now, entity, attribute).filter(
      ({ before, after, isDeclared }) =>
        before.length > 0 &&
        !isDeclared &&
        before.every((held) => isStatedIn(held, baseline, now)) &&
        after.every((held) => isStatedIn(held, now, baseline)),
    ),
  );
  const [first] = moved;
  if (!first) return;
  const when = first.from ? ` from ${first.from.text}` : '';
  const more = moved.length > 1 ? `, and ${moved.length - 1} more established answers` : '';
  const message = `${idOf(now, is)} had ${tierOf(was)} as of ${point}, and now has ${tierOf(is)}: that changes ${first.attribute} of ${first.entity}${when}${more}. Put it back.`;
  const related = [
    relatedInBaseline(compared, was, was.tier?.span ?? nameSpan(was), `${idOf(baseline, was)} has ${tierOf(was)}`),
  ];
  yield { file: is.path, finding: { span: is.tier?.span ?? nameSpan(is), message, related } };
}

const tierOf = ({ tier }: Entry): string => (tier?.text ? `the tier ${tier.text}` : 'no tier');
