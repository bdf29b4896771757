/** The years of a codex by name, with the days that each is: so that a query can name one. */
import type { Canon } from '../canon/canon';
import { knownEras } from '../chronology/chronology';
import { readDate } from '../chronology/read';
import type { WorldDate } from '../chronology/types';

/** A year by its name, with its first and its last day on its timeline. */
export type Year = Readonly<Record<'at' | 'line', string> & Record<'from_day' | 'until_day', number>>;

interface Place {
  readonly line: string;
  readonly day: number;
}

/** Longer than any era is told of. */
const MOST = 20_000;

/** Every year of the eras in use, from the first to the last in which something begins or ends, and the present. */
export function yearsOf({ codex }: Canon, places: readonly Place[]): Year[] {
  const { chronology, present } = codex;
  const ends = new Map<string, { first: number; last: number }>();
  for (const { line, day } of [...places, ...(present ? [present.start] : [])]) {
    const so = ends.get(line) ?? { first: day, last: day };
    ends.set(line, { first: Math.min(so.first, day), last: Math.max(so.last, day) });
  }
  const eras = chronology.declared
    ? knownEras(chronology).map(({ id }) => id)
    : ['BCE', 'CE', ...[...ends.keys()].filter(isUndeclared).map((line) => line.slice(UNDECLARED.length))];
  return eras.flatMap((era) => yearsIn(era, ends, (text) => dateOf(chronology, text)));
}

const UNDECLARED = 'era:';
const isUndeclared = (line: string): boolean => line.startsWith(UNDECLARED);

function dateOf(chronology: Canon['codex']['chronology'], text: string): WorldDate | null {
  const reading = readDate(chronology, text);
  return reading.ok ? reading.date : null;
}

function yearsIn(
  era: string,
  ends: ReadonlyMap<string, { readonly first: number; readonly last: number }>,
  yearNamed: (text: string) => WorldDate | null,
): Year[] {
  const rows: Year[] = [];
  let before: WorldDate | null = null;
  for (let year = 0; year <= MOST; year++) {
    const date = yearNamed(`${year} ${era}`);
    // Most eras have no year 0.
    if (!date && year === 0) continue;
    const used = date && ends.get(date.start.line);
    if (!date || !used) break;
    const isIn = used.first <= date.end.day && date.start.day <= used.last;
    if (isIn) rows.push({ at: date.text, line: date.start.line, from_day: date.start.day, until_day: date.end.day });
    // An era counts on, or back; from where it has left what is used it does not come to it again.
    else if (before && (before.start.day < date.start.day ? used.last < date.start.day : date.end.day < used.first))
      break;
    before = date;
  }
  return rows;
}
