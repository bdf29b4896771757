/** The whole codex as rows of tables: entries, facts with their stretches on both axes, retcons, links. */
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
  allEntries,
  type Canon,
  canonText,
  entityOf,
  entryNamed,
  idOf,
  kindOf,
  type Known,
  knownAt,
  LATEST,
  positionOf,
  retconsOf,
  standingOf,
  statingEntries,
  entitiesStated,
  refusePast,
  stopsOf,
} from '../../canon';
import type { Moment } from '../../chronology';
import type { Entry } from '../../entry/entry';
import { compareTexts } from '../../text/sorted';
import { type PrintedNames, valueJsonWith, effectiveText, endText } from '../words/answerJson';
import { namesAtStops, turnsWithin, revisionsInAnswer, type YearEnd, yearsOf } from '../words/years';
import { isoInstant } from '../../codex/canonTime';
import type { Revision } from '../../codex/codex';

/** A row, by the names of its columns. */
export type TableRow = Readonly<Record<string, string | number | null>>;

/** The number of pairs between two yields. */
const PAUSE = 20;

/** By entity, attribute and canon point. Yields after some of them. @param entries all that state facts */
function* factRows(now: Still, entries: readonly Entry[], stops: CanonStops): Generator<void, readonly TableRow[]> {
  const view: OnBothAxes = { within: now, stops, names: nameSteps(now, stops) };
  const inOrder = [...entries].sort((a, b) => compareTexts(a.path, b.path));
  const clips = yield* clipsOverCanonTime(now, inOrder, stops, view.names);
  const pairs = [...clips.pairs].sort(
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

/** A row whose end in canon time is not reached yet. */
type OpenRow = Record<string, string | number | null>;

/** Writes the facts of a pair. Equal rows at consecutive stops are merged into one. */
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

const dayOrNull = (moment: Moment | null): number | null => (moment && Number.isFinite(moment.day) ? moment.day : null);

/** Rows by the name of their table. */
export type Tables = Readonly<Record<string, readonly TableRow[]>>;

/** Yields after each part of the work. */
export function* exportSteps(canon: Canon): Generator<void, Tables> {
  const now = knownAt(canon, LATEST);
  const entries = allEntries(canon);
  const stating = statingEntries(canon);
  refusePast(now, entitiesStated(now, stating));
  const revisions = revisionsInAnswer(canon, stating);
  const stops = yield* stopsOf(
    now,
    stating,
    revisions.map(({ position }) => position),
  );
  const facts = yield* factRows(now, stating, stops);
  return {
    present: [presentOf(canon)],
    canon_point: asOfs(revisions, stops),
    year: yearsOf(
      canon,
      facts.flatMap((row) => placesIn(row)),
    ),
    entry: entries.map((entry) => entryRow(now, stops, entry)),
    fact: facts,
    retcon: entries.flatMap((old) => retconRows(now, stops, old)),
    link: entries.flatMap((entry) => linkRows(now, entry)),
  };
}

/** A value of `as_of` for each point: the revisions, the instants between them, and the last. */
function asOfs(revisionList: readonly Revision[], { positions, numberOf }: CanonStops): TableRow[] {
  const revisions = revisionList.map(({ id, title, date, position }) => {
    return { as_of: id, point: numberOf(position), title: title ?? null, date: date ?? null };
  });
  const named = new Set(revisions.map(({ point }) => point));
  const others = positions.flatMap(({ time }, point) =>
    named.has(point) || !Number.isFinite(time)
      ? []
      : { as_of: isoInstant(time), point, title: null, date: isoInstant(time).slice(0, 10) },
  );
  const taken = new Set<string>();
  return [...revisions, ...others, { as_of: LATEST.text, point: positions.length - 1, title: null, date: null }].filter(
    ({ as_of }) => !taken.has(as_of) && taken.add(as_of),
  );
}

function placesIn({ line, from_day, until_day, from, until }: TableRow): YearEnd[] {
  const ends = [
    [from_day, from],
    [until_day, until],
  ];
  return ends.flatMap(([day, text]) =>
    typeof line === 'string' && typeof day === 'number' && typeof text === 'string' ? { line, day, text } : [],
  );
}

/** A stretch of world time in columns: its line, and its ends. */
const stretch = (date: { readonly start: Moment; readonly end: Moment } | null) => ({
  line: date?.start.line ?? null,
  from_day: dayOrNull(date?.start ?? null),
  until_day: dayOrNull(date?.end ?? null),
});

const presentOf = ({ codex: { present } }: Canon): TableRow => ({ at: present?.text ?? null, ...stretch(present) });

function entryRow(now: Known, { numberOf }: CanonStops, entry: Entry): TableRow {
  const { canon } = now;
  return {
    file: entry.path,
    id: idOf(now, entry),
    title: entry.title,
    type: entry.type?.text ?? null,
    entity: entityOf(now, entry),
    date: entry.date?.date?.text ?? null,
    ...stretch(entry.date?.date ?? null),
    until: endText(entry.until?.moment ?? null),
    standing: standingOf(now, entry, canon.codex.present),
    tier: entry.tier?.text ?? null,
    draft: Number(entry.draft),
    canon: canonText(canon, entry),
    known_from: numberOf(positionOf(canon, entry)),
  };
}

const retconRows = (now: Known, { numberOf }: CanonStops, old: Entry): TableRow[] =>
  retconsOf(now, old)
    .filter(({ by }) => isShown(now, by))
    .map((retcon) => ({
      superseded: idOf(now, old),
      by: idOf(now, retcon.by),
      kind: kindOf(now, retcon),
      effective: effectiveText(retcon),
      effective_line: retcon.effective === 'always' ? null : retcon.effective.line,
      effective_day: retcon.effective === 'always' ? null : dayOrNull(retcon.effective),
      as_of: retcon.asOf,
      only: retcon.only ? JSON.stringify(retcon.only.map(({ text }) => text)) : null,
      canon: canonText(now.canon, retcon.by),
      known_from: numberOf(retcon.position),
      reason: retcon.reason,
      sources: JSON.stringify(retcon.sources.map(({ text }) => text)),
    }));

function linkRows(now: Known, entry: Entry): TableRow[] {
  const from = idOf(now, entry);
  const row = (kind: string, target: string): TableRow => {
    const found = entryNamed(now, target);
    return { from, file: entry.path, kind, target, to: found ? idOf(now, found) : null };
  };
  return [
    ...entry.sources.map(({ text }) => row('source', text)),
    ...entry.links.map(({ kind, target }) => row(kind, target)),
    ...entry.ownLinks.map(({ target }) => row('property', target)),
  ];
}
