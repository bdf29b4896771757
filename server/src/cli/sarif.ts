/** What `check` prints for tools that collect problems: SARIF 2.1.0, https://docs.oasis-open.org/sarif/sarif/v2.1.0/. */
import { SEVERITIES } from '../core/rules';
import type { CheckedProblem } from '../core/rules/check';
import type { Severity } from '../core/text/problem';
import { jsonText } from '../core/text/visibleText';
import { type Range, type RangeOf, region } from '../core/tools/words/problemsJson';

const LEVELS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note', hint: 'note' };

/** Where VS Code shows the extension, and has it show the page of a rule: neither needs a network. */
const EXTENSION = 'vscode:extension/retcon.retcon';
const RULE_PAGE = 'vscode://retcon.retcon/rules/';

export interface SarifSource {
  /** The tool's own. */
  readonly version: string;
  /** How a file of the codex is named to those who collect. */
  readonly pathOf: (file: string) => string;
  readonly rangeOf: RangeOf;
  readonly textOf: (file: string) => string | null;
  /** The page of a rule, as markdown. */
  readonly pageOf: (code: string) => string | null;
}

export function checkSarif(found: readonly CheckedProblem[], source: SarifSource): string {
  const { version, pathOf, rangeOf, pageOf } = source;
  const codes = [...new Set(found.map(({ problem }) => problem.code))].sort();
  const place = (file: string, range: Range) => ({
    physicalLocation: {
      artifactLocation: { uri: relativeUri(pathOf(file)), uriBaseId: 'ROOT' },
      region: region(range),
    },
  });
  const fingerprintOf = fingerprints(source);
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'retcon',
            fullName: 'Retcon',
            version,
            semanticVersion: version,
            informationUri: EXTENSION,
            rules: codes.map((id) => ({
              id,
              name: nameOf(id),
              ...describedBy(pageOf(id)),
              helpUri: `${RULE_PAGE}${id}`,
              defaultConfiguration: { level: LEVELS[SEVERITIES.get(id) ?? 'error'] },
            })),
          },
        },
        originalUriBaseIds: { ROOT: { description: { text: 'The folder in which the check was called.' } } },
        columnKind: 'utf16CodeUnits',
        results: found.map((one) => ({
          ruleId: one.problem.code,
          ruleIndex: codes.indexOf(one.problem.code),
          level: LEVELS[one.problem.severity],
          message: { text: one.problem.message },
          locations: [place(one.file, rangeOf(one.file, one.problem.span))],
          partialFingerprints: { 'retcon/v1': fingerprintOf(one) },
          relatedLocations: (one.problem.related ?? []).map((other, id) => ({
            id,
            message: { text: other.message },
            ...place(other.file, rangeOf(other.file, other.span, other.isEstablished)),
          })),
        })),
      },
    ],
  };
  return `${jsonText(log)}\n`;
}

/** A path as a reference: in it `?` and `#` end a path, and a colon in its first segment ends a scheme (RFC 3986 §4.2). */
const relativeUri = (path: string): string => encodeURI(path).replace(/[?#]|(?<=^[^/]*):/g, encodeURIComponent);

/** `supersedes/unknown-id` as those who collect name rules: `SupersedesUnknownId`. */
const nameOf = (code: string): string =>
  code
    .split(/[/-]/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');

/** What the page of a rule says of it: its first sentence, its first paragraph, and all of it. */
function describedBy(page: string | null) {
  if (page === null) return {};
  const [, about = '', paragraph = about] = page.split(/\n{2,}/);
  const plain = (markdown: string): string => markdown.replaceAll('\n', ' ').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return {
    shortDescription: { text: plain(about.slice(about.indexOf('·') + 1).trim()) },
    fullDescription: { text: plain(paragraph) },
    help: { text: page, markdown: page },
  };
}

/** What a problem is known by wherever it has moved to in its file: its rule, its file, what it points at, and which of those it is. */
function fingerprints({ pathOf, textOf }: SarifSource): (one: CheckedProblem) => string {
  const counts = new Map<string, number>();
  return ({ file, problem: { code, span } }) => {
    const words = textOf(file)?.slice(span.start, span.end) ?? '';
    const known = [code, pathOf(file), words].map(encodeURIComponent).join(' ');
    const count = (counts.get(known) ?? 0) + 1;
    counts.set(known, count);
    return `${known} ${count}`;
  };
}
