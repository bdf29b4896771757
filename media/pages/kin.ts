/** A family or a succession, in a panel of the editor or as a file of its own: draws what it is sent. */
import type { FromKin, KinState, ToKin } from '../../client/src/drawn/kinMessages';
import type { KinFileData } from '../../server/src/core/picture/kinPicture';
import type { Family } from '../../server/src/core/picture/shapes/familyShape';
import type { Succession } from '../../server/src/core/picture/shapes/successionShape';
import { familySubject } from '../kin/familySubject';
import { type KinHost, type KinPage, makeKinPage } from '../kin/kinPage';
import type { KinSubject } from '../kin/subject';
import { successionSubject } from '../kin/successionSubject';
import { make } from '../page';
import { imageOf } from '../timeline/saving';
import { speakFrom, t } from '../words';

declare function acquireVsCodeApi(): {
  postMessage(message: FromKin): void;
  getState(): KinState | undefined;
  setState(state: KinState): void;
};

const main = document.getElementById('main') as HTMLElement;
const status = document.getElementById('status') as HTMLElement;

let page: KinPage | undefined;

const say = (words: string): void => {
  status.textContent = words;
};

const open = (host: KinHost): KinPage => {
  const made = makeKinPage(host, say);
  main.replaceChildren(made.element);
  return made;
};

const subjectOf = ({ kind, data }: KinFileData): KinSubject =>
  kind === 'family' ? familySubject(data as Family) : successionSubject(data as Succession);

/** A file keeps where its handles stand in the history of its window. */
const fileHost: KinHost = { editor: null, keep: (view) => history.replaceState(view, '') };

function listen(): void {
  const api = acquireVsCodeApi();
  const host: KinHost = {
    editor: {
      open: (entry) => api.postMessage({ asks: 'open', entry }),
      family: (entity) => api.postMessage({ asks: 'show', of: { kind: 'family', entity } }),
      save: (as, asOf, at, theme) => api.postMessage({ asks: 'save', as, asOf, at, theme }),
    },
    keep(view) {
      const state = api.getState();
      if (state) api.setState({ ...state, view });
    },
  };
  addEventListener('message', ({ data }: MessageEvent<ToKin>) => {
    if (data.shows === 'reading') {
      speakFrom(data.bundle ?? {});
      if (!page) main.replaceChildren(make('p', { class: 'note' }, t('Reading the codex…')));
    } else if (data.shows === 'failure') {
      page = undefined;
      const again = make('button', { type: 'button' }, t('Try Again'));
      again.addEventListener('click', () => api.postMessage({ asks: 'all' }));
      main.replaceChildren(make('p', { role: 'alert', class: 'note' }, data.message), again);
    } else if (data.shows === 'raster') {
      void imageOf(data.svg).then((image) => api.postMessage({ asks: 'keep', image }));
    } else {
      const before = api.getState();
      const { kind, entity, attribute } = data.state;
      const isSame = before?.kind === kind && before.entity === entity && before.attribute === attribute;
      const state = isSame && before.view !== undefined ? { ...data.state, view: before.view } : data.state;
      api.setState(state);
      page ??= open(host);
      page.show(subjectOf({ kind, data: JSON.parse(data.data) as Family | Succession }), state);
    }
  });
  api.postMessage({ asks: 'all' });
}

const file = document.getElementById('data')?.textContent;
if (file == null) listen();
else {
  const { kind, data } = (JSON.parse(file) as { readonly packed: KinFileData }).packed;
  page = open(fileHost);
  page.show(subjectOf({ kind, data }), { kind, entity: data.entity, view: history.state as unknown });
}
