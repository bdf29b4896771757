/** Where a picture of kin is shown: in a panel of the editor, or as a file of its own, which has no editor to ask. */
import type { FromKin, KinState } from '../../client/src/drawn/kinMessages';
import type { PictureFormat } from '../../client/src/drawn/pictureMessages';
import { type EditorApi, keepView } from '../editorApi';

export interface KinHost {
  /** null: a file of its own, which has no pages to open. */
  readonly editor: {
    open(entry: string): void;
    family(entity: string): void;
    /** As it stands at a canon point, null: now, and at a world date, null: all times. What was decided later is not in it. */
    save(as: PictureFormat, asOf: string | null, at: string | null, theme: string): void;
  } | null;
  /** Keeps where the handles stand. */
  keep(view: KinView): void;
}

/** What is kept of a page. */
export interface KinView {
  readonly day?: number | null | undefined;
  readonly stop?: string | null | undefined;
  readonly hasTable: boolean;
}

export const editorKinHost = (api: EditorApi<FromKin, KinState>): KinHost => ({
  editor: {
    open: (entry) => api.postMessage({ asks: 'open', entry }),
    family: (entity) => api.postMessage({ asks: 'show', of: { kind: 'family', entity } }),
    save: (as, asOf, at, theme) => api.postMessage({ asks: 'save', as, asOf, at, theme }),
  },
  keep: (view) => keepView(api, view),
});
