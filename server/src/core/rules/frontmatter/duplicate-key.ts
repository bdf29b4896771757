/** A key given twice in one mapping. */
import { foundInReading } from '../rule';

export const duplicateKey = foundInReading('frontmatter/duplicate-key', 'error');
