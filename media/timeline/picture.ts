/** The picture itself: lanes on a canvas, a scroll bar, and all gestures and keys on them. */
import { steppedDay } from '../../server/src/core/picture/rulers/axis';
import { type Motion, moved, panned, widthOf, zoomedAt, type Shown } from './view';
import type { Command } from './keys';
import type { Store } from './store';
import { type Drawing, thingAt } from '../../server/src/core/picture/paint/drawing';
import { thingStrip, partsOfTimeline, timelineDrawing } from '../../server/src/core/picture/timeline/timelineDrawing';
import type { TimelineView } from '../../server/src/core/picture/timeline/lanesLayout';
import { make } from '../page';
import { t } from '../words';
import { listenToPointer, type Point, type PointerListener } from './pointer';
import { makeSurface, type Surface, typeScale, currentTheme } from './surface';
import type { CanonStop } from '../../server/src/core/picture/shapes/timelineShape';
import type { PictureFormat } from '../../client/src/drawn/pageMessages';
import { svgOf } from '../../server/src/core/picture/paint/svg';

/** The position of the plot and the lanes, in pixels of the drawing. */
interface Plot {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly lanesHeight: number;
}

interface Navigation {
  move(motion: Motion): void;
  scroll(pixels: number): void;
  /** The position of the handle, in pixels of the drawing. */
  handleX(): number | null;
  dragHandle(x: number): void;
  run(command: Command): boolean;
}

/** @param partsOf the position of the plot, in pixels of the drawing */
function makeNavigation(store: Store, partsOf: () => Plot): Navigation {
  const scroll = (pixels: number): void => {
    const { top, bottom, lanesHeight } = partsOf();
    const now = store.shown()?.view.scrollTop ?? 0;
    const most = Math.max(lanesHeight - (bottom - top), 0);
    store.change({ scrollTop: Math.min(Math.max(now + pixels, 0), most) }, { isQuiet: true });
  };
  return {
    move(motion) {
      const now = store.shown();
      const { left, right } = partsOf();
      if (now) store.change({ domain: moved(now.domain, motion, right - left, now.prepared.whole) }, { isQuiet: true });
    },
    scroll,
    handleX() {
      const now = store.shown();
      const { left, right } = partsOf();
      if (!now || now.view.at === null) return null;
      return left + ((now.view.at - now.domain[0]) / widthOf(now.domain)) * (right - left);
    },
    dragHandle(x) {
      const now = store.shown();
      const { left, right } = partsOf();
      if (!now) return;
      const { prepared, domain } = now;
      const part = Math.min(Math.max((x - left) / (right - left), 0), 1);
      const perPixel = widthOf(domain) / (right - left);
      store.change({
        at: steppedDay(prepared.timeline, prepared.rulers[0], domain[0] + part * widthOf(domain), perPixel),
      });
    },
    run(command) {
      const now = store.shown();
      if (!now) return false;
      const { domain } = now;
      const { whole } = now.prepared;
      const { top, bottom } = partsOf();
      if (command.does === 'pan') store.change({ domain: panned(domain, command.by, whole) }, { isQuiet: true });
      else if (command.does === 'zoom')
        store.change({ domain: zoomedAt(domain, command.ratio, centreOf(now), whole) }, { isQuiet: true });
      else if (command.does === 'scroll') scroll(command.pages * (bottom - top));
      else if (command.does === 'fit') fit(store, now);
      else if (command.does === 'go' && command.to === 'whole') store.change({ domain: whole }, { isQuiet: true });
      else if (command.does === 'go') {
        const by = command.to === 'beginning' ? whole[0] - domain[0] : whole[1] - domain[1];
        store.change({ domain: [domain[0] + by, domain[1] + by] }, { isQuiet: true });
      } else return false;
      return true;
    },
  };
}

/** Zooms to the selection, which then fills most of the view. */
export function fit(store: Store, { selected, prepared: { things, whole } }: Shown): void {
  const [first, until] = things[selected ?? -1]?.days ?? [null, null];
  if (first === null && until === null) return;
  const [from, to] = [first ?? whole[0], until ?? whole[1]];
  const room = Math.max((to - from) * 0.1, 1);
  store.change({ domain: [from - room, to + room] }, { isQuiet: true });
}

/** Keys zoom around the selection, else around the handle, if they are in view. */
function centreOf({ selected, prepared: { things }, view: { at }, domain }: Shown): number {
  const [first, until] = things[selected ?? -1]?.days ?? [null, null];
  const parts = [first ?? until, at].flatMap((day) => (day === null ? [] : [(day - domain[0]) / widthOf(domain)]));
  return parts.find((part) => part >= 0 && part <= 1) ?? 0.5;
}

/** The picture as other parts of the page use it. */
export interface Picture {
  readonly element: HTMLElement;
  readonly surface: Surface;
  readonly drawing: () => Drawing | null;
  /** The view that it was drawn for. */
  readonly drawnView: () => TimelineView | null;
  /** The rectangle of a thing, in pixels of the window; null: it is not in view. */
  readonly placeOf: (thing: number) => { readonly left: number; readonly top: number; readonly bottom: number } | null;
  /** Brings a thing into view. */
  reveal(thing: number): void;
  /** Applies a key to the days and lanes in view; false: it is for something else. */
  run(command: Command): boolean;
}

interface PictureListener {
  /** null: the pointer is over nothing, or has left. */
  point(thing: number | null): void;
  choose(thing: number | null, isFinger: boolean): void;
  menu(thing: number | null, at: Point): void;
  /** The picture moves away under the pointer. */
  move(): void;
}

/** The distance at which a handle is caught, in pixels: by the pointer, and by a finger. */
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

/** Its days, if it has any, and its lane. @param height of the lanes that are visible at once */
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

/** `session-46 · The Siege · 2026-05-03` */
export function stopWords(points: readonly CanonStop[], index: number): string {
  const point = points[index];
  if (!point || point.at === null) return t('the beginning');
  const { at, title, date } = point;
  const parts = [
    ...(title === undefined || title === at ? [] : [title]),
    ...(date === undefined || date === at ? [] : [date]),
  ];
  const words = [at, ...parts].join(' · ');
  return index === points.length - 1 ? t('{0} (now)', words) : words;
}

/** Saves the picture as a file: an editor asks for the path; a file of its own offers a download. */
export function saveAs(store: Store, picture: Picture, as: PictureFormat): void {
  const shown = store.shown();
  const [drawing, view] = [picture.drawing(), picture.drawnView()];
  if (!shown || !drawing || !view) return;
  const {
    title,
    canon,
    prepared,
    view: { asOf = null },
  } = shown;
  const theme = currentTheme();
  if (store.host.editor) return store.host.editor.save(as, asOf, view, theme);
  const description = t('As of {0}', stopWords(prepared.timeline.points, canon));
  savePicture(picture.surface, as, title, () => svgOf(drawing, { theme, title, description }));
}

/** Offers a picture of a page without an editor as a download. */
export function savePicture({ canvas }: Surface, as: PictureFormat, title: string, svg: () => string): void {
  if (as === 'png') canvas.toBlob((blob) => blob && download(blob, `${title}.png`));
  else download(new Blob([svg()], { type: 'image/svg+xml' }), `${title}.svg`);
}

function download(blob: Blob, name: string): void {
  const href = URL.createObjectURL(blob);
  make('a', { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** An image of an SVG, as a `data:` URI. */
export async function imageOf(svg: string): Promise<string> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  // Twice the pixels of its size: shared pictures are seen on sharp screens.
  const canvas = make('canvas', { width: String(image.naturalWidth * 2), height: String(image.naturalHeight * 2) });
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png');
}
