/** The events of a timeline, with their standing over canon time; and its scope, its dates as days, and its retcons. */
import { memoized } from '../../text/groups';
import {
  type Canon,
  type CanonStops,
  LATEST,
  canonText,
  isShown,
  nameStepAt,
  type OnBothAxes,
  type StandingSpan,
  type DayRange,
  type Held,
  type Still,
  describerAmong,
  describerOf,
  entityOf,
  filed,
  possibleStaters,
  type Known,
  inRetconOrder,
  type OverCanonTime,
  type Retcon,
  retconsOf,
  pairsTouched,
  touchingRetcons,
} from '../../canon';
import { BEGINNING, comparePositions, isoDay, isoInstant, readIso, endOfDay } from '../../codex/canonTime';
import type { Revision } from '../../codex/codex';
import type { CanonStop, CanonStretch, Days, TimelineEvent, TimelineRetcon } from '../../picture/shapes/timelineShape';
import type { Entry } from '../../entry/entry';
import { cutFrontmatter } from '../../entry/frontmatter';
import { readTimelineBlocks } from '../../entry/timelineBlocks';
import { type WorldDate, readDate, type Moment } from '../../chronology';
import type { ReadText } from '../asked/answering';
import { eachNaming } from '../../entry/naming';
import { retconJson, retconWithoutSides } from '../words/answerJson';
import { allFactsOf } from '../../entry/versions';

/** Each stop as `as_of` takes it; null: the beginning. */
export type CanonTexts = readonly (string | null)[];

export function canonTexts({ codex }: Canon, { positions, numberOf }: CanonStops): CanonTexts {
  const texts = positions.map((position, stop): string | null => {
    const { time } = position;
    if (comparePositions(position, BEGINNING) === 0) return null;
    if (!Number.isFinite(time)) return LATEST.text;
    const day = isoDay(time);
    // Up to the end of a day: what enters the canon later on that day counts in.
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
  { codex }: Canon,
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
    const { title, date, open, campaign } = revision;
    return [
      {
        at,
        ...(title !== undefined && { title }),
        ...(date !== undefined && { date }),
        ...(open && { is_open: true }),
        ...(campaign !== undefined && { campaign: codex.campaigns.get(campaign) ?? campaign }),
      },
    ];
  });
}

/** An event before its line is known. */
export interface EventDraft {
  /** null: a block has a date that can't be read. */
  readonly date: WorldDate | null;
  /** The path of its page. */
  readonly path: string;
  readonly write: (days: Days | null) => TimelineEvent;
}

/** @param entries in the order of their paths */
export function eventDrafts(
  { within, names }: OnBothAxes,
  texts: CanonTexts,
  entries: Iterable<Entry>,
  standings: ReadonlyMap<Entry, readonly StandingSpan[]>,
): EventDraft[] {
  const write = (entry: Entry, date: WorldDate, span: StandingSpan, days: Days | null): TimelineEvent => {
    const { standing, atDate, from, until } = span;
    const event: TimelineEvent = {
      entry: nameStepAt(names.idSteps(entry), from),
      title: entry.title,
      type: entry.type?.text ?? null,
      file: entry.path,
      date: date.text,
      days,
      approximate: date.approximate,
      standing,
      canon: canonText(within.canon, entry),
      ...stretchJson(texts, from, until),
    };
    return atDate === standing ? event : { ...event, standing_then: atDate };
  };
  const drafts: EventDraft[] = [];
  for (const entry of entries)
    for (const span of isShown(within, entry) ? withoutEnds(standings.get(entry) ?? []) : [])
      for (const date of datesOf(span.dates))
        drafts.push({ date, path: entry.path, write: (days) => write(entry, date, span, days) });
  return drafts;
}

/**
 * The events that some pages keep in code blocks.
 * @param textOf the text of a file
 * @param isWanted whether an event of a page belongs in the picture
 */
export function* blockEventDrafts(
  { within, stops, names }: OnBothAxes,
  texts: CanonTexts,
  entries: Iterable<Entry>,
  textOf: ReadText,
  isWanted: (entry: Entry, links: readonly string[]) => boolean,
): Generator<void, readonly EventDraft[]> {
  const { codex, eyes } = within.canon;
  const drafts: EventDraft[] = [];
  for (const entry of entries) {
    if (!entry.hasEvents || !within.has(entry) || !isShown(within, entry)) continue;
    yield;
    const text = textOf(entry.path) ?? '';
    // Of a page that the knower does not know whole, only the part of its prose that they do is read.
    const shown = eyes ? eyes.proseOf(entry.path, text) : text;
    const from = stops.stopOf(entry);
    for (const event of readTimelineBlocks(codex.chronology, shown, cutFrontmatter(shown)?.body ?? 0)) {
      if (!isWanted(entry, event.links)) continue;
      drafts.push({
        date: event.when,
        path: entry.path,
        write: (days) => ({
          entry: nameStepAt(names.idSteps(entry), from),
          title: event.title,
          type: entry.type?.text ?? null,
          file: entry.path,
          date: event.when?.text ?? event.date,
          days,
          approximate: event.when?.approximate === true,
          standing: 'current',
          canon: canonText(within.canon, entry),
          ...stretchJson(texts, from, Infinity),
          from_block: true,
          ...(event.text !== '' && { text: event.text }),
        }),
      });
    }
  }
  return drafts;
}

