/** Mouse, finger and key input on the picture of kin. */
import { onLongPress } from '../timeline/menu';

interface KinListener {
  select(thing: number | undefined): void;
  menu(thing: number, place: { readonly x: number; readonly y: number }): void;
  open(): void;
  step(which: 'at' | 'canon', by: 1 | -1): void;
  zoom(factor: number, x: number, y: number): void;
  pan(dx: number, dy: number): void;
  whole(): void;
  hit(x: number, y: number): number | undefined;
  near(dx: number, dy: number): number | undefined;
  selected(): number | undefined;
}

/** In pixels of the picture. */
type Place = readonly [x: number, y: number];

/** A pointer that moved less than this, in pixels, has clicked. */
const CLICK = 4;

const distance = (a: Place, b: Place): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

export function listenToKin(element: HTMLElement, on: KinListener): void {
  const placeOf = ({ clientX, clientY }: MouseEvent): Place => {
    const { left, top } = element.getBoundingClientRect();
    return [clientX - left, clientY - top];
  };
  /** The position of the pressed mouse, or of each finger. */
  const pressed = new Map<number, Place>();
  let went = 0;
  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    if (pressed.size === 0) went = 0;
    pressed.set(event.pointerId, placeOf(event));
    element.setPointerCapture(event.pointerId);
  });
  element.addEventListener('pointermove', (event) => {
    const place = placeOf(event);
    const thing = on.hit(...place);
    element.dataset.cursor = thing === undefined ? '' : 'thing';
    const before = pressed.get(event.pointerId);
    if (!before) return;
    pressed.set(event.pointerId, place);
    const [dx, dy] = [place[0] - before[0], place[1] - before[1]];
    went += Math.abs(dx) + Math.abs(dy);
    if (went <= CLICK) return;
    const other = [...pressed].find(([id]) => id !== event.pointerId)?.[1];
    // Between two fingers the picture stretches, away from the one at rest.
    if (other) on.zoom(distance(place, other) / Math.max(distance(before, other), 1), ...other);
    else on.pan(dx, dy);
  });
  element.addEventListener('pointerup', (event) => {
    const isClick = pressed.delete(event.pointerId) && pressed.size === 0 && went <= CLICK && !press.was();
    if (isClick) on.select(on.hit(...placeOf(event)));
  });
  element.addEventListener('pointercancel', ({ pointerId }) => pressed.delete(pointerId));
  element.addEventListener('dblclick', () => on.open());
  element.addEventListener('wheel', (event) => {
    event.preventDefault();
    on.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), ...placeOf(event));
  });
  element.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    // That of a finger is known already.
    if (event.pointerType === 'touch') return;
    const { clientX: x, clientY: y } = event;
    const thing = event.button === 2 ? on.hit(...placeOf(event)) : on.selected();
    if (thing !== undefined) on.menu(thing, { x, y });
  });
  const press = onLongPress(element, (event) => {
    const thing = on.hit(...placeOf(event));
    if (thing !== undefined) on.menu(thing, { x: event.clientX, y: event.clientY });
  });
  listenToKeys(element, on);
}

function listenToKeys(element: HTMLElement, on: KinListener): void {
  const middle = (): Place => [element.clientWidth / 2, element.clientHeight / 2];
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => on.select(on.near(-1, 0)),
    ArrowRight: () => on.select(on.near(1, 0)),
    ArrowUp: () => on.select(on.near(0, -1)),
    ArrowDown: () => on.select(on.near(0, 1)),
    '+': () => on.zoom(1.25, ...middle()),
    '=': () => on.zoom(1.25, ...middle()),
    '-': () => on.zoom(0.8, ...middle()),
    '0': () => on.whole(),
    '[': () => on.step('canon', -1),
    ']': () => on.step('canon', 1),
    ',': () => on.step('at', -1),
    '.': () => on.step('at', 1),
    Enter: () => on.open(),
    o: () => on.open(),
    Escape: () => on.select(undefined),
  };
  element.addEventListener('keydown', (event) => {
    const run = event.ctrlKey !== event.altKey || event.metaKey ? undefined : keys[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  });
}
