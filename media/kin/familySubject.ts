/** A family as a subject of the page. */
import { drawFamily } from '../../server/src/core/picture/family/drawFamily';
import { layoutFamily } from '../../server/src/core/picture/family/familyLayout';
import { familyAt } from '../../server/src/core/picture/family/familyMoment';
import type { Family } from '../../server/src/core/picture/shapes/familyShape';
import { familyTable, type FamilyRow, type KinInCell } from '../../server/src/core/picture/family/familyTable';
import {
  familyAround,
  type FamilyView,
  isInView,
  openedFamily,
  wholeFamily,
} from '../../server/src/core/picture/family/familyView';
import type { Days } from '../../server/src/core/picture/shapes/timelineShape';
import { t } from '../words';
import type { KinCell, KinPoint, KinRow, KinSubject, KinWindow } from './subject';

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
      t('filled: alive at that time'),
      t('outlined: nobody says whether they lived then, or all times are shown'),
      t('faint: at another time'),
      t('very faint, dashed: told at another point of the canon, or without a page'),
      t('hatched: disputed'),
      t('edges: slanted the asked one, plain those before, upright those after, waved all others'),
      ...(family.cut ? [t('Only the nearest {0} generations are shown.', family.cut.generations)] : []),
      ...(family.cycles.length > 0 ? [t('Somebody is told to be their own ancestor: one step is left out.')] : []),
      ...(family.people.length < 2 && !family.cut
        ? [t('No kin is told of. codex.yaml says under kin which attributes name it.')]
        : []),
    ],
    rows: (point) => familyTable(family, familyAt(family, point)).map((row) => rowOf(row, point)),
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

function rowOf({ index, person, name, life, shown, parents, spouses, children }: FamilyRow, { day }: KinPoint): KinRow {
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

/** Every day at which somebody's life, or a relation, begins or ends. */
function daysIn({ people, relations, present }: Family): number[] {
  const all: (Days | null)[] = [
    ...people.flatMap(({ lives }) => lives.map(({ days }) => days)),
    ...relations.flatMap(({ spans }) => spans.map(({ days }) => days)),
    present?.days ?? null,
  ];
  return [...new Set(all.flatMap((days) => days ?? []).filter((day) => day !== null))].sort((a, b) => a - b);
}
