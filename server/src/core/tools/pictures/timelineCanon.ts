/** The canon axis of a timeline in words: each stop as `as_of` takes it, and those that the canon handle has. */
import { type Canon, type CanonStops, LATEST } from '../../canon';
import { BEGINNING, comparePositions, isoDay, isoInstant, readIso, endOfDay } from '../../codex/canonTime';
import type { Revision } from '../../codex/codex';
import type { CanonStop, CanonStretch } from '../../picture/shapes/timelineShape';

/** Each stop as `as_of` takes it; null: the beginning. */
export type CanonTexts = readonly (string | null)[];

export function canonTexts({ codex }: Canon, { positions, numberOf }: CanonStops): CanonTexts {
  const texts = positions.map((position, stop): string | null => {
    const { time } = position;
    if (comparePositions(position, BEGINNING) === 0) return null;
    if (!Number.isFinite(time)) return LATEST.text;
    const day = isoDay(time);
    // Up to the end of a day: what enters the canon later on that day would be in it.
    const next = positions[stop + 1]?.time ?? Infinity;
    return endOfDay(readIso(day)?.time ?? NaN) < next ? day : isoInstant(time);
  });
  for (const { id, position } of codex.revisions) {
    const stop = numberOf(position);
    if (positions[stop] && comparePositions(positions[stop], position) === 0) texts[stop] = id;
  }
  return texts;
}

/** @param until Infinity: to this day */
export const stretchJson = (texts: CanonTexts, from: number, until: number): CanonStretch => ({
  canon_from: texts[from] ?? null,
  canon_until: until === Infinity ? null : (texts[until] ?? null),
});

/** The revisions, and all other stops at which something in the picture changes. */
export function canonStopJson(
  revisions: readonly Revision[],
  { positions, numberOf }: CanonStops,
  texts: CanonTexts,
  {
    lanes,
    events,
    retcons,
  }: {
    readonly lanes: readonly { readonly spans: readonly CanonStretch[] }[];
    readonly events: readonly CanonStretch[];
    readonly retcons: readonly { readonly canon_from: string | null }[];
  },
): CanonStop[] {
  const used = new Set<string | null>([null]);
  for (const { spans } of [...lanes, { spans: events }])
    for (const { canon_from, canon_until } of spans) used.add(canon_from).add(canon_until);
  for (const { canon_from } of retcons) used.add(canon_from);
  const named = new Map(revisions.map((revision) => [numberOf(revision.position), revision]));
  return positions.flatMap(({ time }, stop): CanonStop[] => {
    const at = texts[stop] ?? null;
    const revision = named.get(stop);
    if (!revision) return used.has(at) ? [{ at, ...(Number.isFinite(time) && { date: isoDay(time) }) }] : [];
    const { title, date, open } = revision;
    return [
      {
        at,
        ...(title !== undefined && { title }),
        ...(date !== undefined && { date }),
        ...(open && { is_open: true }),
      },
    ];
  });
}
