/** Mouse, pen and finger gestures on the picture: zoom and move it, drag its handle, point at things and select them. */
import { select } from 'd3-selection';
import { type D3ZoomEvent, type ZoomTransform, zoom, zoomIdentity } from 'd3-zoom';
import type { Motion } from './view';
import { onLongPress } from './menu';

/** In pixels of CSS, from the top left of the picture. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface PointerListener {
  /** @param up how many pixels the picture moves up */
  move(motion: Motion, up: number): void;
  /** What the wheel does there: over the names of lanes it scrolls. */
  isScrolledAt(point: Point): boolean;
  scroll(pixels: number): void;
  /** @param isFinger whether it is a finger, which also hits things nearby */
  isHandleAt(point: Point, isFinger: boolean): boolean;
  dragHandle(point: Point): void;
  /** null: the pointer has left. */
  point(point: Point | null): void;
  choose(point: Point, isFinger: boolean): void;
  menu(point: Point): void;
}

/** A pointer that moved less than this, in pixels, has clicked. */
const CLICK = 4;

export function listenToPointer(element: HTMLElement, listener: PointerListener): void {
  const pointOf = ({ clientX, clientY }: MouseEvent | Touch): Point => {
    const { left, top } = element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  listenToZoom(element, listener, pointOf);
  const press = onLongPress(element, (event) => listener.menu(pointOf(event)));
  let isDragging = false;
  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !listener.isHandleAt(pointOf(event), isFinger(event))) return;
    isDragging = true;
    element.setPointerCapture(event.pointerId);
  });
  element.addEventListener('pointermove', (event) => {
    const point = pointOf(event);
    if (isDragging) return listener.dragHandle(point);
    element.dataset.cursor = listener.isHandleAt(point, false) ? 'handle' : '';
    if (event.buttons === 0) listener.point(point);
  });
  for (const end of ['pointerup', 'pointercancel'] as const) element.addEventListener(end, () => (isDragging = false));
  element.addEventListener('pointerleave', (event) => {
    // A lifted finger points at nothing, and its selection stays.
    if (!isFinger(event)) listener.point(null);
  });
  // d3-zoom suppresses the click at the end of a drag.
  element.addEventListener('click', (event) => {
    if (!press.was() && !listener.isHandleAt(pointOf(event), false)) listener.choose(pointOf(event), isFinger(event));
  });
  element.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    // The key for it sends an event of its own, without a position; that of a finger is known already.
    if (event.button === 2 && !isFinger(event)) listener.menu(pointOf(event));
  });
}

const isFinger = ({ pointerType }: PointerEvent): boolean => pointerType === 'touch';

function listenToZoom(
  element: HTMLElement,
  listener: PointerListener,
  pointOf: (event: MouseEvent | Touch) => Point,
): void {
  let before: ZoomTransform = zoomIdentity;
  const behaviour = zoom<HTMLElement, unknown>()
    .clickDistance(CLICK)
    .filter((event: MouseEvent | TouchEvent) => {
      const isTouch = 'touches' in event;
      const [place, other] = isTouch ? [...event.touches] : [event];
      if (place && !other && listener.isHandleAt(pointOf(place), isTouch) && event.type !== 'wheel') return false;
      if (event.type === 'wheel') return !isScroll(event as WheelEvent);
      return !event.ctrlKey && !('button' in event && event.button !== 0);
    })
    .on('zoom', ({ transform }: D3ZoomEvent<HTMLElement, unknown>) => {
      const ratio = transform.k / before.k;
      // A zoom applies to both directions; only the horizontal one is wanted.
      const up = ratio === 1 ? before.y - transform.y : 0;
      listener.move({ ratio, shift: transform.x - ratio * before.x }, up);
      before = transform;
    })
    .on('end', () => {
      // Each gesture starts from the identity: far in, the sums of d3 would run out of digits.
      before = zoomIdentity;
      select(element).property('__zoom', zoomIdentity);
    });
  const isScroll = (event: WheelEvent): boolean =>
    !event.ctrlKey &&
    (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY) || listener.isScrolledAt(pointOf(event)));
  select(element).call(behaviour).on('dblclick.zoom', null);
  element.addEventListener(
    'wheel',
    (event) => {
      if (!isScroll(event)) return;
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? element.clientHeight : 1;
      if (event.shiftKey || Math.abs(event.deltaX) <= Math.abs(event.deltaY))
        listener.scroll((event.deltaY || event.deltaX) * lines);
      else listener.move({ ratio: 1, shift: -event.deltaX * lines }, 0);
    },
    { passive: false },
  );
}