/** The standings of a page, joined where only its end becomes another: an event is drawn at its beginning. */
function withoutEnds(spans: readonly StandingSpan[]): readonly StandingSpan[] {
  const joined: StandingSpan[] = [];
  const eventOf = ({ standing, atDate, dates }: StandingSpan): string =>
    JSON.stringify([standing, atDate, datesOf(dates).map(({ text }) => text)]);
  for (const span of spans) {
    const last = joined.at(-1);
    if (last && eventOf(last) === eventOf(span)) joined[joined.length - 1] = { ...last, until: span.until };
    else joined.push(span);
  }
  return joined;
}

/** The dates of an entry, or of a version of it: one for each of its stretches. */
function datesOf({ date, parts }: Entry): WorldDate[] {
  if (parts.length > 0) return parts.map(({ from }) => from.date);
  return date?.date ? [date.date] : [];
}

/** Days of a timeline: of stretches, of dates as wide as they are precise, and of the ends of a value. */
export const openDay = (day: number | undefined): number | null =>
  day !== undefined && Number.isFinite(day) ? day : null;

export const daysOfRange = ({ from, until }: DayRange): Days => [openDay(from), openDay(until)];

export const daysOfDate = ({ start, end }: WorldDate): Days => [openDay(start.day), openDay(end.day)];

export const daysOfHeld = ({ segment: { from, until } }: Held): Days => [openDay(from?.day), openDay(until?.day)];

/** Whether two stretches have a day in common. */
export const meetDays = (a: Days, b: Days): boolean =>
  (a[0] ?? -Infinity) < (b[1] ?? Infinity) && (b[0] ?? -Infinity) < (a[1] ?? Infinity);

/** Returns the width of the date that an end was written as. Null: it is a single day, or open. */
export type WidthOf = (moment: Moment | null, own?: WorldDate | null) => Days | null;

/**
 * An end is kept as its first day and its words, from which the width is read again.
 * @param written dates that need not be read again
 */
export function widths({ canon }: Still, written: Iterable<WorldDate>): WidthOf {
  const { chronology } = canon.codex;
  const known = new Map([...written].map((date) => [date.text, date]));
  const readText = memoized((text: string): WorldDate | null => {
    const reading = readDate(chronology, text);
    return reading.ok ? reading.date : null;
  });
  return (moment, own) => {
    if (!moment || !Number.isFinite(moment.day)) return null;
    const date = own && isIts(own, moment) ? own : (known.get(moment.text) ?? readText(moment.text));
    return date && isIts(date, moment) && moment.day + 1 < date.end.day && Number.isFinite(date.end.day)
      ? [date.start.day, date.end.day]
      : null;
  };
}

const isIts = ({ start }: WorldDate, { line, day }: Moment): boolean => start.line === line && start.day === day;

/** The scope of a timeline: the whole codex, or some entities with what concerns them. */
export interface TimelineScope {
  /** The entities in question; null: all. */
  readonly entities: ReadonlySet<string> | null;
  /** The entries to examine, in the order of their paths. */
  readonly entries: readonly Entry[];
  /** Those of them that are events of the picture. */
  readonly events: Iterable<Entry>;
  readonly hasLane: (entity: string, attribute: string) => boolean;
  /** Whether an event of a code block belongs in the picture. @param links those in the event */
  readonly hasBlockEvent: (entry: Entry, links: readonly string[]) => boolean;
  /** The entry that describes an entity. @param known the same knowledge, where much may have been computed already */
  readonly describerOf: (entity: string, known: Known) => Entry | undefined;
}

/** Yields after some entries. */
export function* everything(within: Still, entries: readonly Entry[]): Generator<void, TimelineScope> {
  const describers = new Map<string, Entry | Entry[]>();
  let count = 0;
  for (const entry of entries) {
    if (count++ % SCOPE_PAUSE === 0) yield;
    if (!within.has(entry) || !isShown(within, entry)) continue;
    const entity = entityOf(within, entry);
    const others = describers.get(entity);
    describers.set(entity, others === undefined ? entry : [others, entry].flat());
  }
  return {
    entities: null,
    entries,
    events: entries,
    hasLane: () => true,
    hasBlockEvent: () => true,
    describerOf: (entity, known) => describerAmong(known, [describers.get(entity) ?? []].flat(), null),
  };
}

