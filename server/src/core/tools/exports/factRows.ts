/** Every stretch of world time over which something was ever answered, with the stretch of canon time over which it is what is known: rows of the export. */
import {
  type CanonStops,
  clipsOverCanonTime,
  type HeldSpan,
  heldOverCanonTime,
  isShown,
  kindOfAttribute,
  nameSteps,
  type OnBothAxes,
  type PairFacts,
  type Still,
} from '../../canon';
import type { Moment } from '../../chronology';
import type { Entry } from '../../entry/entry';
import { compareTexts } from '../../text/compareTexts';
import { type PrintedNames, valueJsonWith } from '../words/answerJson';
import { namesAtStops, turnsWithin } from '../words/namesAtStops';

/** A row has the names of its columns. */
export type TableRow = Readonly<Record<string, string | number | null>>;

/** After so many pairs others have their turn. */
const PAUSE = 20;

/** By entity, attribute and canon point. Yields after some of them. @param entries all that state something */
export function* factRows(
  now: Still,
  entries: readonly Entry[],
  stops: CanonStops,
): Generator<void, readonly TableRow[]> {
  const view: OnBothAxes = { within: now, stops, names: nameSteps(now, stops) };
  const inOrder = [...entries].sort((a, b) => compareTexts(a.path, b.path));
  const told = yield* clipsOverCanonTime(now, inOrder, stops, view.names);
  const pairs = [...told.pairs].sort(
    (a, b) => compareTexts(a.entity, b.entity) || compareTexts(a.attribute, b.attribute),
  );
  const rowsOf = pairWriter(view);
  const facts: TableRow[] = [];
  for (const [i, pair] of pairs.entries()) {
    if (i % PAUSE === 0) yield;
    const held = heldOverCanonTime(view, pair.spans, kindOfAttribute(now, pair.attribute));
    for (const row of rowsOf(pair, held)) facts.push(row);
  }
  return facts;
}

/** A row whose end in canon time is not reached. */
type OpenRow = Record<string, string | number | null>;

/** Writes what was told of a pair. What is told in the same words from one stop to the next is one row. */
function pairWriter(view: OnBothAxes): (pair: PairFacts, spans: readonly HeldSpan[]) => readonly TableRow[] {
  const namesAt = namesAtStops(view);
  const turnsOf = turnsWithin(view);
  return (pair, spans) => {
    const parts = spans.flatMap((span) => {
      const turns = [span.from, ...turnsOf(span)];
      return turns.map((from, i) => ({ span, from, until: turns[i + 1] ?? span.until }));
    });
    const rows: OpenRow[] = [];
    const last = new Map<string, OpenRow>();
    for (const { span, from, until } of parts.sort((a, b) => a.from - b.from)) {
      const row = factRow(view, pair, span, namesAt(from));
      const key = JSON.stringify(row);
      const known = { known_from: from, known_until: until === Infinity ? null : until };
      const before = last.get(key);
      if (before?.known_until === from) before.known_until = known.known_until;
      else {
        const written = { ...row, ...known };
        last.set(key, written);
        rows.push(written);
      }
    }
    return rows;
  };
}

function factRow(
  { within }: OnBothAxes,
  { entity, attribute }: PairFacts,
  span: HeldSpan,
  names: PrintedNames,
): TableRow {
  const { segment, line, except, clipped } = span.held;
  const { value, ref, from, until, approximate, entry, superseded_by } = valueJsonWith(within, span.held, names);
  return {
    entity,
    attribute,
    kind: kindOfAttribute(within, attribute),
    value,
    ref,
    entry,
    file: isShown(within, clipped.entry) ? clipped.entry.path : null,
    nth: clipped.fact.index,
    line,
    from_day: dayOrNull(segment.from),
    until_day: dayOrNull(segment.until),
    from,
    until,
    except_lines: except.length > 0 ? JSON.stringify(except) : null,
    ends_elsewhere: segment.endsElsewhere?.text ?? null,
    approximate: Number(approximate),
    superseded_by,
  };
}

export const dayOrNull = (moment: Moment | null): number | null =>
  moment && Number.isFinite(moment.day) ? moment.day : null;
