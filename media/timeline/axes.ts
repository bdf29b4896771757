/**
 * Both axes of one lane: its values as rectangles, with a cross to drag for both handles; and the overview strip with its brush.
 */
import { bothAxesDrawing, pointOnBothAxes } from '../../server/src/core/picture/timeline/bothAxes';
import { steppedDay } from '../../server/src/core/picture/rulers/axis';
import type { TimelineView } from '../../server/src/core/picture/timeline/lanesLayout';
import { make } from '../page';
import { t } from '../words';
import { widthOf, asOfAt, type Shown, brushed, brushOf, type Domain, type Grip } from './view';
import type { Store } from './store';
import { makeSurface, type Surface, typeScale } from './surface';
import { overviewDrawing } from '../../server/src/core/picture/timeline/overviewDrawing';

/** The picture of both axes of the selected lane. */
interface AxesPanel {
  readonly element: HTMLElement;
  readonly surface: Surface;
}

export function makeAxesPanel(store: Store): AxesPanel {
  const canvas = make('canvas', { 'aria-hidden': 'true' });
  const heading = make('h2', {});
  const hint = make('p', {}, t('World time goes across, canon time goes up. Drag the cross to move both handles.'));
  // It scrolls where the table beside it leaves little room, for those without a mouse too.
  const frame = make('div', { class: 'frame', tabindex: '0', role: 'group', 'aria-label': t('Both Axes') }, canvas);
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
    // Its size is known only after layout.
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

/** The lane of the selection; for a retcon, the first that it touches. */
export function laneOnAxes({ prepared: { things, timeline }, selected }: Shown): number | null {
  const thing = things[selected ?? -1];
  if (thing?.lane !== undefined) return thing.lane;
  const pair = thing?.kind === 'retcon' ? timeline.retcons[thing.index ?? -1]?.pairs[0] : undefined;
  const lane = timeline.lanes.findIndex(
    ({ entity, attribute }) => entity === pair?.entity && attribute === pair?.attribute,
  );
  return lane < 0 ? null : lane;
}

/** The whole of time in one strip below the picture, with a brush over the days in view, which can be moved and resized. */
interface Overview {
  readonly element: HTMLElement;
  readonly surface: Surface;
}

/** The distance at which an edge of the brush is caught, in pixels: by the pointer, and by a finger. */
const EDGE = 7;
const FINGER = 20;

export function makeOverview(store: Store): Overview {
  const canvas = make('canvas', {});
  const brush = make('div', { class: 'brush' });
  // The keys of the picture do the same.
  const element = make('div', { class: 'overview', 'aria-hidden': 'true' }, canvas, brush);
  const surface = makeSurface(canvas, () => store.refresh());
  let drawn: Pick<Shown, 'prepared' | 'canon'> & {
    readonly filter: string;
    readonly width: number;
    readonly look: unknown;
  };
  store.onFrame(({ prepared, domain, canon, view: { filter, grouping } }, isGradual) => {
    const [left, right] = brushOf(domain, prepared.whole, element.clientWidth);
    brush.style.transform = `translateX(${left}px)`;
    brush.style.width = `${right - left}px`;
    const { width, height } = surface.size();
    const next = { prepared, canon, filter, width, look: surface.look() };
    if (drawn && Object.entries(next).every(([key, value]) => drawn[key as keyof typeof drawn] === value)) return;
    drawn = next;
    surface.show(
      overviewDrawing(prepared, { domain: prepared.whole, width, height, canon, filter, grouping }),
      isGradual,
    );
  });
  listenToBrush(element, store);
  return { element, surface };
}

function listenToBrush(element: HTMLElement, store: Store): void {
  let drag: { readonly grip: Grip; readonly x: number; readonly domain: Domain } | undefined;
  const gripAt = ({ domain, prepared: { whole } }: Shown, x: number, edge: number): Grip => {
    const [left, right] = brushOf(domain, whole, element.clientWidth);
    if (Math.abs(x - left) <= edge && x - left < (right - left) / 2) return 'first';
    if (Math.abs(x - right) <= edge) return 'last';
    return left <= x && x <= right ? 'both' : 'elsewhere';
  };
  const xOf = ({ clientX }: PointerEvent): number => clientX - element.getBoundingClientRect().left;
  const show = (domain: Domain): void => store.change({ domain }, { isQuiet: true });
  element.addEventListener('pointerdown', (event) => {
    const shown = store.shown();
    if (event.button !== 0 || !shown) return;
    const x = xOf(event);
    const grip = gripAt(shown, x, event.pointerType === 'touch' ? FINGER : EDGE);
    const { domain, prepared } = shown;
    const from = grip === 'elsewhere' ? brushed(domain, prepared.whole, grip, x / element.clientWidth) : domain;
    if (from !== domain) show(from);
    element.setPointerCapture(event.pointerId);
    drag = { grip: grip === 'elsewhere' ? 'both' : grip, x, domain: from };
    event.preventDefault();
  });
  element.addEventListener('pointermove', (event) => {
    const shown = store.shown();
    const x = xOf(event);
    if (!shown) return;
    if (drag) show(brushed(drag.domain, shown.prepared.whole, drag.grip, (x - drag.x) / element.clientWidth));
    else element.dataset.grip = gripAt(shown, x, EDGE);
  });
  for (const end of ['pointerup', 'pointercancel'] as const) element.addEventListener(end, () => (drag = undefined));
}
