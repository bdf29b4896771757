/** Reads YAML. */
import type { Span } from '../text/span';
import { readYamlFully } from './full';
import type { YamlReading } from './tree';

/** What can be read of the YAML in a span of a file. Never throws; spans are of the file. */
export function readYaml(text: string, span: Span): YamlReading {
  return readYamlFully(text, span);
}
