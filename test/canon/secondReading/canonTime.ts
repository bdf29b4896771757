/** model §7: where a page lies on the canon axis, and which pages a canon point knows. */
import type { Course } from './entities';
import { meant } from './names';
import type { Codex, Page } from './page';
import { reachedFrom } from './reached';

const LAST_DATE = '9999-12-31';

/** A position as two things to compare in turn: an ISO date, and the place among the revisions. */
interface Position {
  readonly date: string;
  readonly revision: number;
}

/** Whether `a` is at `b` or before it. */
const isUpTo = (a: Position, b: Position): boolean =>
  a.date < b.date || (a.date === b.date && a.revision <= b.revision);

/** "A revision without a date has that of the nearest dated one after it; those after the last dated one come after every ISO date." */
function positionOfRevision({ revisions }: Codex, index: number): Position {
  const dated = revisions.slice(index).find(({ date }) => date !== undefined);
  return { date: dated?.date ?? LAST_DATE, revision: index };
}

/** Of a revision's id or an ISO date. */
function positionNamed(codex: Codex, text: string): Position {
  const index = codex.revisions.findIndex(({ id }) => id === text);
  return index < 0 ? { date: text, revision: -1 } : positionOfRevision(codex, index);
}

/** Without `canon` a page is known from the beginning. */
export const positionOf = (codex: Codex, { canon }: Page): Position =>
  canon === undefined ? { date: '', revision: -1 } : positionNamed(codex, canon);

/** Whether two pages lie at one and the same position. */
export const isBeside = (codex: Codex, a: Page, b: Page): boolean => isNotAfter(codex, a, b) && isNotAfter(codex, b, a);

/** Whether the page has entered the canon when `other` does, at the latest. */
export const isNotAfter = (codex: Codex, page: Page, other: Page): boolean =>
  isUpTo(positionOf(codex, page), positionOf(codex, other));

/** The pages known at a canon point: `latest`, a revision, an ISO date, or `before:` and the exact id of a page. */
export function knownAt(codex: Codex, asOf: string): readonly Page[] {
  if (asOf === 'latest') return codex.pages;
  if (asOf.startsWith('before:')) return knownBefore(codex, asOf.slice('before:'.length));
  const isRevision = codex.revisions.some(({ id }) => id === asOf);
  const point = positionNamed(codex, asOf);
  // A date is "everything up to the end of that day": every revision of that day.
  const limit = isRevision ? point : { ...point, revision: Infinity };
  return codex.pages.filter((page) => isUpTo(positionOf(codex, page), limit));
}

/** The pages known at a canon point, then at each later position. */
export function courseFrom(codex: Codex, asOf: string): Course {
  const known = knownAt(codex, asOf);
  const ends = codex.pages.filter((page) => !known.includes(page)).sort((a, b) => (isNotAfter(codex, a, b) ? -1 : 1));
  return [
    known,
    ...ends.map((end) => codex.pages.filter((page) => known.includes(page) || isNotAfter(codex, page, end))),
  ];
}

/** "Neither it, nor anything that supersedes, retracts or restores it, directly or through others, nor anything at a later position." */
function knownBefore(codex: Codex, id: string): readonly Page[] {
  const entering = codex.pages.find((page) => page.id === id);
  if (!entering) throw new Error(`no page has the id ${id}`);
  const upToIt = codex.pages.filter((page) => isNotAfter(codex, page, entering));
  return upToIt.filter(
    (page) => page !== entering && !reachedFrom(page, (one) => namedByRetconOf(upToIt, one)).includes(entering),
  );
}

/** The pages that a page supersedes, retracts or restores, whichever of the two declares it. */
const namedByRetconOf = (pages: readonly Page[], page: Page): readonly Page[] =>
  pages.filter(
    (other) =>
      page.declares.some(({ key, name }) => key !== 'superseded_by' && meant(pages, name) === other) ||
      other.declares.some(({ key, name }) => key === 'superseded_by' && meant(pages, name) === page),
  );
