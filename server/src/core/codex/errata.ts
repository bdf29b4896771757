/** Reads errata.yaml, which stands beside codex.yaml: the slips of the pen in what was told (model §10). Never throws. */
import type { Problem } from '../text/problem';
import type { Span } from '../text/span';
import { readYaml } from '../yaml/read';
import { itemsOf, type Placed, type Report, readKeys, readText } from './shapes';

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

/** @param text what the file holds; null where there is none */
export function readErrata(text: string | null): ErrataReading {
  const problems: Problem[] = [];
  const report: Report = (span, message) => void problems.push({ code: 'config/invalid', span, message });
  if (text === null) return { errata: [], problems };
  const { root, problems: slips } = readYaml(text, { start: text.startsWith('\uFEFF') ? 1 : 0, end: text.length });
  for (const { span, message } of slips) report(span, message);
  const errata = itemsOf(root).flatMap((item): Erratum[] => {
    if (item.kind !== 'mapping') {
      report(item.span, `A line of errata.yaml is made like this: ${EXAMPLE}.`);
      return [];
    }
    const pairs = readKeys(report, item, 'a line of errata.yaml', ['entity', 'attribute', 'was', 'is', 'reason']);
    const at = (key: 'entity' | 'attribute' | 'was' | 'is' | 'reason'): Placed | null =>
      readText(report, pairs.get(key)?.value ?? null, key);
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
