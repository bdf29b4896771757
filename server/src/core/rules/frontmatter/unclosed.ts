/** Frontmatter without the line of dashes that ends it: Retcon reads what looks like it, and other tools read none. */
import { foundInReading } from '../rule';

export const unclosed = foundInReading('frontmatter/unclosed', 'info');
