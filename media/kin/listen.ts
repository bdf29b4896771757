/** What mouse and keys do on the picture of kin. */

export interface KinListener {
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

export function listenToKin(element: HTMLElement, on: KinListener): void {
  const placeOf = ({ clientX, clientY }: MouseEvent): readonly [number, number] => {
    const { left, top } = element.getBoundingClientRect();
    return [clientX - left, clientY - top];
  };
  let from: readonly [number, number] | null = null;
  let went = 0;
  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    from = [event.clientX, event.clientY];
    went = 0;
    element.setPointerCapture(event.pointerId);
  });
  element.addEventListener('pointermove', (event) => {
    const thing = on.hit(...placeOf(event));
    element.dataset.cursor = thing === undefined ? '' : 'thing';
    if (!from) return;
    const [dx, dy] = [event.clientX - from[0], event.clientY - from[1]];
    went += Math.abs(dx) + Math.abs(dy);
    from = [event.clientX, event.clientY];
    if (went > 4) on.pan(dx, dy);
  });
  element.addEventListener('pointerup', (event) => {
    if (from && went <= 4) on.select(on.hit(...placeOf(event)));
    from = null;
  });
  element.addEventListener('dblclick', () => on.open());
  element.addEventListener('wheel', (event) => {
    event.preventDefault();
    on.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), ...placeOf(event));
  });
  element.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    const { clientX: x, clientY: y } = event;
    const thing = event.button === 2 ? on.hit(...placeOf(event)) : on.selected();
    if (thing !== undefined) on.menu(thing, { x, y });
  });
  const middle = (): readonly [number, number] => [element.clientWidth / 2, element.clientHeight / 2];
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
