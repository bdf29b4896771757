/** The picture of time, in a panel of the editor or as a file of its own: draws what it is sent. */
import { type PackedTimeline, unpackTimeline } from '../../server/src/core/picture/shapes/packTimeline';
import { make } from '../page';
import { follow } from '../timeline/follow';
import { editorHost, fileHost, type Host, type News } from '../timeline/host';
import { makeTimelinePage } from '../timeline/page';
import type { Picture } from '../timeline/picture';
import { imageOf, saveAs } from '../timeline/saving';
import { makeStore, type Store } from '../timeline/store';
import { currentLook, onLook } from '../timeline/surroundings';
import { speakFrom, t } from '../words';

/** What a file of its own holds. */
interface FileData {
  readonly title: string;
  readonly packed: PackedTimeline;
}

const main = document.getElementById('main') as HTMLElement;
const status = document.getElementById('status') as HTMLElement;
const data = document.getElementById('data')?.textContent;

let page: { readonly store: Store; readonly picture: Picture } | undefined;

const note = (words: string): HTMLElement => make('p', { class: 'note' }, words);
const say = (words: string): void => {
  status.textContent = words;
};

function open(host: Host): { readonly store: Store; readonly picture: Picture } {
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
  return { store, picture };
}

function hear(host: Host, news: News): void {
  if (news.shows === 'reading') {
    speakFrom(news.bundle ?? {});
    if (!page) main.replaceChildren(note(t('Reading the codex…')));
  } else if (news.shows === 'timeline') {
    page ??= open(host);
    page.store.setPinned(news.state.isPinned, false);
    const packed = JSON.parse(new TextDecoder().decode(news.packed)) as PackedTimeline;
    page.store.load(unpackTimeline(packed), news.title);
  } else if (news.shows === 'failure') {
    const again = make('button', { type: 'button' }, t('Try Again'));
    again.addEventListener('click', () => host.editor?.again());
    page = undefined;
    main.replaceChildren(make('p', { role: 'alert', class: 'note' }, news.message), again);
  } else if (news.shows === 'raster') void imageOf(news.svg).then((image) => host.editor?.keepImage(image));
  else if (!page) return;
  else if (news.shows === 'viewpoint') follow(page.store, news.handles);
  else if (news.shows === 'open') page.store.setOpen(news.entry);
  else saveAs(page.store, page.picture, news.as);
}

if (data == null) {
  const host = editorHost((news) => hear(host, news));
} else {
  const { title, packed } = JSON.parse(data) as FileData;
  page = open(fileHost());
  page.store.load(unpackTimeline(packed), title);
}
