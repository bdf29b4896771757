/** model.md §2: what a name means, among the pages that are looked at. */
import type { Page } from './page';

const folded = (name: string): string => name.normalize('NFC').toLowerCase();

const isSame = (a: string, b: string): boolean => folded(a) === folded(b);

/** `[[link]]` is the same reference as `link`. */
export const bare = (name: string): string => name.replace(/^\[\[(.*)\]\]$/, '$1');

/** Every name a page answers to. Without a title it is called as its file is. */
export const namesOf = ({ id, title, aliases, file }: Page): string[] => [id, title ?? file, ...aliases, file];

/** "It is resolved in this order: exact id; id ignoring case; title, alias or file name ignoring case." */
export function answering(pages: readonly Page[], reference: string): readonly Page[] {
  const name = bare(reference).normalize('NFC');
  const exact = pages.filter(({ id }) => id === name);
  if (exact.length > 0) return exact;
  const nearly = pages.filter(({ id }) => isSame(id, name));
  if (nearly.length > 0) return nearly;
  return pages.filter((page) => namesOf(page).some((one) => isSame(one, name)));
}

/** The one page that a reference means; none where nobody or several answer: "never a silent pick". */
export function meant(pages: readonly Page[], reference: string): Page | undefined {
  const pagesMeant = answering(pages, reference);
  return pagesMeant.length === 1 ? pagesMeant[0] : undefined;
}

/**
 * An entity, as something that can be compared: what the page that a name leads to describes, or the name itself, ignoring case, where nobody
 * answers to it ("usually an entry describes it; it need not"). A name that several answer to is an error and leads to none of them; where
 * they all describe the same entity, as versions of one page do, it can mean nothing else.
 */
export function entityNamed(pages: readonly Page[], reference: string, passed: readonly Page[] = []): string {
  const entities = new Set(answering(pages, reference).map((page) => entityOf(pages, page, passed)));
  const [entity] = entities;
  return entity !== undefined && entities.size === 1 ? entity : `the name ${folded(bare(reference))}`;
}

/** "The entity this entry describes: its own id" where it names no other. A page that leads back to itself describes itself. */
export const entityOf = (pages: readonly Page[], page: Page, passed: readonly Page[] = []): string =>
  page.entity === undefined || passed.includes(page)
    ? `page ${page.id}`
    : entityNamed(pages, page.entity, [...passed, page]);

/** "One that several entries answer to is an error that lists the candidates, never a silent pick." */
const isAmbiguous = (pages: readonly Page[], name: string): boolean =>
  new Set(answering(pages, name).map((page) => entityOf(pages, page))).size > 1;

/**
 * The entities that a question is about: one, or several names that a later page will have gathered. Undefined where it is ambiguous.
 * `known` are the pages of the canon point asked for, `all` those of now.
 */
export function entitiesAsked(
  known: readonly Page[],
  all: readonly Page[],
  question: string,
): readonly string[] | undefined {
  const itself = entityNamed(known, question);
  // "A name in a question is resolved among the entries known at its `as_of`, …
  if (isAmbiguous(known, question)) return undefined;
  if (answering(known, question).length > 0) return [itself];
  // … then, where none of them answers, among all of now; …
  const later = answering(all, question);
  if (later.length === 0) return [itself];
  // Several of now answer to a name that was in use when none of them was known. "What is added at a later canon position changes no
  // answer as of an earlier one" (§5): it means what it meant then.
  if (isAmbiguous(all, question)) return isInUse(known, itself) ? [itself] : undefined;
  // … what such an entry's facts are as of then is whatever was stated under one of its names that nobody known then answered to."
  return later.flatMap((page) =>
    namesOf(page)
      .filter((name) => answering(known, name).length === 0)
      .map((name) => entityNamed(known, name)),
  );
}

const isInUse = (known: readonly Page[], entity: string): boolean =>
  known.some(
    (page) => entityOf(known, page) === entity || page.facts.some((fact) => entityNamed(known, fact.entity) === entity),
  );
