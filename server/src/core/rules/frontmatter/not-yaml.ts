/** Frontmatter in another language, which is neither read nor run. */
import { foundInReading } from '../rule';

export const notYaml = foundInReading('frontmatter/not-yaml', 'warning');
