/** Frontmatter that YAML can't read; the rest of the file still counts. */
import { foundInReading } from '../rule';

export const invalidYaml = foundInReading('frontmatter/invalid-yaml', 'error');
