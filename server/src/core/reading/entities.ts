/** Everything that can be asked about: each entity once, with the entry that describes it at the viewpoint. */
import { isReplaced } from './symbols';
import { allEntries, describerAmong, entityOf, entityOfFact, idOf, type Known, describerOf } from '../canon';
import type { Entry } from '../entry/entry';
import type { Viewpoint } from './viewpoint';
import { compareTexts } from '../text/sorted';
import { standingWords, factPairsOf } from './entryCard';
import { knownEras, describe, type WorldDate } from '../chronology';
import type { Codex } from '../codex/codex';
import { beginnings } from '../entry/stretches';
import { groupBy } from '../text/groups';
import { changesWritten, allFactsOf } from '../entry/versions';

interface EntityFound {
  readonly id: string;
  readonly title: string;
  /** null where no entry describes it. */
  readonly entry: Entry | null;
  /** The other names of all the entries that describe it. */
  readonly aliases: readonly string[];
}

/**
 * Those that facts are about come first, and what only says what happened (a chapter, a session) after them; each in the order of
 * titles. It yields after each entry that was looked at, and after each entity that was found.
 */
export function* lookUpEntities({
  known,
  present,
}: Pick<Viewpoint, 'known' | 'present'>): Generator<void, EntityFound[]> {
  const describing = new Map<string, Entry[]>();
  const withFacts = new Set<string>();
  const describersOf = (id: string): Entry[] => {
    let describers = describing.get(id);
    if (!describers) describing.set(id, (describers = []));
    return describers;
  };
  for (const entry of allEntries(known.canon)) {
    const describers = describersOf(entityOf(known, entry));
    if (known.has(entry)) describers.push(entry);
    for (const fact of allFactsOf(entry)) {
      const id = entityOfFact(known, entry, fact);
      describersOf(id);
      withFacts.add(id);
    }
    yield;
  }
  const { toldAt } = known.canon.codex;
  const isLikely = ({ id, entry }: EntityFound): boolean =>
    withFacts.has(id) && !toldAt.has(entry?.type?.text.toLowerCase() ?? '');
  const found: EntityFound[] = [];
  for (const [id, describers] of describing) {
    const entry = describerAmong(known, describers, present) ?? null;
    const title = entry?.title ?? id;
    const names = describers.flatMap((one) => [one.title, ...one.aliases.map((alias) => alias.text)]);
    found.push({ id, title, entry, aliases: [...new Set(names)].filter((name) => name !== title) });
    yield;
  }
  return found.sort((a, b) => Number(isLikely(b)) - Number(isLikely(a)) || compareTexts(a.title, b.title));
}

/** Every entry that can be looked up, one row for each version, with its standing at the viewpoint. */
interface EntryFound {
  readonly id: string;
  readonly entry: Entry;
  /** In words. */
  readonly standing: string;
  /** Superseded or retracted: an older version, or what never was. */
  readonly isReplaced: boolean;
}

/** In the order of titles, then of ids. It yields after each. */
export function* lookUpEntries(view: Viewpoint): Generator<void, EntryFound[]> {
  const { known } = view;
  const found: EntryFound[] = [];
  for (const entry of allEntries(known.canon)) {
    if (!known.has(entry)) continue;
    const standing = standingWords(view, entry);
    found.push({ id: idOf(known, entry), entry, standing, isReplaced: isReplaced(view, entry) });
    yield;
  }
  return found.sort((a, b) => compareTexts(a.entry.title, b.entry.title) || compareTexts(a.id, b.id));
}

/** The eras of a codex and the dates that are used in each: what a viewpoint is chosen from. */
interface DateUsed {
  readonly date: WorldDate;
  /** The first entry, by path, that has this date; null where it is only the date of a fact or of a retcon. */
  readonly entry: Entry | null;
}

interface EraUsed {
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
  const declared = [...entry.declarations, ...changesWritten(entry)];
  const others = [...declared.map(({ effective }) => effective), ...allFactsOf(entry).map(({ from }) => from)];
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

/** A page, or else entities by their ids; neither: the whole codex. */
export interface PictureSubject {
  readonly entry: Entry | undefined;
  readonly entities: readonly string[];
}

/** The entities that are drawn; none: all of them. */
export function entitiesIn(known: Known, { entry, entities }: PictureSubject): readonly string[] {
  if (!entry) return entities;
  return [...new Set([entityOf(known, entry), ...factPairsOf(known, entry).map(({ entity }) => entity)])];
}

/** The name of a subject; null: the whole codex. @param known limits titles to those known at the viewpoint */
export function subjectTitle(known: Known, { entry, entities }: PictureSubject): string | null {
  if (entry) return known.has(entry) ? entry.title : null;
  const titles = entities.map((id) => describerOf(known, id, null)?.title ?? id);
  return titles.length === 0 ? null : titles.join(', ');
}
