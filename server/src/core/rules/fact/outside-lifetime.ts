/** A fact that begins before somebody it names was born, or after they were gone. */
import type { Chronology } from '../../chronology/chronology';
import { agrees } from '../../chronology/compare';
import type { WorldDate } from '../../chronology/types';
import { dayOf } from '../../canon/boundary';
import { type Clipped, clippedFactsOf } from '../../canon/clips';
import { describersOf, entityOf, idOf, type Known, valueEntry } from '../../canon/known';
import { kindOfAttribute } from '../../canon/truth';
import type { Entry } from '../../entry/entry';
import { relatedTo } from '../places';
import type { Finding, Rule } from '../rule';

export const outsideLifetime: Rule = {
  code: 'fact/outside-lifetime',
  severity: 'info',
  of: 'facts',
  *check({ known, entry }) {
    for (const clipped of clippedFactsOf(known, entry)) {
      if (kindOfAttribute(known, clipped.fact.attribute.text) === 'constant' || clipped.segments.length === 0) continue;
      const begins = beginningOf(clipped);
      const named = valueEntry(known, clipped.fact.value);
      const entities = new Set([clipped.entity, ...(named ? [entityOf(known, named)] : [])]);
      if (begins) for (const entity of entities) yield* outside(known, clipped, begins, entity);
    }
  },
};

/** When a fact begins, as wide as it was written: a year in which somebody is born is not before their birth. */
function beginningOf({ entry, fact, stated }: Clipped): WorldDate | null {
  const from = stated[0]?.from;
  if (!from) return null;
  const written = [fact.from, entry.date, ...entry.declarations.map(({ effective }) => effective)];
  const date = written.find((one) => one?.date?.start.line === from.line && one.date.start.day === from.day)?.date;
  return date ?? dayOf(from);
}

function* outside(known: Known, { fact }: Clipped, begins: WorldDate, entity: string): Iterable<Finding> {
  const { chronology, mortal } = known.canon.codex;
  // A later version of a page tells of the same life, and has a later date: the fact must lie outside of all of them.
  const lives = describersOf(known, entity).filter(({ type }) => type && mortal.has(type.text.toLowerCase()));
  const verdicts = lives.map((life) => verdictOn(chronology, begins, life));
  const [life] = lives;
  const [verdict] = verdicts;
  if (!life || !verdict || verdicts.includes(null)) return;
  const { isBefore, date } = verdict;
  const id = idOf(known, life);
  yield {
    span: fact.value.span,
    message: `${fact.attribute.text} begins at ${begins.text}, ${isBefore ? 'before' : 'after'} ${id} ${isBefore ? 'begins' : 'ends'} at ${date.text}: correct one of the dates, or leave it if it is so.`,
    related: [relatedTo(life, `${id} ${isBefore ? 'begins' : 'ends'} at ${date.text}`, date.span)],
  };
}

/** On which side of a life something definitely begins; null where it may be inside. */
function verdictOn(chronology: Chronology, begins: WorldDate, { date, until }: Entry) {
  const isApart = (other: WorldDate): boolean => agrees(chronology, begins, other) === false;
  if (date?.date && isApart(date.date) && begins.end.day <= date.date.start.day) return { isBefore: true, date };
  if (until?.date && isApart(until.date) && begins.start.day >= until.date.end.day)
    return { isBefore: false, date: until };
  return null;
}
