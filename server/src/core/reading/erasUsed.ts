/** The eras of a codex and the dates that are used in each: what a viewpoint is chosen from. */
import { allEntries, type Known } from '../canon';
import { knownEras, describe, type WorldDate } from '../chronology';
import type { Codex } from '../codex/codex';
import type { Entry } from '../entry/entry';
import { beginnings } from '../entry/stretches';
import { groupBy } from '../text/groups';

export interface DateUsed {
  readonly date: WorldDate;
  /** The first entry, by path, that has this date; null where it is only the date of a fact or of a retcon. */
  readonly entry: Entry | null;
}

export interface EraUsed {
  /** As it is spoken of: `Third Age`. */
  readonly name: string;
  /** The earliest first. */
  readonly dates: readonly DateUsed[];
}

/** Only eras in which something is dated; those that can be compared in the order of time. */
export function erasUsed(known: Known): EraUsed[] {
  const dates = new Map<string, DateUsed>();
  for (const entry of allEntries(known.canon)) {
    if (!known.has(entry)) continue;
    for (const { date, isOwn } of datesIn(entry)) {
      const key = `${date.start.line} ${date.start.day} ${date.end.day}`;
      const used = { date, entry: isOwn ? entry : null };
      const before = dates.get(key);
      if (!before || rank(used) > rank(before)) dates.set(key, used);
    }
  }
  const eras = groupBy([...dates.values()].sort(inOrder), (used) => eraOf(known.canon.codex, used.date));
  return [...eras].map(([name, group]) => ({ name, dates: group }));
}

function datesIn(entry: Entry): { date: WorldDate; isOwn: boolean }[] {
  const { declarations, facts } = entry;
  const others = [...declarations.map(({ effective }) => effective), ...facts.map(({ from }) => from)];
  return [
    ...beginnings(entry).map((written) => ({ written, isOwn: true })),
    ...others.map((written) => ({ written, isOwn: false })),
  ].flatMap(({ written, isOwn }) =>
    written?.date && Number.isFinite(written.date.start.day) ? { date: written.date, isOwn } : [],
  );
}

/** Among dates on the same days, the exact one counts, and one that an entry has. */
const rank = ({ date, entry }: DateUsed): number => (date.approximate ? 0 : 2) + (entry ? 1 : 0);

const inOrder = ({ date: a }: DateUsed, { date: b }: DateUsed): number =>
  (a.start.line < b.start.line ? -1 : a.start.line > b.start.line ? 1 : 0) ||
  a.start.day - b.start.day ||
  a.end.day - b.end.day;

function eraOf({ chronology }: Codex, { start }: WorldDate): string {
  const { era, calendar } = describe(chronology, start);
  const found = knownEras(chronology).find((one) => one.id === era && one.calendar === calendar);
  if (!found) return start.text.replace(/^c\. |-?\d+/g, '').trim();
  return found.names.find((name) => name.length > found.id.length && !name.includes('.')) ?? found.id;
}
