/** Two values for what has only one at a time, which nobody has settled or acknowledged. */
import { clippedFactsOf } from '../../canon/clips';
import { entryNamed, idOf, type Known } from '../../canon/known';
import { endDay, startDay } from '../../canon/segments';
import { isSoft } from '../../canon/standing';
import { type Held, heldOf, kindOfAttribute, overlap, pairOf } from '../../canon/truth';
import type { Entry } from '../../entry/entry';
import { addLine, listed, relatedTo } from '../places';
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
      const found = [...rivals.values()];
      const others = found.map(({ other }) => other);
      const elsewhere = [...new Set(others.map(({ clipped }) => clipped.entry))].filter((other) => other !== entry);
      const ids = elsewhere.map((other) => idOf(known, other));
      const message =
        elsewhere.length > 0
          ? `${attribute} of ${entity} is ${fact.value.text} here and ${sides(known, others)}${both(found)}: supersede one of them, or write \`disputes: ${ids.length > 1 ? `[${ids.join(', ')}]` : ids[0]}\` if it is meant.`
          : `${attribute} of ${entity} is ${fact.value.text} here and also ${listed(
              others.slice(0, MOST_LISTED).map(({ clipped }) => clipped.fact.value.text),
              'and',
            )}: keep one, or write \`${attribute}: set\` under \`attributes\` in codex.yaml.`;
      const [id] = ids;
      const canAcknowledge = id !== undefined && ids.length === 1 && entry.disputes.length === 0;
      yield {
        span: fact.value.span,
        message,
        related: others.map(({ clipped }) =>
          relatedTo(
            clipped.entry,
            `${clipped.fact.value.text} in ${idOf(known, clipped.entry)}`,
            clipped.fact.value.span,
          ),
        ),
        ...(canAcknowledge && { fixes: [addLine(entry, `disputes: ${id}`)] }),
      };
    }
  },
};

/** What the other sides say, and where; an entry that says several things is named once. */
function sides(known: Known, others: readonly Held[]): string {
  const isOne = new Set(others.map(({ clipped }) => clipped.entry)).size === 1;
  const told = others.slice(0, MOST_LISTED).map(({ clipped }, i) => {
    const isLast = i === Math.min(others.length, MOST_LISTED) - 1;
    return isOne && !isLast ? clipped.fact.value.text : `${clipped.fact.value.text} in ${idOf(known, clipped.entry)}`;
  });
  return listed(told, 'and');
}

const contradict = (a: Held, b: Held): boolean => a.valueKey !== b.valueKey && overlap(a, b);

/** Whether one of two entries says that it knows of the contradiction. */
function isAcknowledged(known: Known, a: Entry, b: Entry): boolean {
  if (a === b) return false;
  const disputes = (one: Entry, other: Entry): boolean =>
    one.disputes.some(({ text }) => entryNamed(known, text) === other);
  return disputes(a, b) || disputes(b, a) || isSoft(known, a, b);
}

/** From when until when they hold together, of the first two that do. */
function both([first]: readonly { readonly one: Held; readonly other: Held }[]): string {
  if (!first) return '';
  const { one, other } = first;
  const from = (startDay(one.segment) >= startDay(other.segment) ? one : other).segment.from?.text;
  const until = (endDay(one.segment) <= endDay(other.segment) ? one : other).segment.until?.text;
  const told = [from && (until ? `from ${from}` : `from ${from} on`), until && `until ${until}`].filter(Boolean);
  return told.length > 0 ? `, both ${told.join(' ')}` : '';
}
