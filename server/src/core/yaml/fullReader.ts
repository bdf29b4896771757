/** Reads YAML with the `yaml` package: all of the language, good problems, and whatever of a broken text can be read. */
import type { Span } from '../text/span';
import { type Composed, compose } from './composeYaml';
import { convert, reportDuplicates, type Shared } from './composedToTree';
import { cause, explain, homeless } from './explain';
import { pieces, withoutConflicts } from './pieces';
import type { YamlMapping, YamlNode, YamlPair, YamlProblem, YamlReading } from './tree';

/** A text that was never meant as YAML would be nothing but problems. */
const MOST = { 'frontmatter/invalid-yaml': 5, 'frontmatter/duplicate-key': 20, 'entry/conflict': 5 };

/** What can be read of the YAML in a span of a file, with spans of the file. Slow: some 0.4 ms a KiB. */
export function readYamlFully(text: string, span: Span): YamlReading {
  const shared: Shared = { anchors: new Map(), problems: [], nodes: 0, aliased: 0 };
  const source = withoutConflicts(text.slice(span.start, span.end), span.start, shared.problems);
  const whole = compose(source);
  const parts = whole.errors.length === 0 ? [] : pieces(source);
  const root =
    parts.length > 1 ? readPieces(source, span.start, parts, shared) : readPiece(source, span.start, whole, shared);
  return { root, problems: fewer(shared.problems) };
}

function readPiece(source: string, base: number, composed: Composed, shared: Shared): YamlNode | null {
  const errors = composed.errors.map((error) => ({ ...error, owner: null }));
  const root = composed.contents && convert({ source, base, errors, shared }, composed.contents);
  const error = cause(source, errors);
  if (error) shared.problems.push(explain(source, base, error));
  return root;
}

/** Reads piece by piece, so that an open quote or bracket costs its own key and no other. */
function readPieces(source: string, base: number, parts: readonly Span[], shared: Shared): YamlMapping {
  const pairs: YamlPair[] = [];
  let end = base;
  for (const part of parts) {
    const own = source.slice(part.start, part.end);
    const root = readPiece(own, base + part.start, compose(own), shared);
    if (root === null) continue;
    if (root.kind === 'mapping') {
      pairs.push(...root.pairs);
      end = root.span.end;
    } else shared.problems.push(homeless(own, base + part.start));
  }
  reportDuplicates(pairs, shared.problems);
  return { kind: 'mapping', pairs, span: { start: pairs[0]?.key.span.start ?? base, end }, flow: false };
}

/** The problems in order, each once, and at most as many of a kind as anybody mends at a time. */
function fewer(problems: readonly YamlProblem[]): readonly YamlProblem[] {
  const counts = { 'frontmatter/invalid-yaml': 0, 'frontmatter/duplicate-key': 0, 'entry/conflict': 0 };
  let last: YamlProblem | undefined;
  return [...problems]
    .sort((a, b) => a.span.start - b.span.start)
    .filter((problem) => {
      if (problem.span.start === last?.span.start && problem.code === last.code) return false;
      last = problem;
      return ++counts[problem.code] <= MOST[problem.code];
    });
}
