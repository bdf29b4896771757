/** The rules `fact/…`: values that contradict each other, or that lie outside the life of a person they name. */
import {
  type Clipped,
  clippedFactsOf,
  idOf,
  type Known,
  endDay,
  startDay,
  isAcknowledged,
  isStatedAlone,
  isUndisputed,
  type Held,
  heldByFact,
  kindOfAttribute,
  limitOfPair,
  pairOf,
  rivalsOf,
  dayOf,
  describersOf,
  entityOf,
  valueEntry,
  clippedOf,
  heldOf,
  isSameValue,
  perKnown,
} from '../canon';
import type { Fact, DateWritten, Entry } from '../entry/entry';
import { listWords } from '../text/words';
import { MOST_LOOKED_FOR, relatedTo, type Rule, type Finding } from './rule';
import { type Chronology, agrees, type Instant, type WorldDate } from '../chronology';
import { beginnings, stretchesOf } from '../entry/stretches';
import { pageOf } from '../entry/versions';

const MOST_LISTED = 3;

/** Two different values that hold at the same time. */
interface Contradiction {
  readonly own: Held;
  readonly other: Held;
}

/** Two values of an attribute that has one value at a time, which nobody has settled or acknowledged. */
export const disputed: Rule = {
  code: 'fact/disputed',
  severity: 'warning',
  of: ['facts'],
  *check({ known, entry }) {
    for (const clipped of clippedFactsOf(known, entry)) {
      const found = contradictionsOf(known, clipped, MOST_LOOKED_FOR + 1);
      if (found.length === 0) continue;
      const elsewhere = new Set(found.map(({ other }) => pageOf(other.clipped.entry)));
      elsewhere.delete(entry);
      const ids = [...elsewhere].map((other) => idOf(known, other));
      yield {
        span: clipped.fact.value.span,
        message: ids.length === 0 ? withinEntry(clipped, found) : amongEntries(known, clipped, found, ids),
        related: found.map(({ other: { clipped: rival } }) =>
          relatedTo(rival.entry, `${rival.fact.value.text} in ${idOf(known, rival.entry)}`, rival.fact.value.span),
        ),
      };
    }
  },
};

/** The unacknowledged contradictions of a stated fact, one for each rival fact. @param most stops after this many */
export function contradictionsOf(known: Known, { entry, entity, fact }: Clipped, most = Infinity): Contradiction[] {
  const attribute = fact.attribute.text;
  if (kindOfAttribute(known, attribute) === 'set' || isStatedAlone(known, entry, fact)) return [];
  const pair = pairOf(entity, attribute);
  if (limitOfPair(known, pair) || isUndisputed(known, pair)) return [];
  const rivals = rivalsOf(known, pair);
  const found = new Map<Fact, Contradiction>();
  for (const own of heldByFact(known, pair).get(fact) ?? [])
    for (const other of rivals(own)) {
      if (isAcknowledged(known, entry, other.clipped.entry)) continue;
      if (found.size === most && !found.has(other.clipped.fact)) return [...found.values()];
      found.set(other.clipped.fact, { own, other });
    }
  return [...found.values()];
}

function amongEntries(known: Known, clipped: Clipped, found: readonly Contradiction[], ids: readonly string[]): string {
  const { entity, fact } = clipped;
  const sides = found
    .slice(0, MOST_LISTED)
    .map(({ other }) => `${other.clipped.fact.value.text} in ${idOf(known, other.clipped.entry)}`);
  const problem = `${fact.attribute.text} of ${entity} is ${fact.value.text} here and ${listWords(sides, 'and')}${both(found)}`;
  const shown = ids.length > MOST_LISTED ? [...ids.slice(0, MOST_LISTED), '…'] : ids;
  const disputes = shown.length > 1 ? `[${shown.join(', ')}]` : shown.join();
  return `${problem}: supersede one of them, or keep both: write \`disputes: ${disputes}\`.`;
}

function withinEntry({ entity, fact }: Clipped, found: readonly Contradiction[]): string {
  const attribute = fact.attribute.text;
  const others = found.slice(0, MOST_LISTED).map(({ other }) => other.clipped.fact.value.text);
  const problem = `${attribute} of ${entity} is ${fact.value.text} here and also ${listWords(others, 'and')}`;
  return `${problem}: keep one, or write \`${attribute}: set\` under \`attributes\` in codex.yaml.`;
}

/** When the first two contradicting values both hold: `, both from 410 TA until 412 TA`. */
function both([first, ...more]: readonly Contradiction[]): string {
  if (!first) return '';
  const { own, other } = first;
  const from = (startDay(own.segment) >= startDay(other.segment) ? own : other).segment.from?.text;
  const until = (endDay(own.segment) <= endDay(other.segment) ? own : other).segment.until?.text;
  const when = [from && (until ? `from ${from}` : `from ${from} on`), until && `until ${until}`].filter(Boolean);
  return when.length > 0 ? `, ${more.length > 0 ? 'all' : 'both'} ${when.join(' ')}` : '';
}

