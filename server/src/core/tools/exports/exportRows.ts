/** The whole codex as rows of tables: entries, facts with their stretches on both axes, retcons, links. */
import {
  allEntries,
  type Canon,
  knownAt,
  LATEST,
  answersOverCanonTime,
  entityNamed,
  entityOf,
  entryNamed,
  idOf,
  isShown,
  type Known,
  canonText,
  positionOf,
  retconsOf,
  kindOf,
  standingOf,
  type Clipped,
  ALWAYS,
  clip,
  openLedger,
  type Staters,
  statersOf,
  type Moving,
  movingView,
  statingEntries,
  heldAmong,
  kindOfAttribute,
  type Held,
} from '../../canon';
import { compareTexts } from '../../text/compareTexts';
import { type CanonPosition, BEGINNING, comparePositions, isoInstant } from '../../codex/canonTime';
import type { Moment } from '../../chronology/types';
import type { Revision } from '../../codex/codex';
import type { Entry } from '../../entry/entry';
import { effectiveText, endText, valueJson } from '../words/answerJson';
import { revisionsInAnswer } from '../words/revisionsInAnswer';
import { type YearEnd, yearsOf } from '../words/years';

export type TableRow = Readonly<Record<string, string | number | null>>;

/** By the name of the table; a row has the names of its columns. */
export type Tables = Readonly<Record<string, readonly TableRow[]>>;

/** Yields after each part of the work. */
export function* exportSteps(canon: Canon): Generator<void, Tables> {
  const now = knownAt(canon, LATEST);
  const entries = allEntries(canon);
  const stating = statingEntries(canon);
  const revisions = revisionsInAnswer(canon, stating);
  const points = pointsOf(canon, revisions, stating);
  const facts: TableRow[] = [];
  for (const entity of yield* entitiesEver(canon, stating)) {
    facts.push(...factsOf(canon, points, entity));
    yield;
  }
  return {
    present: [presentOf(canon)],
    canon_point: asOfs(revisions, points),
    year: yearsOf(
      canon,
      facts.flatMap((row) => placesIn(row)),
    ),
    entry: entries.map((entry) => entryRow(now, points, entry)),
    fact: facts,
    retcon: entries.flatMap((old) => retconRows(now, points, old)),
    link: entries.flatMap((entry) => linkRows(now, entry)),
  };
}

/** The points of the canon at which anything enters it, in order: each has its place there as its number. */
interface Points {
  readonly all: readonly CanonPosition[];
  readonly numberOf: (position: CanonPosition) => number;
}

function pointsOf(canon: Canon, revisions: readonly Revision[], entries: readonly Entry[]): Points {
  const sorted = [
    BEGINNING,
    ...revisions.map(({ position }) => position),
    ...entries.map((entry) => positionOf(canon, entry)),
  ].sort(comparePositions);
  const all = sorted.filter((one, i) => i === 0 || comparePositions(one, sorted[i - 1] ?? one) !== 0);
  const numbers = new Map(all.map((one, i) => [keyOf(one), i]));
  return { all, numberOf: (position) => numbers.get(keyOf(position)) ?? 0 };
}

const keyOf = ({ time, rank }: CanonPosition): string => `${time} ${rank}`;

/** What `as_of` takes, for each point: the revisions, the instants between them, and the last. */
function asOfs(told: readonly Revision[], { all, numberOf }: Points): TableRow[] {
  const revisions = told.map(({ id, title, date, position }) => {
    return { as_of: id, point: numberOf(position), title: title ?? null, date: date ?? null };
  });
  const named = new Set(revisions.map(({ point }) => point));
  const others = all.flatMap(({ time }, point) =>
    named.has(point) || !Number.isFinite(time)
      ? []
      : { as_of: isoInstant(time), point, title: null, date: isoInstant(time).slice(0, 10) },
  );
  const taken = new Set<string>();
  return [...revisions, ...others, { as_of: LATEST.text, point: all.length - 1, title: null, date: null }].filter(
    ({ as_of }) => !taken.has(as_of) && taken.add(as_of),
  );
}

/** Every entity that anything was ever stated of. */
function* entitiesEver(canon: Canon, entries: readonly Entry[]): Generator<void, readonly string[]> {
  const entities = new Set<string>();
  const names = new Set<string>();
  for (const entry of entries) {
    for (const { entity } of entry.facts) if (entity) names.add(entity.text);
    if (entry.facts.some(({ entity }) => !entity))
      for (const { value } of answersOverCanonTime(canon, (known) => entityOf(known, entry))) entities.add(value);
    yield;
  }
  for (const name of names) {
    for (const { value } of answersOverCanonTime(canon, (known) => entityNamed(known, name))) entities.add(value);
    yield;
  }
  return [...entities].sort();
}

