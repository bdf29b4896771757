/** A finger that rests on a thing asks for its menu, as the right button of a mouse does. Not every browser makes a contextmenu of it. */

/** So many milliseconds, and no farther than so many pixels. */
const LONG = 550;
const STILL = 8;

export interface LongPress {
  /** Whether the last touch was one: what follows when the finger is lifted is no tap. */
  readonly was: () => boolean;
}

export function onLongPress(element: HTMLElement, run: (event: PointerEvent) => void): LongPress {
  let timer = 0;
  let was = false;
  let from = { clientX: 0, clientY: 0 };
  const stop = (): void => clearTimeout(timer);
  element.addEventListener('pointerdown', (event) => {
    stop();
    was = false;
    // With a second finger it is a pinch.
    if (event.pointerType !== 'touch' || !event.isPrimary) return;
    from = event;
    timer = setTimeout(() => {
      was = true;
      run(event);
    }, LONG);
  });
  element.addEventListener('pointermove', ({ clientX, clientY }) => {
    if (Math.hypot(clientX - from.clientX, clientY - from.clientY) > STILL) stop();
  });
  for (const end of ['pointerup', 'pointercancel'] as const) element.addEventListener(end, stop);
  return { was: () => was };
}
