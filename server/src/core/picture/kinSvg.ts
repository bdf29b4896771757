/** A family or a succession as a drawing that leaves the editor: the whole of it, at the point that was asked for. */
import { drawFamily } from './drawFamily';
import { layoutFamily } from './familyLayout';
import { familyAt } from './familyMoment';
import type { Family } from './familyShape';
import { wholeFamily } from './familyView';
import { FILE_MARK } from './pictureFile';
import type { Succession } from './successionShape';
import { successionTimeline } from './successionTimeline';
import { svgOf } from './svg';
import { wholeTimelineSvg } from './timelineSvg';

/** Nothing later than the last point is in the data: all of it is shown as of there. */
export function familySvg(family: Family): string {
  const layout = layoutFamily(family);
  const point = { day: family.at_days?.[0] ?? null, stop: Math.max(family.points.length - 1, 0) };
  const asked = family.people.find(({ id }) => id === family.entity);
  const when = family.at_days === null ? 'all times at once' : `at ${family.at}`;
  return `${FILE_MARK}\n${svgOf(drawFamily(family, layout, familyAt(family, point), wholeFamily(layout, null)), {
    theme: 'auto',
    title: `Family of ${asked?.title ?? family.entity}`,
    description: `${family.people.length} people, ${when}, as of ${family.as_of}.`,
  })}`;
}

export const successionSvg = (succession: Succession): string =>
  wholeTimelineSvg(successionTimeline(succession), `${succession.attribute} of ${succession.title}`);
