/** A timeline, a family or a succession, in a panel of the editor or as a file of its own: draws the data that it is sent. */
import type {
  FromKin,
  KinState,
  ToKin,
  FromTimeline,
  TimelineState,
  ToTimeline,
} from '../../client/src/drawn/pageMessages';
import type { KinFileData } from '../../server/src/core/picture/kinPicture';
import { type PackedTimeline, unpackTimeline } from '../../server/src/core/picture/shapes/packTimeline';
import type { Family, Succession } from '../../server/src/core/picture/shapes/kinShapes';
import { type EditorApi, make } from '../page';
import { familySubject, type KinSubject, successionSubject } from '../kin/subject';
import { editorKinHost, type KinHost, type KinPage, makeKinPage } from '../kin/kinPage';
import { editorHost, fileHost } from '../timeline/host';
import { type OpenTimeline, openTimeline } from '../timeline/openTimeline';
import { imageOf } from '../timeline/picture';
import { speakFrom, t } from '../words';

/** The data in a file of its own. */
interface FileData {
  readonly title: string;
  readonly packed: PackedTimeline | KinFileData;
}

declare function acquireVsCodeApi(): EditorApi<FromTimeline, TimelineState> & EditorApi<FromKin, KinState>;

const main = document.getElementById('main') as HTMLElement;
const status = document.getElementById('status') as HTMLElement;
const file = document.getElementById('data')?.textContent;

const note = (words: string): HTMLElement => make('p', { class: 'note' }, words);
const say = (words: string): void => {
  status.textContent = words;
};

function openKin(host: KinHost): KinPage {
  const page = makeKinPage(host, say);
  main.replaceChildren(page.element);
  return page;
}

const subjectOf = ({ kind, data }: KinFileData): KinSubject =>
  kind === 'family' ? familySubject(data as Family) : successionSubject(data as Succession);

/** Draws the data that the editor sends, which is all of one kind. */
function listen(): void {
  const api = acquireVsCodeApi();
  const [timelineHost, kinHost] = [editorHost(api), editorKinHost(api)];
  let timeline: OpenTimeline | undefined;
  let kin: KinPage | undefined;
  const askAll = (): void => api.postMessage({ asks: 'all' });
  addEventListener('message', ({ data }: MessageEvent<ToTimeline | ToKin>) => {
    switch (data.shows) {
      case 'reading':
        speakFrom(data.bundle ?? {});
        if (!timeline && !kin) main.replaceChildren(note(t('Reading your world…')));
        break;
      case 'failure': {
        const again = make('button', { type: 'button' }, t('Try Again'));
        again.addEventListener('click', askAll);
        timeline = kin = undefined;
        main.replaceChildren(make('p', { role: 'alert', class: 'note' }, data.message), again);
        break;
      }
      case 'raster':
        void imageOf(data.svg).then((image) => api.postMessage({ asks: 'keep', image }));
        break;
      case 'kin': {
        const { kind, entity, attribute } = data.state;
        const before = api.getState() as KinState | undefined;
        const isSame = before?.kind === kind && before.entity === entity && before.attribute === attribute;
        const state = isSame && before.view !== undefined ? { ...data.state, view: before.view } : data.state;
        api.setState(state);
        kin ??= openKin(kinHost);
        kin.show(subjectOf({ kind, data: JSON.parse(data.data) as Family | Succession }), state);
        break;
      }
      case 'timeline': {
        const view = data.state.view ?? api.getState()?.view;
        api.setState(view === undefined ? data.state : { ...data.state, view });
        timeline ??= openTimeline(main, timelineHost, say);
        timeline.hear(data);
        break;
      }
      case 'viewpoint':
      case 'open':
      case 'save':
      case 'card':
      case 'offers':
        timeline?.hear(data);
    }
  });
  askAll();
}

/** Draws the data in the file. */
function show({ title, packed }: FileData): void {
  if ('kind' in packed) {
    const { kind, data } = packed;
    openKin(fileHost).show(subjectOf(packed), { kind, entity: data.entity, view: fileHost.kept() });
  } else openTimeline(main, fileHost, say).show(unpackTimeline(packed), title);
}

if (file == null) listen();
else show(JSON.parse(file) as FileData);
