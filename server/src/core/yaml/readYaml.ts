/** Reads YAML: by the fast reader where that is certain, else by the `yaml` package. */
import type { Span } from '../text/span';
import { readYamlFast } from './fastReader';
import { readYamlFully } from './fullReader';
import type { YamlReading } from './tree';

/** What can be read of the YAML in a span of a file. Never throws; spans are of the file. */
export function readYaml(text: string, span: Span): YamlReading {
  const root = readYamlFast(text, span);
  return root === undefined ? readYamlFully(text, span) : { root, problems: [] };
}
