/** The rules `formerly/…`: items of a page that remembers which say nothing, or stand in another order than they happened. */
import { foundInReading } from './rule';

/** A key of an item that is neither a word of its own nor something that the page says. */
export const unknownFormerKey = foundInReading('formerly/unknown-key', 'error');

/** Items of one key whose canon positions fall, or one before the page itself. */
export const formerlyOutOfOrder = foundInReading('formerly/out-of-order', 'error');
