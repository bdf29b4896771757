/** Moving through the picture: its days, its lanes and its handle, by whatever hand or key. */
import { steppedDay } from '../../server/src/core/picture/rulers/handleDates';
import { type Motion, moved, panned, widthOf, zoomedAt } from './domain';
import type { Command } from './keys';
import type { Store } from './store';
import type { Shown } from './view';

/** Where the plot and the lanes lie, in pixels of the drawing. */
export interface Plot {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly lanesHeight: number;
}

export interface Navigation {
  move(motion: Motion): void;
  scroll(pixels: number): void;
  /** Where the handle is, in pixels of the drawing. */
  handleX(): number | null;
  dragHandle(x: number): void;
  run(command: Command): boolean;
}

/** @param partsOf where the plot lies, in pixels of the drawing */
export function makeNavigation(store: Store, partsOf: () => Plot): Navigation {
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

/** Has what is selected fill most of the view. */
export function fit(store: Store, { selected, prepared: { things, whole } }: Shown): void {
  const [first, until] = things[selected ?? -1]?.days ?? [null, null];
  if (first === null && until === null) return;
  const [from, to] = [first ?? whole[0], until ?? whole[1]];
  const room = Math.max((to - from) * 0.1, 1);
  store.change({ domain: [from - room, to + room] }, { isQuiet: true });
}

/** Keys zoom about what is selected, else about the handle, where they are in view. */
function centreOf({ selected, prepared: { things }, view: { at }, domain }: Shown): number {
  const [first, until] = things[selected ?? -1]?.days ?? [null, null];
  const parts = [first ?? until, at].flatMap((day) => (day === null ? [] : [(day - domain[0]) / widthOf(domain)]));
  return parts.find((part) => part >= 0 && part <= 1) ?? 0.5;
}
