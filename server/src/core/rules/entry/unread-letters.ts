/** Signs that stand for letters which could not be read, mostly because the file is not written in UTF-8. */
import { foundInReading } from '../rule';

export const unreadLetters = foundInReading('entry/unread-letters', 'info');
