/** Two values for what has only one at a time, which nobody has settled or acknowledged. */
import { clippedFactsOf } from '../../canon/clips';
import { entryNamed, idOf, type Known } from '../../canon/known';
import { endDay, startDay } from '../../canon/segments';
import { isSoft } from '../../canon/standing';
import { type Held, heldOf, kindOfAttribute, overlap, pairOf } from '../../canon/truth';
import type { Entry } from '../../entry/entry';
import { listed, relatedTo } from '../places';
import type { Rule } from '../rule';

const MOST_LISTED = 3;

export const disputed: Rule = {
  code: 'fact/disputed',
  severity: 'warning',
  *check({ known, entry }) {
    for (const { fact, entity } of clippedFactsOf(known, entry)) {
      const attribute = fact.attribute.text;
      if (kindOfAttribute(known, attribute) === 'set') continue;
      const held = heldOf(known, pairOf(entity, attribute));
      const own = held.filter(({ clipped }) => clipped.fact === fact);
      const rivals = new Map(
        held
          .filter((other) => !isAcknowledged(known, entry, other.clipped.entry))
          .flatMap((other) =>
            own.filter((one) => contradict(one, other)).map((one) => [other.clipped.fact, { one, other }]),
          ),
      );
      if (rivals.size === 0) continue;
      const others = [...rivals.values()].map(({ other }) => other);
      const sides = others
        .slice(0, MOST_LISTED)
        .map((other) => `${other.clipped.fact.value.text} in ${whereOf(known, entry, other)}`);
      const [first] = rivals.values();
      yield {
        span: fact.value.span,
        message: `${attribute} of ${entity} is ${fact.value.text} here and ${listed(sides, 'and')}${first ? both(first.one, first.other) : ''}: ${adviceOn(known, entry, others)}.`,
        related: others.map(({ clipped }) =>
          relatedTo(
            clipped.entry,
            `${clipped.fact.value.text} in ${idOf(known, clipped.entry)}`,
            clipped.fact.value.span,
          ),
        ),
      };
    }
  },
};

const contradict = (a: Held, b: Held): boolean => a.valueKey !== b.valueKey && overlap(a, b);

/** Whether one of two entries says that it knows of the contradiction. */
function isAcknowledged(known: Known, a: Entry, b: Entry): boolean {
  if (a === b) return false;
  const disputes = (one: Entry, other: Entry): boolean =>
    one.disputes.some(({ text }) => entryNamed(known, text) === other);
  return disputes(a, b) || disputes(b, a) || isSoft(known, a, b);
}

const whereOf = (known: Known, entry: Entry, { clipped }: Held): string =>
  clipped.entry === entry ? 'this entry too' : idOf(known, clipped.entry);

/** The stretch of time over which both hold. */
function both(a: Held, b: Held): string {
  const from = (startDay(a.segment) >= startDay(b.segment) ? a : b).segment.from?.text;
  const until = (endDay(a.segment) <= endDay(b.segment) ? a : b).segment.until?.text;
  if (from === undefined) return until === undefined ? ', at all times' : `, both until ${until}`;
  return until === undefined ? `, both from ${from} on` : `, both from ${from} until ${until}`;
}

function adviceOn(known: Known, entry: Entry, others: readonly Held[]): string {
  const ids = [
    ...new Set(
      others.filter(({ clipped }) => clipped.entry !== entry).map(({ clipped }) => idOf(known, clipped.entry)),
    ),
  ];
  if (ids.length === 0) return 'keep one, or give them dates';
  return `supersede one of them, or write \`disputes: ${ids.length > 1 ? `[${ids.join(', ')}]` : ids[0]}\` if it is meant`;
}
