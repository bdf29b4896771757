/** A day, month or year that its calendar does not have. */
import { foundInReading } from '../rule';

export const impossible = foundInReading('date/impossible', 'error');
