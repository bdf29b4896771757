/** Reads YAML: by the fast reader where that is certain, else by the `yaml` package. */
import type { Span } from '../text/span';
import { readYamlFast } from './fastReader';
import { readYamlFully } from './fullReader';
import type { YamlReading } from './tree';

/** What takes longer is not read at each key: the full reader needs a second for this many units. No page of a world is near it. */
const LONGEST_FULLY = 200_000;

const TOO_LONG =
  'This is longer than 200 KB, and not plain enough for a text of that length: split it, or write one key to a line, without brackets and quotes.';

/** What can be read of the YAML in a span of a file. Never throws; spans are of the file. */
export function readYaml(text: string, span: Span): YamlReading {
  const root = readYamlFast(text, span);
  if (root !== undefined) return { root, problems: [] };
  if (span.end - span.start <= LONGEST_FULLY) return readYamlFully(text, span);
  const line = text.indexOf('\n', span.start);
  const first = { start: span.start, end: line === -1 ? span.end : Math.min(line, span.end) };
  return { root: null, problems: [{ code: 'frontmatter/invalid-yaml', span: first, message: TOO_LONG }] };
}
