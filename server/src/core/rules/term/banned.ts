/** A word that codex.yaml bans: found while the file is read. */
import { foundInReading } from '../rule';

export const bannedTerm = foundInReading('term/banned', 'warning');
