/** A span of a text: half-open UTF-16 offsets, never LSP positions. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The span that covers both, and what lies between. */
export const cover = (a: Span, b: Span): Span => ({ start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) });

/** Whether all of a span lies in another. */
export const spanContains = (outer: Span, inner: Span): boolean => outer.start <= inner.start && inner.end <= outer.end;

/** Whether an offset lies in the span or at its very end, where a caret behind the last character stands. */
export const spanTouches = (span: Span, offset: number): boolean => span.start <= offset && offset <= span.end;
