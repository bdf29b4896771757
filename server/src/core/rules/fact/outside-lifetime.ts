/** A fact that begins before somebody it names was born, or after they were gone. */
import { type Chronology, agrees, type Instant, type WorldDate } from '../../chronology';
import {
  dayOf,
  type Clipped,
  clippedFactsOf,
  describersOf,
  entityOf,
  idOf,
  type Known,
  valueEntry,
  kindOfAttribute,
} from '../../canon';
import type { DateWritten, Entry } from '../../entry/entry';
import { beginnings, stretchesOf } from '../../entry/stretches';
import { relatedTo } from '../relatedPlaces';
import type { Finding, Rule } from '../rule';

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
