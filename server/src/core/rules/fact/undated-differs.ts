/** An undated value that is not the latest dated one: it holds only where nothing dated does, which may surprise. */
import {
  clippedFactsOf,
  idOf,
  type Known,
  endDay,
  startDay,
  clippedOf,
  type Held,
  heldByFact,
  heldOf,
  isSameValue,
  kindOfAttribute,
  limitOfPair,
  pairOf,
  perKnown,
} from '../../canon';
import { relatedTo } from '../relatedPlaces';
import type { Rule } from '../rule';

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