/** A fact that begins before a person it names was born, or after that person died. */
export const outsideLifetime: Rule = {
  code: 'fact/outside-lifetime',
  severity: 'info',
  of: ['facts'],
  *check({ known, entry }) {
    for (const { clipped, found } of outsideLives(known, entry)) yield findingOf(known, clipped, found);
  },
};

/** The facts of an entry that begin outside the life of somebody they name. */
export function* outsideLives(
  known: Known,
  entry: Entry,
): Generator<{ readonly clipped: Clipped; readonly found: Outside }> {
  const { mortal, toldAt } = known.canon.codex;
  const type = entry.type?.text.toLowerCase();
  // The year in which a town was founded is not that in which its ruler came; that of a feast is that of its guests.
  const isLasting = type !== undefined && !toldAt.has(type);
  let written: WrittenDates | undefined;
  // A fact without dates holds in all stretches of its page, of which there may be thousands: they are checked once.
  const ofPage = new Map<string, Outside | null>();
  for (const clipped of clippedFactsOf(known, entry)) {
    const { fact, begins, segments } = clipped;
    if (kindOfAttribute(known, fact.attribute.text) === 'constant' || segments.length === 0) continue;
    const named = valueEntry(known, fact.value);
    const entities = new Set([clipped.entity, ...(named ? [entityOf(known, named)] : [])]);
    for (const entity of entities) {
      // A later version of a page describes the same life with a later date: the fact must lie outside all of them.
      const lives = describersOf(known, entity).filter(({ type }) => type && mortal.has(type.text.toLowerCase()));
      if (lives.length === 0) continue;
      const key = fact.from || fact.until ? null : JSON.stringify([entity, begins]);
      let found = key === null ? undefined : ofPage.get(key);
      if (found === undefined) {
        found = outside(known, beginningsOf(clipped, (written ??= datesIn(entry))), lives);
        if (key !== null) ofPage.set(key, found);
      }
      if (found && !(isLasting && found.verdict.isBefore && isDatedByPage(clipped))) yield { clipped, found };
    }
  }
}

/** Whether a property begins only because its page does. */
const isDatedByPage = ({ fact: { entity, from } }: Clipped): boolean => entity === null && from === null;

/** When a fact begins in each of its stretches, as wide as written: the year of a birth is not before the birth. */
function beginningsOf({ fact, stated }: Clipped, written: WrittenDates): readonly WorldDate[] {
  const own = fact.from?.date;
  return stated.flatMap(({ from }) => {
    if (!from) return [];
    const key = placeOf(from);
    return own && placeOf(own.start) === key ? own : (written.get(key) ?? dayOf(from));
  });
}

/** The first date that a page writes for a day, by the day. */
type WrittenDates = ReadonlyMap<string, WorldDate>;

function datesIn(entry: Entry): WrittenDates {
  const written = [...beginnings(entry), ...entry.declarations.map(({ effective }) => effective)];
  return new Map(written.reverse().flatMap((one) => (one?.date ? [[placeOf(one.date.start), one.date] as const] : [])));
}

const placeOf = ({ line, day }: Instant): string => `${line} ${day}`;

/** A beginning that lies outside a life. */
interface Outside {
  readonly begins: WorldDate;
  readonly life: Entry;
  readonly verdict: Verdict;
}

/** The first of some beginnings that lies outside a life. @param lives the pages that describe that life */
function outside(known: Known, begun: readonly WorldDate[], lives: readonly Entry[]): Outside | null {
  const { chronology } = known.canon.codex;
  const [life] = lives;
  for (const begins of begun) {
    const verdicts = lives.map((one) => verdictOn(chronology, begins, one));
    const [verdict] = verdicts;
    if (life && verdict && !verdicts.includes(null)) return { begins, life, verdict };
  }
  return null;
}

function findingOf(known: Known, { fact }: Clipped, { begins, life, verdict }: Outside): Finding {
  const id = idOf(known, life);
  const side = verdict.isBefore ? 'was born' : 'died';
  const again = verdict.again ? `, and before ${id} lived again, ${verdict.again.text}` : '';
  return {
    span: fact.value.span,
    message: `${fact.attribute.text} begins at ${begins.text}, ${verdict.isBefore ? 'before' : 'after'} ${id} ${side}, ${verdict.date.text}${again}: correct one of the dates, or leave them if they are right.`,
    related: [relatedTo(life, `${id} ${side}, ${verdict.date.text}`, verdict.date.span)],
  };
}

/** A parent who was born after their child. */
export const childBeforeParent: Rule = {
  code: 'fact/child-before-parent',
  severity: 'warning',
  of: ['facts'],
  *check({ known, entry }) {
    for (const { clipped, child, parent } of olderChildren(known, entry))
      yield {
        span: clipped.fact.value.span,
        message: `${idOf(known, child.of)} was born ${child.born.text}, before ${idOf(known, parent.of)}, born ${parent.born.text}: correct one of the dates, or who is whose ${clipped.fact.attribute.text}.`,
        related: [child, parent].map(({ of, born }) => relatedTo(of, `born ${born.text}`, born.span)),
      };
  },
};

