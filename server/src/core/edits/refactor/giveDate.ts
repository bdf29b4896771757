/** "Give a Note Its Date": writes a world date into the properties of a note, which gives it a place in time. */
import { addTopKey } from '../../entry/frontmatter';
import type { Entry } from '../../entry/entry';
import type { Known } from '../../canon';
import { asIfWritten, type Outcome } from './page';
import { made } from './secret';

/** @param date as its author types it @param text that of the entry's file */
export function giveDate({ canon }: Known, entry: Entry, text: string, date: string): Outcome {
  if (entry.date) return { refusal: `${entry.title} has a date already: ${entry.date.text}.` };
  const edit = addTopKey(text, canon.codex, 'date', date.trim());
  const outcome = edit && made(entry, text, [edit], { start: edit.span.start, end: edit.span.start });
  // In properties that can't be read a date would count for nothing.
  if (!outcome || !asIfWritten(canon, entry.path, outcome.text).entry.date?.date)
    return { refusal: `A date can't be written into ${entry.title} yet: correct what is underlined there first.` };
  return outcome;
}
