/** An era that none of the declared calendars knows. */
import { foundInReading } from '../rule';

export const unknownEra = foundInReading('date/unknown-era', 'warning');
