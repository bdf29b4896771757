/** "Read `born` as a date": a property that set-up would have taken for a date, on a note that was written later. */
import { readDate } from '../../chronology';
import { hasKey, keyOf } from '../../codex/codex';
import { isOurDay, roleOf } from '../../codex/survey/dateKeys';
import { propertyAt } from '../refactor/properties';
import { spellingInCodexFile } from './keyFixes';
import { entryText, type MendContext, type Offer } from './mend';

/** Of the property at an offset, where codex.yaml says nothing of it. */
export function dateKeyOffers(context: MendContext, offset: number): Offer[] {
  const { codex } = context.known.canon;
  const property = propertyAt(context.entry, entryText(context), offset);
  if (!property) return [];
  const { key: spelling, value } = property;
  const role = roleOf({ key: keyOf(spelling), spelling, uses: [] });
  const reading = readDate(codex.chronology, value);
  // When an event ends is written as often as a part of its date as for the end of what it says.
  if (role === null || role === 'end' || !hasKey(codex, role)) return [];
  if (!reading.ok || reading.date === null || isOurDay(value)) return [];
  return spellingInCodexFile(context, `Read “${spelling}” as a date, on every note`, role, spelling);
}
