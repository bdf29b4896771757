/** The rules `fact/…`: values that contradict each other, or the life of somebody they name. */
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

/** Two values for what has only one at a time, which nobody has settled or acknowledged. */
const MOST_LISTED = 3;

/** A stretch over which this side says one thing, and one over which the other says something else. */
interface Contradiction {
  readonly one: Held;
  readonly other: Held;
}

export const disputed: Rule = {
  code: 'fact/disputed',
  severity: 'warning',
  of: ['facts'],
  *check({ known, entry }) {
    for (const clipped of clippedFactsOf(known, entry)) {
      const found = contradictionsOf(known, clipped, MOST_LOOKED_FOR + 1);
      if (found.length === 0) continue;
      const elsewhere = new Set(found.map(({ other }) => other.clipped.entry));
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

/** What contradicts a stated fact and is not acknowledged, one for each fact that does. @param most how many are looked for */
export function contradictionsOf(known: Known, { entry, entity, fact }: Clipped, most = Infinity): Contradiction[] {
  const attribute = fact.attribute.text;
  if (kindOfAttribute(known, attribute) === 'set' || isStatedAlone(known, entry, fact)) return [];
  const pair = pairOf(entity, attribute);
  if (limitOfPair(known, pair) || isUndisputed(known, pair)) return [];
  const rivals = rivalsOf(known, pair);
  const found = new Map<Fact, Contradiction>();
  for (const one of heldByFact(known, pair).get(fact) ?? [])
    for (const other of rivals(one)) {
      if (isAcknowledged(known, entry, other.clipped.entry)) continue;
      if (found.size === most && !found.has(other.clipped.fact)) return [...found.values()];
      found.set(other.clipped.fact, { one, other });
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
  return `${problem}: supersede one of them, or write \`disputes: ${disputes}\` if it is meant.`;
}

function withinEntry({ entity, fact }: Clipped, found: readonly Contradiction[]): string {
  const attribute = fact.attribute.text;
  const others = found.slice(0, MOST_LISTED).map(({ other }) => other.clipped.fact.value.text);
  const problem = `${attribute} of ${entity} is ${fact.value.text} here and also ${listWords(others, 'and')}`;
  return `${problem}: keep one, or write \`${attribute}: set\` under \`attributes\` in codex.yaml.`;
}

/** From when until when they hold together, of the first two that do. */
function both([first, ...more]: readonly Contradiction[]): string {
  if (!first) return '';
  const { one, other } = first;
  const from = (startDay(one.segment) >= startDay(other.segment) ? one : other).segment.from?.text;
  const until = (endDay(one.segment) <= endDay(other.segment) ? one : other).segment.until?.text;
  const told = [from && (until ? `from ${from}` : `from ${from} on`), until && `until ${until}`].filter(Boolean);
  return told.length > 0 ? `, ${more.length > 0 ? 'all' : 'both'} ${told.join(' ')}` : '';
}

/** A fact that begins before somebody it names was born, or after they were gone. */
export const outsideLifetime: Rule = {
  code: 'fact/outside-lifetime',
  severity: 'info',
  of: ['facts'],
  *check({ known, entry }) {
    const { mortal } = known.canon.codex;
    let written: WrittenDates | undefined;
    // What says nothing of its ends holds in all stretches of its page, which may be thousands: these are looked at once.
    const ofPage = new Map<string, Outside | null>();
    for (const clipped of clippedFactsOf(known, entry)) {
      const { fact, begins, segments } = clipped;
      if (kindOfAttribute(known, fact.attribute.text) === 'constant' || segments.length === 0) continue;
      const named = valueEntry(known, fact.value);
      const entities = new Set([clipped.entity, ...(named ? [entityOf(known, named)] : [])]);
      for (const entity of entities) {
        // A later version of a page tells of the same life, and has a later date: the fact must lie outside of all of them.
        const lives = describersOf(known, entity).filter(({ type }) => type && mortal.has(type.text.toLowerCase()));
        if (lives.length === 0) continue;
        const key = fact.from || fact.until ? null : JSON.stringify([entity, begins]);
        let found = key === null ? undefined : ofPage.get(key);
        if (found === undefined) {
          found = outside(known, beginningsOf(clipped, (written ??= datesIn(entry))), lives);
          if (key !== null) ofPage.set(key, found);
        }
        if (found) yield findingOf(known, clipped, found);
      }
    }
  },
};

/** When a fact begins, in each of its stretches, as wide as it was written: a year in which somebody is born is not before their birth. */
function beginningsOf({ fact, stated }: Clipped, written: WrittenDates): readonly WorldDate[] {
  const own = fact.from?.date;
  return stated.flatMap(({ from }) => {
    if (!from) return [];
    const key = placeOf(from);
    return own && placeOf(own.start) === key ? own : (written.get(key) ?? dayOf(from));
  });
}

/** What is written first of a page, for each day that something of it begins. */
type WrittenDates = ReadonlyMap<string, WorldDate>;

function datesIn(entry: Entry): WrittenDates {
  const written = [...beginnings(entry), ...entry.declarations.map(({ effective }) => effective)];
  return new Map(written.reverse().flatMap((one) => (one?.date ? [[placeOf(one.date.start), one.date] as const] : [])));
}

const placeOf = ({ line, day }: Instant): string => `${line} ${day}`;

/** A stretch that lies outside of a life. */
interface Outside {
  readonly begins: WorldDate;
  readonly life: Entry;
  readonly verdict: Verdict;
}

/** The first of some stretches that lies outside of a life: one is enough. @param lives the pages that tell of that life */
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
  const side = `${verdict.isBefore ? 'begins' : 'ends'} at ${verdict.date.text}`;
  const again = verdict.again ? ` and before it begins again at ${verdict.again.text}` : '';
  return {
    span: fact.value.span,
    message: `${fact.attribute.text} begins at ${begins.text}, ${verdict.isBefore ? 'before' : 'after'} ${id} ${side}${again}: correct one of the dates, or leave it if it is so.`,
    related: [relatedTo(life, `${id} ${side}`, verdict.date.span)],
  };
}

interface Verdict {
  readonly isBefore: boolean;
  /** The end of the life that it lies beyond. */
  readonly date: DateWritten;
  /** Where the life goes on. */
  readonly again: DateWritten | null;
}

/** On which side of a life, or of its parts, something definitely begins; null where it may be inside. */
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

/** An undated value that is not the latest dated one: it holds only where nothing dated does, which may surprise. */
export const undatedDiffers: Rule = {
  code: 'fact/undated-differs',
  severity: 'info',
  of: ['facts'],
  *check({ known, entry }) {
    for (const { fact, entity, begins, segments } of clippedFactsOf(known, entry)) {
      const attribute = fact.attribute.text;
      if (begins || kindOfAttribute(known, attribute) !== 'state') continue;
      // One that has been ended says how long it held, and what came after it is no surprise.
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
        message: `${attribute} of ${entity} is ${fact.value.text} here, at no date, and ${clipped.fact.value.text} from ${segment.from?.text} on in ${idOf(known, clipped.entry)}: say from when this one holds.`,
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

/** The dated value that begins last, on each line of time. */
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