/** Every stretch over which something was ever answered of an entity; one that stays the same is one row. */
function factsOf(canon: Canon, { numberOf }: Points, entity: string): TableRow[] {
  const rows: Record<string, string | number | null>[] = [];
  let open = new Map<string, Record<string, string | number | null>>();
  const moving = movingView(knownAt(canon, LATEST));
  const staters = statersOf(canon, entity);
  const attributes = new Set(staters.entries.flatMap(({ facts }) => facts.map((fact) => fact.attribute.text)));
  const answers = [...attributes].sort(compareTexts).map((attribute) => answersOf(moving, staters, attribute));
  for (let from: CanonPosition | null = BEGINNING; from; ) {
    moving.to(from, NOBODY);
    const value = answers.flatMap((answer) => answer());
    const until = moving.next();
    const going = new Map<string, Record<string, string | number | null>>();
    for (const { key, row } of value) {
      let going_on = open.get(key);
      if (!going_on) rows.push((going_on = { ...row, known_from: numberOf(from), known_until: null }));
      going_on.known_until = until && numberOf(until);
      going.set(key, going_on);
    }
    open = going;
    from = until;
  }
  return rows;
}

const NOBODY: ReadonlySet<Entry> = new Set();

/** A row, and what tells it from all others. */
interface Keyed {
  readonly key: string;
  readonly row: TableRow;
}

/** What is answered of an attribute in a view, wherever that has gone: rows are made where it can be something else. */
function answersOf(moving: Moving, staters: Staters, attribute: string): () => readonly Keyed[] {
  const { known } = moving;
  const { entity } = staters;
  const ledger = openLedger(moving, staters, attribute, clip);
  const kind = kindOfAttribute(known, attribute);
  const made = new Map<Clipped, { held: Held; keyed: Keyed }>();
  let rows: readonly Keyed[] | null = null;
  const rowOf = (held: Held): Keyed => {
    const last = made.get(held.clipped);
    if (last && isSame(last.held, held)) return last.keyed;
    const make = () => {
      const row = factRow(known, entity, attribute, held);
      return { key: JSON.stringify(row), row };
    };
    const keyed = moving.watched(make, () => {
      made.delete(held.clipped);
      rows = null;
    });
    made.set(held.clipped, { held, keyed });
    return keyed;
  };
  return () => {
    ledger.follow();
    if (ledger.changed().length > 0) rows = null;
    return (rows ??= moving.watched(
      () => heldAmong(known, ledger.factsIn([ALWAYS]).after, kind).map(rowOf),
      () => (rows = null),
    ));
  };
}

const isSame = (a: Held, b: Held): boolean =>
  a.segment.from === b.segment.from &&
  a.segment.until === b.segment.until &&
  a.segment.endsElsewhere === b.segment.endsElsewhere &&
  a.ref === b.ref &&
  a.except.length === b.except.length &&
  // The shared line of days has an empty name: joined, it would look like none.
  a.except.every((line, i) => line === b.except[i]);

function factRow(known: Known, entity: string, attribute: string, held: Held): TableRow {
  const { segment, line, except, clipped } = held;
  const { value, ref, from, until, approximate, entry, superseded_by } = valueJson(known, held);
  return {
    entity,
    attribute,
    kind: kindOfAttribute(known, attribute),
    value,
    ref,
    entry,
    file: isShown(known, clipped.entry) ? clipped.entry.path : null,
    nth: clipped.fact.index,
    line,
    from_day: dayOf(segment.from),
    until_day: dayOf(segment.until),
    from,
    until,
    except_lines: except.length > 0 ? JSON.stringify(except) : null,
    ends_elsewhere: segment.endsElsewhere?.text ?? null,
    approximate: Number(approximate),
    superseded_by,
  };
}

const dayOf = (moment: Moment | null): number | null => (moment && Number.isFinite(moment.day) ? moment.day : null);

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
  from_day: dayOf(date?.start ?? null),
  until_day: dayOf(date?.end ?? null),
});

const presentOf = ({ codex: { present } }: Canon): TableRow => ({ at: present?.text ?? null, ...stretch(present) });

function entryRow(now: Known, { numberOf }: Points, entry: Entry): TableRow {
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

const retconRows = (now: Known, { numberOf }: Points, old: Entry): TableRow[] =>
  retconsOf(now, old)
    .filter(({ by }) => isShown(now, by))
    .map((retcon) => ({
      superseded: idOf(now, old),
      by: idOf(now, retcon.by),
      kind: kindOf(now, retcon),
      effective: effectiveText(retcon),
      effective_line: retcon.effective === 'always' ? null : retcon.effective.line,
      effective_day: retcon.effective === 'always' ? null : dayOf(retcon.effective),
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
