/** What may be written where nothing is wrong: the date of the version that a retcon replaces. */
import { idOf } from '../../canon';
import { madeIn } from '../../rules/retconsMade';
import type { Span } from '../../text/span';
import { type Asked, type Offer, offer, textOf } from './mend';
import { setInDeclaration } from './declaredFixes';

/** The additions that are offered where a selection meets a retcon. */
export function additionsIn(asked: Asked, selected: Span): readonly Offer[] {
  const { known, entry } = asked;
  return madeIn(known, entry).flatMap(({ declaration, retcon }) => {
    const { kind, fromOldEnd, span, asOf } = declaration;
    const { date } = retcon.old;
    if (kind !== 'supersedes' || fromOldEnd || asOf || !date?.date) return [];
    if (selected.end < span.start || span.end < selected.start) return [];
    const edit = setInDeclaration(textOf(asked), declaration, { as_of: date.text });
    return offer(`Add as_of: ${date.text}, the date of ${idOf(known, retcon.old)}`, entry.path, edit);
  });
}
