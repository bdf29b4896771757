/** model §7: the canon order, and contract.md's `superseded_by`, which follows from it. */
import { isBeside, isNotAfter } from './canonTime';
import { FOREVER, type Page, type Statement } from './page';
import { inForce, pairNamed, type Retcon, type View } from './retcons';

/**
 * "At one and the same position, what supersedes, retracts or restores comes after what it names, and a restoration after
 * the other retcons of what it names; of those free to come next, the lowest id first." In a circle, the lowest id of
 * all.
 */
export function canonOrder({ codex, known, retcons }: View): readonly Page[] {
  const waitsFor = (page: Page, other: Page): boolean =>
    page !== other &&
    isBeside(codex, page, other) &&
    retcons.some(
      (one) =>
        one.by === page &&
        (one.of === other ||
          (one.kind === 'restores' &&
            retcons.some((two) => two.by === other && two.of === one.of && two.kind !== 'restores'))),
    );
  const order: Page[] = [];
  for (;;) {
    const waiting = known.filter((page) => !order.includes(page));
    const next = waiting.filter((page) => waiting.every((other) => isNotAfter(codex, page, other)));
    const free = next.filter((page) => !next.some((other) => waitsFor(page, other)));
    const [first] = (free.length > 0 ? free : next).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    if (first === undefined) return order;
    order.push(first);
  }
}

/** Whether a retcon takes effect before another: each does so "at its canon position (or the old entry's, if that is later)". */
export function isEarlier(view: View, one: Retcon, other: Retcon): boolean {
  const isUpTo = (a: Retcon, b: Retcon): boolean =>
    [a.by, a.of].every((page) => [b.by, b.of].some((its) => isNotAfter(view.codex, page, its)));
  if (!isUpTo(one, other) || !isUpTo(other, one)) return isUpTo(one, other);
  const order = canonOrder(view);
  const [first, second] = [order.indexOf(one.by), order.indexOf(other.by)];
  return first === second ? view.retcons.indexOf(one) < view.retcons.indexOf(other) : first < second;
}

/** `superseded_by`: "the first entry, in canon order, that clips this fact". */
export function firstToClip(view: View, page: Page, fact: Statement, day: number): Page | undefined {
  const ownEnd = (fact.end ?? page.end)?.day ?? FOREVER;
  const clipping = inForce(view, pairNamed(view.course, fact), day).filter(
    ({ of, effective }) => of === page && effective < ownEnd,
  );
  return canonOrder(view).find((one) => clipping.some(({ by }) => by === one));
}
