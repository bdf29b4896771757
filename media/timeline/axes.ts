/** Both axes of one lane: its values as rectangles, and a cross that is drawn about to move both handles. */
import { bothAxesDrawing, pointOnBothAxes } from '../../server/src/core/picture/timeline/bothAxes';
import { steppedDay } from '../../server/src/core/picture/rulers/handleDates';
import type { TimelineView } from '../../server/src/core/picture/timeline/timelineView';
import { make } from '../page';
import { t } from '../words';
import { widthOf } from './domain';
import type { Store } from './store';
import { makeSurface, type Surface, typeScale } from './surface';
import { asOfAt, type Shown } from './view';

export interface AxesPanel {
  readonly element: HTMLElement;
  readonly surface: Surface;
}

export function makeAxesPanel(store: Store): AxesPanel {
  const canvas = make('canvas', { 'aria-hidden': 'true' });
  const heading = make('h2', {});
  const hint = make('p', {}, t('World time goes across, canon time goes up. Draw the cross to move both handles.'));
  const frame = make('div', { class: 'frame' }, canvas);
  const element = make('section', { class: 'axes' }, heading, hint, frame);
  const surface = makeSurface(canvas, () => store.refresh());
  let drawn: { readonly lane: number; readonly view: TimelineView } | undefined;

  store.onFrame((shown, isGradual) => {
    const { view, prepared, domain, canon, selected } = shown;
    const lane = view.hasAxes ? laneOnAxes(shown) : null;
    const isNew = element.hidden && lane !== null;
    element.hidden = lane === null;
    drawn = undefined;
    if (lane === null) return;
    // Its size is known when it has been laid out.
    if (isNew) return surface.fit();
    const { title, attribute } = prepared.timeline.lanes[lane] ?? { title: '', attribute: '' };
    const name = `${title}, ${attribute}`;
    if (heading.textContent !== name) heading.textContent = name;
    const height = frame.clientHeight / typeScale();
    const { width } = surface.size();
    const axesView: TimelineView = {
      domain,
      canon,
      width,
      height,
      at: view.at,
      namesWidth: 110,
      ...(selected !== null && { selected }),
    };
    drawn = { lane, view: axesView };
    const drawing = bothAxesDrawing(prepared, lane, axesView);
    canvas.style.height = `${drawing.height * typeScale()}px`;
    surface.show(drawing, isGradual);
  });

  const move = ({ clientX, clientY }: PointerEvent): void => {
    const shown = store.shown();
    if (!shown || !drawn) return;
    const { left, top } = canvas.getBoundingClientRect();
    const point = { x: (clientX - left) / typeScale(), y: (clientY - top) / typeScale() };
    const { day, canon } = pointOnBothAxes(shown.prepared, drawn.lane, drawn.view, point);
    const perPixel = widthOf(shown.domain) / drawn.view.width;
    const at = steppedDay(shown.prepared.timeline, shown.prepared.rulers[0], day, perPixel);
    store.change({ at, ...asOfAt(shown.prepared, canon) }, { isGradual: canon !== shown.canon });
  };
  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    move(event);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (canvas.hasPointerCapture(event.pointerId)) move(event);
  });
  return { element, surface };
}

/** The lane of what is selected; of a retcon the first that it touches. */
export function laneOnAxes({ prepared: { things, timeline }, selected }: Shown): number | null {
  const thing = things[selected ?? -1];
  if (thing?.lane !== undefined) return thing.lane;
  const pair = thing?.kind === 'retcon' ? timeline.retcons[thing.index ?? -1]?.pairs[0] : undefined;
  const lane = timeline.lanes.findIndex(
    ({ entity, attribute }) => entity === pair?.entity && attribute === pair?.attribute,
  );
  return lane < 0 ? null : lane;
}
