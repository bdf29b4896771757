/** A succession as a subject of the page: one lane of a timeline, with a row for each holder. */
import { prepare, type Prepared } from '../../server/src/core/picture/timeline/prepare';
import type { Succession } from '../../server/src/core/picture/shapes/successionShape';
import { successionTable, type SuccessionRow } from '../../server/src/core/picture/succession/successionTable';
import { successionTimeline } from '../../server/src/core/picture/succession/successionTimeline';
import type { TimelineSpan } from '../../server/src/core/picture/shapes/timelineShape';
import { partsOfTimeline, timelineDrawing } from '../../server/src/core/picture/timeline/timelineDrawing';
import { tonesOfHolders } from '../../server/src/core/picture/paint/tones';
import type { TimelineView } from '../../server/src/core/picture/timeline/timelineView';
import { t } from '../words';
import type { KinRow, KinSubject } from './subject';

export function successionSubject(succession: Succession): KinSubject {
  const timeline = successionTimeline(succession);
  const prepared = prepare(timeline, tonesOfHolders);
  const things = new Map(timeline.lanes.flatMap((lane) => lane.spans).map((span, thing) => [span, thing]));
  const view = { domain: prepared.whole };
  const files = new Map(succession.holders.map(({ id, file }) => [id, file]));
  const days = succession.spans.flatMap((span) => span.days ?? []).filter((day) => day !== null);
  return {
    title: t('{0} of {1}', succession.attribute.replaceAll(/[_-]+/g, ' '), succession.title),
    line: succession,
    day: succession.at_days?.[0] ?? null,
    days: [...new Set(days)].sort((a, b) => a - b),
    columns: [t('Name'), t('From'), t('Until'), t('Age'), t('Beside')],
    legend: [
      t('hatched: disputed'),
      t('doubled: both versions stand'),
      t('faded at an end: about then'),
      t('empty: nobody named'),
    ],
    rows: ({ stop }) => successionTable(succession, stop, MOST_BESIDE).map((row) => rowOf(row, things, files)),
    draw: ({ day, stop }, { width, height }, selected) =>
      timelineDrawing(prepared, roomy(prepared, { ...view, width, height, canon: stop, at: day, selected })),
    wholeDrawing: ({ day, stop }) =>
      timelineDrawing(
        prepared,
        roomy(prepared, { ...view, width: 1200, height: 120 + 60 * timeline.lanes.length, canon: stop, at: day }),
      ),
    place: null,
    reveal: null,
  };
}

/** So many are named who hold at the same time as another. */
const MOST_BESIDE = 5;

/** A bar gets no higher than this allows. */
const MOST_SPARE = 34;

/** The height that lanes do not need is shared among their rows. */
function roomy(prepared: Prepared, view: TimelineView): TimelineView {
  const { top, bottom, lanesHeight } = partsOfTimeline(prepared, view);
  const rows = prepared.lanes.reduce((sum, lane) => sum + (lane.isPlaced ? lane.rows : 0), 0);
  const spare = Math.floor((bottom - top - lanesHeight) / Math.max(rows, 1));
  return { ...view, rowSpare: Math.min(Math.max(spare, 0), MOST_SPARE) };
}

function rowOf(
  row: SuccessionRow,
  things: ReadonlyMap<TimelineSpan, number>,
  files: ReadonlyMap<string, string>,
): KinRow {
  if (row.kind === 'gap')
    return {
      key: `gap ${row.days[0]}`,
      thing: -1,
      cells: [[{ text: t('nobody named'), look: 'faint' }], cell(row.from), cell(row.until), [], []],
      entry: null,
      person: null,
    };
  const { span, age, beside, besideCount } = row;
  const left = besideCount - beside.length;
  const marks = [
    ...(span.is_disputed ? [t('disputed')] : []),
    ...beside,
    ...(left > 0 ? [t('and {0} more', left)] : []),
  ];
  return {
    key: `${span.ref ?? span.value} ${span.from}`,
    thing: things.get(span) ?? -1,
    cells: [
      [{ text: span.title, look: span.is_disputed ? 'disputed' : undefined }],
      cell(span.from),
      cell(span.until),
      cell(age),
      marks.map((text) => ({ text })),
    ],
    entry: span.ref !== null && files.has(span.ref) ? span.ref : span.entry,
    person: span.ref,
  };
}

const cell = (text: string | null) => (text === null ? [] : [{ text }]);
