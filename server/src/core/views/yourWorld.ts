/** The page on which set-up ends: what was understood of the notes, in numbers with an example each, and what was not. */
import { allEntries, isKeptFromSome, type Known, kindOfAttribute, valueEntry } from '../canon';
import { type Chronology, describe, knownEras, type WorldDate } from '../chronology';
import { type AttributeKind, keyOf } from '../codex/codex';
import { isLikeAFact } from '../codex/survey/nameKeys';
import { type Entry, isBroken } from '../entry/entry';
import type { RenderContext } from '../reading/entryWords';
import { unknownLink } from '../rules/prose';
import type { Span } from '../text/span';
import { dateRows } from './datesView';
import { disputeRows } from './disputesView';

/** What stands at a place of a note. */
export interface Example {
  readonly entry: Entry;
  readonly span: Span;
  readonly text: string;
}

export interface Property {
  readonly name: string;
  readonly kind: AttributeKind;
  readonly facts: number;
  readonly example: Example;
}

export interface YourWorld {
  readonly notes: number;
  /** How many notes there are of each type, the most frequent first. */
  readonly types: readonly (readonly [type: string, notes: number])[];
  readonly dated: number;
  /** A date as it is written, and what is read in it. */
  readonly date: (Example & { readonly readAs: readonly string[] }) | null;
  readonly facts: number;
  /** The most frequent first. */
  readonly properties: readonly Property[];
  /** How many properties could count, and do not. */
  readonly otherProperties: number;
  /** Values that contradict each other, where nobody has said that both are meant, and dates that can't all be right. */
  readonly contradictions: readonly string[];
  /** Notes of which somebody knows nothing. */
  readonly secrets: number;
  readonly unreadDates: readonly Example[];
  /** Notes whose properties can't be read. */
  readonly broken: readonly Entry[];
  /** Links that lead to no note yet. */
  readonly openLinks: number;
}

/** Yields after each note. */
export function* yourWorldSteps(context: RenderContext): Generator<void, YourWorld> {
  const { known, present } = context;
  const types = new Map<string, number>();
  const properties = new Map<string, Property>();
  const others = new Set<string>();
  const unreadDates: Example[] = [];
  const broken: Entry[] = [];
  let [notes, dated, facts, secrets, openLinks] = [0, 0, 0, 0, 0];
  let date: YourWorld['date'] = null;
  for (const entry of allEntries(known.canon)) {
    notes++;
    if (entry.type) types.set(entry.type.text, (types.get(entry.type.text) ?? 0) + 1);
    if (entry.date?.date) {
      dated++;
      date = clearer(date, {
        entry,
        span: entry.date.span,
        text: entry.date.text,
        readAs: readAs(known, entry.date.date),
      });
    }
    for (const { attribute, value } of entry.facts) {
      facts++;
      const found = properties.get(keyOf(attribute.text));
      properties.set(keyOf(attribute.text), {
        name: found?.name ?? attribute.text,
        kind: kindOfAttribute(known, attribute.text),
        facts: (found?.facts ?? 0) + 1,
        example: found?.example ?? { entry, span: value.span, text: valueEntry(known, value)?.title ?? value.text },
      });
    }
    for (const { text } of entry.unknownKeys) if (isLikeAFact(text)) others.add(keyOf(text));
    for (const { code, span, message } of entry.problems)
      if (code.startsWith('date/')) unreadDates.push({ entry, span, text: message });
    if (isBroken(entry)) broken.push(entry);
    if (isKeptFromSome(known, entry)) secrets++;
    for (const _ of unknownLink.check({ known, entry, present })) openLinks++;
    yield;
  }
  const disputes = [...(yield* disputeRows(context)), ...(yield* dateRows(context))];
  return {
    notes,
    types: [...types].sort(([, a], [, b]) => b - a),
    dated,
    date,
    facts,
    properties: [...properties.values()].sort((a, b) => b.facts - a.facts),
    otherProperties: others.size,
    contradictions: disputes.flatMap(({ sort, label, detail }) => (sort === 'disputed' ? [`${label}: ${detail}`] : [])),
    secrets,
    unreadDates,
    broken,
    openLinks,
  };
}

type ReadDate = NonNullable<YourWorld['date']>;

/** Of two dates that of which more is said. */
const clearer = (one: ReadDate | null, other: ReadDate): ReadDate =>
  one !== null && other.readAs.length <= one.readAs.length ? one : other;

/** What is read in a date: the date as Retcon writes it, its era by its name, its calendar and its weekday. */
function readAs({ canon }: Known, date: WorldDate): readonly string[] {
  const { chronology } = canon.codex;
  if (!chronology.declared) return [date.text, 'in the calendar of our own time'];
  const { era, calendar, weekday } = describe(chronology, Number.isFinite(date.start.day) ? date.start : date.end);
  const isDay = date.end.day - date.start.day === 1;
  return [
    date.text,
    ...(era === undefined ? [] : [eraName(chronology, era, calendar)]),
    // A world that counts in one calendar knows in which.
    ...(calendar === undefined || !hasSeveralCalendars(chronology)
      ? []
      : [`in the calendar ${calendar.replace(/[_-]+/g, ' ')}`]),
    ...(isDay && weekday !== undefined ? [weekday] : []),
  ].filter((text, i) => i === 0 || !date.text.includes(text));
}

const hasSeveralCalendars = (chronology: Chronology): boolean =>
  new Set(knownEras(chronology).map(({ calendar }) => calendar)).size > 1;

const eraName = (chronology: Chronology, era: string, calendar: string | undefined): string =>
  knownEras(chronology).find((one) => one.id === era && one.calendar === calendar)?.names[0] ?? era;
