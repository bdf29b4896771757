/**
 * A timeline in words, for a terminal: the lanes of each entity with their spans in the codex's own dates, and what retcons ended.
 */
import { exampleDate } from '../../picture/rulers/rulers';
import type { Timeline, TimelineEvent, TimelineLane, TimelineSpan } from '../../picture/shapes/timelineShape';
import { asOfText, attributeName } from '../words/names';
import { headingLine, itemLine, type RichLine, type RichText, sectionLine, textLine } from '../words/richText';
import { groupBy } from '../../text/groups';

/** The most spans and events that are listed: nobody reads more, and pictures and scripts have them all. */
const MOST = 400;

/** @param names of the entities in question */
export function timelineText(timeline: Timeline, names: readonly string[]): RichText {
  const { lanes, events, as_of, from, until, unplaced } = timeline;
  const about = names.length > 0 ? ` of ${names.join(', ')}` : '';
  const when = [from === null ? '' : ` from ${from}`, until === null ? '' : ` until ${until}`].join('');
  const heading = headingLine(`Timeline${about}${when}${asOfText(as_of)}`);
  if (lanes.length + events.length === 0) return [heading, textLine(whyNothing(timeline, names))];
  const hasDates = timeline.lines.length > 0;
  let left = MOST;
  const take = <T>(all: readonly T[]): readonly T[] => {
    const taken = all.slice(0, left);
    left -= taken.length;
    return taken;
  };
  const lines: RichLine[] = [];
  for (const group of groupBy(lanes, ({ entity }) => entity).values()) {
    const rows = take(group.flatMap((lane) => lane.spans.map((span) => ({ lane, span }))));
    lines.push(...sectionLine(group[0].title, columns(rows.map(({ lane, span }) => spanCells(lane, span)))));
  }
  lines.push(...sectionLine('Events', columns(take(events).map(eventCells))));
  const count = lanes.reduce((sum, { spans }) => sum + spans.length, 0) + events.length;
  const others = timeline.lines.filter(({ line }) => line !== timeline.line).map(({ name }) => name);
  return [
    heading,
    ...lines,
    ...(count > MOST ? [textLine(`And ${count - MOST} more: ${NARROW}`)] : []),
    ...(others.length > 0 && unplaced.some(({ why }) => why === 'other_line')
      ? [
          textLine(
            `Dates in ${others.join(', ')} can't be compared with the others: declare their calendars in codex.yaml.`,
          ),
        ]
      : []),
    ...(hasDates ? [] : [textLine(noDates(timeline))]),
  ];
}

const NARROW = 'name one or several entities, or give --from and --until.';
const noDates = ({ calendars }: Timeline): string =>
  `Nothing here has a date yet. A note has its place in time once its properties have one, like \`date: ${exampleDate(calendars)}\`.`;

/** Why the timeline is empty, and what to do. */
function whyNothing({ from, until, as_of, calendars }: Timeline, names: readonly string[]): string {
  if (from !== null || until !== null) return 'No facts recorded for those years: ask for others, or for all of them.';
  if (as_of !== 'latest') return 'No facts had been recorded by then: ask as of a later point.';
  const example = `\`date: ${exampleDate(calendars)}\``;
  return names.length > 0
    ? `No dates or facts recorded yet: give its note a date, like ${example}, or a fact.`
    : `Your notes have no dates yet. A note appears here once its properties have one, like ${example}.`;
}

const spanCells = ({ attribute }: TimelineLane, span: TimelineSpan): string[] => [
  attributeName(attribute),
  span.title,
  whenIn(span),
  [
    ...(span.is_soft ? ['both versions stand'] : span.is_disputed ? ['disputed'] : []),
    ...(span.canon_from === null && span.canon_until === null ? [] : [canonSpanText(span)]),
  ].join('; '),
];

function whenIn({ from, until, ends_elsewhere }: TimelineSpan): string {
  const end = until ?? ends_elsewhere ?? null;
  if (from === null && end === null) return 'undated';
  return [from === null ? '' : `from ${from}`, end === null ? '' : `until ${end}`].join(' ').trim();
}

/** When it was decided: a span that ends on the canon axis was ended by a retcon, or by a page that took its place. */
function canonSpanText({ canon_from, canon_until }: TimelineSpan | TimelineEvent): string {
  const since = canon_from === null ? '' : `since ${canon_from}`;
  return `stated ${[since, canon_until === null ? '' : `until ${canon_until}`].join(' ').trim()}`;
}

const eventCells = (event: TimelineEvent): string[] => [
  event.date,
  event.title,
  event.from_block ? 'noted, not canon' : event.standing.replaceAll('_', ' '),
  event.canon_from === null && event.canon_until === null ? '' : canonSpanText(event),
];

/** Cells aligned in columns. */
function columns(rows: readonly (readonly string[])[]): RichLine[] {
  const width = (column: number): number =>
    rows.reduce((widest, cells) => Math.max(widest, (cells[column] ?? '').length), 0);
  const widths = [width(0), width(1), width(2)].map((one) => Math.min(one, WIDEST));
  return rows.map((cells) =>
    itemLine(
      cells
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    ),
  );
}

const WIDEST = 40;

/** What an assistant gets: sixty thousand spans are too many to read. */
export function inShort(timeline: Timeline): Readonly<Record<string, unknown>> | undefined {
  const { lanes, events, retcons, unplaced, points } = timeline;
  const spans = lanes.reduce((sum, lane) => sum + lane.spans.length, 0);
  if (spans + events.length <= MOST) return undefined;
  const { from, until, as_of } = timeline;
  return {
    from,
    until,
    as_of,
    for: timeline.for,
    left_out: { lanes: lanes.length, spans, events: events.length, retcons: retcons.length, unplaced: unplaced.length },
    narrow: `There is too much for one answer: ${NARROW}`,
    lines: timeline.lines,
    points,
  };
}
