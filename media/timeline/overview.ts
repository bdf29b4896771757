/** The whole of time in one strip below the picture, with a brush that says what is in view: drawn about, or made wider. */
import { make } from '../page';
import { brushed, brushOf, type Domain, type Grip } from './domain';

export interface Overview {
  readonly element: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  /** @param whole the days from its left edge to its right one */
  show(domain: Domain, whole: Domain): void;
}

const EDGE = 7;

export function makeOverview(onBrush: (domain: Domain) => void): Overview {
  const canvas = make('canvas', {});
  const brush = make('div', { class: 'brush' });
  // What it does, keys do on the picture.
  const element = make('div', { class: 'overview', 'aria-hidden': 'true' }, canvas, brush);
  let [domain, whole]: [Domain, Domain] = [
    [0, 1],
    [0, 1],
  ];
  let drag: { readonly grip: Grip; readonly x: number; readonly domain: Domain } | undefined;

  const gripAt = (x: number): Grip => {
    const [left, right] = brushOf(domain, whole, element.clientWidth);
    if (Math.abs(x - left) <= EDGE && x - left < (right - left) / 2) return 'first';
    if (Math.abs(x - right) <= EDGE) return 'last';
    return left <= x && x <= right ? 'both' : 'elsewhere';
  };
  const xOf = ({ clientX }: PointerEvent): number => clientX - element.getBoundingClientRect().left;

  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    const x = xOf(event);
    const grip = gripAt(x);
    element.setPointerCapture(event.pointerId);
    if (grip === 'elsewhere') onBrush(brushed(domain, whole, 'elsewhere', x / element.clientWidth));
    drag = { grip: grip === 'elsewhere' ? 'both' : grip, x, domain };
    event.preventDefault();
  });
  element.addEventListener('pointermove', (event) => {
    const x = xOf(event);
    if (drag) onBrush(brushed(drag.domain, whole, drag.grip, (x - drag.x) / element.clientWidth));
    else element.dataset.grip = gripAt(x);
  });
  for (const end of ['pointerup', 'pointercancel'] as const) element.addEventListener(end, () => (drag = undefined));

  return {
    element,
    canvas,
    show(now, all) {
      [domain, whole] = [now, all];
      const [left, right] = brushOf(domain, whole, element.clientWidth);
      brush.style.transform = `translateX(${left}px)`;
      brush.style.width = `${right - left}px`;
    },
  };
}
