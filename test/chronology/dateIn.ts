/** A date in a chronology, where a test is not about reading it. */
import { type Chronology, readDate, type WorldDate } from '../../server/src/core/chronology';

/** Throws where the text is not a date. */
export function dateIn(chronology: Chronology, text: string): WorldDate {
  const reading = readDate(chronology, text);
  if (!reading.ok || !reading.date) throw new Error(`${text}: ${reading.ok ? 'undated' : reading.message}`);
  return reading.date;
}
