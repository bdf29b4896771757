/** The whole of time in one strip below the picture, with a brush that says what is in view: drawn about, or made wider. */
import { overviewDrawing } from '../../server/src/core/picture/timeline/overviewDrawing';
import { make } from '../page';
import { brushed, brushOf, type Domain, type Grip } from './domain';
import type { Store } from './store';
import type { Shown } from './view';
import { makeSurface, type Surface } from './surface';

export interface Overview {
  readonly element: HTMLElement;
  readonly surface: Surface;
}

/** How near an edge of the brush has to be, in pixels: to the pointer, and to a finger. */
const EDGE = 7;
const FINGER = 20;

export function makeOverview(store: Store): Overview {
  const canvas = make('canvas', {});
  const brush = make('div', { class: 'brush' });
  // What it does, keys do on the picture.
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
