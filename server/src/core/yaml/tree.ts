/** A YAML tree as the author wrote it: every scalar is its text (no `412` → number), every node has its span. */
import type { Span } from '../text/span';

export type YamlNode = YamlScalar | YamlSequence | YamlMapping;

export interface YamlScalar {
  readonly kind: 'scalar';
  /** The content after unquoting and folding; never a guessed number, date or boolean. */
  readonly text: string;
  readonly style: 'plain' | 'single' | 'double' | 'block';
  /** The whole node, quotes included (for a block scalar from its `|` or `>` to its last line). */
  readonly span: Span;
  /** What is between the quotes; the same as `span` where there are none. */
  readonly content: Span;
}

export interface YamlSequence {
  readonly kind: 'sequence';
  readonly items: readonly YamlNode[];
  readonly span: Span;
  readonly flow: boolean;
}

export interface YamlPair {
  readonly key: YamlScalar;
  /** null where nothing was written after the colon. */
  readonly value: YamlNode | null;
}

export interface YamlMapping {
  readonly kind: 'mapping';
  readonly pairs: readonly YamlPair[];
  readonly span: Span;
  readonly flow: boolean;
}

/** What could be read of a YAML text, and what is wrong with it. Never throws. */
export interface YamlReading {
  readonly root: YamlNode | null;
  readonly problems: readonly YamlProblem[];
}

export interface YamlProblem {
  readonly code: 'frontmatter/invalid-yaml' | 'frontmatter/duplicate-key' | 'entry/conflict';
  readonly span: Span;
  readonly message: string;
}
