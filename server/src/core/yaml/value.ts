/** What a YAML tree says, without places and styles; and what can be written into one. */
import type { YamlNode } from './tree';

/** Plain words that say "nothing here", to YAML or to those who write notes and templates. */
export const NOTHING = /^(?:|~|null|none|n\/?a|tbd|-|\?)$/i;

const AS_WRITTEN = Symbol('as written');

/** YAML that is inserted unchanged: one line, valid in flow and in block. */
export interface AsWritten {
  readonly [AS_WRITTEN]: string;
}

/** A text, a list, or a mapping, whose keys are written in the order they have here. */
export type YamlValue = string | AsWritten | readonly YamlValue[] | { readonly [key: string]: YamlValue };

/** Takes over a piece of somebody's YAML with its quotes and brackets: `"Aldric"`, `[[Maric]]`, `{seat: vyrhold}`. */
export const asWritten = (yaml: string): AsWritten => ({ [AS_WRITTEN]: yaml });

export const writtenIn = (value: YamlValue): string | undefined =>
  typeof value === 'object' && AS_WRITTEN in value ? value[AS_WRITTEN] : undefined;

export const isList = (value: YamlValue): value is readonly YamlValue[] => Array.isArray(value);

/** What a node says; nothing is an empty text. */
export function valueOf(node: YamlNode | null): YamlValue {
  if (node === null) return '';
  if (node.kind === 'scalar') return node.text;
  if (node.kind === 'sequence') return node.items.map(valueOf);
  return Object.fromEntries(node.pairs.map(({ key, value }) => [key.text, valueOf(value)]));
}
