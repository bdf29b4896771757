/** A timeline as a drawing that leaves the editor. */
import type { PictureTheme } from '../paint/palette';
import { FILE_MARK } from '../paint/pictureFile';
import { type Prepared, prepare } from './prepare';
import { svgOf } from '../paint/svg';
import { partsOfTimeline, timelineDrawing } from './timelineDrawing';
import type { Timeline } from '../shapes/timelineShape';
import type { TimelineView } from './timelineView';

/** What is in sight. The data goes no further in canon time than the picture may: all of it is shown as of its last point. */
export const timelineSvg = (
  timeline: Timeline,
  title: string,
  view: TimelineView,
  theme: PictureTheme | 'auto',
): string => preparedSvg(prepare(timeline), title, view, theme);

const preparedSvg = (prepared: Prepared, title: string, view: TimelineView, theme: PictureTheme | 'auto'): string =>
  `${FILE_MARK}\n${svgOf(timelineDrawing(prepared, view), { theme, title, description: descriptionOf(prepared.timeline) })}`;

const WIDTH = 1600;
/** The fewest pixels from the top to the bottom of a picture, and the most: a reader has to open it. */
const [LEAST, MOST] = [240, 20_000];

/** All lanes, from the first day to the last. @param width in pixels */
export function wholeTimelineSvg(
  prepared: Prepared,
  title: string,
  theme: PictureTheme | 'auto' = 'auto',
  width: number = WIDTH,
): string {
  const view = { domain: prepared.whole, width, height: LEAST };
  const { top, bottom, lanesHeight } = partsOfTimeline(prepared, view);
  const height = Math.min(Math.max(LEAST - (bottom - top) + lanesHeight, LEAST), MOST);
  return preparedSvg(prepared, title, { ...view, height }, theme);
}

function descriptionOf({ lanes, events, retcons, as_of }: Timeline): string {
  const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
  return `${counted(lanes.length, 'lane')}, ${counted(events.length, 'event')} and ${counted(retcons.length, 'retcon')}, as of ${as_of}.`;
}
