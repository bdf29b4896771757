/** The subject of a kin page: a family or a succession, as something to draw, tabulate and describe at a point of both axes. */
import { type Drawing, tonesOfHolders, type BoxItem } from '../../server/src/core/picture/paint/drawing';
import type { Timeline, Days, TimelineSpan } from '../../server/src/core/picture/shapes/timelineShape';
import { drawFamily } from '../../server/src/core/picture/family/drawFamily';
import { layoutFamily } from '../../server/src/core/picture/family/familyLayout';
import { familyAt } from '../../server/src/core/picture/family/familyUnions';
import type { Family, Succession } from '../../server/src/core/picture/shapes/kinShapes';
import {
  familyTable,
  type FamilyRow,
  type KinInCell,
  familyAround,
  type FamilyView,
  isInView,
  openedFamily,
  wholeFamily,
} from '../../server/src/core/picture/family/familyView';
import { t } from '../words';
import { prepare, type Prepared } from '../../server/src/core/picture/timeline/prepare';
import {
  successionTable,
  type SuccessionRow,
  successionTimeline,
} from '../../server/src/core/picture/succession/succession';
import { partsOfTimeline, timelineDrawing } from '../../server/src/core/picture/timeline/timelineDrawing';
import type { TimelineView } from '../../server/src/core/picture/timeline/lanesLayout';

/** The positions of the two handles. */
export interface KinPoint {
  /** null: all times at once. */
  readonly day: number | null;
  /** The index of a canon stop in `points`. */
  readonly stop: number;
}

