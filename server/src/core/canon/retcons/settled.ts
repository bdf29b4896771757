/** Whether a page shows that its author has seen what a retcon changed (model §14). */
import { type CanonPosition, comparePositions } from '../../codex/canonTime';
import type { WorldDate } from '../../chronology';
import type { Entry } from '../../entry/entry';
import { pageOf } from '../../entry/versions';
import { canonText, positionOf } from '../model/canon';
import { readCanonPoint } from '../model/canonPoint';
import { isShown, type Known } from '../model/canonValue';
import type { Retcon } from '../model/edges';
import { entryNamed, idOf } from '../model/known';
import { takenBy } from './standing';

/** Whether an entry reviews a retcon, was written with it or after it, or is one of its sources, or rests on it. */
export function isSettledFor(known: Known, entry: Entry, retcon: Retcon): boolean {
  const page = pageOf(retcon.by);
  if (isReviewed(known, entry, retcon)) return true;
  if (entry === page) return false;
  return (
    isWrittenAfter(known, entry, retcon) ||
    retcon.sources.some(({ text }) => entryNamed(known, text) === entry) ||
    // What rests on a page that remembers rests on what it said before too.
    (!retcon.replaces && entry.sources.some(({ text }) => entryNamed(known, text) === page))
  );
}

/** The date of an entry whose type describes what happened then; empty: of another, or without one. */
export const datesOfEvent = ({ canon: { codex } }: Known, { type, date }: Entry): readonly WorldDate[] =>
  date?.date && type && codex.toldAt.has(type.text.toLowerCase()) ? [date.date] : [];

/** Whether an entry describes what happened at a date at which another still stood: it was right then. */
export const wasRightThen = (known: Known, entry: Entry, old: Entry): boolean =>
  datesOfEvent(known, entry).some((date) => takenBy(known, old, date) === null);

/** An entry that names no position may have been written at any time. */
const isWrittenAfter = ({ canon }: Known, entry: Entry, { position }: Retcon): boolean =>
  (entry.position !== null || canon.committed?.times.has(entry.path) === true) &&
  comparePositions(position, positionOf(canon, entry)) <= 0;

/** What an item of `reviewed` names. A page that remembers is reviewed up to a canon point: `wren@session-20`; null: all of it. */
export function reviewIn(known: Known, text: string): { page: Entry; upTo: CanonPosition | null } | null {
  const whole = entryNamed(known, text);
  if (whole) return { page: whole, upTo: null };
  const at = text.lastIndexOf('@');
  const page = at < 1 ? undefined : entryNamed(known, text.slice(0, at).trim());
  const point = page && readCanonPoint(known.canon, text.slice(at + 1));
  return page && point?.ok && point.point.kind === 'position' ? { page, upTo: point.point.position } : null;
}

/** Whether the author of an entry has seen what another, or one version of it, changed. */
export const isReviewed = (known: Known, entry: Entry, { by, position }: Pick<Retcon, 'by' | 'position'>): boolean =>
  isShown(known, pageOf(by)) &&
  entry.reviewed.some(({ text }) => {
    const review = reviewIn(known, text);
    return review?.page === pageOf(by) && (!review.upTo || comparePositions(position, review.upTo) <= 0);
  });

/** What `reviewed` names to settle what some entries changed: the page, one that remembers with the canon point of its last change. */
export function reviewNames(known: Known, causes: Iterable<Entry>): string[] {
  const last = new Map<Entry, Entry>();
  for (const by of causes) {
    const other = last.get(pageOf(by));
    if (!other || (other.versionOf?.place ?? 0) < (by.versionOf?.place ?? 0)) last.set(pageOf(by), by);
  }
  return [...last.values()].map((by) => {
    const point = by.versionOf ? canonText(known.canon, by) : null;
    return point === null ? idOf(known, by) : `${idOf(known, by)}@${point}`;
  });
}
