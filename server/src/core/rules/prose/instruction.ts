/** Prose that speaks to a language model: found while the file is read. */
import { foundInReading } from '../rule';

export const proseInstruction = foundInReading('prose/instruction', 'hint');
