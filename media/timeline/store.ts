/** The state of the page: its parts are notified of changes once per frame, and once more when it rests. */
import { onLine } from '../../server/src/core/picture/shapes/filter';
import { type Prepared, prepare } from '../../server/src/core/picture/timeline/prepare';
import type { Timeline } from '../../server/src/core/picture/shapes/timelineShape';
import { revealing, canonOf, nameOfThing, readView, type Shown, thingNamed, type View } from './view';
import type { Host } from './host';

export interface Change {
  /** Whether the change is animated. */
  readonly isGradual?: boolean;
  /** Whether the editor need not be notified: no handle was moved, or it has moved it itself. */
  readonly isQuiet?: boolean;
}

export interface Store {
  readonly host: Host;
  /** null: no data has arrived yet. */
  readonly shown: () => Shown | null;
  change(patch: ViewPatch, how?: Change): void;
  /** How often the reader has moved a handle. */
  readonly moves: () => number;
  select(thing: number | null): void;
  /** Brings days into view that are out of it. */
  reveal(first: number, last: number): void;
  load(timeline: Timeline, title: string): void;
  /** Shows another line of days. */
  showLine(line: string): void;
  setOpen(entry: string | null): void;
  /** Whether the handles and the viewpoint of the editor move together. */
  readonly isPinned: () => boolean;
  setPinned(isPinned: boolean, isOwn?: boolean): void;
  /** Draws everything again: sizes or colours have changed. */
  refresh(): void;
  onFrame(draw: (shown: Shown, isGradual: boolean) => void): void;
  /** @param isOwn whether the reader has moved something since the last rest */
  onRest(listener: (shown: Shown, isOwn: boolean) => void): void;
}

/** An absent value stays; an undefined canon point is now. */
type ViewPatch = Partial<Omit<View, 'asOf'>> & { readonly asOf?: string | null | undefined };

/** Milliseconds without a change until the page is at rest. */
const REST = 150;

export function makeStore(host: Host): Store {
  let view = readView(host.kept());
  let subject: { readonly prepared: Prepared; readonly title: string } | undefined;
  let sent: Timeline | undefined;
  let open: string | null = null;
  let pinned = true;
  let selected: number | null = null;
  const shown = (): Shown | null => {
    if (!subject) return null;
    const { prepared } = subject;
    return {
      ...subject,
      view,
      domain: view.domain ?? prepared.opening,
      canon: canonOf(prepared, view),
      selected,
      open,
    };
  };
  const { request, ...listeners } = makeFrames(shown, () => host.keep(view));
  return {
    host,
    shown,
    ...listeners,
    change(patch, how = {}) {
      const { asOf, ...others } = patch;
      const { asOf: before, ...rest } = view;
      const point = 'asOf' in patch ? asOf : before;
      view = { ...rest, ...others, ...(point !== undefined && { asOf: point }) };
      request({ isQuiet: false, ...how });
    },
    select(thing) {
      const of = subject?.prepared.things[thing ?? -1];
      selected = of ? thing : null;
      view = { ...view, selected: subject && of ? nameOfThing(subject.prepared, of) : null };
      request();
    },
    reveal(first, last) {
      const now = shown();
      const domain = now && revealing(now.domain, [first, last], now.prepared.whole);
      if (!now || domain === now.domain) return;
      view = { ...view, domain };
      request();
    },
    load(timeline, title) {
      sent = timeline;
      subject = { prepared: prepare(onLine(timeline, view.line ?? timeline.line)), title };
      selected = thingNamed(subject.prepared, view.selected);
      request();
    },
    showLine(line) {
      if (!sent || !subject) return;
      view = { ...view, line, domain: null, at: null, scrollTop: 0 };
      subject = { ...subject, prepared: prepare(onLine(sent, line)) };
      request();
    },
    setOpen(entry) {
      open = entry;
      request();
    },
    isPinned: () => pinned,
    setPinned(isPinned, isOwn = true) {
      pinned = isPinned;
      if (isOwn) host.editor?.pin(isPinned);
      request();
    },
    refresh: () => request(),
  };
}

type Frames = Pick<Store, 'onFrame' | 'onRest' | 'moves'> & { readonly request: (change?: Change) => void };

/**
 * The state, which is drawn once per frame however much changes.
 * @param keep is called at the first change after a rest, since a page that leaves the front is gone at once, and at the next rest
 */
function makeFrames(shown: () => Shown | null, keep: () => void): Frames {
  const drawers: ((shown: Shown, isGradual: boolean) => void)[] = [];
  const restListeners: ((shown: Shown, isOwn: boolean) => void)[] = [];
  let [frame, timer, moves] = [0, 0, 0];
  let [isGradual, isOwn] = [false, false];
  const draw = (): void => {
    frame = 0;
    const now = shown();
    const isSlow = isGradual;
    isGradual = false;
    if (now) for (const drawer of drawers) drawer(now, isSlow);
  };
  const rest = (): void => {
    timer = 0;
    const now = shown();
    if (!now) return;
    const isMoved = isOwn;
    isOwn = false;
    keep();
    for (const listener of restListeners) listener(now, isMoved);
  };
  return {
    request(change = {}) {
      isGradual ||= change.isGradual ?? false;
      if (change.isQuiet === false) {
        isOwn = true;
        moves++;
      }
      if (frame === 0) frame = requestAnimationFrame(draw);
      if (timer === 0 && shown()) keep();
      clearTimeout(timer);
      timer = setTimeout(rest, REST);
    },
    moves: () => moves,
    onFrame: (drawer) => void drawers.push(drawer),
    onRest: (listener) => void restListeners.push(listener),
  };
}
