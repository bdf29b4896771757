/** Reads errata.yaml, the list of errors in published texts (model §10), which lies beside codex.yaml, and adds to it. Never throws. */
import { applied, type Problem } from '../text/problem';
import type { Span } from '../text/span';
import { type YamlEdit, addItems } from '../yaml/editYaml';
import { eolAt } from '../yaml/writeYaml';
import { readYaml } from '../yaml/readYaml';
import { type YamlNode, asWritten } from '../yaml/tree';
import { configItems, type Placed, type ReportProblem, readKeys, readConfigText } from './codexShapes';

/** Relative to the codex root. */
export const ERRATA_FILE = 'errata.yaml';

/** One line: of what, how it was misspelt, and how it is spelled. */
export interface Erratum {
  readonly entity: string;
  readonly attribute: string;
  readonly was: Placed;
  readonly is: Placed;
  readonly reason: string | null;
  /** The whole item. */
  readonly span: Span;
}

export interface ErrataReading {
  readonly errata: readonly Erratum[];
  /** All with the code `config/invalid`. */
  readonly problems: readonly Problem[];
}

const EXAMPLE = '`- {entity: keep, attribute: motto, was: we endrue, is: we endure, reason: typo}`';

/** @param text what the file holds; null where the file is missing */
export function readErrata(text: string | null): ErrataReading {
  const problems: Problem[] = [];
  const report: ReportProblem = (span, message) => void problems.push({ code: 'config/invalid', span, message });
  if (text === null) return { errata: [], problems };
  const { root, problems: slips } = readAll(text);
  for (const { span, message } of slips) report(span, message);
  const errata = configItems(root).flatMap((item): Erratum[] => {
    if (item.kind !== 'mapping') {
      report(item.span, `A line of errata.yaml looks like this: ${EXAMPLE}.`);
      return [];
    }
    const pairs = readKeys(report, item, 'a line of errata.yaml', ['entity', 'attribute', 'was', 'is', 'reason']);
    const at = (key: 'entity' | 'attribute' | 'was' | 'is' | 'reason'): Placed | null =>
      readConfigText(report, pairs.get(key)?.value ?? null, key);
    const [entity, attribute, was, is, reason] = [at('entity'), at('attribute'), at('was'), at('is'), at('reason')];
    if (entity && attribute && was && is)
      return [
        { entity: entity.text, attribute: attribute.text, was, is, reason: reason?.text ?? null, span: item.span },
      ];
    report(item.span, `This line says too little: write it like ${EXAMPLE}.`);
    return [];
  });
  return { errata, problems };
}

const readAll = (text: string) => readYaml(text, { start: text.startsWith('\uFEFF') ? 1 : 0, end: text.length });

/**
 * The edit that puts one more line into errata.yaml, in brackets where the list is; null where the file could not be read after it.
 * @param item in braces, on one line
 */
export function erratumInto(text: string, item: string): YamlEdit | null {
  const { root, problems } = readAll(text);
  const edit = problems.length > 0 ? null : editInto(text, root, item);
  if (!edit) return null;
  const [before, after] = [readErrata(text), readErrata(applied(text, edit))];
  const isRead = after.errata.length === before.errata.length + 1 && after.problems.length === before.problems.length;
  return isRead ? edit : null;
}

function editInto(text: string, root: YamlNode | null, item: string): YamlEdit | null {
  if (root?.kind === 'sequence') return addItems(text, root, [asWritten(item)]);
  if (root) return configItems(root).length > 0 ? null : { span: root.span, text: `- ${item}` };
  const end = text.length;
  const eol = eolAt(text, end);
  const isOpen = text !== '' && text !== '\uFEFF' && !text.endsWith('\n');
  return { span: { start: end, end }, text: `${isOpen ? eol : ''}- ${item}${eol}` };
}
