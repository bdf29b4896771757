/** The rows of a lane: assigned once for all canon points, so that moving through canon time never reshuffles them. */
import { type PreparedSpans, UNDATED } from './spanArrays';

/** Further spans share the last row; the table beside the picture tells them apart. */
const MOST_ROWS = 300;

interface Rows {
  readonly rows: number;
  readonly rowStarts: readonly number[];
  readonly isPlaced: boolean;
}

/** A row while it is being filled. */
interface OpenRow {
  readonly members: number[];
  /** Those of its members that may still reach over what comes next. */
  active: number[];
  /** Whether its members meet each other: it takes all for whom no other row has a place. */
  isFull: boolean;
}

/**
 * Puts each span of `[start, end)` into the first row where it meets no other: two spans meet where both their world times and
 * their canon times do. A row that ends with the same value goes first. Writes `order` and `reach` of the same places.
 */
export function rowsOfLane(spans: PreparedSpans, start: number, end: number): Rows {
  const { first, until, canonFrom, flags } = spans;
  const sorted = Array.from({ length: end - start }, (_, i) => start + i);
  const order = (a = 0, b = 0): number => compare(first[a], first[b]) || compare(canonFrom[a], canonFrom[b]) || a - b;
  // As the timeline has them, mostly.
  if (sorted.some((span, i) => i > 0 && order(sorted[i - 1], span) > 0)) sorted.sort(order);
  const rows: OpenRow[] = [];
  let hasPlace = false;
  for (const span of sorted) {
    if (((flags[span] ?? 0) & UNDATED) === 0) hasPlace = true;
    const row = rowFor(spans, rows, span);
    row.members.push(span);
    if (!row.isFull) row.active.push(span);
  }
  const rowStarts: number[] = [];
  let place = start;
  for (const { members } of rows) {
    rowStarts.push(place);
    let reach = -Infinity;
    for (const member of members) {
      reach = Math.max(reach, until[member] ?? 0);
      spans.order[place] = member;
      spans.reach[place] = reach;
      place++;
    }
  }
  return { rows: rows.length, rowStarts: [...rowStarts, place], isPlaced: hasPlace };
}

const compare = (a = 0, b = 0): number => (a < b ? -1 : a > b ? 1 : 0);

function rowFor(spans: PreparedSpans, rows: OpenRow[], span: number): OpenRow {
  const { first, until, data } = spans;
  const from = first[span] ?? 0;
  let free: OpenRow | undefined;
  for (const row of rows) {
    if (row.isFull) break;
    if (row.active.length > 0) row.active = row.active.filter((one) => from < (until[one] ?? 0));
    if (row.active.some((one) => meetInCanon(spans, one, span))) continue;
    const last = row.members.at(-1);
    if (last !== undefined && data[last]?.value === data[span]?.value) return row;
    free ??= row;
  }
  if (free) return free;
  const lastRow = rows[MOST_ROWS - 1];
  if (lastRow) {
    lastRow.isFull = true;
    return lastRow;
  }
  const made: OpenRow = { members: [], active: [], isFull: false };
  rows.push(made);
  return made;
}

function meetInCanon({ canonFrom, canonUntil }: PreparedSpans, a: number, b: number): boolean {
  return (canonFrom[a] ?? 0) < (canonUntil[b] ?? 0) && (canonFrom[b] ?? 0) < (canonUntil[a] ?? 0);
}