/** The number of entries between two yields. */
const SCOPE_PAUSE = 200;

/**
 * Some entities: facts about them, the lanes that have them as a value, and the events that state facts about them or link to them.
 */
export function chosen(view: OnBothAxes, ids: readonly string[]): TimelineScope {
  const { within, names } = view;
  const entities = new Set(ids);
  const lanes = new Map<string, Set<string>>();
  const looked = new Set<Entry>();
  const events = new Set<Entry>();
  const means = (name: string): boolean =>
    names.entrySteps(name).some(({ value }) => value && describes(value)) ||
    names.entitySteps(name).some(({ value }) => entities.has(value));
  const describes = (entry: Entry): boolean => names.ownEntitySteps(entry).some(({ value }) => entities.has(value));
  const addLane = (entry: Entry, name: string | undefined, attribute: string): void => {
    const steps = name === undefined ? names.ownEntitySteps(entry) : names.entitySteps(name);
    for (const { value: entity } of steps) {
      if (entities.has(entity)) continue;
      const attributes = lanes.get(entity);
      if (attributes) attributes.add(attribute);
      else lanes.set(entity, new Set([attribute]));
    }
  };
  for (const entity of ids) {
    const { names: ownNames, entries } = possibleStaters(within.canon, entity);
    // In a view, what was learned of hidden pages is filed by its values alone.
    const naming = [...ownNames].flatMap((name) =>
      (['alsoNaming', 'valued'] as const).flatMap((index) => filed(within.canon, index, name)),
    );
    for (const entry of new Set([...entries, ...naming])) {
      if (!within.has(entry)) continue;
      looked.add(entry);
      let isAbout = describes(entry);
      eachNaming(entry, (role, name) => {
        if (role === 'fact' || role === 'value' || role === 'link') isAbout ||= means(name);
      });
      if (!isAbout) continue;
      events.add(entry);
      for (const { entity: of, attribute, value } of allFactsOf(entry))
        if (means(value.text)) addLane(entry, of?.text, attribute.text);
    }
  }
  for (const entity of lanes.keys())
    for (const entry of possibleStaters(within.canon, entity).entries) if (within.has(entry)) looked.add(entry);
  const inOrder = (set: ReadonlySet<Entry>): Entry[] => [...set].sort((a, b) => (a.path < b.path ? -1 : 1));
  return {
    entities,
    entries: inOrder(looked),
    events: inOrder(events),
    hasBlockEvent: (entry, links) => describes(entry) || links.some(means),
    hasLane: (entity, attribute) => entities.has(entity) || lanes.get(entity)?.has(attribute) === true,
    describerOf: (entity, known) => describerOf(known, entity, null),
  };
}

/** The retcons of a timeline, with the canon point from which each is known. */
export interface RetconDraft {
  readonly effective: Moment | null;
  readonly json: Omit<TimelineRetcon, 'days'>;
}

/** Yields after some retcons. */
export function* timelineRetcons(
  { within, stops }: OnBothAxes,
  texts: CanonTexts,
  { entities }: TimelineScope,
  { touched, known }: Pick<OverCanonTime, 'touched' | 'known'>,
): Generator<void, readonly RetconDraft[]> {
  const found = new Set<Retcon>();
  if (entities) for (const entity of entities) for (const retcon of touchingRetcons(within, entity)) found.add(retcon);
  else
    for (const entry of touched) if (known.has(entry)) for (const retcon of retconsOf(known, entry)) found.add(retcon);
  yield;
  const drafts: RetconDraft[] = [];
  const inOrder = inRetconOrder(entities ? within : known, [...found]);
  for (const retcon of inOrder) {
    if (!isShown(within, retcon.by) || !isShown(within, retcon.old)) continue;
    const { effective, position } = retcon;
    drafts.push({
      effective: effective === 'always' ? null : effective,
      json: {
        // The sides of a retcon take long to compute, and for a whole codex the spans show them.
        ...(entities ? retconJson(within, retcon) : retconWithoutSides(known, retcon)),
        pairs: [...pairsTouched(entities ? within : known, retcon).values()],
        canon_from: texts[stops.numberOf(position)] ?? null,
      },
    });
    if (entities || drafts.length % PAUSE === 0) yield;
  }
  return drafts;
}

/** The number of retcons between two yields. */
const PAUSE = 20;