/** The position of the plan behind the window. */
interface KinPlace {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** The visible part of the plan. */
export interface KinWindow {
  readonly width: number;
  readonly height: number;
  /** Undefined: the initial view. */
  readonly moved?: KinPlace | 'whole' | undefined;
}

export interface KinCell {
  readonly text: string;
  readonly look?: 'faint' | 'disputed' | undefined;
}

export interface KinRow {
  /** The same at every point. */
  readonly key: string;
  /** The index of the picture's thing. */
  readonly thing: number;
  /** The first is the name. */
  readonly cells: readonly (readonly KinCell[])[];
  /** The id of the entry whose page opens. */
  readonly entry: string | null;
  /** The entity whose family can be shown from here. */
  readonly person: string | null;
}

export interface KinSubject {
  readonly title: string;
  readonly line: Pick<Timeline, 'line' | 'calendars' | 'present' | 'points'>;
  /** The initial day of the world handle. */
  readonly day: number | null;
  /** Every day at which something begins or ends, in order. */
  readonly days: readonly number[];
  readonly columns: readonly string[];
  /** The legend of tones and strengths: what is drawn, if anything is, and what it means. */
  readonly legend: readonly (readonly [sign: KinSign | null, words: string])[];
  readonly rows: (point: KinPoint) => readonly KinRow[];
  readonly draw: (point: KinPoint, window: KinWindow, selected: number | undefined) => Drawing;
  /** As a file: the whole, in its full size. */
  readonly wholeDrawing: (point: KinPoint) => Drawing;
  /** Its placement in a window; null if it can't be moved. */
  readonly place: ((window: KinWindow) => KinPlace) | null;
  /** A placement that brings a thing into view, if it is out of it. */
  readonly reveal: ((window: KinWindow, thing: number) => KinPlace | null) | null;
}

/** What stands beside the words of a legend. */
type KinSign =
  | 'filled'
  | 'outlined'
  | 'faint'
  | 'dashed'
  | 'hatched'
  | 'doubled'
  | 'fading'
  | 'slanted'
  | 'plain'
  | 'upright'
  | 'waved';

function notesOn({ cut, cycles, people }: Family): (readonly [null, string])[] {
  const notes = [
    ...(cut ? [t('Only the nearest {0} generations are shown.', cut.generations)] : []),
    ...(cycles.length > 0 ? [t('Somebody is their own ancestor, so one step is left out.')] : []),
    ...(people.length < 2 && !cut ? [t('No family found: no property of yours names parents or spouses yet.')] : []),
  ];
  return notes.map((note) => [null, note]);
}

/** A family as a subject of the page. */
export function familySubject(family: Family): KinSubject {
  const layout = layoutFamily(family);
  const middle = family.people.findIndex(({ id }) => id === family.entity);
  const place = ({ width, height, moved }: KinWindow): FamilyView => {
    if (moved === 'whole') return wholeFamily(layout, { width, height });
    return moved ? { width, height, ...moved } : openedFamily(layout, { width, height }, layout.people[middle]);
  };
  return {
    title: t('Family of {0}', family.people[middle]?.title ?? family.entity),
    line: family,
    day: family.at_days?.[0] ?? null,
    days: daysIn(family),
    columns: [t('Name'), t('Lived'), t('Parents'), t('Spouses'), t('Children')],
    legend: [
      ['filled', t('alive at that time')],
      ['outlined', t('not known to be alive then, or all times are shown')],
      ['faint', t('at another time')],
      ['dashed', t('at another point in the canon, or without a note')],
      ['hatched', t('disputed')],
      ['slanted', t('the one in question')],
      ['plain', t('ancestors')],
      ['upright', t('descendants')],
      ['waved', t('all others')],
      ...notesOn(family),
    ],
    rows: (point) => familyTable(family, familyAt(family, point)).map((row) => familyRow(row, point)),
    draw: (point, window, selected) =>
      drawFamily(family, layout, familyAt(family, point), place(window), selected === undefined ? {} : { selected }),
    wholeDrawing: (point) => drawFamily(family, layout, familyAt(family, point), wholeFamily(layout, null)),
    place,
    reveal(window, thing) {
      const person = layout.people[thing];
      const view = place(window);
      return !person || isInView(view, person) ? null : familyAround(layout, view, person);
    },
  };
}

function familyRow(
  { index, person, name, life, shown, parents, spouses, children }: FamilyRow,
  { day }: KinPoint,
): KinRow {
  const is = shown.is === 'unborn' ? t('not yet born') : shown.is === 'dead' ? t('dead') : '';
  const lived: KinCell = { text: [life, is].filter((part) => part !== '').join(', ') };
  const isFaint = shown.strength === 'faint' && day !== null;
  return {
    key: person.id,
    thing: index,
    cells: [
      [{ text: name, look: isFaint ? 'faint' : undefined }],
      [lived],
      parents.map(cellOf),
      spouses.map(cellOf),
      children.map(cellOf),
    ],
    entry: person.file === null ? null : person.id,
    person: person.is_unknown ? null : person.id,
  };
}

const cellOf = ({ name, strength, isDisputed }: KinInCell): KinCell => {
  const marks = [...(isDisputed ? [t('disputed')] : []), ...(strength === 'faint' ? [t('at another time')] : [])];
  const text = name + (marks.length > 0 ? ` (${marks.join(', ')})` : '');
  return { text, look: isDisputed ? 'disputed' : strength === 'faint' ? 'faint' : undefined };
};

/** Every day at which a life, or a relation, begins or ends. */
function daysIn({ people, relations, present }: Family): number[] {
  const all: (Days | null)[] = [
    ...people.flatMap(({ lives }) => lives.map(({ days }) => days)),
    ...relations.flatMap(({ spans }) => spans.map(({ days }) => days)),
    present?.days ?? null,
  ];
  return [...new Set(all.flatMap((days) => days ?? []).filter((day) => day !== null))].sort((a, b) => a - b);
}

/** A succession as a subject of the page: one lane of a timeline, with a row for each holder. */
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
      ['hatched', t('disputed')],
      ['doubled', t('both versions stand')],
      ['fading', t('about then')],
      ['outlined', t('nobody')],
    ],
    rows: ({ stop }) => successionTable(succession, stop, MOST_BESIDE).map((row) => successionRow(row, things, files)),
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

/** The most concurrent holders that are named. */
const MOST_BESIDE = 5;

/** The greatest height of a bar. */
const MOST_SPARE = 34;

/** The height that lanes do not need is shared among their rows. */
function roomy(prepared: Prepared, view: TimelineView): TimelineView {
  const { top, bottom, lanesHeight } = partsOfTimeline(prepared, view);
  const rows = prepared.lanes.reduce((sum, lane) => sum + (lane.isPlaced ? lane.rows : 0), 0);
  const spare = Math.floor((bottom - top - lanesHeight) / Math.max(rows, 1));
  return { ...view, rowSpare: Math.min(Math.max(spare, 0), MOST_SPARE) };
}

