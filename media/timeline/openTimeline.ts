/** The picture of time on its page, and what becomes of what the editor says of it. */
import type { ToPicture } from '../../client/src/drawn/pictureMessages';
import type { ToTimeline } from '../../client/src/drawn/timelineMessages';
import { type PackedTimeline, unpackTimeline } from '../../server/src/core/picture/shapes/packTimeline';
import type { Timeline } from '../../server/src/core/picture/shapes/timelineShape';
import { follow } from './follow';
import type { Host } from './host';
import { makeTimelinePage } from './page';
import { saveAs } from './saving';
import { makeStore } from './store';
import { currentLook, onLook } from './surroundings';

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
