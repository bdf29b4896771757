/** A known key with a value of the wrong shape; an error where a retcon or a fact is lost by it. */
import { foundInReading } from '../rule';

export const wrongType = foundInReading('frontmatter/wrong-type', 'info');
