/** Puts what is in a timeline on one line of days, and says of the rest why it has no place there. */
import { compareTexts, type Still } from '../canon';
import type { Calendar } from '../chronology/calendar';
import { isUndeclared } from '../chronology/chronology';
import { readDate } from '../chronology/readDate';
import type { CalendarDeclaration, Moment, WorldDate } from '../chronology/types';
import type { Days, Timeline, TimelineSpan, Unplaced } from '../picture/timelineShape';
import { daysOfDate, daysOfHeld, daysOfRange, meetDays, type WidthOf, widths } from './timelineDays';
import type { EventDraft } from './timelineEvents';
import type { LaneDraft, SpanDraft } from './timelineLanes';
import type { RetconDraft } from './timelineRetcons';

interface Drafts {
  readonly lanes: readonly LaneDraft[];
  readonly events: readonly EventDraft[];
  readonly retcons: readonly RetconDraft[];
  readonly from: WorldDate | null;
  readonly until: WorldDate | null;
}

type Placed = Pick<Timeline, 'lanes' | 'events' | 'retcons' | 'unplaced' | 'line' | 'lines' | 'calendars' | 'present'>;

export function placedOnLine(within: Still, drafts: Drafts): Placed {
  const { chronology, present } = within.canon.codex;
  const lines = linesOf(within, drafts);
  const line = (drafts.from ?? drafts.until)?.start.line ?? lines[0]?.line ?? chronology.calendars[0]?.line ?? '';
  const window: Days = [drafts.from?.start.day ?? null, drafts.until?.start.day ?? null];
  const isIn = (days: Days | null): boolean => days === null || meetDays(days, window);
  const widthOf = widths(within);
  const unplaced: Unplaced[] = [];
  const lanes = drafts.lanes
    .map((lane) => ({ lane, spans: spansOn(lane, line, widthOf).filter(({ json }) => isIn(json.days)) }))
    .filter(({ spans }) => spans.length > 0);
  lanes.forEach(({ spans }, lane) =>
    spans.forEach(({ draft: { held }, json }, span) => {
      if (held.line === null) unplaced.push({ lane, span, why: 'undated' });
      else if (!json.days)
        unplaced.push({ lane, span, why: 'other_line', line: held.line, line_days: daysOfHeld(held) });
    }),
  );
  const events = drafts.events
    .map(({ date, json }) => ({ date, json: { ...json, days: date.start.line === line ? daysOfDate(date) : null } }))
    .filter(({ json }) => isIn(json.days))
    .sort((a, b) => startOf(a.json.days) - startOf(b.json.days) || compareTexts(a.json.entry, b.json.entry));
  events.forEach(({ date, json: { days } }, event) => {
    if (!days) unplaced.push({ event, why: 'other_line', line: date.start.line, line_days: daysOfDate(date) });
  });
  return {
    lanes: lanes.map(({ lane, spans }) => ({ ...lane, spans: spans.map(({ json }) => json) })),
    events: events.map(({ json }) => json),
    retcons: drafts.retcons
      .map(({ effective, json }) => ({
        ...json,
        days: effective?.line === line ? (widthOf(effective) ?? dayOf(effective)) : null,
      }))
      .filter(({ days }) => isIn(days)),
    unplaced,
    line,
    lines,
    calendars: chronology.declared ? chronology.calendars.map(declarationOf) : [],
    present: present && present.start.line === line ? { text: present.text, days: daysOfDate(present) } : null,
  };
}

const startOf = (days: Days | null): number => (days ? (days[0] ?? -Infinity) : Infinity);

const dayOf = ({ day }: Moment): Days => (Number.isFinite(day) ? [day, day + 1] : [null, null]);

interface PlacedSpan {
  readonly draft: SpanDraft;
  readonly json: TimelineSpan;
}

function spansOn({ spans }: LaneDraft, line: string, widthOf: WidthOf): PlacedSpan[] {
  const all = spans.map((draft): PlacedSpan => {
    const { held, disputed, json } = draft;
    const isThere = held.line === null ? !held.except.includes(line) : held.line === line;
    if (!isThere) return { draft, json: { ...json, days: null } };
    const { fact, entry } = held.clipped;
    const days = daysOfHeld(held);
    const from_days = widthOf(held.segment.from, fact.from?.date ?? entry.date?.date);
    const until_days = widthOf(held.segment.until);
    const disputedDays = disputed.filter((one) => one.line === null || one.line === line).map(daysOfRange);
    const isWhole = disputedDays.some(([first, until]) => first === days[0] && until === days[1]);
    return {
      draft,
      json: {
        ...json,
        days,
        ...(json.is_disputed && !isWhole && { disputed_days: disputedDays }),
        ...(from_days && { from_days }),
        ...(until_days && { until_days }),
      },
    };
  });
  const isGap = ({ draft, json }: PlacedSpan, other: PlacedSpan): boolean =>
    json.days !== null &&
    draft.held.clipped.entry === other.draft.held.clipped.entry &&
    draft.held.clipped.fact.index === other.draft.held.clipped.fact.index &&
    draft.from < other.draft.until &&
    other.draft.from < draft.until;
  return (
    all
      // What fills gaps on this line holds on all others as well: that is no place for it.
      .filter((one) => one.json.days || one.draft.held.line !== null || !all.some((other) => isGap(other, one)))
      .sort(
        (a, b) =>
          startOf(a.json.days) - startOf(b.json.days) ||
          a.draft.from - b.draft.from ||
          compareTexts(a.json.entry, b.json.entry) ||
          a.draft.held.clipped.fact.index - b.draft.held.clipped.fact.index,
      )
  );
}

/** The lines on which anything lies, that with the most first. */
function linesOf(within: Still, { lanes, events }: Drafts): Timeline['lines'] {
  const found = new Map<string, { count: number; readonly text: string }>();
  const add = ({ line, text }: Moment): void => {
    const one = found.get(line);
    if (one) one.count++;
    else found.set(line, { count: 1, text });
  };
  for (const { spans } of lanes)
    for (const { held } of spans) {
      const end = held.segment.from ?? held.segment.until;
      if (end) add(end);
    }
  for (const { date } of events) add(date.start);
  return [...found]
    .map(([line, { count, text }]) => ({ line, name: nameOf(within, line, text), count }))
    .sort((a, b) => b.count - a.count || compareTexts(a.line, b.line));
}

/** What people call a line: its calendars, or the era that nobody has declared. @param text of a date on it */
function nameOf({ canon }: Still, line: string, text: string): string {
  const { chronology } = canon.codex;
  if (!isUndeclared(line))
    return chronology.calendars.flatMap((one) => (one.line === line ? one.id : [])).join(', ') || line;
  const reading = readDate(chronology, text);
  return (reading.ok && reading.unknownEra) || text;
}

const declarationOf = (calendar: Calendar): CalendarDeclaration => {
  const { id, months, leap, weekdays, eras, defaultEra, offsetDays, yearDays } = calendar;
  return {
    id,
    months,
    leap,
    weekdays,
    eras,
    ...(defaultEra !== undefined && { defaultEra }),
    offsetDays,
    ...(yearDays !== undefined && { yearDays }),
  };
};
