/** What is no world date; an error where a retcon or a fact is lost by it. */
import { foundInReading } from '../rule';

export const unreadable = foundInReading('date/unreadable', 'warning');
