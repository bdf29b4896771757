/** model §7: the canon order, and contract.md's `superseded_by`, which follows from it. */
import { isBeside, isNotAfter } from './canonTime';
import { FOREVER, type Page, type Statement } from './page';
import { inForce, pairNamed, type View } from './retcons';

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

/** `superseded_by`: "the first entry, in canon order, that clips this fact". */
export function firstToClip(view: View, page: Page, fact: Statement, day: number): Page | undefined {
  const ownEnd = (fact.end ?? page.end)?.day ?? FOREVER;
  const clipping = inForce(view, pairNamed(view.course, fact), day).filter(
    ({ of, effective }) => of === page && effective < ownEnd,
  );
  return canonOrder(view).find((one) => clipping.some(({ by }) => by === one));
}
