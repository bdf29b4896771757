/** A fact in a list for its author: where it stands, what it says, and when that holds. */
import { type Clipped, idOf, type Known } from '../../canon';
import type { Span } from '../../text/span';

export interface FactRow {
  readonly file: string;
  /** The span of the value; for a link, of its target. */
  readonly span: Span;
  /** The id of the entry that states it. */
  readonly entry: string;
  readonly entity: string;
  readonly attribute: string;
  /** Without the brackets of a link. */
  readonly value: string;
  /** As retcons have left it; null for an open end. */
  readonly from: string | null;
  readonly until: string | null;
}

export const factRow = (known: Known, { entry, entity, fact, segments }: Clipped): FactRow => ({
  file: entry.path,
  span: fact.value.span,
  entry: idOf(known, entry),
  entity,
  attribute: fact.attribute.text,
  value: fact.value.text,
  from: segments[0]?.from?.text ?? null,
  until: segments.at(-1)?.until?.text ?? null,
});
