/** Headers of other systems that Retcon understands: what their keys stand for, and how their pages are numbered. */
import { withoutPageEnd } from '../text/pageFile';

interface Preset {
  /** What they are, for the author. */
  readonly doc: string;
  /** Known key → the spellings that mean it, its own name among them where that keeps its meaning. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** The word before the number of a page: `ADR` of ADR-5. */
  readonly word?: string;
  /** The keys that hold that number. */
  readonly numbers?: readonly string[];
}

const REPLACING = {
  supersedes: ['supersedes', 'replaces', 'obsoletes'],
  superseded_by: ['superseded_by', 'superseded-by', 'replaced-by', 'obsoleted-by'],
  sources: ['sources', 'requires'],
};

export const PRESETS = {
  remnic: {
    doc: "Remnic's memories: validAt, invalidAt, supersededBy, entityRef",
    fields: {
      date: ['date', 'validAt'],
      until: ['until', 'invalidAt'],
      superseded_by: ['superseded_by', 'supersededBy'],
      entity: ['entity', 'entityRef'],
      attributes: ['attributes', 'structuredAttributes'],
    },
  },
  adr: { doc: 'architecture decision records', fields: REPLACING, word: 'ADR', numbers: ['adr', 'number'] },
  pep: {
    doc: 'Python enhancement proposals',
    fields: { ...REPLACING, date: ['date', 'created'] },
    word: 'PEP',
    numbers: ['pep'],
  },
  kep: {
    doc: 'Kubernetes enhancement proposals',
    fields: { ...REPLACING, date: ['date', 'creation-date'], sources: ['sources', 'requires', 'see-also'] },
    word: 'KEP',
    numbers: ['kep-number'],
  },
  eip: {
    doc: 'Ethereum improvement proposals',
    fields: { ...REPLACING, date: ['date', 'created'] },
    word: 'EIP',
    numbers: ['eip'],
  },
  rfc: {
    doc: 'requests for comments',
    fields: { ...REPLACING, date: ['date', 'start-date', 'created'] },
    word: 'RFC',
    numbers: ['rfc', 'number'],
  },
} as const satisfies Record<string, Preset>;

export type PresetName = keyof typeof PRESETS;

export const presetOf = ({ preset }: { readonly preset: PresetName | null }): Preset | null =>
  preset === null ? null : PRESETS[preset];

/** The number of a numbered page by its file: `5` of 0005-use-markdown.md, adr-5.md, TEAM-ADR-0005-x.md and `ADR 0005 Use Markdown.md`. */
export const numberInName = (path: string): string | null =>
  /^(?:.*__)?(?:\p{Lu}{2,5}-){0,3}(?:\p{L}{2,5}[\s_-]*)?0*(\d{1,6})(?![\p{L}\p{N}])/u.exec(
    withoutPageEnd(path.slice(path.lastIndexOf('/') + 1)),
  )?.[1] ?? null;

/** The names by which others of a kind call the page of a number: `5`, `0005`, `ADR-5`, `ADR 0005`. */
export function namesOfNumber(word: string, number: string): readonly string[] {
  const numbers = [...new Set([number, ...[2, 3, 4].map((digits) => number.padStart(digits, '0'))])];
  return numbers.flatMap((one) => [one, `${word}-${one}`, `${word} ${one}`]);
}
