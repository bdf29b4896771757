/** A family or a succession, in a panel of the editor: draws what it is sent. */
import type { FromKin, KinState, ToKin } from '../../client/src/kinMessages';
import type { Family } from '../../server/src/core/picture/familyShape';
import type { Succession } from '../../server/src/core/picture/successionShape';
import { familySubject } from '../kin/familySubject';
import { type KinPage, makeKinPage } from '../kin/kinPage';
import { successionSubject } from '../kin/successionSubject';
import { make } from '../page';
import { speakFrom, t } from '../words';

declare function acquireVsCodeApi(): {
  postMessage(message: FromKin): void;
  getState(): KinState | undefined;
  setState(state: KinState): void;
};

const api = acquireVsCodeApi();
const main = document.getElementById('main') as HTMLElement;
const status = document.getElementById('status') as HTMLElement;

let page: KinPage | undefined;

const say = (words: string): void => {
  status.textContent = words;
};

const open = (): KinPage => {
  const made = makeKinPage(
    {
      open: (entry) => api.postMessage({ asks: 'open', entry }),
      family: (entity) => api.postMessage({ asks: 'show', of: { kind: 'family', entity } }),
      save: (title, svg) => api.postMessage({ asks: 'save', title, svg }),
      keep(view) {
        const state = api.getState();
        if (state) api.setState({ ...state, view });
      },
    },
    say,
  );
  main.replaceChildren(made.element);
  return made;
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
  } else {
    const before = api.getState();
    const { kind, entity, attribute } = data.state;
    const isSame = before?.kind === kind && before.entity === entity && before.attribute === attribute;
    const state = isSame && before.view !== undefined ? { ...data.state, view: before.view } : data.state;
    api.setState(state);
    page ??= open();
    const subject =
      kind === 'family'
        ? familySubject(JSON.parse(data.data) as Family)
        : successionSubject(JSON.parse(data.data) as Succession);
    page.show(subject, state);
  }
});
api.postMessage({ asks: 'all' });
