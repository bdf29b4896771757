/** A row of one of the views: what it says, where it leads, and what can be done with it. */
import type { RetconKind, Standing } from '../../canon/standing';
import type { Entry } from '../../entry/entry';
import type { Span } from '../../text/span';

/** What a row is; its icon goes by it. */
export type RowSort = Standing | RetconKind | 'revision';

export interface Row {
  /** What it is among the rows beside it: the same for as long as the row means the same. */
  readonly key: string;
  readonly sort: RowSort;
  readonly label: string;
  /** What is said after the label, in grey: parts with ` · ` between them. */
  readonly detail: string;
  /** Markdown. */
  readonly tooltip?: string;
  /** It is what the reader has open. */
  readonly isHere?: boolean;
  readonly opens?: { readonly entry: Entry; readonly span: Span };
  readonly compares?: { readonly before: Entry; readonly after: Entry };
}

/** Parts of a detail; what there is nothing to say of is left out. */
export const details = (...parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join(' · ');
