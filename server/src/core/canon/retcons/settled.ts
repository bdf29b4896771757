/** Whether a page shows that its author has seen what a retcon changed (model §14). */
import { comparePositions } from '../../codex/canonTime';
import type { Entry } from '../../entry/entry';
import { pageOf } from '../../entry/versions';
import { canonText, positionOf } from '../model/canon';
import { readCanonPoint } from '../model/canonPoint';
import { isShown, type Known } from '../model/canonValue';
import type { Retcon } from '../model/edges';
import { entryNamed, idOf } from '../model/known';

/** Whether an entry reviews a retcon, was written with it or after it, or is one of its sources, or rests on it. */
export function isSettledFor(known: Known, entry: Entry, retcon: Retcon): boolean {
  const page = pageOf(retcon.by);
  if (entry.reviewed.some(({ text }) => isReviewOf(known, text, page, retcon))) return true;
  if (entry === page) return false;
  return (
    isWrittenAfter(known, entry, retcon) ||
    retcon.sources.some(({ text }) => entryNamed(known, text) === entry) ||
    entry.sources.some(({ text }) => entryNamed(known, text) === page)
  );
}

/** An entry that names no position may have been written at any time. */
const isWrittenAfter = ({ canon }: Known, entry: Entry, { position }: Retcon): boolean =>
  (entry.position !== null || canon.committed?.times.has(entry.path) === true) &&
  comparePositions(position, positionOf(canon, entry)) <= 0;

/** A page that remembers is reviewed up to a canon point: `wren@session-20`. */
function isReviewOf(known: Known, text: string, page: Entry, retcon: Retcon): boolean {
  if (!isShown(known, page)) return false;
  if (entryNamed(known, text) === page) return true;
  const at = text.lastIndexOf('@');
  if (at < 1 || entryNamed(known, text.slice(0, at).trim()) !== page) return false;
  const point = readCanonPoint(known.canon, text.slice(at + 1));
  return point.ok && point.point.kind === 'position' && comparePositions(retcon.position, point.point.position) <= 0;
}

/** What `reviewed` names to settle a retcon: the page that declares it, one that remembers with the canon point of its change. */
export function reviewName(known: Known, { by, replaces }: Retcon): string {
  const id = idOf(known, by);
  const point = replaces ? canonText(known.canon, by) : null;
  return point === null ? id : `${id}@${point}`;
}