function successionRow(
  row: SuccessionRow,
  things: ReadonlyMap<TimelineSpan, number>,
  files: ReadonlyMap<string, string>,
): KinRow {
  if (row.kind === 'gap')
    return {
      key: `gap ${row.days[0]}`,
      thing: -1,
      cells: [[{ text: t('nobody'), look: 'faint' }], cell(row.from), cell(row.until), [], []],
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

/** Finds things on a drawing of kin: under the pointer, and next in a direction. */
const boxesIn = ({ items }: Drawing): (BoxItem & { readonly thing: number })[] =>
  items.flatMap((item) =>
    item.kind === 'box' && item.role === 'span' && item.thing !== undefined ? { ...item, thing: item.thing } : [],
  );

/** The item that was painted last lies on top. */
export const hitIn = (drawing: Drawing, x: number, y: number): number | undefined =>
  boxesIn(drawing).findLast((box) => box.x <= x && x < box.x + box.width && box.y <= y && y < box.y + box.height)
    ?.thing;

/** The nearest in a direction; without a start, the first of all. */
export function nearestIn(drawing: Drawing, from: number | undefined, dx: number, dy: number): number | undefined {
  const boxes = boxesIn(drawing);
  const start = boxes.find(({ thing }) => thing === from);
  if (!start) return boxes[0]?.thing;
  const middle = ({ x, y, width, height }: BoxItem): readonly [number, number] => [x + width / 2, y + height / 2];
  const [sx, sy] = middle(start);
  let best: { readonly thing: number; readonly cost: number } | undefined;
  for (const box of boxes) {
    const [x, y] = middle(box);
    const along = (x - sx) * dx + (y - sy) * dy;
    const aside = Math.abs((x - sx) * dy) + Math.abs((y - sy) * dx);
    if (along < 2) continue;
    // The next row precedes those after it; within a row, sideways distance counts for more than it is.
    const cost = dy === 0 ? along + 3 * aside : 3 * along + aside;
    if (!best || cost < best.cost) best = { thing: box.thing, cost };
  }
  return best?.thing ?? from;
}

/** The most changes that are listed one by one. */
const MOST = 3;

const textsOf = (row: KinRow, column: number): readonly string[] => (row.cells[column] ?? []).map(({ text }) => text);

const nameOf = (row: KinRow): string => textsOf(row, 0).join(', ');

/** Empty: none. */
export function changesBetween(subject: KinSubject, before: KinPoint, after: KinPoint): string[] {
  const rowsAt = (point: KinPoint) => new Map(subject.rows(point).map((row) => [row.key, row]));
  const [was, is] = [rowsAt(before), rowsAt(after)];
  const changes: string[] = [];
  for (const [key, row] of is) {
    const old = was.get(key);
    if (old) changes.push(...changesIn(subject, old, row));
    else if (row.thing >= 0) changes.push(t('{0} added', nameOf(row)));
  }
  for (const [key, row] of was) if (!is.has(key) && row.thing >= 0) changes.push(t('{0} removed', nameOf(row)));
  return changes;
}

/** The marks in brackets after a name: disputed, at another time. */
const MARKS = / \([^()]*\)$/;

const isMarked = (text: string): boolean => MARKS.test(text);

/** Whether the same one is among others, whatever its marks. */
const wasThere = (text: string, others: readonly string[]): boolean =>
  others.some((one) => one.replace(MARKS, '') === text.replace(MARKS, ''));

function changesIn({ columns }: KinSubject, was: KinRow, is: KinRow): string[] {
  return columns.flatMap((name, column) => {
    const [from, to] = [textsOf(was, column), textsOf(is, column)];
    const [come, gone] = [
      to
        .filter((one) => !from.includes(one))
        .map((one) => (wasThere(one, from) && !isMarked(one) ? t('{0} (then)', one) : one)),
      from.filter((one) => !to.includes(one) && !wasThere(one, to)),
    ];
    if (column === 0 || come.length + gone.length === 0) return [];
    const what = `${nameOf(is)}, ${name}`;
    if (gone.length === 0) return t('{0}: {1}', what, come.join(', '));
    if (come.length === 0) return t('{0}: no longer {1}', what, gone.join(', '));
    return t('{0}: {1} instead of {2}', what, come.join(', '), gone.join(', '));
  });
}

/** @param where precedes the changes: the point in words */
export const sentenceOf = (where: string, changes: readonly string[]): string => {
  const listed = changes.slice(0, MOST).join('; ');
  const more = changes.length > MOST ? t('; and {0} changes more', changes.length - MOST) : '';
  return `${where}: ${changes.length === 0 ? t('no change here') : listed + more}.`;
};

/** The next point in a direction with any change; null: there is none. */
export function nextChange(subject: KinSubject, from: KinPoint, which: 'at' | 'canon', by: 1 | -1): KinPoint | null {
  if (which === 'at') {
    const { days } = subject;
    const { day } = from;
    const next =
      day === null
        ? by > 0
          ? days[0]
          : days.at(-1)
        : by > 0
          ? days.find((one) => one > day)
          : days.findLast((one) => one < day);
    return next === undefined ? null : { ...from, day: next };
  }
  const count = subject.line.points.length;
  for (let stop = from.stop + by; stop >= 0 && stop < count; stop += by)
    if (changesBetween(subject, from, { ...from, stop }).length > 0) return { ...from, stop };
  return null;
}
