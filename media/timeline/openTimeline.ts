/** Opens a timeline on its page, and applies the messages of the editor to it. */
import { dayOfDate } from '../../server/src/core/picture/rulers/axis';
import type { ToTimeline, ToPicture } from '../../client/src/drawn/pageMessages';
import { revealing } from './view';
import { type Store, makeStore } from './store';
import { handlesOf } from './things';
import { type PackedTimeline, unpackTimeline } from '../../server/src/core/picture/shapes/packTimeline';
import type { Timeline } from '../../server/src/core/picture/shapes/timelineShape';
import type { Host } from './host';
import { makeTimelinePage } from './page';
import { saveAs } from './picture';
import { currentLook, onLook } from './surface';

/** Moves the handles to the viewpoint of the editor. */
type Viewpoint = Extract<ToTimeline, { readonly shows: 'viewpoint' }>;

export function follow(store: Store, { handles: { at, asOf }, move }: Viewpoint): void {
  const shown = store.shown();
  // The reader has moved a handle since: that takes precedence, so the editor is notified and adopts it.
  if (!shown || move < store.moves()) return;
  const own = handlesOf(shown);
  const { prepared, domain, view } = shown;
  // A day of the handle stays as it is, however the editor writes it.
  const day = own.at === at ? view.at : at === null ? null : dayOfDate(prepared.timeline, at);
  // A commit, or a point that was given up, does not count as a stop of the handle, which stays.
  const isStop = asOf === null || prepared.pointIndex.has(asOf);
  const point = isStop ? asOf : own.asOf;
  // It is repeated with each change of the codex: the reader may have moved the picture.
  if (day === view.at && point === own.asOf) return;
  store.change(
    {
      at: day,
      ...(isStop && { asOf: asOf ?? undefined }),
      ...(day !== null && { domain: revealing(domain, [day, day], prepared.whole) }),
    },
    { isGradual: true, isQuiet: true },
  );
}

/** The messages that an editor sends to a timeline only. */
type News = Exclude<ToTimeline, ToPicture>;

export interface OpenTimeline {
  show(timeline: Timeline, title: string): void;
  hear(news: News): void;
}

/** @param main the element for the picture @param say announces words to screen readers, and shows them below the picture */
export function openTimeline(main: HTMLElement, host: Host, say: (words: string) => void): OpenTimeline {
  const store = makeStore(host);
  const { element, picture, surfaces } = makeTimelinePage(store, say);
  main.replaceChildren(element);
  const dress = (isPaper = false): void => {
    const look = currentLook(isPaper);
    for (const surface of surfaces) surface.setPaints(look);
    store.refresh();
  };
  onLook(() => dress());
  addEventListener('beforeprint', () => dress(true));
  addEventListener('afterprint', () => dress());
  dress();
  return {
    show: (timeline, title) => store.load(timeline, title),
    hear(news) {
      switch (news.shows) {
        case 'timeline': {
          store.setPinned(news.state.isPinned, false);
          const packed = JSON.parse(new TextDecoder().decode(news.packed)) as PackedTimeline;
          store.load(unpackTimeline(packed), news.title);
          break;
        }
        case 'viewpoint':
          follow(store, news);
          break;
        case 'open':
          store.setOpen(news.entry);
          break;
        case 'save':
          saveAs(store, picture, news.as);
          break;
        case 'card':
        case 'offers':
          host.editor?.answered(news);
      }
    },
  };
}
