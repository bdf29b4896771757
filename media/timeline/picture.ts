/** The picture itself: lanes on a canvas, with a bar to scroll them, and all that hands and keys do there. */
import type { Drawing } from '../../server/src/core/picture/paint/drawing';
import { thingAt } from '../../server/src/core/picture/paint/thingAt';
import { thingStrip } from '../../server/src/core/picture/timeline/thingStrip';
import { partsOfTimeline, timelineDrawing } from '../../server/src/core/picture/timeline/timelineDrawing';
import type { TimelineView } from '../../server/src/core/picture/timeline/timelineView';
import { make } from '../page';
import { t } from '../words';
import type { Command } from './keys';
import { makeNavigation, type Navigation, type Plot } from './navigation';
import { listenToPointer, type Point, type PointerListener } from './pointer';
import type { Store } from './store';
import { makeSurface, type Surface, typeScale } from './surface';

export interface Picture {
  readonly element: HTMLElement;
  readonly surface: Surface;
  readonly drawing: () => Drawing | null;
  /** The view that it was drawn for. */
  readonly drawnView: () => TimelineView | null;
  /** Where a thing is drawn, in pixels of the window; null: it is not in view. */
  readonly placeOf: (thing: number) => { readonly left: number; readonly top: number; readonly bottom: number } | null;
  /** Brings a thing into view. */
  reveal(thing: number): void;
  /** What a key does to the days and lanes in view; false: it is for something else. */
  run(command: Command): boolean;
}

export interface PictureListener {
  /** null: the pointer is over nothing, or has left. */
  point(thing: number | null): void;
  choose(thing: number | null, isFinger: boolean): void;
  menu(thing: number | null, at: Point): void;
  /** The picture moves away under the pointer. */
  move(): void;
}

/** How near the pointer has to be to a handle, in pixels, and how near a finger. */
const REACH = 6;
const FINGER = 20;

export function makePicture(store: Store, listener: PictureListener): Picture {
  const canvas = make('canvas', { 'aria-hidden': 'true' });
  const filler = make('div', {});
  // It has no keys of its own: those of the picture scroll.
  const lanes = make('div', { class: 'lanes', tabindex: '-1', 'aria-hidden': 'true' }, filler);
  const element = make(
    'div',
    { class: 'picture', role: 'application', tabindex: '0', 'aria-roledescription': t('timeline') },
    canvas,
    lanes,
  );
  const hint = make('p', { id: 'picture-hint' }, t('Press ? for its keys.'));
  hint.hidden = true;
  element.setAttribute('aria-describedby', hint.id);
  element.append(hint);
  const surface = makeSurface(canvas, () => store.refresh());
  let drawing: Drawing | null = null;
  let drawn: TimelineView | null = null;
  let parts: Plot = { left: 0, right: 1, top: 0, bottom: 1, lanesHeight: 0 };

  store.onFrame((shown, isGradual) => {
    const { view, domain, canon, selected, open, prepared, title } = shown;
    drawn = {
      ...surface.size(),
      domain,
      canon,
      scrollTop: view.scrollTop,
      at: view.at,
      grouping: view.grouping,
      filter: view.filter,
      ...(selected !== null && { selected }),
      ...(open !== null && { open }),
    };
    parts = partsOfTimeline(prepared, drawn);
    drawing = timelineDrawing(prepared, drawn);
    surface.show(drawing, isGradual);
    element.setAttribute('aria-label', title);
    const scale = typeScale();
    filler.style.height = `${parts.lanesHeight * scale}px`;
    lanes.style.top = `${parts.top * scale}px`;
    if (Math.abs(lanes.scrollTop - view.scrollTop * scale) >= 1) lanes.scrollTop = view.scrollTop * scale;
    document.documentElement.style.setProperty('--names', `${parts.left * scale}px`);
  });
  lanes.addEventListener('scroll', () => {
    const scrollTop = lanes.scrollTop / typeScale();
    const now = store.shown();
    if (now && Math.abs(now.view.scrollTop - scrollTop) >= 1) store.change({ scrollTop }, { isQuiet: true });
  });

  const navigation = makeNavigation(store, () => parts);
  const hitAt = ({ x, y }: Point): number | null => (drawing ? thingAt(drawing, x, y) : null);
  listenToPointer(
    element,
    handsOn(element, navigation, () => parts, hitAt, listener),
  );
  return {
    element,
    surface,
    drawing: () => drawing,
    drawnView: () => drawn,
    placeOf: (thing) => placeOf(canvas, drawing, thing),
    reveal: (thing) => reveal(store, thing, drawn, parts.bottom - parts.top),
    run: navigation.run,
  };
}

