/** A row of one of the views: what it says, where it leads, and what can be done with it. */
import { type Limit, limitWords, type RetconKind, type Standing, type Retcon, kindOf, type Held } from '../canon';
import type { Entry } from '../entry/entry';
import type { Span } from '../text/span';
import {
  attributeWords,
  decidedWhen,
  entryLink,
  inlineMarkdown,
  type RenderContext,
  whenWords,
} from '../reading/entryWords';

/** What a row is; its icon goes by it. */
export type RowSort =
  | Standing
  | RetconKind
  | 'revision'
  | 'unfinished'
  | 'old'
  | 'new'
  | 'disputed'
  | 'meant'
  | 'side'
  | 'stale'
  | 'circle'
  | 'knower'
  | 'nobody'
  | 'secret'
  | 'passage'
  | 'belief'
  | 'staged'
  | 'group'
  | 'fact'
  | 'into'
  | 'out'
  | 'error'
  | 'warning';

export interface ViewRowData {
  /** What it is within its view: the same for as long as the row means the same. */
  readonly key: string;
  readonly sort: RowSort;
  readonly label: string;
  /** What is said after the label, in grey: parts with ` · ` between them. */
  readonly detail: string;
  /** Markdown. */
  readonly tooltip?: string;
  /** It is what the reader has open. */
  readonly isHere?: boolean;
  readonly opens?: { readonly entry: Pick<Entry, 'path'>; readonly span: Span };
  readonly compares?: { readonly before: Entry; readonly after: Entry };
  /** The successor of what the row shows. */
  readonly successor?: Entry;
  /** Whether names written under a key can settle it: see `disputesView.ts`. */
  readonly canSettle?: boolean;
  /** An entry of which a retcon would settle it. */
  readonly retconnable?: Entry;
  /** What it opens is a value, which can be retconned where it stands. */
  readonly isValue?: boolean;
  /** What is under it; `later`: there may be so much of it that it waits until somebody looks. */
  readonly rows?: readonly ViewRowData[] | 'later';
}

/** What is in the place of rows that need something past its limit. */
export const limitRow = (limit: Limit): ViewRowData => ({
  key: rowKey('limit', limit.what, limit.of),
  sort: 'error',
  label: limitWords(limit),
  detail: '',
  ...(limit.place && { opens: limit.place }),
});

/** A key of several parts. */
export const rowKey = (...parts: readonly string[]): string => JSON.stringify(parts);

/** Joins the parts of a detail, without empty ones. */
export const details = (...parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join(' · ');

/**
 * Rows that take a look at every entry: it yields after each, so that a surface can let others have their turn, and returns
 * the rows in the end.
 */
export type Rows = Generator<void, readonly ViewRowData[]>;

/** A retcon in a tooltip: who did what to what, from when, decided when, and why. */
const KIND_WORDS: Readonly<Record<RetconKind, string | null>> = {
  correction: 'a correction: it was never true',
  change: 'a change: the world moved on',
  soft: 'both stand, on purpose',
  retraction: null,
  restoration: null,
};

/** Markdown, with links to both ends. */
export function renderRetconTooltip(context: RenderContext, retcon: Retcon): string {
  const { by, old, kind, only, reason, soft } = retcon;
  const facts = [
    soft ? null : whenWords(retcon),
    only && `${only.map(({ attribute }) => attributeWords(attribute)).join(', ')} only`,
    KIND_WORDS[kindOf(context.known, retcon)],
    decidedWhen(context, by),
  ].filter((part) => part !== null);
  const head = `**${entryLink(context, by)}** ${kind} **${entryLink(context, old)}** — ${facts.join(' · ')}`;
  return reason === null ? head : `${head}\n\n> ${inlineMarkdown(reason)}`;
}

/** The title of the entry that a value refers to, else the author's text. */
export const valueTitle = ({ ref, clipped }: Held): string => ref?.title ?? clipped.fact.value.text;
