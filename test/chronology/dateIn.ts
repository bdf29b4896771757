/** A date in a chronology, where a test is not about reading it. */
import type { Chronology } from '../../server/src/core/chronology/chronology';
import { readDate } from '../../server/src/core/chronology/readDate';
import type { WorldDate } from '../../server/src/core/chronology/types';

/** Throws where the text is not a date. */
export function dateIn(chronology: Chronology, text: string): WorldDate {
  const reading = readDate(chronology, text);
  if (!reading.ok || !reading.date) throw new Error(`${text}: ${reading.ok ? 'undated' : reading.message}`);
  return reading.date;
}
