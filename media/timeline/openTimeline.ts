/** The picture of time on its page, and what becomes of what the editor says of it. */
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

/** The handles go where the editor looks from. */
type Viewpoint = Extract<ToTimeline, { readonly shows: 'viewpoint' }>;

export function follow(store: Store, { handles: { at, asOf }, move }: Viewpoint): void {
  const shown = store.shown();
  // What the reader has moved since goes before what the editor knew of: it is told, and the editor looks from there.
  if (!shown || move < store.moves()) return;
  const own = handlesOf(shown);
  const { prepared, domain, view } = shown;
  // A day that the handle has stays as it is, however the editor writes it.
  const day = own.at === at ? view.at : at === null ? null : dayOfDate(prepared.timeline, at);
  // A commit, or a point that was given up, is no stop of the handle: it stays where it is.
  const isStop = asOf === null || prepared.pointIndex.has(asOf);
  const point = isStop ? asOf : own.asOf;
  // It is said again with each change of the codex: the reader may have gone elsewhere in the picture.
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

/** What an editor says of a picture of time, and of no other. */
type News = Exclude<ToTimeline, ToPicture>;

export interface OpenTimeline {
  show(timeline: Timeline, title: string): void;
  hear(news: News): void;
}

/** @param main what it is put into. @param say tells those who listen, and those who look below the picture */
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
