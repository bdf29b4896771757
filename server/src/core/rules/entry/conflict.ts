/** The markers of a merge that nobody has settled, in frontmatter or in prose. */
import { foundInReading } from '../rule';

export const conflict = foundInReading('entry/conflict', 'error');
