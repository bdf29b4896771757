/** Two values for what has only one at a time, which nobody has settled or acknowledged. */
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
} from '../../canon';
import type { Fact } from '../../entry/entry';
import { listWords } from '../../text/wordLists';
import { MOST_LOOKED_FOR, relatedTo } from '../relatedPlaces';
import type { Rule } from '../rule';

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
