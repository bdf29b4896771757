/** model §5, last paragraph: the standing of an entry on one day, as of one canon point. */
import { ALWAYS, FOREVER, type Page } from './page';
import { endedBy, inForce, isEnded, pairNamed, type Retcon, restorationsInForce, type View } from './retcons';
import { beginningOf, clipped } from './truth';

/** In the model's order: "where several fit, the last in this list wins". */
export type Standing = 'current' | 'ended' | 'superseded' | 'retracted' | 'not_yet' | 'unwritten';

export function standingOn(view: View, page: Page, day: number): Standing {
  if (!view.known.includes(page)) return 'unwritten';
  const clips = inForce(view, 'whole', day).filter(({ of }) => of === page);
  const context = clips.filter((one) => one.effective <= day || isDisplacing(view, one, day));
  if (context.some(({ kind }) => kind === 'retracts')) return 'retracted';
  if (context.length > 0) return 'superseded';
  if (isLeftWithNothing(view, page, day)) return 'superseded';
  // "`at` is before its date, and no retcon has displaced it."
  if (page.date !== undefined && day < page.date.day) return 'not_yet';
  return page.end !== undefined && page.end.day <= day ? 'ended' : 'current';
}

/** All of the old version displaced, "judged on the facts it touches (on the entry's own interval where it states none)". */
function isDisplacing(view: View, { of, effective }: Retcon, day: number): boolean {
  if (of.facts.length === 0) return effective <= (of.date?.day ?? ALWAYS);
  return of.facts.every((fact) => {
    const begins = beginningOf(view, of, fact, day);
    // A retcon cannot make an entry current that is empty by its own dates.
    return effective <= begins || ((fact.end ?? of.end)?.day ?? FOREVER) <= begins;
  });
}

/**
 * "A superseder left with nothing is `superseded`": a restoration has ended what was still left of it by then. An entry
 * none of whose facts it has ended keeps its standing.
 */
function isLeftWithNothing(view: View, page: Page, day: number): boolean {
  const ended = page.facts.filter((fact) => isEnded(view, page, pairNamed(view.course, fact), day));
  const others = page.facts.filter((fact) => !ended.includes(fact));
  if (page.facts.length > 0 && ended.length === 0) return false;
  return restorationsInForce(view, 'whole', day).some(
    (one) =>
      one.by !== page &&
      endedBy(view, one, 'whole').includes(page) &&
      others.every((fact) => clipped(view, page, fact, day).every(({ ends }) => ends <= one.effective)),
  );
}