/** Its days, where it has any, and its lane. @param height of the lanes that are seen at once */
function reveal(store: Store, thing: number, drawn: TimelineView | null, height: number): void {
  const shown = store.shown();
  if (!shown || !drawn) return;
  const [first, until] = shown.prepared.things[thing]?.days ?? [null, null];
  const day = first ?? until;
  if (day !== null) store.reveal(day, until ?? Infinity);
  const strip = thingStrip(shown.prepared, drawn, thing);
  const { scrollTop } = shown.view;
  if (!strip || (scrollTop <= strip.y && strip.y + Math.min(strip.height, height) <= scrollTop + height)) return;
  store.change({ scrollTop: Math.max(0, strip.y + strip.height / 2 - height / 2) }, { isQuiet: true });
}

/** @param hitAt the thing at a point of the drawing */
function handsOn(
  element: HTMLElement,
  navigation: Navigation,
  partsOf: () => Plot,
  hitAt: (point: Point) => number | null,
  listener: PictureListener,
): PointerListener {
  const inDrawing = ({ x, y }: Point): Point => ({ x: x / typeScale(), y: y / typeScale() });
  const hit = (point: Point): number | null => hitAt(inDrawing(point));
  return {
    move({ ratio, shift }, up) {
      listener.move();
      // d3 counts from the picture's edge, the days from that of the plot.
      navigation.move({ ratio, shift: shift / typeScale() + (ratio - 1) * partsOf().left });
      if (up !== 0) navigation.scroll(up / typeScale());
    },
    isScrolledAt: (point) => inDrawing(point).x < partsOf().left,
    scroll: (pixels) => navigation.scroll(pixels / typeScale()),
    isHandleAt(point, isFinger) {
      const { x, y } = inDrawing(point);
      const { left, top } = partsOf();
      const at = navigation.handleX();
      const reach = isFinger ? FINGER : y < top ? 2 * REACH : REACH;
      return at !== null && x >= left && Math.abs(x - at) <= reach;
    },
    dragHandle: (point) => navigation.dragHandle(inDrawing(point).x),
    point(point) {
      const thing = point && hit(point);
      element.dataset.cursor ||= thing === null ? '' : 'thing';
      listener.point(thing);
    },
    choose(point, isFinger) {
      const { x, y } = inDrawing(point);
      const { left, top } = partsOf();
      if (y < top && x >= left) navigation.dragHandle(x);
      else listener.choose(hit(point), isFinger);
    },
    menu: (point) => listener.menu(hit(point), point),
  };
}

function placeOf(canvas: HTMLCanvasElement, drawing: Drawing | null, thing: number): ReturnType<Picture['placeOf']> {
  const item =
    drawing?.items.find((one) => one.thing === thing && one.kind !== 'text') ??
    drawing?.items.find((one) => one.thing === thing);
  if (!item) return null;
  const { left, top } = canvas.getBoundingClientRect();
  const scale = typeScale();
  const [x, y, height] =
    item.kind === 'box'
      ? [item.x, item.y, item.height]
      : item.kind === 'text'
        ? [item.x, item.y - 8, 16]
        : [Math.min(...item.points.map(([at]) => at)), Math.min(...item.points.map(([, at]) => at)), 14];
  return { left: left + Math.max(x, 0) * scale, top: top + y * scale, bottom: top + (y + height) * scale };
}
