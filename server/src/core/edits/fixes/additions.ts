/** What may be written where nothing is wrong: the date of the version that a retcon replaces. */
import { idOf } from '../../canon';
import { madeRetcons } from '../../rules/retconsMade';
import type { Span } from '../../text/span';
import { type MendContext, type Offer, offer, entryText } from './mend';
import { setInDeclaration } from './declarationEdits';

/** The additions that are offered where a selection meets a retcon. */
export function additionsIn(context: MendContext, selected: Span): readonly Offer[] {
  const { known, entry } = context;
  return madeRetcons(known, entry).flatMap(({ declaration, retcon }) => {
    const { kind, fromOldEnd, span, asOf } = declaration;
    const { date } = retcon.old;
    if (kind !== 'supersedes' || fromOldEnd || asOf || !date?.date) return [];
    if (selected.end < span.start || span.end < selected.start) return [];
    const edit = setInDeclaration(entryText(context), declaration, { as_of: date.text });
    return offer(`Add as_of: ${date.text}, the date of ${idOf(known, retcon.old)}`, entry.path, edit);
  });
}