/** A birth, with the page that says when. */
interface Birth {
  readonly of: Entry;
  readonly born: DateWritten;
}

interface OlderChild {
  readonly clipped: Clipped;
  readonly child: Birth;
  readonly parent: Birth;
}

/** What an entry says of who is whose parent or child, where the child is certainly the older of the two. */
export function* olderChildren(known: Known, entry: Entry): Generator<OlderChild> {
  const { chronology, kin } = known.canon.codex;
  if (kin.size === 0) return;
  for (const clipped of clippedFactsOf(known, entry)) {
    const role = kin.get(clipped.fact.attribute.text);
    const named = role && role !== 'spouse' && clipped.segments.length > 0 && valueEntry(known, clipped.fact.value);
    if (!named) continue;
    const [own, others] = [birthsOf(known, clipped.entity), birthsOf(known, entityOf(known, named))];
    const [children, parents] = role === 'parent' ? [own, others] : [others, own];
    const [child, parent] = [children[0], parents[0]];
    if (child && parent && children.every((one) => parents.every((other) => isOlder(chronology, one.born, other.born))))
      yield { clipped, child, parent };
  }
}

/** Every page that describes a mortal's life says when it began. */
function birthsOf(known: Known, entity: string): readonly Birth[] {
  const { mortal } = known.canon.codex;
  return describersOf(known, entity).flatMap((of) => {
    const [born] = beginnings(of);
    return born && of.type && mortal.has(of.type.text.toLowerCase()) ? [{ of, born }] : [];
  });
}

/** Of dates that are written for certain: `c. 340` and `before 340` are not. */
function isOlder(chronology: Chronology, { date: a }: DateWritten, { date: b }: DateWritten): boolean {
  if (!a || !b || a.approximate || b.approximate) return false;
  const isBounded = [a, b].every(({ start, end }) => Number.isFinite(start.day) && Number.isFinite(end.day));
  return isBounded && agrees(chronology, a, b) === false && a.end.day <= b.start.day;
}

interface Verdict {
  readonly isBefore: boolean;
  /** The birth or death that the fact lies beyond. */
  readonly date: DateWritten;
  /** When the life goes on, if the fact lies in a pause. */
  readonly again: DateWritten | null;
}

/** On which side of a life a date certainly lies; null if it may lie inside. */
function verdictOn(chronology: Chronology, begins: WorldDate, life: Entry): Verdict | null {
  const isApart = (other: WorldDate): boolean => agrees(chronology, begins, other) === false;
  let ended: DateWritten | null = null;
  for (const { from, until } of stretchesOf(life)) {
    if (from?.date && isApart(from.date) && begins.end.day <= from.date.start.day)
      return ended ? { isBefore: false, date: ended, again: from } : { isBefore: true, date: from, again: null };
    if (!until?.date || !isApart(until.date) || begins.start.day < until.date.end.day) return null;
    ended = until;
  }
  return ended && { isBefore: false, date: ended, again: null };
}

/** An undated value that differs from the latest dated one. It holds only where no dated value does, which may surprise. */
export const undatedDiffers: Rule = {
  code: 'fact/undated-differs',
  severity: 'info',
  of: ['facts'],
  *check({ known, entry }) {
    for (const { fact, entity, begins, segments } of clippedFactsOf(known, entry)) {
      const attribute = fact.attribute.text;
      if (begins || kindOfAttribute(known, attribute) !== 'state') continue;
      // A value with an end says how long it held, so a later value is expected.
      if (!segments.some((segment) => endDay(segment) === Infinity)) continue;
      const pair = pairOf(entity, attribute);
      if (limitOfPair(known, pair)) continue;
      const own = heldByFact(known, pair).get(fact)?.[0];
      if (!own) continue;
      const later = latestDated(known, pair).filter((held) => !isSameValue(held, own));
      const [first] = later;
      if (!first) continue;
      const { clipped, segment } = first;
      yield {
        span: fact.value.span,
        message: `${attribute} of ${entity} is ${fact.value.text} here, without a date, and ${clipped.fact.value.text} from ${segment.from?.text} on in ${idOf(known, clipped.entry)}: say when this one begins.`,
        related: later.map((held) =>
          relatedTo(
            held.clipped.entry,
            `${held.clipped.fact.value.text} from ${held.segment.from?.text} on`,
            held.clipped.fact.value.span,
          ),
        ),
      };
    }
  },
};

/** The dated value that begins last, for each line of days. */
const latestDated = perKnown((known: Known, pair: string): readonly Held[] => {
  if (clippedOf(known, pair).length < 2) return [];
  const latest = new Map<string, Held>();
  for (const held of heldOf(known, pair)) {
    if (!held.clipped.begins || held.line === null) continue;
    const before = latest.get(held.line);
    if (!before || startDay(held.segment) >= startDay(before.segment)) latest.set(held.line, held);
  }
  return [...latest.values()];
});
