/** model §2: which entity a name means, at a canon point that may know nobody of that name. */
import { answering, bare, folded } from './names';
import type { Page } from './page';

/**
 * The pages known at a canon point, then those at each later one: a name that nobody answers to yet may be somebody's
 * later.
 */
export type Course = readonly (readonly Page[])[];

/**
 * An entity, as a comparable value: what the page that a name leads to describes. A name that several answer to is an
 * error and leads to none of them; where they all describe the same entity, as versions of one page do, it can mean
 * nothing else.
 *
 * "What such an entry's facts are as of then is whatever was stated under one of its names that nobody known then
 * answered to": a name that nobody known answers to is that of the first to answer to it alone, so that no page that is
 * written later still takes it away. One that nobody ever answers to is an entity by itself ("usually an entry describes
 * it; it need not"), ignoring case.
 */
export function entityNamed(course: Course, reference: string, passed: readonly Page[] = []): string {
  for (const [i, pages] of course.entries()) {
    const entities = entitiesAnswering(course.slice(i), answering(pages, reference), passed);
    const [entity] = entities;
    if (entity !== undefined && entities.length === 1) return entity;
    if (i === 0 && entities.length > 1) break;
  }
  return `the name ${folded(bare(reference))}`;
}

const entitiesAnswering = (course: Course, found: readonly Page[], passed: readonly Page[] = []): readonly string[] => [
  ...new Set(found.map((page) => entityOf(course, page, passed))),
];

/**
 * "The entity this entry describes: its own id" where it names no other. A page that leads back to itself describes
 * itself.
 */
export const entityOf = (course: Course, page: Page, passed: readonly Page[] = []): string =>
  page.entity === undefined || passed.includes(page)
    ? `page ${page.id}`
    : entityNamed(course, page.entity, [...passed, page]);

/** The entity that a question is about; undefined where the question is ambiguous. `all` are the pages of now. */
export function entityInQuestion(course: Course, all: readonly Page[], question: string): string | undefined {
  const entity = entityNamed(course, question);
  // "A name in a question is resolved among the entries known at its `as_of`, then, where none of them answers, among all of now": "one
  // that several entries answer to is an error that lists the candidates".
  const known = course[0] ?? [];
  const found = answering(known, question);
  if (found.length > 0) return entitiesAnswering(course, found).length > 1 ? undefined : entity;
  // Where several of now answer to a name that was in use, "what is added at a later canon position changes no answer as
  // of an earlier
  // // one" (model §5): it means the entity that it meant before they were written.
  if (entitiesAnswering([all], answering(all, question)).length < 2) return entity;
  const isInUse = known.some((page) => page.facts.some((fact) => entityNamed(course, fact.entity) === entity));
  return isInUse ? entity : undefined;
}
